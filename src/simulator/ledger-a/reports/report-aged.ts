import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import type { SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import type { JsonRecord } from "../json-text.ts";
import { isPayment } from "../settlement.ts";
import { dateString } from "../vendor-time.ts";
import { cellAmount, unitsOf } from "./report-balances.ts";
import { headerRow, longDate, type ReportBody, recordRow, section, summaryRow } from "./report-rows.ts";

export type AgedSide = "Receivables" | "Payables";

/** Invoices (or bills) of one contact that were still open on a day; the ledger has no such report for everyone. */
export function agedReport(view: BooksView, side: AgedSide, contactId: string, asOf: CalendarDate): ReportBody {
  const kind = side === "Receivables" ? "sales_invoice" : "purchase_bill";
  const open = view
    .ofKinds(kind)
    .filter((t) => t.partyId === contactId && t.state === "approved" && t.date <= asOf)
    .map((t) => ({ t, sums: sumsAsOf(view, t, asOf) }))
    .filter(({ sums }) => sums.due !== 0n)
    .sort((a, b) => (a.t.date < b.t.date ? -1 : a.t.date > b.t.date ? 1 : 0));
  const total = (pick: (sums: Sums) => bigint) => cellAmount(open.reduce((sum, { sums }) => sum + pick(sums), 0n));
  const totals = [total((s) => s.total), total((s) => s.paid), total((s) => s.credited), total((s) => s.due)];
  return {
    id: `Aged${side}ByContact`,
    name: `Aged ${side} By Contact`,
    titles: [side === "Receivables" ? "Invoices" : "Bills", view.parties.get(contactId)?.name ?? "", `To ${longDate(asOf)}`],
    rows: [
      headerRow("Date", "Number", "Due Date", "", "Total", "Paid", "Credited", "Due"),
      section("", [...open.map(({ t, sums }) => agedRow(t, sums, asOf)), summaryRow("Total", "", "", "", ...totals)]),
    ],
  };
}

interface Sums {
  readonly total: bigint;
  readonly paid: bigint;
  readonly credited: bigint;
  readonly due: bigint;
}

function sumsAsOf(view: BooksView, t: SimTransaction, asOf: CalendarDate): Sums {
  let paid = 0n;
  let credited = 0n;
  for (const { from, allocation } of view.appliedTo(t.id)) {
    if (allocation.date > asOf) continue;
    if (isPayment(from)) paid += unitsOf(allocation.amount);
    else credited += unitsOf(allocation.amount);
  }
  const total = unitsOf(t.total);
  return { total, paid, credited, due: total - paid - credited };
}

function agedRow(t: SimTransaction, sums: Sums, asOf: CalendarDate): JsonRecord {
  const late = t.dueDate === null ? 0 : daysBetween(t.dueDate, asOf);
  const amounts = [sums.total, sums.paid, sums.credited, sums.due].map(cellAmount);
  return recordRow(
    "invoiceID",
    t.id,
    dateString(t.date),
    t.number ?? "",
    t.dueDate === null ? "" : dateString(t.dueDate),
    late > 0 ? `${late} days overdue` : "",
    ...amounts,
  );
}
