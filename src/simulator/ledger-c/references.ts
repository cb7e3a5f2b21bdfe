import { indexOf } from "../books/books-index.ts";
import type { Books, SimDimension, SimLine, SimPeriod, SimTransaction } from "../books/types.ts";
import { ledgerTypeOf, TYPE_WORDS } from "./vocabulary.ts";

// The ledger keeps a customer and a vendor as two records with ids of one space. Books hold one
// party, so a party that is both gets a second id for its vendor record.
const VENDOR_OFFSET = 5_000_000;

/** Id of a party's record on the given side. */
export function entityId(books: Books, partyId: string, side: "customer" | "vendor" | "employee" | "none"): string {
  if (side !== "vendor") return partyId;
  const party = indexOf(books).parties.get(partyId);
  return party?.role === "both" ? String(Number(partyId) + VENDOR_OFFSET) : partyId;
}

/** Id of a transaction's entity, null when it has none. */
export function entityOf(books: Books, transaction: SimTransaction): string | null {
  if (transaction.partyId === null) return null;
  return entityId(books, transaction.partyId, TYPE_WORDS[ledgerTypeOf(transaction)].side);
}

/** The ledger numbers its currencies; the base currency is 1. */
export function currencyId(books: Books, code: string): string {
  return String(currencyCodes(books).indexOf(code) + 1);
}

/** ISO codes in the order of the ledger's ids. */
export function currencyCodes(books: Books): string[] {
  return [...new Set([books.baseCurrency, ...books.currencies])];
}

/** The subsidiary of a transaction; the root one where the books name none. */
export function subsidiaryOf(books: Books, transaction: SimTransaction): string {
  return transaction.entityId ?? books.entities[0]?.id ?? "1";
}

/** The subsidiary of one line: its own, else that of its transaction. */
export function lineSubsidiaryOf(books: Books, transaction: SimTransaction, line: SimLine | null): string {
  return line?.entityId ?? subsidiaryOf(books, transaction);
}

/** The period that a transaction posts to: a month, or the adjustment period for adjusting entries. */
export function postingPeriodOf(books: Books, transaction: SimTransaction): SimPeriod | undefined {
  const covers = (period: SimPeriod) => period.start <= transaction.date && transaction.date <= period.end;
  const adjusting = transaction.isAdjustment ? books.periods.find((period) => period.kind === "adjustment" && covers(period)) : undefined;
  return adjusting ?? books.periods.find((period) => period.kind === "month" && covers(period));
}

/** The value that a line or header carries for a dimension. */
export function dimensionValue(values: Readonly<Record<string, string>>, dimension: SimDimension): string | null {
  return values[dimension.id] ?? null;
}

const ordered = new WeakMap<readonly SimDimension[], readonly SimDimension[]>();

/** Department, class and location, then the custom segments by key, because the ledger's segment table has no order. */
export function orderedDimensions(books: Books): readonly SimDimension[] {
  const known = ordered.get(books.dimensions);
  if (known) return known;
  const rank = (dimension: SimDimension) => {
    const at = ["department", "class", "location"].indexOf(dimension.fieldKey);
    return at < 0 ? 3 : at;
  };
  const sorted = [...books.dimensions].sort((a, b) => rank(a) - rank(b) || (a.fieldKey < b.fieldKey ? -1 : 1));
  ordered.set(books.dimensions, sorted);
  return sorted;
}

/** The custom segments among the dimensions. */
export function segmentsOf(books: Books): SimDimension[] {
  return books.dimensions.filter((dimension) => dimension.fieldKey.startsWith("cseg_"));
}
