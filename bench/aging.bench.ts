import { isDeepStrictEqual } from "node:util";
import { agingReport, agingTotals } from "#main/store/aging/aging.ts";
import { settleAging } from "#main/store/aging/settle-aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { documentStatusCode, documentTypeCode, paymentStatusCode } from "#main/store/records/codes.ts";
import { Words } from "#main/store/records/words.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instant, instantMs } from "#shared/kernel/instant.ts";
import { agingInMemory } from "#test/support/aging-in-memory.ts";
import { alternate, type Trial } from "./support/alternate.ts";
import type { Line, Spread } from "./support/figure.ts";
import { LAST_DAY, millionDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";
import { stopwatchMs } from "./support/stopwatch.ts";

/** Documents for each one that the other goals count: a million in a whole run. */
const TIMES = 10;
const ROUNDS_MAX = 3;
const ASKED = 20;
const TODAY = LAST_DAY;
const PAST = addDays(LAST_DAY, -300);

/**
 * P12: the aging of receivables over a million documents with three million lines, on the day of the
 * reading and at a date in the past. The baseline is the same rule over documents, payments and
 * allocations that are read into memory; both must say the same.
 */
export async function runAgingBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  return inScratch(async (home) => {
    const count = documents * TIMES;
    const { db, reader } = millionDocuments(home, "aging", count);
    paySome(db, count);
    settleAging(db);
    for (const date of [TODAY, PAST]) compare(reader, date);
    const plain = await alternate(Math.min(rounds, ROUNDS_MAX), {
      today: () => ({ run: () => void inMemory(reader, TODAY) }),
      past: () => ({ run: () => void inMemory(reader, PAST) }),
    });
    const taken = await alternate(Math.min(rounds, ROUNDS_MAX), {
      today: () => many(() => ours(reader, TODAY)),
      past: () => many(() => ours(reader, PAST)),
      todayTotals: () => many(() => totals(reader, TODAY)),
      pastTotals: () => many(() => totals(reader, PAST)),
    });
    db.close();
    const of = count.toLocaleString("en-GB");
    const line = (what: string, ours: Spread, baseline: Spread, value: number): Line => ({
      ...({ id: "P12", unit: "ms", ratio: "gain", ours, baseline } satisfies Partial<Line>),
      what: `${what} / read into memory`,
      goals: [{ of: "ours", sense: "≤", value }],
    });
    return [
      line(`aging totals of ${of} documents on the day of the reading`, taken.todayTotals, plain.today, 2),
      line(`aging totals of ${of} documents 300 days back`, taken.pastTotals, plain.past, 2),
      line(`aging by contact of ${of} documents on the day of the reading`, taken.today, plain.today, 25),
      line(`aging by contact of ${of} documents 300 days back`, taken.past, plain.past, 25),
    ];
  });
}

/** A question that takes less than the steps of the CPU's clock is asked many times. */
function many(ask: () => unknown): Trial {
  let took = 0;
  return {
    run: () => {
      const began = stopwatchMs();
      for (let at = 0; at < ASKED; at++) ask();
      took = (stopwatchMs() - began) / ASKED;
    },
    took: () => took,
  };
}

function totals(reader: MirrorReader, asOfDate: CalendarDate) {
  return agingTotals(reader, { side: "receivable", asOfDate, baseCurrency: "GBP" });
}

function ours(reader: MirrorReader, asOfDate: CalendarDate) {
  return agingReport(reader, { side: "receivable", asOfDate, baseCurrency: "GBP" });
}

function inMemory(reader: MirrorReader, asOfDate: CalendarDate) {
  return agingInMemory(reader, { side: "receivable", asOfDate, baseCurrency: "GBP" }, TODAY);
}

function compare(reader: MirrorReader, date: CalendarDate): void {
  const { rows, unappliedCash, totals: sums, gaps } = ours(reader, date);
  const plain = inMemory(reader, date);
  if (!isDeepStrictEqual({ rows, unappliedCash, totals: sums, gaps }, plain)) throw new Error(`the agings at ${date} differ`);
  if (rows.length === 0 || gaps.length > 0) throw new Error("nothing was aged, or it was not explained");
}

/** One document of sixteen stays open; each of the others is settled by a payment of its own, 20 to 80 days after its date. */
function paySome(db: Sqlite, count: number): void {
  const words = new Words(db);
  const open = documentStatusCode.encode("open");
  const sales = (["sales_invoice", "sales_credit"] as const).map(documentTypeCode.encode).join(",");
  const base = count + 1_000;
  db.transaction(() => {
    // Ages are asked of today, which is the last day of the documents.
    db.prepare("UPDATE stream SET completed_ms = ?").run(instantMs(instant(`${TODAY}T09:00:00.000Z`)));
    const late = "issue_day + 20 + rec_no % 60";
    const last = db.prepare("SELECT MAX(issue_day) FROM document").pluck().get() as number;
    db.prepare(`UPDATE document SET outstanding = total, status = ? WHERE rec_no <= ? AND (rec_no % 16 = 0 OR ${late} > ?)`).run(
      open,
      count,
      last,
    );
    const paid = `FROM document WHERE rec_no <= ${count} AND outstanding = 0 AND type <> ${documentTypeCode.encode("cash_purchase")}`;
    db.prepare(`INSERT INTO source_record SELECT ${base} + rec_no, 1, 'p' || rec_no, ?, randomblob(16), 0, 0, 0, 1, 1, NULL ${paid}`).run(
      words.intern("Payment"),
    );
    // Two decimals each, as amounts.ts packs them.
    db.prepare(
      `INSERT INTO payment SELECT ${base} + rec_no, IIF(type IN (${sales}), 0, 1), ?, NULL, party_word, NULL, ${late}, currency_word, NULL, total, 0, ${0o22}, NULL, NULL, NULL, NULL, NULL, x'00', NULL ${paid}`,
    ).run(paymentStatusCode.encode("posted"));
    db.exec(
      `INSERT INTO allocation SELECT ${base} + rec_no, 1, 0, 'Payment:p' || rec_no, 'Invoice:d' || rec_no, total, 2, NULL, currency_word, ${late} ${paid}`,
    );
    stateBalances(db);
  })();
  db.exec("ANALYZE");
}

/** What the ledger says each contact owes: what is open by its documents, but for two contacts of 500. */
function stateBalances(db: Sqlite): void {
  const owed = (
    type: string,
  ) => `json_object('amount', printf('%.2f', COALESCE((SELECT SUM(outstanding) FROM document d JOIN word w ON w.word_no = d.party_word
    WHERE w.text = entity.id AND d.type = ${documentTypeCode.encode(type as "sales_invoice")}), 0) / 10000.0 + (id IN ('Contact:150', 'Contact:350'))), 'currency', 'GBP')`;
  db.exec(
    `UPDATE entity SET volatile = json_object('receivable', ${owed("sales_invoice")}, 'payable', ${owed("purchase_bill")}) WHERE kind = 'party'`,
  );
}
