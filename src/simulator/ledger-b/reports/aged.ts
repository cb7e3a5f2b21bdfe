import { type CalendarDate, calendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, multiplyDecimals, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import type { TransactionEntity } from "../entities.ts";
import type { JsonObject } from "../json-writer.ts";
import { pacificDay } from "../pacific-time.ts";
import { nameOf } from "../traits.ts";
import type { View } from "../view.ts";
import { cells, money, report, total } from "./report-tree.ts";
import { roundedToCents } from "./round.ts";

const bucketTitles = ["Current", "1 - 30", "31 - 60", "61 - 90", "91 and over"];

interface OpenPart {
  readonly partyId: string;
  readonly bucket: number;
  readonly amount: DecimalString;
}

/** Open items per party and age at the report date, base currency; credits and unapplied payments negative. */
export function agedReport(view: View, side: "receivable" | "payable", query: URLSearchParams, nowMs: number): JsonObject {
  const asOf = calendarDate(query.get("report_date") ?? query.get("end_date") ?? pacificDay(nowMs));
  const isReceivable = side === "receivable";
  const entities: readonly TransactionEntity[] = isReceivable
    ? ["Invoice", "CreditMemo", "Payment"]
    : ["Bill", "VendorCredit", "BillPayment"];
  const open = entities.flatMap((entity) => openParts(view, entity, asOf));
  const byParty = [...Map.groupBy(open, ({ partyId }) => partyId)]
    .map(([partyId, parts]) => ({ party: view.parties.get(partyId), parts }))
    .toSorted((a, b) => ((a.party?.name ?? "") < (b.party?.name ?? "") ? -1 : 1));
  const rows = byParty.map(({ party, parts }) =>
    cells([{ value: party ? nameOf(party) : "", ...(party ? { id: party.id } : {}) }, ...amounts(parts)]),
  );
  const grandTotal = { Summary: cells([{ value: "TOTAL" }, ...amounts(open)]), type: "Section", group: "GrandTotal" };
  const columns = [
    { title: "", type: isReceivable ? "Customer" : "Vendor", key: isReceivable ? "cust_name" : "vend_name" },
    ...bucketTitles.map((title, index) => ({ title, type: "Money", key: index === 0 ? "current" : String(index - 1) })),
    { title: "Total", type: "Money", key: "total" },
  ];
  const head = {
    name: isReceivable ? "AgedReceivables" : "AgedPayables",
    end: asOf,
    currency: view.books.baseCurrency,
    columns,
    nowMs,
    options: [{ name: "report_date", value: asOf }],
  };
  return report(head, [...rows, grandTotal], rows.length === 0);
}

function amounts(parts: readonly OpenPart[]): { value: string }[] {
  const sums = bucketTitles.map((_, bucket) => total(parts.filter((part) => part.bucket === bucket).map(({ amount }) => amount)));
  return [...sums, total(sums)].map(money);
}

function openParts(view: View, entity: TransactionEntity, asOf: CalendarDate): OpenPart[] {
  const isCharge = entity === "Invoice" || entity === "Bill";
  return (view.byEntity.get(entity) ?? []).flatMap((transaction) => {
    if (transaction.state !== "approved" || transaction.date > asOf || transaction.partyId === null) return [];
    const open = inBase(view, transaction, openAt(view, transaction, asOf));
    if (isZero(open)) return [];
    // Charges age from their due date; credits and loose payments from their own.
    const late = daysBetween(isCharge ? (transaction.dueDate ?? transaction.date) : transaction.date, asOf);
    const bucket = late <= 0 ? 0 : Math.min(4, Math.ceil(late / 30));
    return [{ partyId: transaction.partyId, bucket, amount: isCharge ? open : negateDecimal(open) }];
  });
}

function openAt(view: View, transaction: SimTransaction, asOf: CalendarDate): DecimalString {
  const moved = [...(view.applicationsTo.get(transaction.id) ?? []), ...(view.applicationsFrom.get(transaction.id) ?? [])];
  const both = moved.filter(({ date, source, target }) => date <= asOf && source.date <= asOf && target.date <= asOf);
  return subtractDecimals(transaction.total, sumDecimals(both.map(({ amount }) => amount)));
}

/** The report is in base currency; an untouched item shows its stated base amount. */
function inBase(view: View, transaction: SimTransaction, open: DecimalString): DecimalString {
  if (transaction.currency === view.books.baseCurrency) return open;
  if (open === transaction.total) return transaction.totalBase;
  return roundedToCents(multiplyDecimals(open, transaction.rate));
}
