import { AGING_BUCKETS, type AgingSide } from "#main/domain/aging/aging.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { type AgedDocument, agingDocuments } from "#main/store/aging/aging-documents.ts";
import { type DecimalString, decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import { amountName, asOfName, counted, dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { agingCheckWords } from "./labels.ts";

const ROWS_MAX = 2_000_000;
const FIRST_BUCKET = 6;
const UNAPPLIED = FIRST_BUCKET + AGING_BUCKETS.length;

/** Schedules F and G: open transactions at the period's end, with unapplied cash in its own column. */
export function agingSheet({ reader, order, currency }: PackFacts, side: AgingSide): Sheet {
  const question = { side, asOfDate: order.period.end, baseCurrency: currency };
  const { rows, asOf } = agingDocuments(reader, { ...question, limit: ROWS_MAX });
  const { tieOut, gaps } = agingReport(reader, question);
  const uncertain = new Set(gaps.map(({ documentId }) => documentId)).size;
  return {
    ref: side === "receivable" ? "F" : "G",
    title: side === "receivable" ? t("Receivables aging") : t("Payables aging"),
    source: `Transactions open on ${dayName(order.period.end)}. Books as of ${asOfName(asOf)}`,
    notes: [
      agingCheckWords(tieOut),
      ...tieOut.currencies.map(
        (of) =>
          `${of.currency}: Tieout ${amountName(of.ours)}, ledger ${of.ledgers === null ? "not given" : amountName(of.ledgers)}, difference ${of.difference === null ? "not known" : amountName(of.difference)}.`,
      ),
      t(
        "Each transaction is aged by its due date, or by its transaction date if it has no due date. Unapplied credits and payments are negative and aren't in any aging bucket.",
      ),
      ...(uncertain === 0
        ? []
        : [
            `The open ${uncertain === 1 ? "amount" : "amounts"} of ${counted(uncertain, "transaction")} on ${dayName(order.period.end)} may be wrong, because an allocation has no date or is in another currency, or because the total less allocations doesn't match the ledger's outstanding amount.`,
          ]),
    ],
    currency: null,
    currencyColumn: 5,
    columns: [
      { title: side === "receivable" ? "Customer" : t("Vendor"), kind: "text", width: 30 },
      { title: "Number", kind: "text", width: 16 },
      { title: "Reference", kind: "text", width: 18 },
      { title: "Date", kind: "date" },
      { title: "Due", kind: "date" },
      { title: "Currency", kind: "text", width: 9 },
      ...AGING_BUCKETS.map((bucket) => ({
        title: bucket === "current" ? "Current" : `${bucket} days`,
        kind: "amount" as const,
        width: 14,
        total: true,
      })),
      { title: "Unapplied", kind: "amount", width: 14, total: true },
      { title: "Net outstanding", kind: "amount", width: 14, total: true },
      { title: `Net in ${currency}`, kind: "amount", width: 14 },
      { title: "Status", kind: "text", width: 14 },
      { title: "ID", kind: "text", width: 52 },
    ],
    rows: () => rows.map((row) => rowOf(row, side)),
    indexColumn: UNAPPLIED + 1,
    status: codeLabel(tieOut.outcome),
    open: tieOut.outcome === "cannot_check" || tieOut.outcome === "variance" ? 1 : 0,
  };
}

const NONE = decimal("0");

function rowOf(row: AgedDocument, side: AgingSide): SheetRow {
  const { party, number, reference, date, dueDate, currency, bucket, unapplied, open, base, id } = row;
  const sign = (amount: DecimalString) => (unapplied === null ? amount : negateDecimal(amount));
  const buckets = AGING_BUCKETS.map((each) => (unapplied === null && each === bucket ? open : NONE));
  return {
    cells: [
      party?.name ?? "No contact",
      number,
      reference,
      date,
      dueDate,
      currency,
      ...buckets,
      unapplied === null ? NONE : negateDecimal(open),
      { value: sign(open), formula: (at) => `ROUND(SUM(G${at}:L${at}),4)` },
      base === null ? null : sign(base),
      unapplied === null ? "Open" : `Unapplied ${side === "receivable" && unapplied === "payment" ? "receipt" : unapplied}`,
      id,
    ],
  };
}
