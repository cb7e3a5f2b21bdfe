import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import type { PurchaseOrder } from "#shared/model/books/purchase-order.ts";

/**
 * Where a match comes from (rule 13), always stated: the ledger's own result, computed from linked documents, suggested
 * by Tieout, or confirmed by a person.
 */
export type MatchSource = "ledger" | "computed" | "proposed" | "confirmed";

export type MatchState = "unbilled" | "part_billed" | "matched" | "variance" | "over_billed" | "closed";

/** What of an order's line is compared. `net` is without tax; a part that the ledger does not give is null. */
export interface OrderLineFacts {
  readonly id: string;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly accountId: string | null;
  readonly quantity: DecimalString | null;
  readonly unitAmount: DecimalString | null;
  readonly net: DecimalString;
  readonly quantityBilled: DecimalString | null;
  readonly quantityReceived: DecimalString | null;
}

export interface OrderFacts {
  readonly id: string;
  readonly currency: string;
  readonly status: PurchaseOrder["status"];
  readonly lines: readonly OrderLineFacts[];
}

/** One line of an order beside what was billed on it; amounts in the order's currency, without tax. */
export interface OrderLineMatch {
  readonly lineId: string;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly accountId: string | null;
  readonly ordered: DecimalString | null;
  readonly billed: DecimalString | null;
  readonly received: DecimalString | null;
  /** Billed less ordered. */
  readonly quantityVariance: DecimalString | null;
  readonly orderedNet: DecimalString;
  readonly billedNet: DecimalString | null;
  readonly unitAmount: DecimalString | null;
  /** What the billed quantity costs more (or less) than at the order's price. */
  readonly priceVariance: DecimalString | null;
  /** The amount billed beyond the line, above zero; null when there is none. */
  readonly overBilled: DecimalString | null;
}

/** A bill line that matches no line of its order. */
export interface LineNotOrdered {
  readonly billId: string;
  readonly lineId: string;
  readonly description: string | null;
  readonly net: DecimalString;
}

export interface MatchResult {
  readonly state: MatchState;
  readonly lines: readonly OrderLineMatch[];
  readonly notOrdered: readonly LineNotOrdered[];
  readonly orderedNet: DecimalString;
  readonly billedNet: DecimalString | null;
  /** The order's over-billed amount, above zero; null when there is none, or when the ledger's quantities have no price. */
  readonly overBilled: DecimalString | null;
  readonly reasons: readonly string[];
}

/** The part of a bill's line that a match needs. */
export interface BilledLine {
  readonly billId: string;
  readonly lineId: string;
  readonly description: string | null;
  readonly quantity: DecimalString | null;
  readonly unitAmount: DecimalString | null;
  readonly net: DecimalString;
}

const ZERO = decimal("0");
const BY_STATUS: Partial<Record<PurchaseOrder["status"], MatchState>> = {
  billed: "matched",
  part_billed: "part_billed",
  closed: "closed",
};

/** The ledger's own match (rule 13): its quantities and its status, nothing of ours but the amount of what is over. */
export function ledgerMatch(order: OrderFacts): MatchResult {
  const lines = order.lines.map((line) => {
    const { quantity, quantityBilled: billed, unitAmount } = line;
    const variance = billed === null || quantity === null ? null : subtractDecimals(billed, quantity);
    const isOver = variance !== null && compareDecimals(variance, ZERO) > 0;
    return {
      ...common(line),
      billed,
      quantityVariance: variance,
      billedNet: billed === null || unitAmount === null ? null : priced(billed, unitAmount, line.net),
      priceVariance: null,
      overBilled: isOver && unitAmount !== null ? priced(variance, unitAmount, line.net) : null,
      isOver,
    };
  });
  const over = lines.filter(({ isOver }) => isOver);
  const amount = positiveSum(over.map(({ overBilled }) => overBilled));
  const known = lines.flatMap(({ billedNet }) => (billedNet === null ? [] : [billedNet]));
  return {
    state: over.length > 0 ? "over_billed" : (BY_STATUS[order.status] ?? "unbilled"),
    lines: lines.map(({ isOver: _isOver, ...line }) => line),
    notOrdered: [],
    orderedNet: orderedNet(order),
    billedNet: known.length === lines.length && known.length > 0 ? sumDecimals(known) : null,
    overBilled: amount,
    reasons: [
      ...over.map(
        ({ description, billed, ordered, overBilled }) =>
          `${description ?? "A line without a description"}: ${plain(ordered)} ordered, ${plain(billed)} billed in the ledger${overBilled === null ? "" : `, overbilled by ${moneyName({ amount: overBilled, currency: order.currency })}`}`,
      ),
      ...lines.flatMap(notReceived),
    ],
  };
}

/**
 * A match computed from the lines of linked or confirmed bills (rule 13): quantity and price per line.
 * @param billed bill lines grouped by the order line they belong to
 */
export function computedMatch(
  order: OrderFacts,
  billed: ReadonlyMap<string, readonly BilledLine[]>,
  notOrdered: readonly LineNotOrdered[],
): MatchResult {
  const lines = order.lines.map((line) => computedLine(line, billed.get(line.id) ?? []));
  const billedNet = sumDecimals([...lines.map((line) => line.billedNet ?? ZERO), ...notOrdered.map(({ net }) => net)]);
  return {
    state: computedState(lines, notOrdered),
    lines,
    notOrdered,
    orderedNet: orderedNet(order),
    billedNet,
    overBilled: positiveSum(lines.map(({ overBilled }) => overBilled)),
    reasons: [
      ...lines.flatMap((line) => lineReasons(line, order.currency)),
      ...notOrdered.map(
        ({ description, net }) =>
          `${description ?? "A line without a description"}: ${moneyName({ amount: net, currency: order.currency })} billed but not ordered`,
      ),
    ],
  };
}

const NOTHING_LINKED = {
  billed: "The ledger shows the order as billed, but no linked bill covers any of it",
  closed: "The ledger shows the order as closed, but no linked bill covers any of it",
} as const;

const PARTLY_LINKED = {
  billed: "The ledger shows the order as billed, but the linked bills don't cover the whole order",
  closed: "The ledger shows the order as closed, but the linked bills don't cover the whole order",
} as const;

/**
 * A computed match of an order that the ledger itself calls done although not all of it was billed:
 * nothing more is to come of it.
 */
export function closedByLedger(match: MatchResult, status: PurchaseOrder["status"]): MatchResult {
  const isDone = status === "billed" || status === "closed";
  if (!isDone || (match.state !== "unbilled" && match.state !== "part_billed")) return match;
  const reason = match.state === "unbilled" ? NOTHING_LINKED[status] : PARTLY_LINKED[status];
  return { ...match, state: "closed", reasons: [...match.reasons, reason] };
}

function computedLine(line: OrderLineFacts, billed: readonly BilledLine[]): OrderLineMatch {
  const { quantity, unitAmount, net } = line;
  const quantities = billed.map((one) => one.quantity);
  const counted = quantity !== null && quantities.every((one) => one !== null);
  const count = counted ? sumDecimals(quantities as DecimalString[]) : null;
  const billedNet = sumDecimals(billed.map((one) => one.net));
  const variance = count === null || quantity === null ? null : subtractDecimals(count, quantity);
  return {
    ...common(line),
    billed: count,
    quantityVariance: variance,
    billedNet,
    priceVariance: priceVariance(line, billed, variance, billedNet),
    overBilled: overAmount(variance, unitAmount, net, billedNet),
  };
}

/** Quantities decide where both sides have them; a line without quantities is over when its amount is. */
function overAmount(
  variance: DecimalString | null,
  unitAmount: DecimalString | null,
  net: DecimalString,
  billedNet: DecimalString,
): DecimalString | null {
  if (variance !== null && compareDecimals(variance, ZERO) <= 0) return null;
  const over = variance !== null && unitAmount !== null ? priced(variance, unitAmount, net) : subtractDecimals(billedNet, net);
  return compareDecimals(over, ZERO) > 0 ? over : null;
}

function priceVariance(
  { unitAmount, net }: OrderLineFacts,
  billed: readonly BilledLine[],
  quantityVariance: DecimalString | null,
  billedNet: DecimalString,
): DecimalString | null {
  if (billed.length === 0 || quantityVariance === null) return null;
  // The full quantity is billed, so the amounts can be compared directly, discounts and rounding included.
  if (isZero(quantityVariance)) return subtractDecimals(billedNet, net);
  if (unitAmount === null || billed.some((one) => one.unitAmount === null)) return null;
  return sumDecimals(
    billed.map((one) => priced(one.quantity as DecimalString, subtractDecimals(one.unitAmount as DecimalString, unitAmount), net)),
  );
}

function computedState(lines: readonly OrderLineMatch[], notOrdered: readonly LineNotOrdered[]): MatchState {
  if (lines.some(({ overBilled }) => overBilled !== null)) return "over_billed";
  if (notOrdered.length > 0 || lines.some(({ priceVariance: price }) => price !== null && !isZero(price))) return "variance";
  if (lines.every(({ billedNet }) => billedNet === null || isZero(billedNet))) return "unbilled";
  return lines.every(isBilled) ? "matched" : "part_billed";
}

function isBilled({ quantityVariance, billedNet, orderedNet: net }: OrderLineMatch): boolean {
  if (quantityVariance !== null) return compareDecimals(quantityVariance, ZERO) >= 0;
  return billedNet !== null && compareDecimals(billedNet, net) >= 0;
}

/** A quantity without the zeros that a ledger adds: 10 for `10.0000`. */
function plain(quantity: DecimalString | null): string {
  return quantity === null ? "" : canonicalDecimal(quantity);
}

/** Only a note, because services are billed without ever being received. */
function notReceived({ description, billed, received }: OrderLineMatch): string[] {
  if (billed === null || received === null || compareDecimals(billed, received) <= 0) return [];
  return [`${description ?? "A line without a description"}: ${plain(billed)} billed, ${plain(received)} received`];
}

function lineReasons({ description, billed, ordered, overBilled, priceVariance: price }: OrderLineMatch, currency: string): string[] {
  const name = description ?? "A line without a description";
  const money = (amount: DecimalString) => moneyName({ amount, currency });
  const over =
    overBilled === null
      ? []
      : [`${name}: ${billed === null ? "" : `${plain(ordered)} ordered, ${plain(billed)} billed, `}overbilled by ${money(overBilled)}`];
  return price === null || isZero(price) ? over : [...over, `${name}: price variance of ${money(price)}`];
}

/** Quantity by price, exact, with at least the decimals of the line's own amount. */
function priced(quantity: DecimalString, unitAmount: DecimalString, net: DecimalString): DecimalString {
  return addDecimals(multiplyDecimals(quantity, unitAmount), subtractDecimals(net, net));
}

function common(line: OrderLineFacts) {
  const { id, description, itemId, accountId, quantity, quantityReceived, unitAmount, net } = line;
  return { lineId: id, description, itemId, accountId, ordered: quantity, received: quantityReceived, unitAmount, orderedNet: net };
}

function orderedNet(order: OrderFacts): DecimalString {
  return sumDecimals(order.lines.map(({ net }) => net));
}

function positiveSum(amounts: readonly (DecimalString | null)[]): DecimalString | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce(addDecimals);
}
