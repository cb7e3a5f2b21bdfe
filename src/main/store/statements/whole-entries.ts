import type { WholeEntry } from "#main/domain/statements/cash-flow.ts";
import { dayRange } from "#main/store/database/kept-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { ENTRY_KIND, type EntryKindRow, entryKind, revaluationWords } from "#main/store/postings/entry-kind.ts";
import { postingOrigin } from "#main/store/postings/posting-source.ts";
import type { PostingRange } from "#main/store/postings/posting-sums.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type CalendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

interface EntryRow extends EntryKindRow {
  readonly account_word: number | null;
  readonly day: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

/** An entry of a day with the record that posts it, and the document that a feed names for it. */
export interface DatedEntry extends WholeEntry {
  readonly date: CalendarDate;
  readonly recNo: number;
  readonly documentId: string | null;
}

/**
 * Every entry between two days that posts to one of some accounts or that the ledger calls a revaluation, with all of its postings
 * of the day.
 */
export function wholeEntries(reader: MirrorReader, accountIds: readonly string[], range: PostingRange): DatedEntry[] {
  const words = accountIds.flatMap((id) => reader.words.find(id) ?? []);
  const called = revaluationWords(reader);
  if (words.length === 0 && called.length === 0) return [];
  const { entityId } = range;
  const rows = prepared(
    reader.db,
    `SELECT ${ENTRY_KIND}, p.account_word, p.day, p.amount, p.scales, p.exact
     FROM posting p JOIN source_record s ON s.rec_no = p.rec_no LEFT JOIN journal j ON j.rec_no = p.rec_no
     WHERE p.origin = @origin AND s.removed_ms IS NULL AND p.day BETWEEN @from AND @to
       AND p.rec_no IN (SELECT rec_no FROM posting WHERE origin = @origin AND day BETWEEN @from AND @to
           AND account_word IN (SELECT value FROM json_each(@words))
         ${called.length === 0 ? "" : "UNION SELECT rec_no FROM journal WHERE day BETWEEN @from AND @to AND source_type_word IN (SELECT value FROM json_each(@called))"})
       ${entityId === undefined ? "" : "AND p.entity_id_word = @entity"}
     ORDER BY p.rec_no, p.day, p.line_no`,
  ).all({
    origin: postingOrigin(reader),
    ...dayRange(range),
    words: JSON.stringify(words),
    ...(called.length === 0 ? {} : { called: JSON.stringify(called) }),
    ...(entityId === undefined ? {} : { entity: reader.words.find(entityId) }),
  }) as EntryRow[];
  const entries = new Map<string, Omit<DatedEntry, "postings"> & { postings: WholeEntry["postings"][number][] }>();
  for (const row of rows) {
    const key = `${row.rec_no} ${row.day}`;
    const own = entries.get(key);
    const { rec_no: recNo, document_id: documentId } = row;
    const entry = own ?? { kind: entryKind(reader, row), date: fromDayNumber(row.day), recNo, documentId, postings: [] };
    if (own === undefined) entries.set(key, entry);
    entry.postings.push({
      accountId: row.account_word === null ? null : reader.words.text(row.account_word),
      amount: unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) ?? decimal("0"),
    });
  }
  return [...entries.values()];
}
