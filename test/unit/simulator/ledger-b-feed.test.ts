import { describe, expect, test } from "vitest";
import { voidTransaction } from "#simulator/books/events.ts";
import { pacificTime, readTime } from "#simulator/ledger-b/pacific-time.ts";
import { ask, at, booksB, faultOf, first, NOW_MS, type Node, recordsIn } from "./ledger-b-books.ts";

const DAY_MS = 86_400_000;

function feed(ledger: ReturnType<typeof ask>, entities: string, sinceMs: number, nowMs = NOW_MS): Node[] {
  const { body } = ledger.get("cdc", { entities, changedSince: pacificTime(sinceMs) }, nowMs);
  return at((body.CDCResponse as Node[])[0], "QueryResponse") as unknown as Node[];
}

describe("the change feed", () => {
  test("has one element per entity asked, in that order, empty where nothing changed", () => {
    const books = booksB();
    const touched = first(books, "purchase_bill");
    touched.modifiedMs = NOW_MS - 2000;
    const answers = feed(ask(books), "Invoice,Class,Bill", NOW_MS - 3000);
    expect(answers.map((answer) => Object.keys(answer)[0])).toEqual([undefined, undefined, "Bill"]);
    expect(recordsIn(answers[2], "Bill").map((bill) => bill.Id)).toEqual([touched.id]);
    expect(answers[2]?.maxResults).toBe("1");
  });

  test("includes the second asked for", () => {
    const books = booksB();
    const touched = first(books, "journal");
    touched.modifiedMs = NOW_MS - 1500;
    const sinceMs = Math.floor(touched.modifiedMs / 1000) * 1000;
    expect(feed(ask(books), "JournalEntry", sinceMs)[0]?.JournalEntry).toHaveLength(1);
    expect(feed(ask(books), "JournalEntry", sinceMs + 1000)[0]).toEqual({});
  });

  test("tells of deleted records by a stub, which queries never show", () => {
    const books = booksB();
    const gone = first(books, "sales_invoice", ({ allocations }) => allocations.length === 0);
    const ledger = ask(books);
    books.transactions.splice(books.transactions.indexOf(gone), 1);
    books.graveyard.push({ id: gone.id, kind: gone.kind, deletedAtMs: NOW_MS - 5000 });
    const records = recordsIn(feed(ledger, "Invoice", NOW_MS - 6000)[0], "Invoice");
    expect(records).toContainEqual({
      domain: "LEDGER",
      status: "Deleted",
      Id: gone.id,
      MetaData: { LastUpdatedTime: pacificTime(NOW_MS - 5000) },
    });
    expect(ledger.list("Invoice", `WHERE Id = '${gone.id}'`)).toEqual([]);
    expect(faultOf(ledger.get(`invoice/${gone.id}`))).toBe("400 610");
  });

  test("cuts off at the cap, oldest change first", () => {
    const books = booksB();
    for (const [index, transaction] of books.transactions.filter(({ kind }) => kind === "purchase_bill").entries()) {
      transaction.modifiedMs = NOW_MS - DAY_MS + index * 1000;
    }
    const sinceMs = NOW_MS - 2 * DAY_MS;
    const whole = recordsIn(feed(ask(books), "Bill", sinceMs)[0], "Bill");
    const times = whole.map((bill) => readTime(at(bill, "MetaData").LastUpdatedTime as string) as number);
    expect(times.length).toBeGreaterThan(25);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const cut = recordsIn(feed(ask(books, { changesPerEntity: 25 }), "Bill", sinceMs)[0], "Bill");
    expect(cut).toEqual(whole.slice(0, 25));
    const [bills, invoices] = feed(ask(books, { changesInTotal: 25 }), "Bill,Invoice", sinceMs);
    expect([recordsIn(bills, "Bill").length, invoices]).toEqual([25, {}]);
  });

  test("looks back 30 days and no further", () => {
    const ledger = ask(booksB());
    const status = (ms: number) => ledger.get("cdc", { entities: "Invoice", changedSince: pacificTime(ms) }).status;
    expect(status(NOW_MS - 30 * DAY_MS)).toBe(200);
    expect(status(NOW_MS - 30 * DAY_MS - 1000)).toBe(400);
  });

  test.each(["TaxCode", "TaxRate", "TaxAgency", "TimeActivity", "JournalCode", "invoice"])("refuses %s", (entity) => {
    const changedSince = pacificTime(NOW_MS - 1000);
    expect(ask(booksB()).get("cdc", { entities: `Invoice,${entity}`, changedSince }).status).toBe(400);
  });

  test("shows inactive names", () => {
    const books = booksB();
    const account = books.accounts.find(({ kind }) => kind === "other_expense") ?? books.accounts[0];
    if (account === undefined) throw new Error("no account");
    account.active = false;
    account.modifiedMs = NOW_MS - 1000;
    const [answer] = feed(ask(books), "Account", NOW_MS - 2000);
    expect(recordsIn(answer, "Account").find(({ Id }) => Id === account.id)).toMatchObject({
      Active: false,
      Name: `${account.name} (deleted)`,
    });
  });

  test("a payment of nothing that the books hold is told again when its credit is voided", () => {
    const books = booksB();
    const credit = first(books, "sales_credit", ({ allocations }) => allocations.length > 0);
    const viaId = credit.allocations[0]?.viaId ?? "";
    const ledger = ask(books);
    voidTransaction(books, credit.id, NOW_MS - 1000);
    const records = recordsIn(feed(ledger, "Payment", NOW_MS - 5000)[0], "Payment");
    expect(records.find(({ Id }) => Id === viaId)).toMatchObject({ TotalAmt: expect.stringMatching(/^0/), Line: [] });
  });

  test("a link payment whose credit is voided is told as deleted", () => {
    const books = booksB();
    const credit = first(books, "sales_credit", ({ allocations }) => allocations.length > 0);
    credit.allocations = credit.allocations.map(({ id, toId, amount, date }) => ({ id, toId, amount, date }));
    const ledger = ask(books);
    const link = ledger.all("Payment").find((payment) => JSON.stringify(payment).includes(`"TxnId":"${credit.id}"`));
    expect(link?.TotalAmt).toBe("0");
    credit.state = "voided";
    credit.modifiedMs = NOW_MS - 1000;
    const records = recordsIn(feed(ledger, "Payment", NOW_MS - 500)[0], "Payment");
    expect(records.map(({ Id, status }) => [Id, status])).toContainEqual([link?.Id, "Deleted"]);
    expect(ledger.list("Payment", `WHERE Id = '${link?.Id}'`)).toEqual([]);
  });
});

describe("batches", () => {
  const body = (count: number, text = "SELECT count(*) FROM Bill") =>
    JSON.stringify({ BatchItemRequest: Array.from({ length: count }, (_, index) => ({ bId: `b${index}`, Query: text })) });

  test("answer every operation on its own", () => {
    const ledger = ask(booksB());
    const mixed = JSON.stringify({
      BatchItemRequest: [
        { bId: "1", Query: "SELECT * FROM Vendor MAXRESULTS 1" },
        { bId: "2", Query: "SELECT * FROM Nothing" },
        { bId: "3", operation: "create", Wish: {} },
      ],
    });
    const answer = ledger.send("POST", "batch", {}, mixed);
    expect(answer.status).toBe(200);
    const items = (JSON.parse(answer.body) as { BatchItemResponse: Node[] }).BatchItemResponse;
    expect(items.map(({ bId }) => bId)).toEqual(["1", "2", "3"]);
    expect(at(items[0], "QueryResponse").Vendor).toHaveLength(1);
    expect((at(items[1], "Fault").Error as Node[])[0]?.code).toBe("4001");
    expect((at(items[2], "Fault").Error as Node[])[0]?.code).toBe("500");
  });

  test("hold 30 operations and no more", () => {
    const ledger = ask(booksB());
    expect(ledger.send("POST", "batch", {}, body(30)).status).toBe(200);
    expect(ledger.send("POST", "batch", {}, body(31)).status).toBe(400);
    expect(ledger.send("POST", "batch", {}, "not json").status).toBe(400);
  });

  test("are counted by their path only", () => {
    const { ledger } = ask(booksB());
    const request = (path: string) => ({ method: "POST", path, query: new URLSearchParams(), headers: {}, body: "" });
    expect(ledger.isBatch(request("/v3/company/9130/batch"))).toBe(true);
    expect(ledger.isBatch(request("/v3/company/9130/query"))).toBe(false);
  });
});
