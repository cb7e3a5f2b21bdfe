import { describe, expect, it } from "vitest";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { OrderMatch } from "../../../src/renderer/features/checks/check-labels.ts";
import { leftToBill, pairLines } from "../../../src/renderer/features/checks/purchase-orders/match-pairs.ts";

type OrderLine = OrderMatch["lines"][number];
const ordered = (lineId: string, part: Partial<OrderLine>) =>
  ({ lineId, description: null, itemId: null, accountId: null, orderedNet: "1", ...part }) as OrderLine;
const billed = (id: string, part: Record<string, unknown>) =>
  ({ id, description: "", net: { amount: "2", currency: "NZD" }, ...part }) as unknown as DocumentLine;
const ids = (order: readonly OrderLine[], bill: readonly DocumentLine[]) =>
  pairLines(order, bill).map((pair) => [pair.order?.lineId ?? null, pair.bill?.id ?? null]);

describe("what is left to bill", () => {
  const line = (orderedNet: string, billedNet: string | null) => ordered(orderedNet, { orderedNet, billedNet } as Partial<OrderLine>);
  const left = (billedNet: string | null, lines: readonly OrderLine[]) => leftToBill({ billedNet, lines } as OrderMatch);

  it("isn't lessened by freight that wasn't ordered, nor by a line billed beyond its order", () => {
    expect(left("75.00", [line("100.00", "60.00")])).toBe("40.00");
    expect(left("150.00", [line("100.00", "130.00"), line("20.00", null)])).toBe("20.00");
    expect(left("100.00", [line("100.00", "100.00"), line("-10.00", null)])).toBe("-10.00");
  });

  it("is told only where the billed amounts are known", () => expect(left(null, [line("100.00", null)])).toBeNull());
});

describe("lines of an order and a bill", () => {
  it("stand side by side by the strongest sign, whatever their order", () => {
    const order = [ordered("o1", { itemId: "paper", description: "A4" }), ordered("o2", { itemId: "paper", description: "A3" })];
    const bill = [billed("b1", { itemId: "paper", description: "A3" }), billed("b2", { itemId: "paper", description: "a4 " })];
    expect(ids(order, bill)).toEqual([
      ["o1", "b2"],
      ["o2", "b1"],
    ]);
  });

  it("show what only one side has, and use no line twice", () => {
    const order = [ordered("o1", { description: "Signs" }), ordered("o2", { description: "Signs" })];
    expect(ids(order, [billed("b1", { description: "signs" }), billed("b2", { description: "Freight" })])).toEqual([
      ["o1", "b1"],
      ["o2", null],
      [null, "b2"],
    ]);
  });
});
