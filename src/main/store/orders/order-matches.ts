import { isCommitted } from "#main/domain/contacts/spend.ts";
import { assignBillLines, type LinkedBill } from "#main/domain/orders/assign-bill-lines.ts";
import {
  closedByLedger,
  computedMatch,
  type LineNotOrdered,
  ledgerMatch,
  type MatchSource,
  type MatchState,
  type OrderFacts,
  type OrderLineMatch,
} from "#main/domain/orders/order-match.ts";
import { type PartyBook, partyBook } from "#main/store/contacts/party-book.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { type Act, type Decided, notFound, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { PurchaseOrder } from "#shared/model/books/purchase-order.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import {
  billsById,
  lineFacts,
  linesOf,
  type OrderDecision,
  orderMatchBody,
  type StoredBill,
  type StoredOrder,
  storedOrders,
} from "./order-book.ts";
import { proposeBills } from "./order-proposals.ts";

/** A bill beside its order, and how it came there. */
export interface MatchedBill {
  readonly id: string;
  readonly number: string | null;
  readonly date: CalendarDate;
  readonly total: DecimalString;
  /** Its lines without tax: what is compared with the order. */
  readonly net: DecimalString;
  readonly outstanding: DecimalString;
  readonly currency: string;
  readonly how: "linked" | "confirmed" | "proposed" | "refused";
  /** Of a proposal, 0 to 100. */
  readonly score: number | null;
  readonly reasons: readonly string[];
  readonly decided: Decided | null;
}

/** One order and what was billed on it: a finding with reasons, labelled with where it comes from (rule 13). */
export interface OrderMatch {
  readonly orderId: string;
  readonly number: string | null;
  readonly party: { readonly id: string; readonly name: string } | null;
  readonly date: CalendarDate;
  readonly currency: string;
  readonly total: DecimalString;
  readonly status: PurchaseOrder["status"];
  readonly source: MatchSource;
  readonly state: MatchState;
  readonly orderedNet: DecimalString;
  readonly billedNet: DecimalString | null;
  /** The amount billed beyond the order, in its currency, without tax; null when there is none. */
  readonly overBilled: DecimalString | null;
  readonly reasons: readonly string[];
  readonly lines: readonly OrderLineMatch[];
  readonly notOrdered: readonly LineNotOrdered[];
  readonly bills: readonly MatchedBill[];
}

/** What a mirror contains about orders and bills, determined by its content and never by the kind of ledger. */
type Basis = "ledger" | "computed" | "proposed";

/**
 * Every order with what was billed on it (rule 13). Where the ledger counts billed quantities its own
 * result is handed on; where it links bills the variance is computed from them; where it does neither
 * pairs are proposed, and count only once a person has confirmed them.
 */
export function listOrderMatches(reader: MirrorReader): OrderMatch[] {
  const orders = storedOrders(reader);
  const basis = basisOf(orders);
  const book = partyBook(reader);
  if (basis !== "proposed") return linkedMatches(reader, book, orders, basis);
  return proposedMatches(reader, book, orders);
}

/**
 * Orders that a person has to look at for a period: billed in it otherwise than ordered, or matched by a proposal that
 * nobody has confirmed. The one list behind the checklist and the pack.
 */
export function ordersToReview(matches: readonly OrderMatch[], { start, end }: Pick<Period, "start" | "end">): OrderMatch[] {
  return matches.filter(({ state, source, bills }) => {
    const ofPeriod = bills.some(({ date, how }) => how !== "refused" && date >= start && date <= end);
    return ofPeriod && (state === "variance" || state === "over_billed" || source === "proposed");
  });
}

/**
 * Orders that may be billed by a period's end, and nothing tells how much: the ledger doesn't report it, nor link bills to
 * orders, and nobody has confirmed one. Those that a person has to look at anyway aren't among them.
 */
export function ordersNotCompared(matches: readonly OrderMatch[], period: Pick<Period, "start" | "end">): OrderMatch[] {
  const toReview = new Set(ordersToReview(matches, period));
  return matches.filter((match) => {
    const { date, source, lines } = match;
    const isUntold = source === "proposed" || (source === "ledger" && lines.some(({ billed }) => billed === null));
    return isUntold && isCommitted(match) && date <= period.end && !toReview.has(match);
  });
}

/** A person's word on a pair. The order and the bill must be there, and pairs must be the service's to make. */
export function decideOrderMatch(
  reader: MirrorReader,
  input: Act & { readonly orderId: string; readonly billId: string; readonly verdict: "confirmed" | "refused" },
): Result<{ readonly decisionNo: number }, Failure> {
  const { orderId, billId, verdict, person, nowMs } = input;
  const orders = storedOrders(reader);
  const order = orders.find(({ id }) => id === orderId);
  if (order === undefined) return fail(notFound(notInBooks("purchase order", orderId), "order"));
  const bill = billsById(reader, [billId]).get(billId);
  if (bill === undefined) return fail(notFound(`There's no bill “${billId}” in this client's books, or it was voided.`, "bill"));
  if (basisOf(orders) !== "proposed")
    return fail({
      code: "not_supported",
      message: "This ledger links bills to purchase orders. Link them there, then sync.",
      field: "order",
    });
  if (bill.currency !== order.currency)
    return fail({
      code: "invalid_input",
      message: `The bill is in ${bill.currency}, but the purchase order is in ${order.currency}.`,
      field: "bill",
    });
  const subject = `${orderId}|${billId}`;
  return ok({ decisionNo: makeDecision(reader.db, { kind: "order_match", subject, body: { orderId, billId, verdict }, person, nowMs }) });
}

/** Takes a confirmation or refusal back: the pair is a proposal again. */
export function undoOrderMatch(
  reader: MirrorReader,
  { orderId, billId, person, nowMs }: Act & { readonly orderId: string; readonly billId: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const standing = ownDecisions(reader.db, "order_match", orderMatchBody, { subject: `${orderId}|${billId}` }).at(-1);
  if (standing === undefined) return fail(notFound(`There's no decision on purchase order ${orderId} and bill ${billId}.`, "order"));
  undoDecision(reader.db, standing.decisionNo, person, nowMs);
  return ok({ decisionNo: standing.decisionNo });
}

function basisOf(orders: readonly StoredOrder[]): Basis {
  if (orders.some(({ lines }) => lines.some(({ quantityBilled }) => quantityBilled !== undefined))) return "ledger";
  return orders.some(({ billIds }) => billIds.length > 0) ? "computed" : "proposed";
}

function standingVerdicts(reader: MirrorReader): OrderDecision[] {
  return ownDecisions(reader.db, "order_match", orderMatchBody);
}

function linkedMatches(reader: MirrorReader, book: PartyBook, orders: readonly StoredOrder[], basis: "ledger" | "computed"): OrderMatch[] {
  const bills = billsById(
    reader,
    orders.flatMap(({ billIds }) => billIds),
  );
  const facts = orders.map(factsOf);
  const linked = basis === "ledger" ? [] : linkedBills(orders, bills);
  const assigned = assignBillLines(facts, linked);
  return orders.map((order, at) => {
    const own = facts[at] as OrderFacts;
    const result =
      basis === "ledger"
        ? ledgerMatch(own)
        : closedByLedger(computedMatch(own, assigned.byOrderLine, assigned.notOrdered.get(order.id) ?? []), order.status);
    const shown = order.billIds.flatMap((id) => bills.get(id) ?? []);
    return { ...head(book, order), source: basis, ...result, bills: shown.map((bill) => shownBill(bill, "linked")) };
  });
}

function linkedBills(orders: readonly StoredOrder[], bills: ReadonlyMap<string, StoredBill>): LinkedBill[] {
  const ordersOf = new Map<string, string[]>();
  for (const { id, currency, billIds } of orders)
    for (const billId of billIds) if (bills.get(billId)?.currency === currency) ordersOf.set(billId, [...(ordersOf.get(billId) ?? []), id]);
  return [...ordersOf].map(([id, orderIds]) => ({ id, orderIds, lines: linesOf(bills.get(id) as StoredBill) }));
}

/** A bill that was confirmed for several orders is one bill all the same: its lines count once. */
function confirmedBills(confirmed: readonly OrderDecision[], bills: ReadonlyMap<string, StoredBill>): LinkedBill[] {
  const ordersOf = new Map<string, string[]>();
  for (const { body } of confirmed) ordersOf.set(body.billId, [...(ordersOf.get(body.billId) ?? []), body.orderId]);
  return [...ordersOf].map(([id, orderIds]) => ({ id, orderIds, lines: linesOf(bills.get(id) as StoredBill) }));
}

function proposedMatches(reader: MirrorReader, book: PartyBook, orders: readonly StoredOrder[]): OrderMatch[] {
  const verdicts = standingVerdicts(reader);
  const bills = billsById(
    reader,
    verdicts.map(({ body }) => body.billId),
  );
  const confirmed = verdicts.filter(({ body }) => body.verdict === "confirmed" && bills.has(body.billId));
  const proposals = proposeBills(reader, book, orders, verdicts);
  const facts = orders.map(factsOf);
  const assigned = assignBillLines(facts, confirmedBills(confirmed, bills));
  return orders.map((order, at) => {
    const own = verdicts.filter(({ body }) => body.orderId === order.id && bills.has(body.billId));
    const isConfirmed = own.some(({ body }) => body.verdict === "confirmed");
    return {
      ...head(book, order),
      source: isConfirmed ? ("confirmed" as const) : ("proposed" as const),
      ...computedMatch(facts[at] as OrderFacts, assigned.byOrderLine, assigned.notOrdered.get(order.id) ?? []),
      bills: [
        ...own.map((verdict) => ({
          ...shownBill(bills.get(verdict.body.billId) as StoredBill, verdict.body.verdict),
          decided: { decisionNo: verdict.decisionNo, person: verdict.person, at: verdict.at },
        })),
        ...(proposals.get(order.id) ?? []).map(({ bill, score, reasons }) => ({ ...shownBill(bill, "proposed"), score, reasons })),
      ],
    };
  });
}

function head(book: PartyBook, order: StoredOrder) {
  const { id, number, partyId, partyName, date, currency, total, status } = order;
  return {
    orderId: id,
    number: number ?? null,
    party: partyId === undefined ? null : { id: partyId, name: book.parties.get(partyId)?.name ?? partyName ?? partyId },
    date,
    currency,
    total: total.amount,
    status,
  };
}

function factsOf({ id, currency, status, lines }: StoredOrder): OrderFacts {
  return { id, currency, status, lines: lines.map(lineFacts) };
}

function shownBill(bill: StoredBill, how: MatchedBill["how"]): MatchedBill {
  const { id, number, issueDate, total, outstanding, lines } = bill;
  const reasons = how === "linked" ? ["linked to the order in the ledger"] : [];
  return {
    id,
    number: number ?? null,
    date: issueDate,
    total: total.amount,
    net: sumDecimals([decimal("0"), ...lines.map(({ net }) => net.amount)]),
    outstanding: outstanding.amount,
    currency: total.currency,
    how,
    score: null,
    reasons,
    decided: null,
  };
}
