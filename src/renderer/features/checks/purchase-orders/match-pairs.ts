import type { DocumentLine } from "#shared/model/books/document.ts";
import type { OrderMatch } from "../check-labels.ts";

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
