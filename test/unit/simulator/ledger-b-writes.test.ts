import { describe, expect, test } from "vitest";
import { ask, at, booksB, faultOf, first, type Node } from "./ledger-b-books.ts";

function setUp() {
  const books = booksB({ months: 3 });
  const ledger = ask(books);
  const invoice = first(books, "sales_invoice");
  const post = (path: string, query: Record<string, string>, body: object): { status: number; body: Node } => {
    const answer = ledger.send("POST", path, query, JSON.stringify(body));
    return { status: answer.status, body: JSON.parse(answer.body) as Node };
  };
  const token = () => at(ledger.get(`invoice/${invoice.id}`).body, "Invoice").SyncToken as string;
  return { books, ledger, invoice, post, token };
}

describe("writes", () => {
  test("a void zeroes the record and raises its token by one", () => {
    const { invoice, post, token } = setUp();
    const before = Number(token());
    const { body } = post("invoice", { operation: "void" }, { Id: invoice.id, SyncToken: token() });
    expect(at(body, "Invoice")).toMatchObject({ Id: invoice.id, TotalAmt: 0, Balance: 0, SyncToken: String(before + 1) });
    expect(at(body, "Invoice").PrivateNote as string).toMatch(/^Voided/);
  });

  test("a delete leaves nothing to query", () => {
    const { ledger, invoice, post, token } = setUp();
    const { body } = post("invoice", { operation: "delete" }, { Id: invoice.id, SyncToken: token() });
    expect(body.Invoice).toEqual({ domain: "LEDGER", status: "Deleted", Id: invoice.id });
    expect(ledger.list("Invoice", `WHERE Id = '${invoice.id}'`)).toEqual([]);
    expect(faultOf(post("invoice", { operation: "delete" }, { Id: invoice.id, SyncToken: "0" }))).toBe("400 610");
  });

  test("a sparse change moves only what is named, and a stale token is refused", () => {
    const { ledger, invoice, post, token } = setUp();
    const before = at(ledger.get(`invoice/${invoice.id}`).body, "Invoice");
    const stale = token();
    post("invoice", {}, { Id: invoice.id, SyncToken: stale, sparse: true, PrivateNote: "Called twice" });
    const after = at(ledger.get(`invoice/${invoice.id}`).body, "Invoice");
    expect({ ...after, MetaData: null, SyncToken: null }).toEqual({
      ...before,
      PrivateNote: "Called twice",
      MetaData: null,
      SyncToken: null,
    });
    const refused = post("invoice", {}, { Id: invoice.id, SyncToken: stale, sparse: true, PrivateNote: "Called thrice" });
    expect(faultOf(refused)).toBe("400 5010");
    expect(at(ledger.get(`invoice/${invoice.id}`).body, "Invoice").PrivateNote).toBe("Called twice");
  });

  test("a repeated requestid gets the first answer and changes nothing", () => {
    const { invoice, post, token } = setUp();
    const change = { Id: invoice.id, SyncToken: token(), sparse: true, PrivateNote: "Once" };
    const answer = post("invoice", { requestid: "key-1" }, change);
    const after = token();
    expect(post("invoice", { requestid: "key-1" }, change)).toEqual(answer);
    expect(token()).toBe(after);
    expect(faultOf(post("invoice", { requestid: "k".repeat(51) }, change))).toBe("400 2050");
  });

  test("bills have no void, and a record without lines is not created", () => {
    const { books, post } = setUp();
    const bill = first(books, "purchase_bill");
    const refused = post("bill", { operation: "void" }, { Id: bill.id, SyncToken: String(bill.version) });
    expect(faultOf(refused)).toBe("400 500");
    expect(faultOf(post("invoice", {}, { Line: [] }))).toBe("400 2020");
    expect(faultOf(post("bill", {}, { VendorRef: { value: bill.partyId }, Line: [] }))).toBe("400 2020");
  });
});
