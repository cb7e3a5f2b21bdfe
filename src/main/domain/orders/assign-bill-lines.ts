import { compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import type { BilledLine, LineNotOrdered, OrderFacts, OrderLineFacts } from "./order-match.ts";

/** A bill the ledger links to orders, or someone confirmed for one; several orders may share it. */
export interface LinkedBill {
  readonly id: string;
  readonly orderIds: readonly string[];
  readonly lines: readonly (Omit<BilledLine, "billId"> & { readonly itemId: string | null; readonly accountId: string | null })[];
}

/** Bill lines grouped by the order line they belong to, and the rest by order. */
export interface AssignedLines {
  readonly byOrderLine: ReadonlyMap<string, readonly BilledLine[]>;
  readonly notOrdered: ReadonlyMap<string, readonly LineNotOrdered[]>;
}

interface Candidate {
  readonly billLine: number;
  readonly orderLine: string;
  readonly affinity: number;
  readonly distance: number;
}

/**
 * Puts every line of every bill on the one order line that it is most like: the same item or account
 * is asked for, then description, price, quantity and place decide. A bill of several orders is spread
 * over all of their lines, and no line counts twice.
 */
export function assignBillLines(orders: readonly OrderFacts[], bills: readonly LinkedBill[]): AssignedLines {
  const byOrderLine = new Map<string, BilledLine[]>();
  const notOrdered = new Map<string, LineNotOrdered[]>();
  const known = new Map(orders.map((order) => [order.id, order]));
  for (const bill of bills) {
    const own = bill.orderIds.flatMap((id) => known.get(id) ?? []);
    const first = own[0];
    if (first === undefined) continue;
    const placed = placesOf(
      own.flatMap(({ lines }) => lines),
      bill,
    );
    for (const [at, line] of bill.lines.entries()) {
      const { itemId: _item, accountId: _account, ...plain } = line;
      const billed: BilledLine = { billId: bill.id, ...plain };
      const place = placed.get(at);
      if (place !== undefined) add(byOrderLine, place, billed);
      else add(notOrdered, first.id, { billId: bill.id, lineId: line.lineId, description: line.description, net: line.net });
    }
  }
  return { byOrderLine, notOrdered };
}

/** The order line of each bill line by its place; first each order line once, then what is left again. */
function placesOf(orderLines: readonly OrderLineFacts[], bill: LinkedBill): ReadonlyMap<number, string> {
  const candidates: Candidate[] = bill.lines.flatMap((line, billLine) =>
    orderLines.flatMap((orderLine, at) => {
      const affinity = affinityOf(orderLine, line);
      return affinity === 0 ? [] : [{ billLine, orderLine: orderLine.id, affinity, distance: Math.abs(at - billLine) }];
    }),
  );
  candidates.sort((a, b) => b.affinity - a.affinity || a.distance - b.distance || a.billLine - b.billLine);
  const placed = new Map<number, string>();
  const taken = new Set<string>();
  for (const { billLine, orderLine } of candidates) {
    if (placed.has(billLine) || taken.has(orderLine)) continue;
    placed.set(billLine, orderLine);
    taken.add(orderLine);
  }
  for (const { billLine, orderLine } of candidates) if (!placed.has(billLine)) placed.set(billLine, orderLine);
  return placed;
}

type Alike = Pick<LinkedBill["lines"][number], "itemId" | "accountId" | "description" | "quantity" | "unitAmount" | "net">;

/** How similar a bill line is to an order line; 0 when they are for different things. */
export function affinityOf(order: Alike, bill: Alike): number {
  const base = subjectAffinity(order, bill);
  if (base === 0) return 0;
  const told = order.description !== null && order.description === bill.description ? 4 : 0;
  return (
    base +
    told +
    (same(order.unitAmount, bill.unitAmount) ? 2 : 0) +
    (same(order.quantity, bill.quantity) ? 1 : 0) +
    (same(order.net, bill.net) ? 1 : 0)
  );
}

function subjectAffinity(order: Alike, bill: Alike): number {
  if (order.itemId !== null && bill.itemId !== null) return order.itemId === bill.itemId ? 16 : 0;
  const sameAccount = order.accountId !== null && order.accountId === bill.accountId;
  // An item that was billed on its account alone is likely the same thing, but less surely.
  if (sameAccount) return order.itemId === bill.itemId ? 10 : 6;
  return 0;
}

function same(a: DecimalString | null, b: DecimalString | null): boolean {
  return a !== null && b !== null && compareDecimals(a, b) === 0;
}

function add<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
