import { normalisedReference } from "#main/domain/duplicates/duplicates.ts";
import { addDays, type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, multiplyDecimals, subtractDecimals } from "#shared/kernel/decimal.ts";
import { counted, moneyName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { affinityOf, type LinkedBill } from "./assign-bill-lines.ts";
import type { OrderLineFacts } from "./order-match.ts";

/** What of an order is compared with a bill. `vendor` is the same for parties that were merged. */
export interface OrderToMatch {
  readonly id: string;
  readonly number: string | null;
  readonly vendor: string;
  readonly date: CalendarDate;
  readonly currency: string;
  readonly total: DecimalString;
  readonly lines: readonly OrderLineFacts[];
}

export interface BillToMatch {
  readonly id: string;
  readonly vendor: string;
  readonly date: CalendarDate;
  readonly currency: string;
  readonly number: string | null;
  readonly reference: string | null;
  readonly memo: string | null;
  readonly total: DecimalString;
}

/** A suggested match that a person confirms or rejects (rule 13): 0 to 100, and why. */
export interface Proposal {
  readonly orderId: string;
  readonly billId: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

const DAYS_BEFORE_MAX = 7;
const DAYS_AFTER_MAX = 180;
export const PROPOSAL_SCORE_MIN = 60;
/** What the lines can add at most: a bill that is further below the least score need not be read whole. */
export const LINE_POINTS_MAX = 20;
const PROPOSALS_PER_ORDER = 3;
/** A bill is proposed to its best order, and to others only when they are about as sure. */
const POINTS_BEHIND_BEST = 10;

/** The dates of the orders that a bill may belong to, both inclusive. */
export function ordersReach(bill: Pick<BillToMatch, "date">): { readonly from: CalendarDate; readonly to: CalendarDate } {
  return { from: addDays(bill.date, -DAYS_AFTER_MAX), to: addDays(bill.date, DAYS_BEFORE_MAX) };
}

type Scored = Pick<Proposal, "score" | "reasons">;

/**
 * How likely a bill is of an order, lines aside; null when vendor, currency or dates exclude it.
 * @param named the orders of the vendor that the bill names
 */
export function scoreHeads(order: OrderToMatch, bill: BillToMatch, named: readonly string[]): Scored | null {
  const days = daysBetween(order.date, bill.date);
  if (order.vendor !== bill.vendor || order.currency !== bill.currency || days < -DAYS_BEFORE_MAX || days > DAYS_AFTER_MAX) return null;
  const parts = [{ points: 25, reason: t("same vendor") }, amountPart(order, bill), datePart(days), namedPart(order, named)];
  return {
    score: parts.reduce((sum, { points }) => sum + points, 0),
    reasons: parts.flatMap(({ reason }) => (reason === "" ? [] : [reason])),
  };
}

/** The score with the lines compared as well, at most 100. */
export function withLines(heads: Scored, order: OrderToMatch, lines: LinkedBill["lines"]): Scored {
  const alike = order.lines.filter((line) =>
    lines.some((other) => affinityOf(line, other) > 0 && compareDecimals(line.net, other.net) === 0),
  );
  if (alike.length === 0) return { ...heads, score: Math.max(0, Math.min(100, heads.score)) };
  const isAll = alike.length === order.lines.length && lines.length === order.lines.length;
  const score = heads.score + (isAll ? LINE_POINTS_MAX : 10);
  const some = `${alike.length} of ${counted(order.lines.length, "order line")} ${alike.length === 1 ? "matches" : "match"}`;
  const told = isAll ? "all lines match" : some;
  return { score: Math.max(0, Math.min(100, score)), reasons: [...heads.reasons, told] };
}

/** The suggestions to show, best first: each bill's best order, and at most three bills per order. */
export function bestProposals(scored: readonly Proposal[]): ReadonlyMap<string, readonly Proposal[]> {
  const best = new Map<string, number>();
  for (const { billId, score } of scored) best.set(billId, Math.max(score, best.get(billId) ?? 0));
  const byOrder = new Map<string, Proposal[]>();
  const kept = scored.filter(({ billId, score }) => score >= PROPOSAL_SCORE_MIN && score >= (best.get(billId) ?? 0) - POINTS_BEHIND_BEST);
  for (const proposal of [...kept].sort((a, b) => b.score - a.score || (a.billId < b.billId ? -1 : 1))) {
    const list = byOrder.get(proposal.orderId) ?? [];
    if (list.length < PROPOSALS_PER_ORDER) byOrder.set(proposal.orderId, [...list, proposal]);
  }
  return byOrder;
}

function amountPart(order: OrderToMatch, bill: BillToMatch) {
  const difference = subtractDecimals(bill.total, order.total);
  const ordered = moneyName({ amount: order.total, currency: order.currency });
  const tenth = multiplyDecimals(absoluteDecimal(order.total), "0.1" as DecimalString);
  if (/^-?0+(?:\.0+)?$/.test(difference)) return { points: 30, reason: "same amount" };
  if (compareDecimals(absoluteDecimal(difference), tenth) <= 0)
    return { points: 15, reason: `within 10% of the order total (${ordered} with tax)` };
  return difference.startsWith("-")
    ? { points: 0, reason: `below the order total (${ordered} with tax)` }
    : { points: -15, reason: `above the order total (${ordered} with tax)` };
}

function datePart(days: number) {
  if (days < 0) return { points: 0, reason: `${counted(-days, "day")} before the order` };
  return { points: days <= 45 ? 15 : 5, reason: days === 0 ? "same day as the order" : `${counted(days, "day")} after the order` };
}

/** The order's number on the bill speaks for it, the number of another order of the vendor against it. */
function namedPart({ number }: OrderToMatch, named: readonly string[]) {
  if (number !== null && named.includes(number)) return { points: 35, reason: `mentions order ${number}` };
  return named.length > 0 ? { points: -40, reason: `mentions another order, ${named[0]}` } : { points: 0, reason: "" };
}

/** Order numbers by the ways to write them, see `spelling`. */
export type OrderNumbers = ReadonlyMap<string, string>;

/** The numbers of a vendor's orders, to be looked for on its bills. */
export function orderNumbers(orders: Iterable<Pick<OrderToMatch, "number">>): OrderNumbers {
  const found = new Map<string, string>();
  const exact: [string, string][] = [];
  for (const { number } of orders) {
    const parts = number === null ? [] : partsOf(number);
    const plain = parts.join("");
    if (number === null || plain.length < 3 || !/\p{N}/u.test(plain)) continue;
    if (isFigure(plain)) exact.push([` ${normalisedReference(plain)}`, number]);
    else {
      // `PO-2026-0104` is also written `PO20260104`, unless that is a different order.
      found.set(spelling(partsOf(plain)), number);
      exact.push([spelling(parts), number]);
    }
  }
  for (const [key, number] of exact) found.set(key, number);
  return found;
}

/**
 * The orders that a bill names: `PO-0104` by `Your order PO 0104/2` but not by `PO-01042`, `PO-E101` by
 * `OB-PO-E101`. Where one number is part of another (`PO-104` of `PO-104-A`), the longer one is meant. A
 * number that begins with a digit must stand alone in its field.
 */
export function namedOrders(bill: Pick<BillToMatch, "number" | "reference" | "memo">, numbers: OrderNumbers): string[] {
  const named = new Set<string>();
  if (numbers.size === 0) return [];
  const longest = Math.max(...[...numbers.keys()].map((key) => key.length));
  for (const text of [bill.reference, bill.memo, bill.number]) {
    if (text === null) continue;
    const alone = numbers.get(` ${normalisedReference(text)}`);
    if (alone !== undefined) named.add(alone);
    for (const number of namedWithin(partsOf(text), numbers, longest)) named.add(number);
  }
  return [...named];
}

function namedWithin(parts: readonly string[], numbers: OrderNumbers, longest: number): string[] {
  const found: string[] = [];
  let foundTo = 0;
  for (const [from, part] of parts.entries()) {
    if (isFigure(part)) continue;
    for (let to = Math.min(parts.length, from + longest); to > Math.max(from, foundTo); to--) {
      const number = numbers.get(spelling(parts.slice(from, to)));
      if (number === undefined) continue;
      found.push(number);
      foundTo = to;
    }
  }
  return found;
}

/** Runs of letters and runs of digits. */
function partsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toUpperCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  );
}

/** One spelling for `PO-E0101`, `POE 101` and `po e101`: `POE 101`. */
function spelling(parts: readonly string[]): string {
  return parts
    .map((part, at) => {
      if (isFigure(part)) return ` ${part.replace(/^0+(?=.)/u, "")}`;
      return isFigure(parts[at - 1] ?? "") ? ` ${part}` : part;
    })
    .join("");
}

function isFigure(part: string): boolean {
  return /^\p{N}/u.test(part);
}
