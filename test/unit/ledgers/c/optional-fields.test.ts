import { describe, expect, it } from "vitest";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import { type Cells, composed, context, fetchedAt, header, mapTransactionRecord, only, stream, twoLines, twoPostings } from "./support.ts";

const source = (entityType: string, id = "2044") => ({ system: "ledger_c", tenantId: "1234567", entityType, id, fetchedAt });
/** A row as it is where the ledger leaves out everything that it may. */
const without = (cells: Cells, ...columns: readonly string[]): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !columns.includes(column)));
const bare = (type: string, change: Cells = {}) => without(header(type, change), "tranid", "entity", "postingperiod");
const dollars = (amount: string) => ({ amount, currency: "USD" });
const map = (name: string, row: Cells) => stream(name).map(context(), { ...row });

describe("a payment", () => {
  const record = (transaction: Cells, main: Cells = {}) =>
    mapTransactionRecord(composed({ transaction, lines: twoLines("200.00", "-200.00", { main }) }));
  const fields = {
    ...{ id: "CustPymt:2044", direction: "received", date: "2026-10-05", currency: "USD", amount: dollars("200.00") },
    ...{ unapplied: dollars("0.00"), status: "posted", sourceStatus: "C", allocations: [], source: source("CustPymt") },
    entityId: "subsidiary:2",
  };
  const sent = { status: "C", foreigntotal: "200.00" };

  it("has what the ledger tells of it, and nothing that it doesn't", () => {
    const full = only(record(header("CustPymt", { ...sent, entityname: "Birch" })), "payment");
    expect(full).toStrictEqual({ ...fields, partyId: "customer:309", partyName: "Birch", reference: "N-1" });
    expect(only(record(bare("CustPymt", sent)), "payment")).toStrictEqual(fields);
  });

  it("has the name of a party only together with the party", () => {
    expect(only(record(bare("CustPymt", { ...sent, entityname: "Birch" })), "payment")).toStrictEqual(fields);
    expect(only(record(header("CustPymt", sent)), "payment")).not.toHaveProperty("partyName");
  });

  it("has a rate where its currency isn't that of its books, if the ledger tells one", () => {
    expect(only(record(header("CustPymt", { ...sent, currency: "2", exchangerate: "1.1" })), "payment").exchangeRate).toBe("1.1");
    expect(only(record(without(header("CustPymt", { ...sent, currency: "2" }), "exchangerate")), "payment")).not.toHaveProperty(
      "exchangeRate",
    );
    expect(only(record(header("CustPymt", sent)), "payment")).not.toHaveProperty("exchangeRate");
  });

  it("has no legal entity where none of its lines names one, and nothing unapplied without a main line", () => {
    const mapped = mapTransactionRecord(composed({ transaction: header("CustPymt", sent), lines: [] }));
    expect(only(mapped, "payment")).not.toHaveProperty("entityId");
    expect(only(mapped, "payment").unapplied.amount).toBe("0.00");
  });
});

describe("a document", () => {
  const main = { foreignamountunpaid: "300.00" };
  const fields = ["number", "reference", "partyId", "partyName", "dueDate", "totalAccountId", "approvalStatus", "memo", "periodId"];
  const of = (transaction: Cells, lines = twoLines("300.00", "-300.00", { main })) =>
    only(mapTransactionRecord(composed({ transaction, lines })), "document");

  it("has nothing that the ledger doesn't tell, and the name of a party only together with the party", () => {
    expect(Object.keys(of(bare("CustInvc", { entityname: "Birch" }))).filter((key) => fields.includes(key))).toEqual([]);
    expect(of(header("CustInvc"))).not.toHaveProperty("partyName");
    const unplaced = twoLines("300.00", "-300.00", { main }).map((line) => without(line, "subsidiary"));
    expect(of(header("CustInvc"), unplaced)).not.toHaveProperty("entityId");
    expect(of(header("CustInvc", { currency: "2" }), [without(unplaced[0] ?? {}, "netamount")])).not.toHaveProperty("totalBase");
    expect(of(bare("CustInvc")).lines[0]).not.toHaveProperty("description");
  });

  it("reads the sign of its lines from the lines, which add up to the total", () => {
    const bill = (amount: string) => of(header("VendBill", { foreigntotal: "-300.00" }), twoLines("300.00", amount, { main }));
    expect([bill("300.00"), bill("-300.00")].map(({ total, lines }) => [total.amount, lines[0]?.net.amount])).toEqual([
      ...[
        ["300.00", "300.00"],
        ["300.00", "300.00"],
      ],
    ]);
  });

  it("keeps an invoice below zero as it was sent, and adds up only the amounts that there are", () => {
    expect(of(header("CustInvc", { foreigntotal: "-300.00" }), twoLines("-300.00", "300.00", { main })).total.amount).toBe("-300.00");
    const line = (id: string, change: Cells) => ({
      ...(twoLines("0", "0")[1] as Cells),
      id,
      uniquekey: id,
      linesequencenumber: id,
      ...change,
    });
    const tax = line("3", { taxline: "T", foreignamount: "-45.00" });
    const lines = [...twoLines("345.00", "-300.00", { main }), tax, without({ ...tax, id: "4", uniquekey: "4" }, "foreignamount")];
    expect(of(header("CustInvc", { foreigntotal: "345.00" }), lines).tax.amount?.amount).toBe("45.00");
  });
});

describe("a purchase order", () => {
  const record = (transaction: Cells, line: Cells = {}, links: readonly Cells[] = []) =>
    composed({ transaction, lines: twoLines("-300.00", "300.00", { line: { quantity: "4", ...line } }), links });
  const order = (...given: Parameters<typeof record>) => only(mapTransactionRecord(record(...given)), "order");
  const fields = {
    ...{ id: "PurchOrd:2044", date: "2026-10-05", currency: "USD", total: dollars("300.00"), sourceStatus: "B", billIds: [] },
    ...{ source: source("PurchOrd"), entityId: "subsidiary:2" },
  };
  const sent = { status: "B", foreigntotal: "-300.00" };

  it("has what the ledger tells of it, and nothing that it doesn't", () => {
    const { lines: _full, status: _status, ...full } = order(header("PurchOrd", { ...sent, entityname: "Oak" }));
    expect(full).toStrictEqual({ ...fields, number: "N-1", partyId: "vendor:309", partyName: "Oak" });
    const { lines: _bare, status: _open, ...plain } = order(bare("PurchOrd", { ...sent, entityname: "Oak" }));
    expect(plain).toStrictEqual(fields);
    expect(order(header("PurchOrd", sent))).not.toHaveProperty("partyName");
    expect(only(mapTransactionRecord(composed({ transaction: header("PurchOrd", sent), lines: [] })), "order")).not.toHaveProperty(
      "entityId",
    );
  });

  it("has the quantities of its lines that were billed and received, where the ledger counts them (rule 13)", () => {
    expect(order(header("PurchOrd", sent), { quantitybilled: "1", quantityshiprecv: "3" }).lines[0]).toMatchObject({
      ...{ id: "PurchOrd:2044/1", quantityBilled: "1", quantityReceived: "3" },
    });
    const [line] = order(header("PurchOrd", sent)).lines;
    expect(Object.keys(line ?? {}).filter((key) => ["quantityBilled", "quantityReceived", "accountId"].includes(key))).toEqual([]);
  });
});

describe("a journal of postings", () => {
  const lines = twoLines("300.00", "-300.00", { main: { foreignamountunpaid: "0.00" }, line: { memo: "Design" } });
  const journal = (transaction: Cells, accountingLines: readonly Cells[]) =>
    mapTransactionRecord(composed({ transaction, lines, accountingLines })).records.find(({ kind }) => kind === "journal")?.value as
      | { postings: { id: string; description?: string; accountId: string }[]; number?: string }
      | undefined;
  const posted = twoPostings("300.00", "-300.00");

  it("is there where the transaction has posted, or doesn't say whether it has", () => {
    expect(journal(header("CustInvc"), posted)?.postings).toHaveLength(2);
    expect(journal(without(header("CustInvc"), "posting"), posted)?.postings).toHaveLength(2);
    expect(journal(header("CustInvc", { posting: "F" }), posted)).toBeUndefined();
    expect(journal(header("CustInvc"), [])).toBeUndefined();
  });

  it("has no line that posts nothing, names no account, or has no amount", () => {
    const [first = {}, second = {}] = posted;
    const ids = (...rows: readonly Cells[]) => journal(header("CustInvc"), rows)?.postings.map(({ id }) => id);
    expect(ids(first, { ...second, posting: "F" })).toEqual(["gl:2044/0"]);
    expect(ids(without(first, "posting"), second)).toEqual(["gl:2044/0", "gl:2044/1"]);
    expect(ids(without(first, "account"), second)).toEqual(["gl:2044/1"]);
    expect(ids(without(first, "amount"), second)).toEqual(["gl:2044/1"]);
    expect(ids(without(first, "amount", "account"), second)).toEqual(["gl:2044/1"]);
  });

  it("has its lines in the order of the transaction's, with their texts, and its number where it has one", () => {
    const [first = {}, second = {}] = posted;
    const reversed = journal(header("CustInvc"), [{ ...second, transactionline: "10" }, second, first]);
    expect(reversed?.postings.map(({ id }) => id)).toEqual(["gl:2044/0", "gl:2044/1", "gl:2044/10"]);
    expect(reversed?.postings.map(({ description }) => description)).toEqual([undefined, "Design", undefined]);
    expect(reversed?.postings[0]).not.toHaveProperty("description");
    expect(reversed?.number).toBe("N-1");
    expect(journal(bare("CustInvc"), posted)).not.toHaveProperty("number");
  });
});

describe("list records", () => {
  it("a dimension is active unless the ledger says that it isn't, and so are its values", () => {
    const dimension = (active: string | null, ...values: readonly Cells[]) => {
      const head = { id: "department", name: "Department", fieldkey: "department", entitytype: "department", table: "department" };
      const record = { dimension: active === null ? head : { ...head, active }, values };
      return only(stream("dimensions").map(context(), parseExactJson(JSON.stringify(record))), "dimension");
    };
    expect([dimension("T").active, dimension(null).active, dimension("F").active]).toEqual([true, true, false]);
    expect(dimension("T")).toMatchObject({ id: "department", name: "Department", fieldKey: "department", level: "header_and_line" });
    const rows = [{ id: "1", name: "Sales" }, { id: "2", fullname: "All : West", isinactive: "T", parent: "1" }, { id: "3" }];
    expect(dimension("T", ...rows).values).toStrictEqual([
      { id: "1", name: "Sales", active: true },
      { id: "2", name: "All : West", active: false, parentId: "1" },
      { id: "3", name: "3", active: true },
    ]);
  });

  it("an item has the accounts that it names, and no others", () => {
    const fields = { id: "item:80", name: "DES-1", code: "DES-1", tracked: false, active: true, source: source("item", "80") };
    expect(only(map("items", { id: "80", itemid: "DES-1" }), "item")).toStrictEqual(fields);
    const accounts = { incomeaccount: "1", expenseaccount: "2", assetaccount: "3", itemtype: "InvtPart", isinactive: "T" };
    expect(only(map("items", { id: "80", itemid: "DES-1", fullname: "Design", ...accounts }), "item")).toStrictEqual({
      ...fields,
      ...{ tracked: true, active: false, type: "InvtPart" },
      ...{ incomeAccountId: "account:1", expenseAccountId: "account:2", assetAccountId: "account:3" },
    });
    const { code: _, ...unnumbered } = fields;
    expect(only(map("items", { id: "80", fullname: "Design" }), "item")).toStrictEqual({ ...unnumbered, name: "Design" });
  });

  it.each([
    ["customers", "customer", "vatregnumber", "receivable"],
    ["vendors", "vendor", "taxidnum", "payable"],
  ] as const)("%s have the fields that were sent, and balances in their own currency or the company's", (name, table, tax, side) => {
    const fields = {
      ...{ id: `${table}:309`, name: "Birch", isCustomer: table === "customer", isVendor: table === "vendor", isEmployee: false },
      ...{ active: true, sources: [source(table, "309")] },
    };
    expect(only(map(name, { id: "309", companyname: "Birch" }), "party")).toStrictEqual(fields);
    const sent = { id: "309", companyname: "Birch", email: "a@b.nz", [tax]: "T-1", balance: "12.50", isinactive: "T" };
    const full = { ...fields, active: false, email: "a@b.nz", taxIdentifier: "T-1" };
    expect(only(map(name, sent), "party")).toStrictEqual({ ...full, [side]: dollars("12.50") });
    expect(only(map(name, { ...sent, currency: "2" }), "party")).toStrictEqual({
      ...{ ...full, currency: "EUR" },
      [side]: { amount: "12.50", currency: "EUR" },
    });
  });
});
