import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { moveLock } from "#simulator/books/events.ts";
import type { LedgerAOptions } from "#simulator/ledger-a/create-ledger-a.ts";
import { clientOf, NOW, type Node, someBooks, TENANT } from "./ledger-a-support.ts";

function scene(options: LedgerAOptions = { journals: true }) {
  const books = someBooks(61, 3);
  moveLock(books, "periodLock", calendarDate("2026-10-31"), NOW);
  moveLock(books, "yearEndLock", calendarDate("2026-03-31"), NOW);
  const client = clientOf(books, options);
  const write = (method: string, path: string, body: unknown, query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const answer = client.ledger.handle(
      {
        method,
        path: `/api/2.0/${path}`,
        query: new URLSearchParams(query),
        headers: { "ledger-tenant-id": TENANT, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      },
      NOW,
    );
    return { status: answer.status, text: answer.body, body: parseExactJson(answer.body) as { [k: string]: ExactJson } };
  };
  const contact = books.parties.find((p) => p.role === "vendor" && p.currency === "NZD" && p.active)?.id ?? "";
  const account = books.accounts.find((a) => a.kind === "expense" && a.active)?.code ?? "";
  const bank = books.accounts.find((a) => a.kind === "bank")?.code ?? "";
  const line = { Description: "Timber", Quantity: "3.0000", UnitAmount: "33.3350", AccountCode: account, TaxType: "INPUT2" };
  const bill = {
    Type: "ACCPAY",
    Contact: { ContactID: contact },
    Date: "2026-11-20",
    DueDate: "2026-12-20",
    Status: "AUTHORISED",
    LineItems: [line],
  };
  return { ...client, books, write, bill, line, bank };
}

const list = (body: { [k: string]: ExactJson }, key: string) => body[key] as Node[];
const messages = (node: Node | undefined) => ((node?.ValidationErrors as Node[]) ?? []).map((e) => String(e.Message));

describe("writing invoices", () => {
  it("creates, posts a journal and reads the same back", () => {
    const { write, bill, read, ledger } = scene();
    const before = ledger.journalLog.entries.length;
    const made = list(write("PUT", "Invoices", { Invoices: [bill] }).body, "Invoices")[0] as Node;
    expect(made).toMatchObject({ Status: "AUTHORISED", SubTotal: "100.01", TotalTax: "15.00", Total: "115.01", AmountDue: "115.01" });
    expect(read(`Invoices/${made.InvoiceID}`).Invoices).toEqual([made]);
    expect(ledger.journalLog.entries).toHaveLength(before + 1);
  });

  it("merges an update and replaces lines as a whole", () => {
    const { write, bill, line } = scene();
    const made = list(write("POST", "Invoices", [bill]).body, "Invoices")[0] as Node;
    const two = { InvoiceID: made.InvoiceID, LineItems: [line, { ...line, Quantity: "1" }] };
    const edited = list(write("POST", "Invoices", { Invoices: [two] }).body, "Invoices")[0] as Node;
    expect(edited).toMatchObject({ InvoiceID: made.InvoiceID, DueDateString: made.DueDateString as string, SubTotal: "133.35" });
    expect(edited.LineItems).toHaveLength(2);
    const voided = list(write("POST", `Invoices/${made.InvoiceID}`, { Status: "VOIDED" }).body, "Invoices")[0] as Node;
    expect(voided).toMatchObject({ Status: "VOIDED", AmountDue: "0.00", Total: edited.Total as string });
  });

  it("refuses all of a call for one bad object unless told to answer one by one", () => {
    const { write, bill, books } = scene();
    const count = books.transactions.length;
    const bad = { ...bill, Contact: { ContactID: "nobody" } };
    const all = write("PUT", "Invoices", { Invoices: [bill, bad] });
    expect(all.status).toBe(400);
    expect(all.body).toMatchObject({ Type: "ValidationException" });
    expect(books.transactions).toHaveLength(count);
    const each = write("PUT", "Invoices", { Invoices: [bill, bad] }, { summarizeErrors: "false" });
    expect(each.status).toBe(200);
    const nodes = list(each.body, "Invoices");
    expect(nodes.map((n) => n.StatusAttributeString)).toEqual(["OK", "ERROR"]);
    expect(messages(nodes[1])).toHaveLength(1);
    expect(books.transactions).toHaveLength(count + 1);
  });

  it.each([
    ["no type", { Type: "ACC" }, {}],
    ["a day that is none", { Date: "2026-02-30" }, {}],
    ["an unknown account", {}, { AccountCode: "none" }],
    ["an unknown tax", {}, { TaxType: "WHAT" }],
    ["an unknown item", {}, { ItemCode: "WHAT" }],
    ["an unknown option", {}, { Tracking: [{ Name: "Region", Option: "Nowhere" }] }],
    ["a wrong line total", {}, { LineAmount: "3" }],
    ["a status of its own", { Status: "PAID" }, {}],
    ["a foreign currency", { CurrencyCode: "XXX" }, {}],
    ["no lines", { LineItems: [] }, {}],
    ["an unknown contact", { Contact: { ContactID: "nobody" } }, {}],
    ["an unknown id", { InvoiceID: "nobody" }, {}],
  ])("refuses %s for that alone", (_what, change, lineChange) => {
    const { write, bill, line } = scene();
    const sent = { ...bill, LineItems: [{ ...line, ...lineChange }], ...change };
    expect(write("PUT", "Invoices", sent).status).toBe(400);
    const each = write("PUT", "Invoices", sent, { summarizeErrors: "false" });
    expect(messages(list(each.body, "Invoices")[0])).toHaveLength(1);
  });

  it("takes 50 objects and not one more", () => {
    const { write, bill } = scene();
    expect(list(write("PUT", "Invoices", Array(50).fill(bill)).body, "Invoices")).toHaveLength(50);
    expect(write("PUT", "Invoices", Array(51).fill(bill)).status).toBe(400);
    expect(write("PUT", "Invoices", "{not json").status).toBe(400);
  });

  it("holds to the lock dates, the year end even for advisers", () => {
    const locked = (date: string, adviser: boolean) => {
      const { write, bill } = scene({ adviser });
      const answer = write("PUT", "Invoices", { ...bill, Date: date }, { summarizeErrors: "false" });
      return messages(list(answer.body, "Invoices")[0]).filter((m) => m.includes("lock date")).length;
    };
    expect(locked("2026-11-01", false)).toBe(0);
    expect(locked("2026-10-31", false)).toBe(1);
    expect(locked("2026-10-31", true)).toBe(0);
    expect(locked("2026-03-31", true)).toBe(1);
    expect(locked("2026-04-01", true)).toBe(0);
  });
});

describe("idempotency keys", () => {
  it("answer a repeat with the first answer and do nothing", () => {
    const { write, bill, books } = scene();
    const headers = { "idempotency-key": "key-1" };
    const first = write("PUT", "Invoices", [bill], {}, headers);
    const count = books.transactions.length;
    expect(write("PUT", "Invoices", [bill], {}, headers).text).toBe(first.text);
    expect(books.transactions).toHaveLength(count);
    expect(write("PUT", "Invoices", [{ ...bill, Reference: "other" }], {}, headers).status).toBe(400);
    expect(write("PUT", "Invoices", [bill]).status).toBe(200);
    expect(books.transactions).toHaveLength(count + 1);
    expect(write("PUT", "Invoices", [bill], {}, { "idempotency-key": "k".repeat(129) }).status).toBe(400);
  });
});

describe("writing payments", () => {
  it("pays in parts, never more than is open, and takes a payment back", () => {
    const { write, bill, bank, read } = scene();
    const made = list(write("PUT", "Invoices", [bill]).body, "Invoices")[0] as Node;
    const pay = (Amount: string) => ({ Invoice: { InvoiceID: made.InvoiceID }, Account: { Code: bank }, Date: "2026-11-21", Amount });
    const status = () => (read(`Invoices/${made.InvoiceID}`).Invoices as Node[])[0];
    const paid = list(write("PUT", "Payments", { Payments: [pay("15.01")] }).body, "Payments")[0] as Node;
    expect(paid).toMatchObject({ PaymentType: "ACCPAYPAYMENT", Status: "AUTHORISED", Amount: "15.01", CurrencyRate: "0" });
    expect(status()).toMatchObject({ AmountPaid: "15.01", AmountDue: "100.00", Status: "AUTHORISED" });
    expect(write("PUT", "Payments", [pay("60.00"), pay("60.00")]).status).toBe(400);
    const each = list(write("PUT", "Payments", [pay("60.00"), pay("60.00")], { summarizeErrors: "false" }).body, "Payments");
    expect(each.map((n) => n.StatusAttributeString)).toEqual(["OK", "ERROR"]);
    write("PUT", "Payments", [pay("40.00")]);
    expect(status()).toMatchObject({ AmountDue: "0.00", Status: "PAID" });
    expect(write("POST", `Invoices/${made.InvoiceID}`, { Status: "VOIDED" }).status).toBe(400);
    expect(write("POST", `Payments/${paid.PaymentID}`, { Status: "AUTHORISED" }).status).toBe(400);
    const gone = list(write("POST", `Payments/${paid.PaymentID}`, { Status: "DELETED" }).body, "Payments")[0];
    expect(gone?.Status).toBe("DELETED");
    expect(status()).toMatchObject({ AmountDue: "15.01", Status: "AUTHORISED" });
  });

  it("answers 405 where nothing can be written", () => {
    expect(scene().write("PUT", "Journals", {}).status).toBe(405);
    expect(scene().write("DELETE", "Invoices/1", {}).status).toBe(405);
  });
});
