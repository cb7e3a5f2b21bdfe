import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignBillLines, type LinkedBill } from "#main/domain/orders/assign-bill-lines.ts";
import { closedByLedger, computedMatch, ledgerMatch, type OrderFacts, type OrderLineFacts } from "#main/domain/orders/order-match.ts";
import {
  type BillToMatch,
  bestProposals,
  namedOrders,
  type OrderToMatch,
  orderNumbers,
  scoreHeads,
  withLines,
} from "#main/domain/orders/order-proposals.ts";
import { storedOrders } from "#main/store/orders/order-book.ts";
import { decideOrderMatch, listOrderMatches, undoOrderMatch } from "#main/store/orders/order-matches.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const amount = (text: string | null): DecimalString | null => (text === null ? null : decimal(text));

type Counted = "quantity" | "unitAmount" | "quantityBilled";
const orderLine = (
  id: string,
  fields: Partial<Record<Counted, string | null>> & Partial<Omit<OrderLineFacts, Counted>>,
): OrderLineFacts => ({
  id,
  description: null,
  itemId: null,
  accountId: "Account:1",
  quantityReceived: null,
  net: decimal("100.00"),
  ...fields,
  quantity: amount(fields.quantity ?? null),
  unitAmount: amount(fields.unitAmount ?? null),
  quantityBilled: amount(fields.quantityBilled ?? null),
});
const order = (lines: readonly OrderLineFacts[], status: OrderFacts["status"] = "open"): OrderFacts => ({
  id: "PurchaseOrder:1",
  currency: "USD",
  status,
  lines,
});
type BillLine = LinkedBill["lines"][number];
const billLine = (lineId: string, net: string, fields: Partial<BillLine> = {}): BillLine => ({
  lineId,
  description: null,
  itemId: null,
  accountId: "Account:1",
  quantity: null,
  unitAmount: null,
  net: decimal(net),
  ...fields,
});
const of = (facts: OrderFacts, ...bills: readonly (readonly BillLine[])[]) => {
  const linked = bills.map((lines, at) => ({ id: `Bill:${at + 1}`, orderIds: [facts.id], lines }));
  const { byOrderLine, notOrdered } = assignBillLines([facts], linked);
  return computedMatch(facts, byOrderLine, notOrdered.get(facts.id) ?? []);
};

describe("rule 13: the ledger's own match result", () => {
  it.each([
    ["billed", "10", "matched", null],
    ["part_billed", "4", "part_billed", null],
    ["open", null, "unbilled", null],
    ["open", "0", "unbilled", null],
    ["closed", "4", "closed", null],
    ["billed", "12.5", "over_billed", "25"],
  ] as const)("status %s with %s of 10 billed is %s", (status, quantityBilled, state, over) => {
    const match = ledgerMatch(order([orderLine("1", { quantity: "10", unitAmount: "10.00", quantityBilled })], status));
    expect([match.state, match.overBilled === null ? null : canonicalDecimal(match.overBilled)]).toEqual([state, over]);
    expect(match.lines[0]?.billed).toBe(quantityBilled);
    expect(match.reasons.length).toBe(over === null ? 0 : 1);
  });

  it("an over-billed quantity without a price is over-billed by an amount that is not known", () => {
    const match = ledgerMatch(order([orderLine("1", { quantity: "10", quantityBilled: "11" })]));
    expect([match.state, match.overBilled]).toEqual(["over_billed", null]);
  });
});

describe("rule 13: what the ledger says beside the quantities", () => {
  it("more billed than received is told, and changes no state", () => {
    const line = { ...orderLine("1", { quantity: "10", unitAmount: "10.00", quantityBilled: "10" }), quantityReceived: decimal("4") };
    expect(ledgerMatch(order([line], "billed"))).toMatchObject({
      state: "matched",
      reasons: ["A line without a description: 10 billed, 4 received"],
    });
  });

  it.each([
    ["open", "part_billed", []],
    ["billed", "closed", ["The ledger shows the order as billed, but the linked bills don't cover the whole order"]],
    ["closed", "closed", ["The ledger shows the order as closed, but the linked bills don't cover the whole order"]],
  ] as const)("a part that was billed of an order that is %s is %s", (status, state, reasons) => {
    const match = of(order([orderLine("1", {})], status), [billLine("a", "60.00")]);
    expect(closedByLedger(match, status)).toMatchObject({ state, reasons });
    // Over-billing stays, whatever the ledger calls the order.
    const over = of(order([orderLine("1", {})], status), [billLine("a", "160.00")]);
    expect(closedByLedger(over, status).state).toBe("over_billed");
  });
});

describe("rule 13: a match computed from linked documents", () => {
  const ten = orderLine("1", { itemId: "Item:7", quantity: "10", unitAmount: "10.00" });
  const seven = (quantity: string, unit: string, net: string) =>
    billLine("a", net, { itemId: "Item:7", quantity: amount(quantity), unitAmount: amount(unit) });

  it.each([
    ["nothing", [], "unbilled", null, null],
    ["all of it", [seven("10", "10.00", "100.00")], "matched", null, "0"],
    ["a part", [seven("4", "10.00", "40.00")], "part_billed", null, "0"],
    ["more than that", [seven("12", "10.00", "120.00")], "over_billed", "20", "0"],
    ["all of it at another price", [seven("10", "10.75", "107.50")], "variance", null, "7.5"],
    ["a part at a lower price", [seven("4", "9.50", "38.00")], "variance", null, "-2"],
    ["more at another price", [seven("12", "11.00", "132.00")], "over_billed", "20", "12"],
  ] as const)("billed %s", (_what, lines, state, over, price) => {
    const match = of(order([ten]), lines);
    const plain = (value: DecimalString | null | undefined) => (value === null || value === undefined ? null : canonicalDecimal(value));
    expect([match.state, plain(match.overBilled), plain(match.lines[0]?.priceVariance)]).toEqual([state, over, price]);
  });

  it("two bills of parts make the whole, and a third is over", () => {
    const half = [seven("5", "10.00", "50.00")];
    expect(of(order([ten]), half, half).state).toBe("matched");
    expect(of(order([ten]), half, half, half)).toMatchObject({ state: "over_billed", overBilled: "50.00" });
  });

  it("lines without quantities go by amount", () => {
    const line = orderLine("1", {});
    expect(of(order([line]), [billLine("a", "100.00")]).state).toBe("matched");
    expect(of(order([line]), [billLine("a", "60.00")]).state).toBe("part_billed");
    expect(of(order([line]), [billLine("a", "100.00")], [billLine("b", "0.01")])).toMatchObject({
      state: "over_billed",
      overBilled: "0.01",
    });
  });

  it("a line that nobody ordered is a variance with its amount", () => {
    const match = of(order([ten]), [
      seven("10", "10.00", "100.00"),
      billLine("freight", "8.00", { accountId: "Account:9", description: "Freight" }),
    ]);
    expect(match.state).toBe("variance");
    expect(match.notOrdered).toEqual([{ billId: "Bill:1", lineId: "freight", description: "Freight", net: "8.00" }]);
    expect(match.reasons).toEqual(["Freight: 8.00 USD billed but not ordered"]);
  });

  it("lines of one item are told apart by description and price, and a line that was split joins its line", () => {
    const red = orderLine("red", { itemId: "Item:7", description: "red", quantity: "2", unitAmount: "5.00", net: decimal("10.00") });
    const blue = orderLine("blue", { itemId: "Item:7", description: "blue", quantity: "3", unitAmount: "5.00", net: decimal("15.00") });
    const bill = (lineId: string, description: string, quantity: string, net: string) =>
      billLine(lineId, net, { itemId: "Item:7", description, quantity: amount(quantity), unitAmount: amount("5.00") });
    const match = of(order([red, blue]), [
      bill("b1", "blue", "1", "5.00"),
      bill("b2", "blue", "2", "10.00"),
      bill("r", "red", "2", "10.00"),
    ]);
    expect([match.state, match.lines.map(({ billed }) => billed)]).toEqual(["matched", ["2", "3"]]);
  });

  it("a bill of two orders counts each of its lines once", () => {
    const one = { ...order([orderLine("1", { itemId: "Item:1" })]), id: "o1" };
    const two = { ...order([orderLine("2", { itemId: "Item:2" })]), id: "o2" };
    const lines = [
      billLine("a", "100.00", { itemId: "Item:1" }),
      billLine("b", "100.00", { itemId: "Item:2" }),
      billLine("c", "5.00", { accountId: "x" }),
    ];
    const { byOrderLine, notOrdered } = assignBillLines([one, two], [{ id: "Bill:1", orderIds: ["o1", "o2"], lines }]);
    expect([byOrderLine.get("1")?.map(({ lineId }) => lineId), byOrderLine.get("2")?.map(({ lineId }) => lineId)]).toEqual([["a"], ["b"]]);
    expect([notOrdered.get("o1")?.length, notOrdered.get("o2")]).toEqual([1, undefined]);
  });

  it("no line of a bill is lost or counted twice, whatever the lines are", () => {
    const part = fc.record({
      itemId: fc.constantFrom(null, "Item:1", "Item:2"),
      accountId: fc.constantFrom(null, "Account:1", "Account:2"),
      description: fc.constantFrom(null, "red", "blue"),
      net: fc
        .integer({ min: 1, max: 99_999 })
        .map((cents) => decimal(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`)),
    });
    const lines = fc.array(part, { maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, lines, (ordered, first, second) => {
        const facts = order(ordered.map((line, at) => orderLine(String(at), line)));
        const bills = [first, second].map((list, bill) => list.map((line, at) => ({ ...billLine(`${bill}.${at}`, "0"), ...line })));
        const match = of(facts, ...bills);
        const billed = sumDecimals([...first, ...second].map(({ net }) => net));
        expect(canonicalDecimal(match.billedNet ?? decimal("0"))).toBe(canonicalDecimal(billed));
        const placed =
          match.lines.reduce((sum, line) => sum + Number(line.billedNet ?? 0), 0) +
          match.notOrdered.reduce((sum, { net }) => sum + Number(net), 0);
        expect(Math.abs(placed - Number(billed))).toBeLessThan(0.001);
      }),
    );
  });
});

describe("rule 13: proposals", () => {
  const po: OrderToMatch = {
    id: "PurchaseOrder:1",
    number: "PO-0104",
    vendor: "Contact:1",
    date: calendarDate("2026-10-01"),
    currency: "NZD",
    total: decimal("103.50"),
    lines: [orderLine("1", { itemId: "Item:1", net: decimal("90.00") })],
  };
  const invoice: BillToMatch = {
    id: "Invoice:9",
    vendor: "Contact:1",
    date: calendarDate("2026-10-11"),
    currency: "NZD",
    number: "INV-7",
    reference: null,
    memo: null,
    total: decimal("103.50"),
  };
  const heads = (changes: Partial<BillToMatch>, others: readonly string[] = ["PO-0104"]) => {
    const bill = { ...invoice, ...changes };
    return scoreHeads(po, bill, namedOrders(bill, orderNumbers(others.map((number) => ({ number })))));
  };

  it("need the vendor, the currency and a date near the order's; everything else is scored with its reason", () => {
    expect(heads({})).toEqual({ score: 70, reasons: ["same vendor", "same amount", "10 days after the order"] });
    for (const other of [
      { vendor: "Contact:2" },
      { currency: "AUD" },
      { date: calendarDate("2026-09-20") },
      { date: calendarDate("2027-06-01") },
    ])
      expect(heads(other)).toBeNull();
    expect(heads({ total: decimal("110.00") })?.score).toBe(55);
    expect(heads({ total: decimal("40.00") })?.score).toBe(40);
    expect(heads({ total: decimal("400.00") })?.score).toBe(25);
    expect(withLines(heads({}) as never, po, [billLine("a", "90.00", { itemId: "Item:1" })])).toMatchObject({ score: 90 });
  });

  it.each([
    ["Your order PO 104", 105],
    ["po0104/2", 105],
    ["PO-0104", 105],
    ["PO-01042", 70],
    ["APO 104", 70],
    ["104", 70],
    ["PO-0105", 30],
  ])("a reference %s scores %i", (reference, score) => {
    expect(heads({ reference }, ["PO-0104", "PO-0105"])?.score).toBe(score);
  });

  it("a bill goes to its surest order, and an order shows three at most", () => {
    const proposal = (orderId: string, billId: string, score: number) => ({ orderId, billId, score, reasons: [] });
    const best = bestProposals([
      proposal("o1", "b1", 95),
      proposal("o2", "b1", 84),
      proposal("o2", "b2", 59),
      ...["c1", "c2", "c3", "c4"].map((id) => proposal("o3", id, 70)),
    ]);
    expect([...best].map(([id, list]) => [id, list.map(({ billId }) => billId)])).toEqual([
      ["o1", ["b1"]],
      ["o3", ["c1", "c2", "c3"]],
    ]);
  });
});

const money = (text: string) => ({ amount: text, currency: "NZD" });
const source = { system: "ledger_a", tenantId: "tenant-1", entityType: "PurchaseOrder", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" };

function lab(orderFields: Readonly<Record<string, unknown>> = {}): IngestLab {
  const made = createIngestLab(tempHome());
  const line = {
    id: "PurchaseOrder:1/1",
    kind: "item",
    itemId: "Item:1",
    quantity: "10",
    unitAmount: money("10.00"),
    net: money("100.00"),
    dimensions: [],
  };
  const value = {
    id: "PurchaseOrder:1",
    number: "PO-0104",
    partyId: "Contact:elm",
    date: "2026-10-01",
    currency: "NZD",
    total: money("100.00"),
    status: "open",
    lines: [line],
    billIds: [],
    source,
    ...orderFields,
  };
  const bill = (id: string, quantity: string, total: string, more: object = {}) => {
    const own = { ...line, id: `Invoice:${id}/1`, quantity, net: money(total), tax: { basis: "none", components: [] }, source };
    return {
      id,
      yields: [
        documentRecord(id, { type: "purchase_bill", partyId: "Contact:elm", number: id, total: money(total), lines: [own], ...more }),
      ] as never,
    };
  };
  made.readPass("backfill", [
    [
      { id: "elm", entity: "Contact", yields: [partyRecord("elm", { isVendor: true })] as never },
      { id: "1", entity: "PurchaseOrder", yields: [{ kind: "order", value }] as never },
      bill("b1", "12", "120.00", { reference: "PO 104" }),
      bill("b2", "10", "100.00"),
      bill("void", "10", "100.00", { status: "voided" }),
    ],
  ]);
  return made;
}
const act = { person: "ann@office", nowMs: NOW };

describe("rule 13 on a mirror", () => {
  it("without links a pair is proposed, and counts only while a person's word on it stands", () => {
    const { reader, db } = lab();
    const only = () => listOrderMatches(reader)[0];
    expect(only()).toMatchObject({ source: "proposed", state: "unbilled", overBilled: null });
    expect(only()?.bills.map(({ id, how }) => [id, how])).toEqual([
      ["Invoice:b2", "proposed"],
      ["Invoice:b1", "proposed"],
    ]);
    const pair = { ...act, orderId: "PurchaseOrder:1", billId: "Invoice:b1" };
    const confirmed = decideOrderMatch(reader, { ...pair, verdict: "confirmed" });
    expect(only()).toMatchObject({ source: "confirmed", state: "over_billed", overBilled: "20.00" });
    expect(only()?.bills.find(({ id }) => id === "Invoice:b1")).toMatchObject({ how: "confirmed", decided: { person: "ann@office" } });
    // A second decision on the same pair replaces the first.
    decideOrderMatch(reader, { ...pair, verdict: "refused" });
    expect(only()).toMatchObject({ source: "proposed", state: "unbilled" });
    expect(only()?.bills.map(({ id, how }) => [id, how])).toEqual([
      ["Invoice:b1", "refused"],
      ["Invoice:b2", "proposed"],
    ]);
    expect(undoOrderMatch(reader, pair).ok).toBe(true);
    expect(only()?.bills.every(({ how }) => how === "proposed")).toBe(true);
    expect(undoOrderMatch(reader, pair)).toMatchObject({ ok: false, failure: { code: "not_found" } });
    expect(confirmed.ok && revertDecision(db, { ...act, decisionNo: confirmed.value.decisionNo })).toBe(false);
    db.close();
  });

  it("a bill whose number holds the order's, letters and dashes included, is proposed for it", () => {
    const own = lab({ number: "PO-E101" });
    const part = { type: "purchase_bill", partyId: "Contact:elm", number: "OB-PO-E101", total: money("40.00") };
    own.take([{ id: "b3", yields: [documentRecord("b3", part)] as never }]);
    const proposed = listOrderMatches(own.reader)[0]?.bills.find(({ id }) => id === "Invoice:b3");
    expect(proposed).toMatchObject({ how: "proposed", reasons: expect.arrayContaining(["mentions order PO-E101"]) });
    own.db.close();
  });

  it("a bill that was confirmed for two orders counts once", () => {
    const own = lab();
    const [first] = storedOrders(own.reader);
    const lines = first?.lines.map((line) => ({ ...line, id: "PurchaseOrder:2/1" }));
    const second = { ...first, id: "PurchaseOrder:2", number: "PO-0105", lines };
    own.take([{ id: "2", entity: "PurchaseOrder", yields: [{ kind: "order", value: second }] as never }]);
    for (const orderId of ["PurchaseOrder:1", "PurchaseOrder:2"])
      expect(decideOrderMatch(own.reader, { ...act, orderId, billId: "Invoice:b1", verdict: "confirmed" }).ok).toBe(true);
    const rows = listOrderMatches(own.reader);
    expect(rows.map(({ source: label }) => label)).toEqual(["confirmed", "confirmed"]);
    expect(canonicalDecimal(sumDecimals(rows.flatMap(({ billedNet }) => billedNet ?? [])))).toBe("120");
    own.db.close();
  });

  it("what is not there can't be paired", () => {
    const { reader, db } = lab();
    const ask = (orderId: string, billId: string) => decideOrderMatch(reader, { ...act, orderId, billId, verdict: "confirmed" });
    expect(ask("PurchaseOrder:2", "Invoice:b1")).toMatchObject({ ok: false, failure: { code: "not_found", field: "order" } });
    for (const gone of ["Invoice:none", "Invoice:void", "PurchaseOrder:1"])
      expect(ask("PurchaseOrder:1", gone)).toMatchObject({ ok: false, failure: { code: "not_found", field: "bill" } });
    db.close();
  });

  it("with links the match is computed, with quantities of the ledger's it is the ledger's, and neither is for a person to make", () => {
    const linked = lab({ billIds: ["Invoice:b1", "Invoice:void"] });
    expect(listOrderMatches(linked.reader)[0]).toMatchObject({
      source: "computed",
      state: "over_billed",
      overBilled: "20.00",
      bills: [{ id: "Invoice:b1", how: "linked" }],
    });
    const refused = decideOrderMatch(linked.reader, { ...act, orderId: "PurchaseOrder:1", billId: "Invoice:b2", verdict: "confirmed" });
    expect(refused).toMatchObject({ ok: false, failure: { code: "not_supported" } });
    linked.db.close();
    const counted = lab({
      status: "billed",
      lines: [
        { id: "1", kind: "item", quantity: "10", quantityBilled: "10", unitAmount: money("10.00"), net: money("100.00"), dimensions: [] },
      ],
      billIds: ["Invoice:b1"],
    });
    // The bill says twelve, but the ledger's own result counts.
    expect(listOrderMatches(counted.reader)[0]).toMatchObject({ source: "ledger", state: "matched", overBilled: null });
    counted.db.close();
  });
});
