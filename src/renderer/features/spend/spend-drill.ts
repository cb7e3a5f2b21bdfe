import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { spanOfMonth } from "../../format/dates/date-range.ts";
import type { SeriesName, SpendLine } from "./spend-rows.ts";

const TYPES: Readonly<Record<Exclude<SeriesName, "committed">, NonNullable<DocumentFilter["types"]>>> = {
  accrued: ["purchase_bill", "purchase_credit"],
  booked: ["cash_purchase"],
};

/** What a figure of a line opens: documents by a filter, the ledger of an account in the month, or nothing. */
export type SpendDrill =
  | { readonly kind: "documents"; readonly filter: DocumentFilter }
  | { readonly kind: "account"; readonly accountId: string; readonly month: string };

/** Null for headings, totals, orders (they aren't documents) and lines without a record. */
export function spendDrill(line: SpendLine, column: string): SpendDrill | null {
  const span = spanOfMonth(line.month);
  if (line.kind !== "figures" || span === null) return null;
  const { group } = line;
  if (column === "committed") return null;
  if (group?.by === "account") return group.id === null ? null : { kind: "account", accountId: group.id, month: line.month };
  const types = column === "booked" ? TYPES.booked : TYPES.accrued;
  const filter: DocumentFilter = { types, ...span, currency: line.currency, statuses: ["open", "part_paid", "paid"] };
  if (group === null) return { kind: "documents", filter };
  if (group.by === "party") return group.id === null ? null : { kind: "documents", filter: { ...filter, partyId: group.id } };
  if (group.valueId === null) return null;
  return { kind: "documents", filter: { ...filter, dimension: { dimensionId: group.id, valueId: group.valueId } } };
}
