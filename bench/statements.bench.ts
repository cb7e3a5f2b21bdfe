import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { alternate } from "./support/alternate.ts";
import type { Line } from "./support/figure.ts";
import { LAST_DAY, millionDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";

/** Documents for each one that the other goals count: a million in a whole run. */
const TIMES = 10;
const ROUNDS_MAX = 3;

/**
 * S1: the trial balance of a month over a million documents with three million lines, from the
 * general-ledger feed and from documents. The baseline reads the same rows and adds them up in JavaScript.
 */
export async function runStatementsBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  return inScratch(async (home) => {
    const count = documents * TIMES;
    const { db, reader } = millionDocuments(home, "statements", count);
    const taken = await alternate(Math.min(rounds, ROUNDS_MAX), {
      fromFeed: () => posted(reader, true),
      feedRows: () => ({ run: () => addPostings(db) }),
      fromDocuments: () => posted(reader, false),
      documentRows: () => ({ run: () => addDocuments(db) }),
    });
    db.close();
    const of = count.toLocaleString("en-GB");
    const figure = { id: "S1", unit: "ms", ratio: "gain", goals: [{ of: "ratio", sense: "≥", value: 1 }] } as const;
    return [
      {
        ...figure,
        what: `trial balance of ${of} documents from the feed / postings added row by row`,
        ours: taken.fromFeed,
        baseline: taken.feedRows,
      },
      {
        ...figure,
        what: `trial balance of ${of} documents without a feed / documents and lines added row by row`,
        ours: taken.fromDocuments,
        baseline: taken.documentRows,
      },
    ];
  });
}

/** Posting is part of a sync, so it isn't timed here. */
function posted(reader: MirrorReader, hasGlFeed: boolean): { readonly run: () => void } {
  new PostingWriter(reader, { baseCurrency: "GBP", hasGlFeed }).catchUp();
  return { run: () => trialBalance(reader, hasGlFeed) };
}

function trialBalance(reader: MirrorReader, hasGlFeed: boolean): void {
  const { totals, source } = trialBalanceReport(reader, {
    from: monthStart(LAST_DAY),
    to: LAST_DAY,
    basis: "accrual",
    baseCurrency: "GBP",
    yearEnd: { month: 3, day: 31 },
  });
  if (totals.debit !== totals.credit || totals.debit === "0.00") throw new Error("the trial balance does not balance");
  if ((source === "gl_feed") !== hasGlFeed) throw new Error(`the figures came from ${source}`);
}

/** Debits and credits per account and month, as a program without SQL sums would make them. */
function addPostings(db: Sqlite): void {
  const rows = db.prepare("SELECT account_word, amount, day FROM posting JOIN source_record USING (rec_no) WHERE removed_ms IS NULL");
  addUp(rows.iterate() as Iterable<Row>);
}

function addDocuments(db: Sqlite): void {
  const lines = db.prepare(
    `SELECT line.account_word, line.net AS amount, line.day FROM document_line line JOIN document USING (rec_no)
     JOIN source_record USING (rec_no) WHERE removed_ms IS NULL AND status IN (2, 3, 4)`,
  );
  const totals = db.prepare(
    `SELECT type * 1000 AS account_word, total AS amount, issue_day AS day FROM document
     JOIN source_record USING (rec_no) WHERE removed_ms IS NULL AND status IN (2, 3, 4)`,
  );
  addUp(lines.iterate() as Iterable<Row>);
  addUp(totals.iterate() as Iterable<Row>);
}

interface Row {
  readonly account_word: number;
  readonly amount: number;
  readonly day: number;
}

function addUp(rows: Iterable<Row>): void {
  const sums = new Map<number, { debit: bigint; credit: bigint }>();
  for (const { account_word: account, amount } of rows) {
    const sides = sums.get(account) ?? { debit: 0n, credit: 0n };
    if (amount < 0) sides.credit -= BigInt(amount);
    else sides.debit += BigInt(amount);
    sums.set(account, sides);
  }
  if (sums.size === 0) throw new Error("nothing was added up");
}
