import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { message, t } from "#shared/language/t.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "#shared/model/books/purchase-order.ts";

export const SPEND_GROUPINGS = ["total", "account", "party", "dimension"] as const;
export type SpendGrouping = (typeof SPEND_GROUPINGS)[number];

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a row is of: nothing more (total), an account, a party, or a value of one dimension; null is none of them. */
export type SpendGroup =
  | Readonly<Record<never, never>>
  | { readonly account: Named | null }
  | { readonly party: Named | null }
  | { readonly dimension: Named; readonly value: Named | null };

/** Net spend, without tax, of one day in one currency. */
export interface SpendEntry {
  readonly date: CalendarDate;
  readonly currency: string;
  readonly group: SpendGroup;
  readonly net: DecimalString;
}

export type SpendRow = SpendGroup & { readonly month: string; readonly currency: string; readonly net: DecimalString };

/**
 * One series, named for what it contains. Its totals are its own, per currency (and per dimension
 * where grouped by dimension, since every dimension splits the same spend).
 */
export interface SpendSeries {
  readonly contains: string;
  readonly rows: readonly SpendRow[];
  readonly totals: readonly { readonly dimension?: Named; readonly currency: string; readonly net: DecimalString }[];
}

/** An order whose billed part the ledger doesn't report counts in full while it's open. */
export interface CommittedSeries extends SpendSeries {
  readonly billedUnknown: readonly string[];
}

/** Rule 5: three series beside each other. There is no place for a figure across them, so none is made. */
export interface SpendBySeries {
  readonly accrued: SpendSeries;
  readonly booked: SpendSeries;
  readonly committed: CommittedSeries;
}

/** What each series contains, for people to read. */
export const SPEND_CONTAINS: Readonly<Record<keyof SpendBySeries, string>> = {
  accrued: message("Bills less vendor credits, net of tax, by issue date. Drafts, unapproved bills and voided bills aren't included."),
  booked: message("Spend without a bill (cash, check and card purchases, expense claims) less refunds, net of tax, by issue date."),
  committed: "The unbilled part of open purchase orders as of the last sync, net of tax, by order date.",
};

/** One series by month, currency and group, summed exactly. */
export function spendSeries(contains: string, entries: Iterable<SpendEntry>): SpendSeries {
  const cells = new Map<string, { readonly place: Omit<SpendRow, "net">; readonly nets: DecimalString[] }>();
  for (const { date, currency, group, net } of entries) {
    const place = { ...group, month: date.slice(0, 7), currency };
    const key = JSON.stringify(place);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { place, nets: [net] });
    else cell.nets.push(net);
  }
  const rows = [...cells.values()]
    .map(({ place, nets }) => ({ ...place, net: sumDecimals(nets) }) as SpendRow)
    .sort((a, b) => compareText(sortKey(a), sortKey(b)));
  return { contains: t(contains), rows, totals: totalsOf(rows) };
}

function totalsOf(rows: readonly SpendRow[]): SpendSeries["totals"] {
  const totals = new Map<string, SpendRow[]>();
  for (const row of rows) {
    const key = `${"dimension" in row ? row.dimension.id : ""}\u0000${row.currency}`;
    totals.set(key, [...(totals.get(key) ?? []), row]);
  }
  return [...totals]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, own]) => {
      const first = own[0] as SpendRow;
      const net = sumDecimals(own.map((row) => row.net));
      return { ...("dimension" in first ? { dimension: first.dimension } : {}), currency: first.currency, net };
    });
}

/**
 * What is still to be billed of a line of an open order: its net less what the quantities say was billed.
 * @returns `known` false where the ledger doesn't report what was billed; the net then counts in full
 */
export function openRemainder(line: PurchaseOrderLine): { readonly net: DecimalString; readonly known: boolean } {
  const { quantity, quantityBilled: billed, unitAmount, net } = line;
  if (billed === undefined) return { net: net.amount, known: false };
  if (isZero(billed)) return { net: net.amount, known: true };
  // Fully billed or beyond: nothing remains committed.
  if (quantity !== undefined && compareDecimals(billed, quantity) >= 0) return { net: decimal("0"), known: true };
  if (quantity === undefined || unitAmount === undefined) return { net: net.amount, known: false };
  return { net: subtractDecimals(net.amount, multiplyDecimals(billed, unitAmount.amount)), known: true };
}

/** True for an order that may still be billed: neither draft nor unapproved, neither billed nor closed. */
export function isCommitted(order: Pick<PurchaseOrder, "status">): boolean {
  return order.status === "open" || order.status === "part_billed";
}

function sortKey(row: SpendRow): string {
  const named = (value: Named | null | undefined) => `${value?.name ?? ""}\u0000${value?.id ?? ""}`;
  const group =
    "account" in row
      ? named(row.account)
      : "party" in row
        ? named(row.party)
        : "dimension" in row
          ? named(row.dimension) + named(row.value)
          : "";
  return `${row.month}\u0000${row.currency}\u0000${group}`;
}
