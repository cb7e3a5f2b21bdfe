import { describe, expect, it } from "vitest";
import { affinityOf, assignBillLines, type LinkedBill } from "#main/domain/orders/assign-bill-lines.ts";
import { type BilledLine, computedMatch, ledgerMatch, type OrderFacts, type OrderLineFacts } from "#main/domain/orders/order-match.ts";
import {
  type BillToMatch,
  bestProposals,
  namedOrders,
  type OrderToMatch,
  orderNumbers,
  ordersReach,
  scoreHeads,
  withLines,
} from "#main/domain/orders/order-proposals.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";

const amount = (text: string | null): DecimalString | null => (text === null ? null : decimal(text));
const line = (
  id: string,
  net: string,
  quantity: string | null,
  unit: string | null,
  more: Partial<OrderLineFacts> = {},
): OrderLineFacts => ({
  ...{
    id,
    description: `Line ${id}`,
    itemId: null,
    accountId: "a",
    net: decimal(net),
    quantity: amount(quantity),
    unitAmount: amount(unit),
  },
  ...{ quantityBilled: null, quantityReceived: null, ...more },
});
const order = (lines: readonly OrderLineFacts[], status: OrderFacts["status"] = "open"): OrderFacts => ({
  ...{ id: "po", currency: "USD", status, lines },
});
const billed = (net: string, quantity: string | null, unit: string | null): BilledLine => ({
  ...{ billId: "b", lineId: "1", description: null, net: decimal(net), quantity: amount(quantity), unitAmount: amount(unit) },
});
const numbers = (values: readonly (string | null)[]) => values.map((value) => (value === null ? null : Number(value)));

describe("the ledger's own match", () => {
  const counted = (id: string, quantityBilled: string | null, more: Partial<OrderLineFacts> = {}) =>
    line(id, "100", "10", "10", { quantityBilled: amount(quantityBilled), ...more });

  it("has what was billed at the order's prices, where every line has both", () => {
    const match = ledgerMatch(order([counted("1", "4"), counted("2", "12")]));
    expect([match.state, ...numbers([match.orderedNet, match.billedNet, match.overBilled])]).toEqual(["over_billed", 200, 160, 20]);
    expect(
      match.lines.map(({ billed: count, quantityVariance, billedNet, overBilled }) =>
        numbers([count, quantityVariance, billedNet, overBilled]),
      ),
    ).toEqual([
      [4, -6, 40, null],
      [12, 2, 120, 20],
    ]);
    expect([ledgerMatch(order([counted("1", "4"), counted("2", null)])).billedNet, ledgerMatch(order([])).billedNet]).toEqual([null, null]);
    expect(ledgerMatch(order([counted("1", "4", { quantity: null })])).lines[0]?.quantityVariance).toBeNull();
  });

  it("says of which lines more was billed than ordered, and by how much where there is a price", () => {
    const reasons = (...lines: OrderLineFacts[]) => ledgerMatch(order(lines)).reasons;
    expect(reasons(counted("1", "12"), counted("2", "10"))).toEqual([
      "Line 1: 10 ordered, 12 billed in the ledger, overbilled by 20.00 USD",
    ]);
    expect(reasons(counted("1", "12", { unitAmount: null, description: null }))).toEqual([
      "A line without a description: 10 ordered, 12 billed in the ledger",
    ]);
    const received = (count: string) => reasons(counted("1", "5", { quantityReceived: decimal(count) }));
    expect([received("5"), received("4")]).toEqual([[], ["Line 1: 5 billed, 4 received"]]);
  });
});

describe("a match computed from bills", () => {
  const matched = (lines: readonly OrderLineFacts[], bills: Readonly<Record<string, readonly BilledLine[]>>, notOrdered: number[] = []) => {
    const rest = notOrdered.map((net, at) => ({
      billId: "b",
      lineId: `${at}`,
      description: at === 0 ? null : "Extra",
      net: decimal(`${net}`),
    }));
    return computedMatch(order(lines), new Map(Object.entries(bills)), rest);
  };
  const one = (net: string, quantity: string | null, unit: string | null) => {
    const { state, lines, overBilled } = matched([line("1", "100", "10", "10")], { 1: [billed(net, quantity, unit)] });
    const [first] = lines;
    return [state, ...numbers([first?.billed ?? null, first?.quantityVariance ?? null, first?.priceVariance ?? null, overBilled])];
  };

  it("compares quantities and prices", () => {
    expect(one("100", "10", "10")).toEqual(["matched", 10, 0, 0, null]);
    expect(one("110", "10", "11")).toEqual(["variance", 10, 0, 10, null]);
    expect(one("44", "4", "11")).toEqual(["variance", 4, -6, 4, null]);
    expect(one("40", "4", "10")).toEqual(["part_billed", 4, -6, 0, null]);
    expect(one("120", "12", "10")).toEqual(["over_billed", 12, 2, 0, 20]);
    // Without the bill's price a part has no variance, and without its quantity amounts decide.
    expect(one("40", "4", null)).toEqual(["part_billed", 4, -6, null, null]);
    expect(one("110", null, null)).toEqual(["over_billed", null, null, null, 10]);
    expect(one("100", null, null)).toEqual(["matched", null, null, null, null]);
    expect(one("90", null, null)).toEqual(["part_billed", null, null, null, null]);
  });

  it("compares amounts where the order has no quantity or no price", () => {
    const plain = (net: string, quantity: string | null, unit: string | null, more: Partial<OrderLineFacts>) => {
      const { state, lines } = matched([line("1", "100", "10", "10", more)], { 1: [billed(net, quantity, unit)] });
      return [state, ...numbers([lines[0]?.billed ?? null, lines[0]?.overBilled ?? null, lines[0]?.priceVariance ?? null])];
    };
    expect(plain("130", "13", "10", { quantity: null })).toEqual(["over_billed", null, 30, null]);
    expect(plain("135", "13", "10", { unitAmount: null })).toEqual(["over_billed", 13, 35, null]);
    expect(plain("40", "4", "10", { unitAmount: null })).toEqual(["part_billed", 4, null, null]);
  });

  it("is unbilled, partly billed or matched by all of its lines together", () => {
    const two = [line("1", "100", "10", "10"), line("2", "50", "5", "10")];
    const full = { 1: [billed("60", "6", "10"), billed("40", "4", "10")], 2: [billed("50", "5", "10")] };
    expect(matched(two, full)).toMatchObject({ state: "matched", reasons: [] });
    expect(numbers([matched(two, full).orderedNet, matched(two, full).billedNet])).toEqual([150, 150]);
    expect([matched(two, {}).state, matched(two, { 1: full[1] }).state]).toEqual(["unbilled", "part_billed"]);
    expect(matched(two, { 1: [billed("120", "12", "10")], 2: full[2] }).state).toBe("over_billed");
    expect(matched(two, { 1: [billed("110", "10", "11")], 2: full[2] }).state).toBe("variance");
    // One of two bill lines without a quantity leaves the count open.
    expect(matched(two, { 1: [billed("60", "6", "10"), billed("40", null, null)], 2: full[2] }).lines[0]?.billed).toBeNull();
    expect(matched(two, { 1: [billed("60", "6", "10"), billed("20", "2", null)] }).lines[0]?.priceVariance).toBeNull();
  });

  it("says what was billed beyond the order, at another price, or without being ordered", () => {
    const over = matched([line("1", "100", "10", "10")], { 1: [billed("120", "12", "10")] });
    expect(over.reasons).toEqual(["Line 1: 10 ordered, 12 billed, overbilled by 20.00 USD"]);
    const counted = matched([line("1", "100", null, null, { description: null })], { 1: [billed("120", null, null)] });
    expect(counted.reasons).toEqual(["A line without a description: overbilled by 20.00 USD"]);
    expect(matched([line("1", "100", "10", "10")], { 1: [billed("110", "10", "11")] }).reasons).toEqual([
      "Line 1: price variance of 10.00 USD",
    ]);
    const more = matched([line("1", "100", "10", "10")], { 1: [billed("100", "10", "10")] }, [7, 8]);
    expect([more.state, more.reasons, Number(more.billedNet)]).toEqual([
      "variance",
      ["A line without a description: 7.00 USD billed but not ordered", "Extra: 8.00 USD billed but not ordered"],
      115,
    ]);
  });
});

describe("bill lines and order lines", () => {
  const alike = (itemId: string | null, accountId: string | null, more: object = {}) => ({
    ...{ itemId, accountId, description: null, quantity: null, unitAmount: null, net: decimal("1"), ...more },
  });

  it("are alike by item first, then by account, and more so by text, price, quantity and amount", () => {
    const other = alike("i", "x", { net: decimal("2") });
    expect(affinityOf(alike("i", "a"), other)).toBe(16);
    expect([
      affinityOf(alike("j", "x"), other),
      affinityOf(alike(null, "x"), other),
      affinityOf(alike("i", "x"), alike(null, "x")),
    ]).toEqual([...[0, 6, 7]]);
    expect([affinityOf(alike(null, "a"), alike(null, "a")), affinityOf(alike(null, "a"), alike(null, "b"))]).toEqual([11, 0]);
    expect(affinityOf(alike(null, null), alike(null, null))).toBe(0);
    const full = (more: object) =>
      alike("i", "a", { description: "Pens", quantity: decimal("2"), unitAmount: decimal("5"), net: decimal("10"), ...more });
    expect(affinityOf(full({}), full({ quantity: decimal("2.0"), unitAmount: decimal("5.00"), net: decimal("10.0") }))).toBe(24);
    const changes = [{ description: "Ink" }, { quantity: null }, { unitAmount: decimal("6") }, { net: decimal("11") }];
    expect(changes.map((change) => affinityOf(full({}), full(change)))).toEqual([20, 23, 22, 23]);
    expect(affinityOf(full({ description: null }), full({ description: null }))).toBe(20);
  });

  const placed = (lines: readonly OrderLineFacts[], bill: LinkedBill["lines"]) => {
    const { byOrderLine, notOrdered } = assignBillLines([order(lines)], [{ id: "b", orderIds: ["po", "elsewhere"], lines: bill }]);
    const found = [...byOrderLine].map(([id, all]) => [id, ...all.map(({ lineId }) => lineId)]);
    return { found, rest: (notOrdered.get("po") ?? []).map(({ lineId }) => lineId) };
  };
  const bill = (lineId: string, net: string, more: object = {}) => ({ ...alike(null, "a", { net: decimal(net), ...more }), lineId });

  it("are put together once each while there are lines left, and then again where they fit", () => {
    const two = [line("1", "10", null, null, { description: null }), line("2", "20", null, null, { description: null })];
    expect(placed(two, [bill("x", "20"), bill("y", "10")])).toEqual({
      found: [
        ["1", "y"],
        ["2", "x"],
      ].toReversed(),
      rest: [],
    });
    // Of lines as alike, those at the same place belong together.
    expect(placed(two, [bill("x", "5"), bill("y", "6")]).found).toEqual([
      ["1", "x"],
      ["2", "y"],
    ]);
    expect(placed(two, [bill("x", "5"), bill("y", "6"), bill("z", "7")]).found).toEqual([
      ["1", "x"],
      ["2", "y", "z"],
    ]);
    expect(placed(two, [bill("x", "5", { accountId: "b" }), bill("y", "6")])).toEqual({ found: [["2", "y"]], rest: ["x"] });
  });

  it("of a bill for orders that aren't here are left alone", () => {
    const { byOrderLine, notOrdered } = assignBillLines([order([])], [{ id: "b", orderIds: ["elsewhere"], lines: [bill("x", "5")] }]);
    expect([byOrderLine.size, notOrdered.size]).toEqual([0, 0]);
  });
});

describe("bills that an order may be of", () => {
  const asked: OrderToMatch = {
    ...{ id: "po", number: "PO-1", vendor: "v", date: calendarDate("2026-03-10"), currency: "USD", total: decimal("100.00"), lines: [] },
  };
  const bill = (date: string, total: string, more: Partial<BillToMatch> = {}): BillToMatch => ({
    ...{
      id: "b",
      vendor: "v",
      date: calendarDate(date),
      currency: "USD",
      number: null,
      reference: null,
      memo: null,
      total: decimal(total),
    },
    ...more,
  });
  const scored = (date: string, total: string, named: readonly string[] = []) => scoreHeads(asked, bill(date, total), named)?.score ?? null;

  it("are scored by amount", () => {
    const scores = ["100", "100.000", "110", "90", "110.01", "89.99"].map((total) => scored("2026-03-10", total));
    expect(scores).toEqual([70, 70, 55, 55, 25, 40]);
    expect(scoreHeads({ ...asked, total: decimal("1000.00") }, bill("2026-03-10", "100"), [])?.score).toBe(40);
  });

  it("are scored by day, from a week before the order to half a year after it", () => {
    const days = ["2026-03-02", "2026-03-03", "2026-03-09", "2026-03-10", "2026-04-24", "2026-04-25", "2026-09-06", "2026-09-07"];
    expect(days.map((date) => scored(date, "100"))).toEqual([null, 55, 55, 70, 70, 60, 60, null]);
    expect(ordersReach({ date: calendarDate("2026-09-06") })).toEqual({ from: "2026-03-10", to: "2026-09-13" });
  });

  it("are scored by the orders that they name, and only of the same vendor and currency", () => {
    expect([
      scored("2026-03-10", "100", ["PO-1"]),
      scored("2026-03-10", "100", ["PO-2"]),
      scored("2026-03-10", "100", ["PO-2", "PO-1"]),
    ]).toEqual([...[105, 30, 105]]);
    expect(scoreHeads({ ...asked, number: null }, bill("2026-03-10", "100"), ["PO-2"])?.score).toBe(30);
    expect([
      scoreHeads(asked, bill("2026-03-10", "100", { vendor: "w" }), []),
      scoreHeads(asked, bill("2026-03-10", "100", { currency: "EUR" }), []),
    ]).toEqual([...[null, null]]);
  });

  it("come with what speaks for and against them", () => {
    const reasons = (date: string, total: string, named: readonly string[] = []) => scoreHeads(asked, bill(date, total), named)?.reasons;
    expect(reasons("2026-03-10", "100", ["PO-1"])).toEqual([
      ...["same vendor", "same amount", "same day as the order", "mentions order PO-1"],
    ]);
    expect(reasons("2026-03-13", "105", ["PO-2"])).toEqual([
      ...["same vendor", "within 10% of the order total (100.00 USD with tax)", "3 days after the order"],
      "mentions another order, PO-2",
    ]);
    expect(reasons("2026-03-08", "50")?.slice(1)).toEqual(["below the order total (100.00 USD with tax)", "2 days before the order"]);
    expect(reasons("2026-03-08", "150")?.[1]).toBe("above the order total (100.00 USD with tax)");
  });

  it("gain by lines that are alike, and by all of them most", () => {
    const two = { ...asked, lines: [line("1", "60", null, null), line("2", "40", null, null)] };
    const heads = { score: 70, reasons: ["same vendor"] };
    const own = (...nets: string[]) => nets.map((net) => ({ ...line("x", net, null, null), lineId: net }));
    expect(withLines(heads, two, own("60", "40"))).toEqual({ score: 90, reasons: ["same vendor", "all lines match"] });
    expect(withLines(heads, two, own("60", "40", "5"))).toEqual({ score: 80, reasons: ["same vendor", "2 of 2 order lines match"] });
    expect(withLines(heads, two, own("60", "41"))).toEqual({ score: 80, reasons: ["same vendor", "1 of 2 order lines matches"] });
    expect(withLines(heads, two, own("5"))).toEqual(heads);
    expect(
      withLines(
        heads,
        two,
        own("60").map((one) => ({ ...one, accountId: "other" })),
      ),
    ).toEqual(heads);
    expect([withLines({ ...heads, score: 105 }, two, own("5")).score, withLines({ ...heads, score: -5 }, two, own("5")).score]).toEqual([
      100, 0,
    ]);
    expect([
      withLines({ ...heads, score: 95 }, two, own("60", "40")).score,
      withLines({ ...heads, score: -50 }, two, own("60")).score,
    ]).toEqual([100, 0]);
  });

  it("are proposed to their best order and to those about as sure, three to an order", () => {
    const of = (orderId: string, billId: string, score: number) => ({ orderId, billId, score, reasons: [] });
    const best = (...given: ReturnType<typeof of>[]) =>
      Object.fromEntries([...bestProposals(given)].map(([id, list]) => [id, list.map(({ billId }) => billId)]));
    expect(best(of("o", "b", 59))).toEqual({});
    expect(best(of("o", "b", 60), of("p", "b", 70), of("q", "b", 71))).toEqual({ p: ["b"], q: ["b"] });
    expect(best(of("o", "d", 80), of("o", "c", 80), of("o", "a", 70), of("o", "b", 90), of("o", "e", 75))).toEqual({ o: ["b", "c", "d"] });
  });

  it("name orders by numbers of three signs or more with a figure in them", () => {
    const named = (reference: string, ...known: (string | null)[]) =>
      namedOrders({ number: null, reference, memo: null }, orderNumbers(known.map((number) => ({ number }))));
    expect([named("P-1", "P-1"), named("P-12", "P-12"), named("PO", "PO"), named("ORDER", "ORDER"), named("x", null), named("x")]).toEqual([
      ...[[], ["P-12"], [], [], [], []],
    ]);
    expect(named("po-12", "PO-12")).toEqual(["PO-12"]);
  });
});
