import { describe, expect, it } from "vitest";
import { type Cells, composed, context, header, mapTransactionRecord, only, stream, twoLines, twoPostings } from "./support.ts";

/** A line of a transaction whose lines are all there is, with its posting. */
function entry(type: string, sides: readonly (readonly [subsidiary: string | null, amount: string])[], change: Cells = {}) {
  const lines = sides.map(([subsidiary, foreignamount], at) => ({
    transaction: "2044",
    id: String(at),
    mainline: type !== "Journal" && at === 0 ? "T" : "F",
    taxline: "F",
    foreignamount,
    ...(subsidiary === null ? {} : { subsidiary }),
  }));
  const accountingLines = sides.map(([, amount], at) => ({
    transaction: "2044",
    transactionline: String(at),
    accountingbook: "1",
    posting: "T",
    account: String(50 + at),
    amount,
  }));
  return composed({ transaction: header(type, { status: "B", ...change }), lines, accountingLines });
}

describe("the legal entity of a posting", () => {
  it("is that of its own line, in the currency of that entity's books", () => {
    const record = entry("Journal", [
      ["2", "100.00"],
      ["2", "-100.00"],
      ["3", "92.00"],
      ["3", "-92.00"],
    ]);
    const postings = only(mapTransactionRecord(record), "journal").postings;
    expect(postings.map(({ entityId, amount }) => [entityId, amount.amount, amount.currency])).toEqual([
      ["subsidiary:2", "100.00", "USD"],
      ["subsidiary:2", "-100.00", "USD"],
      ["subsidiary:3", "92.00", "EUR"],
      ["subsidiary:3", "-92.00", "EUR"],
    ]);
  });

  it.each(["Transfer", "ItemRcpt", "FxReval", "Deposit"])("is there for a %s too, which is neither document nor payment", (type) => {
    const from = context();
    const record = entry(type, [
      ["3", "5.00"],
      ["2", "-5.00"],
      [null, "0.10"],
    ]);
    const journal = only(stream("transactions.other", context({ facts: { otherPostings: true } })).map(from, record), "journal");
    // A line without one belongs where the transaction's first line does.
    expect(journal.postings.map(({ entityId }) => entityId)).toEqual(["subsidiary:3", "subsidiary:2", "subsidiary:3"]);
    expect(journal.documentId).toBeUndefined();
  });

  it("is unknown where no line tells it", () => {
    const record = entry("Journal", [
      [null, "5.00"],
      [null, "-5.00"],
    ]);
    expect(only(mapTransactionRecord(record), "journal").postings.every(({ entityId }) => entityId === undefined)).toBe(true);
  });
});

describe("an application of a deposit or prepayment", () => {
  const applied = (type: string, links: readonly Cells[], change: { transaction?: Cells; main?: Cells } = {}) =>
    mapTransactionRecord(
      composed({
        transaction: header(type, { trandate: "2026-11-02", status: "Y", ...change.transaction }),
        lines: twoLines("-180.00", "180.00", { main: change.main ?? {} }),
        accountingLines: twoPostings("-180.00", "180.00"),
        links,
      }),
    );
  const link = (previousdoc: string, change: Cells): Cells => ({ previousdoc, nextdoc: "2044", ...change });
  const deposit = link("70", { previoustype: "CustDep", nexttype: "DepAppl", linktype: "DepAppl", foreignamount: "180.00" });
  const invoices = [
    link("88", { previoustype: "CustInvc", nexttype: "DepAppl", linktype: "Payment", foreignamount: "150.00" }),
    link("89", { previoustype: "CustInvc", nexttype: "DepAppl", linktype: "Payment", foreignamount: "-30.00" }),
  ];
  const from = { fromKind: "document", fromId: "CustDep:70", date: "2026-11-02" };

  it("allocates the deposit to each document, on its own day, and posts what it posts", () => {
    const mapped = applied("DepAppl", [deposit, ...invoices]);
    expect(only(mapped, "application")).toMatchObject({
      id: "DepAppl:2044",
      date: "2026-11-02",
      allocations: [
        { ...from, toId: "CustInvc:88", amount: { amount: "150.00", currency: "USD" } },
        { ...from, toId: "CustInvc:89", amount: { amount: "30.00", currency: "USD" } },
      ],
    });
    const journal = only(mapped, "journal");
    expect(journal.postings).toHaveLength(2);
    expect(journal.documentId).toBeUndefined();
    expect(mapped.records).toHaveLength(2);
  });

  it("does so on the vendors' side", () => {
    const prepayment = link("71", { previoustype: "VPrep", linktype: "VPrepApp", foreignamount: "180.00" });
    const bill = link("90", { previoustype: "VendBill", linktype: "Payment", foreignamount: "180.00" });
    expect(only(applied("VPrepApp", [prepayment, bill]), "application").allocations).toMatchObject([
      { fromId: "VPrep:71", toId: "VendBill:90", amount: { amount: "180.00" } },
    ]);
  });

  it("finds the deposit by the type of its link, whatever the link is called, or by the record it was made from", () => {
    const named = applied("DepAppl", [{ ...deposit, linktype: "Payment" }, ...invoices]);
    expect(only(named, "application").allocations).toMatchObject([from, from]);
    const created = applied("DepAppl", invoices, { main: { createdfrom: "70" } });
    expect(only(created, "application").allocations).toMatchObject([from, from]);
  });

  it("applies nothing once it is void, and says so when the deposit can't be told", () => {
    expect(only(applied("DepAppl", [deposit, ...invoices], { transaction: { voided: "T" } }), "application").allocations).toEqual([]);
    const lost = applied("DepAppl", invoices);
    expect(only(lost, "application").allocations).toEqual([]);
    expect(lost.findings).toMatchObject([{ code: "unknown_value", field: "previousdoc" }]);
  });
});

describe("the links of a transaction", () => {
  const link = (change: Cells): Cells => ({
    previousdoc: "88",
    previoustype: "CustInvc",
    nextdoc: "2044",
    foreignamount: "180.00",
    ...change,
  });
  const paid = (...links: readonly Cells[]) =>
    mapTransactionRecord(composed({ transaction: header("CustPymt", { status: "C" }), lines: twoLines("200.00", "-200.00"), links }));
  const targets = (...links: readonly Cells[]) => only(paid(...links), "payment").allocations.map(({ toId }) => toId);

  it("are what a payment settles where they are payments, or say nothing of it, and end in it", () => {
    expect(targets(link({}), link({ previousdoc: "89", linktype: "Payment" }))).toEqual(["CustInvc:88", "CustInvc:89"]);
    expect(targets(link({ linktype: "ShipRcpt" }), link({ nextdoc: "7" }), link({ nextdoc: "7", linktype: "ShipRcpt" }))).toEqual([]);
  });

  it("settle nothing without a type, which is told with the record that was meant", () => {
    const { previoustype: _, ...untyped } = link({}) as Record<string, string>;
    expect(targets(untyped)).toEqual([]);
    expect(paid(untyped).findings).toMatchObject([{ field: "previoustype", message: expect.stringContaining("to 88") }]);
  });

  it("are the bills of an order where they begin in it, each once (rule 13)", () => {
    const bill = (nextdoc: string, change: Cells = {}): Cells => ({ previousdoc: "2044", nextdoc, ...change });
    const links = [
      ...[bill("70"), bill("71", { nexttype: "VendBill" }), bill("71", { nexttype: "VendBill" })],
      ...[bill("72", { nexttype: "ItemRcpt" }), bill("73", { previousdoc: "9" }), bill("74", { previousdoc: "9", nexttype: "VendBill" })],
    ];
    const order = composed({ transaction: header("PurchOrd", { status: "B" }), lines: twoLines("-300.00", "300.00"), links });
    expect(only(mapTransactionRecord(order), "order").billIds).toEqual(["VendBill:70", "VendBill:71"]);
  });

  it("tell the deposit that is applied by being of no type and no payment, if they end in the application", () => {
    const applied = (...links: readonly Cells[]) =>
      mapTransactionRecord(composed({ transaction: header("DepAppl", { status: "Y" }), lines: twoLines("-180.00", "180.00"), links }));
    const { previoustype: _, ...untyped } = link({ previousdoc: "70", linktype: "DepAppl" }) as Record<string, string>;
    const invoice = link({ linktype: "Payment" });
    const from = (...links: readonly Cells[]) =>
      only(applied(...links), "application").allocations.map(({ fromId, toId }) => `${fromId} ${toId}`);
    expect(from(untyped, invoice)).toEqual(["CustDep:70 CustInvc:88"]);
    expect(from({ ...untyped, nextdoc: "7", previousdoc: "6" }, untyped, invoice)).toEqual(["CustDep:70 CustInvc:88"]);
    expect(from(invoice, link({ previousdoc: "5", linktype: "Other" }), untyped)).toEqual(["CustDep:70 CustInvc:88"]);
    expect(applied(invoice).findings).toMatchObject([{ field: "previousdoc" }]);
  });
});

describe("a line that the ledger adds for realised exchange", () => {
  const document = (extra: Cells, posted: string | null) => {
    const lines = twoLines("300.00", "-300.00", { main: { foreignamountunpaid: "300.00" } });
    const own = { ...lines[1], id: "2", uniquekey: "902", linesequencenumber: "2", foreignamount: "0.00", netamount: "-1.25" };
    const { item: _item, quantity: _quantity, rate: _rate, ...plain } = own as Record<string, string>;
    const accountingLines = [
      ...twoPostings("330.00", "-328.75"),
      ...(posted === null
        ? []
        : [{ transaction: "2044", transactionline: "2", accountingbook: "1", posting: "T", account: "148", amount: posted }]),
    ];
    const transaction = header("CustInvc", { currency: "2", exchangerate: "1.1" });
    return mapTransactionRecord(composed({ transaction, lines: [...lines, { ...plain, ...extra }], accountingLines }));
  };

  it("is no line of the document, and posts", () => {
    const mapped = document({}, "-1.25");
    expect(only(mapped, "document").lines.map(({ id }) => id)).toEqual(["CustInvc:2044/1"]);
    expect(only(mapped, "journal").postings).toHaveLength(3);
  });

  it("is told by its base amount where postings are not shown", () => {
    expect(only(document({}, null), "document").lines).toHaveLength(1);
  });

  it.each<[string, Cells, string | null]>([
    ["a line of nothing", { netamount: "0.00" }, "0.00"],
    ["a line of text", { foreignamount: "", netamount: "" }, null],
    ["an item given away", { item: "80" }, "-1.25"],
  ])("is not taken for %s, which stays", (_what, extra, posted) => {
    expect(only(document(extra, posted), "document").lines).toHaveLength(2);
  });
});
