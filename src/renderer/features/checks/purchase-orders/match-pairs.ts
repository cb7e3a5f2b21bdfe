import { type DecimalString, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { OrderMatch } from "../check-labels.ts";

const ZERO = decimal("0");

type OrderLine = OrderMatch["lines"][number];

/** A line of an order beside the line of the bill that is most likely its own; null where one side has none. */
export interface LinePair {
  readonly order: OrderLine | null;
  readonly bill: DocumentLine | null;
}

type Alike = (order: OrderLine, bill: DocumentLine) => boolean;

const text = (words: string | null | undefined) => (words ?? "").trim().toLowerCase();

/** The strongest sign first: the same item, the same words, the same amount, the same account. */
const SIGNS: readonly Alike[] = [
  ({ itemId, description }, bill) => itemId !== null && itemId === bill.itemId && text(description) === text(bill.description),
  ({ itemId }, bill) => itemId !== null && itemId === bill.itemId,
  ({ description }, bill) => text(description) !== "" && text(description) === text(bill.description),
  ({ orderedNet }, bill) => orderedNet === bill.net.amount,
  ({ accountId }, bill) => accountId !== null && accountId === bill.accountId,
];

/**
 * What is left to bill of an order's lines; null where it isn't known. What was billed beside or beyond a line leaves the
 * others as they are.
 */
export function leftToBill({ lines, billedNet }: Pick<OrderMatch, "lines" | "billedNet">): DecimalString | null {
  if (billedNet === null) return null;
  const left = lines.map((line) => {
    const rest = subtractDecimals(line.orderedNet, line.billedNet ?? ZERO);
    return rest.startsWith("-") === line.orderedNet.startsWith("-") ? rest : ZERO;
  });
  return sumDecimals([ZERO, ...left]);
}

/** Lines of an order and of a bill side by side, for a person to look at; nothing is decided by it. */
export function pairLines(orderLines: readonly OrderLine[], billLines: readonly DocumentLine[]): readonly LinePair[] {
  const pairs = new Map<OrderLine, DocumentLine>();
  const taken = new Set<DocumentLine>();
  for (const alike of SIGNS)
    for (const order of orderLines) {
      if (pairs.has(order)) continue;
      const bill = billLines.find((line) => !taken.has(line) && alike(order, line));
      if (bill === undefined) continue;
      pairs.set(order, bill);
      taken.add(bill);
    }
  return [
    ...orderLines.map((order) => ({ order, bill: pairs.get(order) ?? null })),
    ...billLines.filter((bill) => !taken.has(bill)).map((bill) => ({ order: null, bill })),
  ];
}
