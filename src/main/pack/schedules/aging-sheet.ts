import { AGING_BUCKETS, type AgingSide } from "#main/domain/aging/aging.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { type AgedDocument, agingDocuments } from "#main/store/aging/aging-documents.ts";
import { type DecimalString, decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import type { PackFacts } from "../pack-facts.ts";
import { spoken } from "./labels.ts";

const ROWS_MAX = 2_000_000;
const FIRST_BUCKET = 6;
const UNAPPLIED = FIRST_BUCKET + AGING_BUCKETS.length;

/** Schedules F and G: what was open at the period's end, document by document, unapplied cash in a column and rows of its own. */
export function agingSheet({ reader, order, currency }: PackFacts, side: AgingSide): Sheet {
  const question = { side, asOfDate: order.period.end, baseCurrency: currency };
  const { rows, asOf } = agingDocuments(reader, { ...question, limit: ROWS_MAX });
  const { tieOut, gaps } = agingReport(reader, question);
  const tied =
    tieOut.outcome === "cannot_check" ? `cannot be checked: ${tieOut.reason ?? "no figure of the ledger"}` : spoken(tieOut.outcome);
  return {
    ref: side === "receivable" ? "F" : "G",
    title: side === "receivable" ? "Receivables aging" : "Payables aging",
    source: `from the mirrored documents at ${order.period.end}, as of ${asOf ?? "no complete read yet"}`,
    notes: [
      `Held against the ledger (${spoken(tieOut.source)}): ${tied}.`,
      ...tieOut.currencies.map((of) => `${of.currency}: ours ${of.ours}, the ledger's ${of.ledgers}, difference ${of.difference}.`),
      "Days are counted from the due date, or from the date where there is none. Unapplied cash is negative and never inside a bucket.",
      ...(gaps.length === 0 ? [] : [`${gaps.length} documents have a history that the ledger does not tell in full.`]),
    ],
    currency: null,
    currencyColumn: 5,
    columns: [
      { title: "Party", kind: "text", width: 30 },
      { title: "Number", kind: "text", width: 16 },
      { title: "Reference", kind: "text", width: 18 },
      { title: "Date", kind: "date" },
      { title: "Due", kind: "date" },
      { title: "In", kind: "text", width: 6 },
      ...AGING_BUCKETS.map((bucket) => ({
        title: bucket === "current" ? "Current" : `${bucket} days`,
        kind: "amount" as const,
        width: 14,
        total: true,
      })),
      { title: "Unapplied cash", kind: "amount", width: 14, total: true },
      { title: "Open less unapplied", kind: "amount", width: 14, total: true },
      { title: `In ${currency}`, kind: "amount", width: 14 },
      { title: "Kind", kind: "text", width: 14 },
      { title: "Id", kind: "text", width: 30 },
    ],
    rows: () => rows.map(rowOf),
    indexColumn: UNAPPLIED + 1,
    status: tieOut.outcome === "cannot_check" ? "not checked" : (spoken(tieOut.outcome) ?? ""),
    open: tieOut.outcome === "cannot_check" || tieOut.outcome === "variance" ? 1 : 0,
  };
}

const NONE = decimal("0");

function rowOf(row: AgedDocument): SheetRow {
  const { party, number, reference, date, dueDate, currency, bucket, unapplied, open, base, id } = row;
  const sign = (amount: DecimalString) => (unapplied === null ? amount : negateDecimal(amount));
  const buckets = AGING_BUCKETS.map((each) => (unapplied === null && each === bucket ? open : NONE));
  return {
    cells: [
      party?.name ?? "no party",
      number,
      reference,
      date,
      dueDate,
      currency,
      ...buckets,
      unapplied === null ? NONE : negateDecimal(open),
      { value: sign(open), formula: (at) => `ROUND(SUM(G${at}:L${at}),4)` },
      base === null ? null : sign(base),
      unapplied === null ? "charge" : `unapplied ${unapplied}`,
      id,
    ],
  };
}
