import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { booksChanged } from "#simulator/books/postings.ts";
import { clientOf, NOW, type Node, someBooks } from "./ledger-a-support.ts";

const SALES = { where: 'Type=="ACCREC"' };
const books = someBooks();
const { send, read, list, all } = clientOf(books);
const ids = (nodes: readonly Node[], field: string) => nodes.map((node) => String(node[field]));
const momentOf = (node: Node) => Number(/\d+/.exec(String(node.UpdatedDateUTC))?.[0]);

describe("the envelope", () => {
  it("wraps one plural collection", () => {
    const body = read("Invoices", { ...SALES, page: "1" });
    expect(Object.keys(body)).toEqual(["Id", "Status", "ProviderName", "DateTimeUTC", "pagination", "Invoices"]);
    expect(body.DateTimeUTC).toBe(`/Date(${NOW})/`);
  });

  it("tells of pages only when a page was asked for", () => {
    expect(read("Invoices", SALES)).not.toHaveProperty("pagination");
    const count = books.transactions.filter((t) => t.kind === "sales_invoice").length;
    expect(read("Invoices", { ...SALES, page: "1", pageSize: "7" }).pagination).toEqual({
      page: "1",
      pageSize: "7",
      pageCount: String(Math.ceil(count / 7)),
      itemCount: String(count),
    });
  });

  it("calls the organisation's collection by its plural", () => {
    expect(read("Organisation").Organisations).toHaveLength(1);
    expect(read("Organisation/Actions").Actions).toContainEqual({ Name: "UseMulticurrency", Status: "ALLOWED" });
  });
});

describe("paging", () => {
  it("gives every record once at any page size", () => {
    const everything = ids(list("Invoices", SALES), "InvoiceID").sort();
    expect(everything.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 200 }), (size) => {
        expect(ids(all("Invoices", SALES, size), "InvoiceID").sort()).toEqual(everything);
      }),
      { numRuns: 12 },
    );
  });

  it("gives 100 by default, oldest change first, and nothing past the end", () => {
    const nodes = list("Invoices", { page: "1" });
    expect(nodes).toHaveLength(100);
    const moments = nodes.map(momentOf);
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    expect(list("Invoices", { page: "999" })).toEqual([]);
  });

  it.each([
    ["pageSize", "1001"],
    ["pageSize", "0"],
    ["pageSize", "ten"],
    ["page", "0"],
    ["page", "-1"],
    ["unitdp", "3"],
    ["order", "Colour ASC"],
    ["where", "Type LIKE 'A'"],
    ["where", 'Colour=="red"'],
  ])("refuses %s=%s", (name, value) => {
    const answer = send("Invoices", { page: "1", [name]: value });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ ErrorNumber: 10, Type: "ValidationException" });
  });

  it("leaves the lines out without a page", () => {
    expect(list("Invoices", SALES).every((node) => (node.LineItems as Node[]).length === 0)).toBe(true);
    expect(list("Invoices", { ...SALES, page: "1" }).every((node) => (node.LineItems as Node[]).length > 0)).toBe(true);
  });

  it("orders as asked", () => {
    const dates = list("Invoices", { page: "1", order: "Date DESC" }).map((node) => String(node.DateString));
    expect(dates).toEqual([...dates].sort().reverse());
    const named = ids(list("Invoices", { page: "1", pageSize: "1000", order: "InvoiceID" }), "InvoiceID");
    expect(named).toEqual([...named].sort());
  });
});

describe("filters", () => {
  it("splits sales from purchases by type", () => {
    const sales = all("Invoices", SALES);
    const bills = all("Invoices", { where: 'Type=="ACCPAY"' });
    expect(new Set(sales.map((n) => n.Type))).toEqual(new Set(["ACCREC"]));
    expect(new Set(bills.map((n) => n.Type))).toEqual(new Set(["ACCPAY"]));
    expect(sales.length + bills.length).toBe(all("Invoices").length);
  });

  it("keeps advances of money among the bank transactions, apart by type", () => {
    const types = new Set(all("BankTransactions").map((n) => n.Type));
    expect(types).toContain("RECEIVE-OVERPAYMENT");
    expect(types).toContain("SPEND-PREPAYMENT");
    const spend = all("BankTransactions", { where: 'Type=="SPEND"' });
    expect(spend.length).toBeGreaterThan(0);
    expect(spend.every((n) => n.Type === "SPEND")).toBe(true);
  });

  it("selects by ids and statuses", () => {
    const [first, second] = all("Invoices", SALES);
    const wanted = [first?.InvoiceID, second?.InvoiceID].join(",");
    expect(list("Invoices", { page: "1", IDs: wanted })).toHaveLength(2);
    const voided = list("Invoices", { page: "1", Statuses: "VOIDED,DELETED" });
    expect(voided.length).toBeGreaterThan(0);
    expect(voided.every((n) => n.Status === "VOIDED" || n.Status === "DELETED")).toBe(true);
  });

  it("passes over a filter on purchase orders", () => {
    expect(list("PurchaseOrders", { page: "1", where: "anything at all" }).length).toBeGreaterThan(0);
  });

  it("hides archived contacts and options unless asked", () => {
    const own = someBooks(12, 3);
    const client = clientOf(own);
    const before = client.all("Contacts").length;
    const party = own.parties[0];
    if (!party) throw new Error("no contact");
    party.active = false;
    party.modifiedMs += 1;
    booksChanged(own);
    expect(client.all("Contacts")).toHaveLength(before - 1);
    expect(client.all("Contacts", { includeArchived: "true" })).toHaveLength(own.parties.length);
  });
});

describe("If-Modified-Since", () => {
  it("tells what changed in or after the second, and nothing older", () => {
    const nodes = all("Invoices");
    const middle = momentOf(nodes[Math.floor(nodes.length / 2)] as Node);
    const since = new Date(middle).toISOString().slice(0, 19);
    const whole = Math.floor(middle / 1000) * 1000;
    const found = list("Invoices", { page: "1", pageSize: "1000" }, { "if-modified-since": since });
    expect(ids(found, "InvoiceID")).toEqual(
      ids(
        nodes.filter((n) => momentOf(n) >= whole),
        "InvoiceID",
      ),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(nodes.length);
  });

  it("tells an invoice again when a payment touches it", () => {
    const own = someBooks(13, 3);
    const client = clientOf(own);
    const payment = own.transactions.find((t) => t.kind === "customer_payment" && t.state === "approved");
    if (!payment) throw new Error("no payment");
    payment.state = "deleted";
    payment.modifiedMs = NOW;
    payment.version++;
    booksChanged(own);
    const found = client.list("Invoices", { page: "1" }, { "if-modified-since": new Date(NOW).toISOString().slice(0, 19) });
    expect(ids(found, "InvoiceID")).toEqual([payment.allocations[0]?.toId]);
    expect(found[0]?.Status).toBe("AUTHORISED");
  });

  it("refuses a header that is no date", () => {
    expect(send("Invoices", {}, { "if-modified-since": "yesterday" }).status).toBe(400);
  });
});

describe("what is not there", () => {
  it("answers 403 in lower case for another tenant", () => {
    const answer = send("Invoices", {}, { "ledger-tenant-id": "someone-else" });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ title: "Forbidden", status: 403, detail: "AuthenticationUnsuccessful" });
  });

  it.each(["Colours", "Invoices/none", "Reports", "Reports/Colours", "Invoices/%E0%A4%A", ""])("answers 404 for %j", (path) => {
    expect(send(path).status).toBe(404);
  });

  it("answers one record by id and by number", () => {
    const invoice = list("Invoices", { ...SALES, page: "1" })[0] as Node;
    expect(read(`Invoices/${invoice.InvoiceID}`).Invoices).toEqual([invoice]);
    expect(read(`Invoices/${encodeURIComponent(String(invoice.InvoiceNumber))}`).Invoices).toEqual([invoice]);
  });
});
