import { describe, expect, test } from "vitest";
import type { LedgerBOptions } from "#simulator/ledger-b/create-ledger-b.ts";
import { ask, at, booksB, faultOf, first, NOW_MS, type Node } from "./ledger-b-books.ts";

function setUp(options: LedgerBOptions = {}) {
  const books = booksB({ months: 3 });
  const ledger = ask(books, options);
  const post = (path: string, body: object, query: Record<string, string> = {}, nowMs = NOW_MS): { status: number; body: Node } => {
    const answer = ledger.send("POST", path, query, JSON.stringify(body), nowMs);
    return { status: answer.status, body: JSON.parse(answer.body) as Node };
  };
  const account = (kind: string) => ({ value: books.accounts.find((a) => a.kind === kind && a.active)?.id });
  const party = (role: string, currency = "USD") => ({
    value: books.parties.find((p) => p.role === role && p.currency === currency && p.active)?.id,
  });
  const line = (Amount: number, AccountRef: object = account("expense")) => ({
    Amount,
    DetailType: "AccountBasedExpenseLineDetail",
    AccountBasedExpenseLineDetail: { AccountRef },
  });
  const bill = (fields: object = {}) => ({ VendorRef: party("vendor"), TxnDate: "2026-11-02", Line: [line(12.5)], ...fields });
  return { books, ledger, post, account, party, line, bill };
}

const entry = (side: string, Amount: number, AccountRef: object) => ({
  Amount,
  DetailType: "JournalEntryLineDetail",
  JournalEntryLineDetail: { PostingType: side, AccountRef },
});

describe("creating records", () => {
  test("a bill gets an id, a first version and what its lines add up to", () => {
    const { post, bill, line } = setUp();
    const { status, body } = post("bill", bill({ DocNumber: "N-1", Line: [line(12.5), line(7)] }));
    expect(status).toBe(200);
    expect(at(body, "Bill")).toMatchObject({
      SyncToken: "0",
      DocNumber: "N-1",
      TotalAmt: 19.5,
      Balance: 19.5,
      Line: [{ Id: "1" }, { Id: "2" }],
    });
  });

  test("what can't be is refused in the vendor's words and changes nothing", () => {
    const { books, ledger, post, bill, line, account, party } = setUp({ uniqueNumbers: true });
    const before = books.transactions.length;
    const taken = first(books, "purchase_bill", ({ number }) => number !== null).number;
    const item = { Amount: 10, DetailType: "ItemBasedExpenseLineDetail", ItemBasedExpenseLineDetail: { ItemRef: { value: "9999" } } };
    const product = { ...item, ItemBasedExpenseLineDetail: { ItemRef: { value: books.items[0]?.id }, Qty: 3, UnitPrice: 4 } };
    const billed = { ...line(1), AccountBasedExpenseLineDetail: { AccountRef: account("expense"), BillableStatus: "HasBeenBilled" } };
    const codes = [
      bill({ VendorRef: undefined }),
      bill({ VendorRef: { value: "9999" } }),
      bill({ VendorRef: party("customer") }),
      bill({ Line: [line(1, { value: "9999" })] }),
      bill({ Line: [item] }),
      bill({ Line: [product] }),
      bill({ Line: [billed] }),
      bill({ Line: [entry("Debit", 1, account("bank"))] }),
      bill({ TxnDate: "2026-02-30" }),
      bill({ DocNumber: "x".repeat(22) }),
      bill({ DocNumber: taken }),
      bill({ Colour: "red" }),
      bill({ CurrencyRef: { value: "EUR" } }),
      bill({ ClassRef: { value: "1" } }),
    ].map((body) => faultOf(post("bill", body)));
    expect(codes).toEqual(
      ["2020", "2500", "2500", "2500", "2500", "6070", "2170", "2170", "2040", "2050", "6140", "2010", "6000", "2500"].map(
        (code) => `400 ${code}`,
      ),
    );
    expect(books.transactions.length).toBe(before);
    expect(ledger.ledger.writeLog.map(({ applied, status }) => [applied, status])).toEqual(codes.map(() => [false, 400]));
  });

  test("a journal balances and names the party of control accounts", () => {
    const { post, account } = setUp();
    const send = (...Line: object[]) => post("journalentry", { TxnDate: "2026-11-02", Line });
    expect(faultOf(send(entry("Debit", 5, account("expense")), entry("Credit", 4, account("bank"))))).toBe("400 6000");
    expect(faultOf(send(entry("Debit", 5, account("receivable")), entry("Credit", 5, account("bank"))))).toBe("400 6000");
    expect(at(send(entry("Debit", 5, account("expense")), entry("Credit", 5, account("bank"))).body, "JournalEntry")).toMatchObject({
      TotalAmt: 0,
    });
  });

  test("a payment settles what is open and no more, and may leave some unapplied", () => {
    const { post, account, party } = setUp();
    const CustomerRef = party("customer");
    const sold = { Amount: 100, DetailType: "SalesItemLineDetail", SalesItemLineDetail: { ItemRef: { value: "3" } } };
    const invoice = at(post("invoice", { CustomerRef, Line: [sold] }).body, "Invoice").Id as string;
    const pay = (TotalAmt: number, Amount: number, TxnId = invoice, TxnType = "Invoice") =>
      post("payment", { CustomerRef, TotalAmt, DepositToAccountRef: account("bank"), Line: [{ Amount, LinkedTxn: [{ TxnId, TxnType }] }] });
    expect(faultOf(pay(100.01, 100.01))).toBe("400 6000");
    expect(faultOf(pay(50, 60))).toBe("400 6000");
    expect(faultOf(pay(50, 50, "99999"))).toBe("400 610");
    expect(faultOf(pay(50, 50, invoice, "Bill"))).toBe("400 620");
    expect(at(pay(70, 60).body, "Payment")).toMatchObject({ TotalAmt: 70, UnappliedAmt: 10 });
    expect(faultOf(pay(0, 40))).toBe("400 6000");
  });

  test("an item has a name of its own and an account", () => {
    const { books, post, account } = setUp();
    const body = { Name: "Tieout - Sales", Type: "Service", IncomeAccountRef: account("revenue") };
    expect(at(post("item", body).body, "Item")).toMatchObject({ Name: "Tieout - Sales", Type: "Service", Active: true, SyncToken: "0" });
    expect(faultOf(post("item", body))).toBe("400 6240");
    expect(faultOf(post("item", { ...body, Name: "Other", IncomeAccountRef: undefined }))).toBe("400 2020");
    expect(books.items.at(-1)).toMatchObject({ name: "Tieout - Sales", expenseAccountId: "" });
  });
});

describe("changing records", () => {
  test("a full update deletes the lines and clears the members that it leaves out, without a word", () => {
    const { post, bill, line } = setUp();
    const made = at(post("bill", bill({ DocNumber: "N-1", PrivateNote: "Note", Line: [line(1), line(2), line(3)] })).body, "Bill");
    const [, second] = made.Line as Node[];
    const { VendorRef } = bill();
    const changed = at(post("bill", { Id: made.Id, SyncToken: "0", VendorRef, Line: [second, line(9)] } as object).body, "Bill");
    expect(changed).toMatchObject({
      SyncToken: "1",
      TotalAmt: 11,
      Line: [
        { Id: "2", Amount: 2 },
        { Id: "4", Amount: 9 },
      ],
    });
    expect([changed.DocNumber, changed.PrivateNote]).toEqual([undefined, made.Id?.toString().endsWith("3") ? "" : undefined]);
    expect(faultOf(post("bill", { Id: made.Id, SyncToken: "0", VendorRef, Line: [second] } as object))).toBe("400 5010");
  });

  test("what was applied can't become more than the document", () => {
    const { books, post } = setUp();
    const paid = first(books, "purchase_bill", (t) =>
      books.transactions.some(({ allocations }) => allocations.some(({ toId }) => toId === t.id)),
    );
    const { VendorRef, Line } = at(setUpRead(post, paid.id), "Bill");
    const [line] = Line as Node[];
    const cut = { ...line, Amount: 0.01, ItemBasedExpenseLineDetail: undefined, DetailType: "AccountBasedExpenseLineDetail" };
    const body = {
      Id: paid.id,
      SyncToken: String(paid.version),
      VendorRef,
      Line: [{ ...cut, AccountBasedExpenseLineDetail: { AccountRef: { value: paid.lines[0]?.accountId } } }],
    };
    expect(faultOf(post("bill", body as object))).toBe("400 6000");
  });
});

/** A record by a query in a batch: reads go that way too. */
function setUpRead(post: (path: string, body: object) => { body: Node }, id: string): Node {
  const { body } = post("batch", { BatchItemRequest: [{ bId: "1", Query: `SELECT * FROM Bill WHERE Id = '${id}'` }] });
  const [answer] = body.BatchItemResponse as Node[];
  return { Bill: (at(answer, "QueryResponse").Bill as Node[])[0] as Node };
}

describe("request ids and batches", () => {
  test("a request id gets the first answer again, whatever the body is, until it is forgotten", () => {
    const { books, ledger, post, bill } = setUp({ requestIdLifetimeMs: 1000 });
    const before = books.transactions.length;
    const answer = post("bill", bill({ DocNumber: "R-1" }), { requestid: "k" });
    expect(post("bill", bill({ DocNumber: "R-2" }), { requestid: "k" }, NOW_MS + 999)).toEqual(answer);
    expect(post("invoice", {}, { requestid: "k" }, NOW_MS + 999)).toEqual(answer);
    expect(books.transactions.length).toBe(before + 1);
    post("bill", bill({ DocNumber: "R-2" }), { requestid: "k" }, NOW_MS + 1000);
    expect(books.transactions.length).toBe(before + 2);
    expect(ledger.ledger.writeLog.map(({ applied, replayed }) => [applied, replayed])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [true, false],
    ]);
  });

  test("a refused call is not remembered", () => {
    const { post, bill } = setUp();
    expect(faultOf(post("bill", bill({ DocNumber: "x".repeat(22) }), { requestid: "k" }))).toBe("400 2050");
    expect(post("bill", bill({ DocNumber: "x" }), { requestid: "k" }).status).toBe(200);
  });

  test("operations of a batch stand or fall alone, and it takes shorter ids", () => {
    const { books, ledger, post, bill } = setUp();
    const before = books.transactions.length;
    const BatchItemRequest = [
      { bId: "a", operation: "create", Bill: bill() },
      { bId: "b", operation: "create", Bill: bill({ VendorRef: undefined }) },
      { bId: "c", operation: "update", Bill: bill() },
    ];
    const { body } = post("batch", { BatchItemRequest }, { requestid: "batch-1" });
    const kinds = (body.BatchItemResponse as Node[]).map((part) => [part.bId, part.Bill === undefined ? "fault" : "done"]);
    expect(kinds).toEqual([
      ["a", "done"],
      ["b", "fault"],
      ["c", "fault"],
    ]);
    expect(books.transactions.length).toBe(before + 1);
    expect(ledger.ledger.writeLog).toMatchObject([
      { requestid: "batch-1", status: 200, applied: true, effects: [{ entity: "Bill", did: "created" }] },
    ]);
    expect(faultOf(post("batch", { BatchItemRequest }, { requestid: "k".repeat(37) }))).toBe("400 2050");
    expect(faultOf(post("batch", { BatchItemRequest: [BatchItemRequest[0], BatchItemRequest[0]] }))).toBe("400 2050");
  });
});
