import { hasReadIndexes } from "#main/store/database/indexes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { LEDGER, RECONSTRUCTED } from "./post-records.ts";

/** Where a file notes what its postings are made by. */
export const POSTINGS_KEY = "postings";

/** `ledger`, or the rule and accounts that they are reconstructed with; null in a file that was never posted. */
export function postingsMadeBy(reader: MirrorReader): string | null {
  return (prepared(reader.db, "SELECT value FROM meta WHERE key = ?").pluck().get(POSTINGS_KEY) as string | undefined) ?? null;
}

/** True when journals of a general-ledger feed are there, and were read to their end unless each came with its transaction. */
export function hasReadJournals(reader: MirrorReader): boolean {
  const newest = prepared(
    reader.db,
    `SELECT first_completed_ms IS NOT NULL OR EXISTS (SELECT 1 FROM document d WHERE d.rec_no = r.rec_no)
       OR EXISTS (SELECT 1 FROM payment p WHERE p.rec_no = r.rec_no)
     FROM source_record r JOIN stream USING (stream_no) WHERE r.rec_no = (SELECT MAX(rec_no) FROM journal)`,
  )
    .pluck()
    .get() as 0 | 1 | undefined;
  return newest === 1;
}

/**
 * Which postings of a file count: the ledger's own where its feed is granted and was read (rule 17), else the reconstructed ones.
 * @throws StoreRefusal for a file of an earlier release that was not set up since
 */
export function postingOrigin(reader: MirrorReader): typeof LEDGER | typeof RECONSTRUCTED {
  const by = postingsMadeBy(reader);
  if (by !== null) return by === "ledger" ? LEDGER : RECONSTRUCTED;
  if (
    prepared(reader.db, "SELECT EXISTS (SELECT 1 FROM document) OR EXISTS (SELECT 1 FROM payment) OR EXISTS (SELECT 1 FROM journal)")
      .pluck()
      .get() === 1
  )
    throw new StoreRefusal("These figures are from an earlier version of Tieout. The next sync updates them.");
  return RECONSTRUCTED;
}

export function figureSource(reader: MirrorReader): Extract<FigureSource, "gl_feed" | "reconstructed"> {
  return postingOrigin(reader) === LEDGER ? "gl_feed" : "reconstructed";
}

/** How a query begins, and what it names as its postings. */
interface PostingsByDay {
  readonly begin: string;
  readonly from: string;
}

/**
 * Postings of a few days of all accounts, as `posting p`: the index has accounts before days, so each account's are looked up, and the
 * accounts by leaps through the same index. Until it is made, all postings are walked.
 */
export function postingsByDay(db: Sqlite, origin: number): PostingsByDay {
  if (!hasReadIndexes(db)) return { begin: "", from: "posting p" };
  const next = `SELECT MIN(account_word) FROM posting WHERE origin = ${origin}`;
  const begin = `WITH RECURSIVE account_posted(word) AS (${next} UNION ALL
    SELECT (${next} AND account_word > word) FROM account_posted WHERE word IS NOT NULL)`;
  // The last of them is null, which stands for postings without an account.
  return { begin, from: "account_posted a CROSS JOIN posting p ON p.account_word IS a.word" };
}
