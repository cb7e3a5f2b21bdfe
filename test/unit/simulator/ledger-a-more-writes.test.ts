import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { createDocument, moveLock } from "#simulator/books/events.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { SimTransaction, TransactionKind } from "#simulator/books/types.ts";
import type { LedgerAOptions } from "#simulator/ledger-a/create-ledger-a.ts";
import { effectsOf, judgeWrites, type WriteEntry } from "#simulator/ledger-a/writing/write-log.ts";
import { clientOf, NOW, type Node, someBooks, TENANT } from "./ledger-a-support.ts";

function scene(options: LedgerAOptions = {}) {
  const books = someBooks(61, 3);
  moveLock(books, "periodLock", calendarDate("2026-10-31"), NOW);
  const client = clientOf(books, options);
  let keys = 0;
  const write = (method: string, path: string, body: unknown, each = false) => {
    const answer = client.ledger.handle(
      {
        method,
        path: `/api/2.0/${path}`,
        query: new URLSearchParams(each ? { summarizeErrors: "false" } : {}),
        headers: { "ledger-tenant-id": TENANT, "idempotency-key": `k${++keys}` },
        body: JSON.stringify(body),
      },
      NOW,
    );
    const parsed = parseExactJson(answer.body) as { [key: string]: ExactJson };
    const list = Object.values(parsed).find((value) => Array.isArray(value)) as Node[] | undefined;
    return { status: answer.status, body: parsed, first: (list?.[0] ?? {}) as Node, list: list ?? [] };
  };
  const party = books.parties.find((p) => p.role === "vendor" && p.currency === "NZD" && p.active)?.id ?? "";
  const accountOf = (kind: string) => books.accounts.find((a) => a.kind === kind && a.active)?.code ?? "";
  const line = { Description: "Timber", UnitAmount: "10.00", Quantity: "3", AccountCode: accountOf("expense"), TaxType: "INPUT2" };
  const shared = { Contact: { ContactID: party }, Date: "2026-11-20", LineItems: [line] };
  const given = (kind: TransactionKind, amount: string): SimTransaction => {
    const accountId = books.accounts.find((a) => a.kind === "expense")?.id ?? "";
    const lines = kind.includes("payment") ? { lines: [], total: decimal(amount) } : { lines: [{ accountId, amount: decimal(amount) }] };
    return createDocument(books, { kind, partyId: party, date: calendarDate("2026-11-05"), currency: "NZD", ...lines }, NOW);
  };
  return { ...client, books, write, party, line, shared, accountOf, given };
}

describe("credit notes, bank transactions and journals", () => {
  it("are made, read back as they were answered, and taken back by their status", () => {
    const { write, shared, read, accountOf } = scene();
    const cases: [key: string, id: string, body: object, end: string][] = [
      ["CreditNotes", "CreditNoteID", { ...shared, Type: "ACCPAYCREDIT", Status: "AUTHORISED" }, "VOIDED"],
      ["CreditNotes", "CreditNoteID", { ...shared, Type: "ACCPAYCREDIT" }, "DELETED"],
      ["BankTransactions", "BankTransactionID", { ...shared, Type: "SPEND", BankAccount: { Code: accountOf("bank") } }, "DELETED"],
      ["ManualJournals", "ManualJournalID", journal(accountOf, "POSTED"), "VOIDED"],
      ["ManualJournals", "ManualJournalID", journal(accountOf, "DRAFT"), "DELETED"],
    ];
    for (const [key, id, body, end] of cases) {
      const made = write("PUT", key, { [key]: [body] }).first;
      expect((read(`${key}/${made[id]}`)[key] as Node[])[0], key).toEqual(made);
      const wrong = end === "VOIDED" ? "DELETED" : "VOIDED";
      expect(write("POST", key, { [id]: made[id], Status: wrong }).status, `${key} ${wrong}`).toBe(400);
      expect(write("POST", `${key}/${made[id]}`, { Status: end }).first.Status).toBe(end);
      expect(write("POST", key, { [id]: made[id], Status: end }).status).toBe(400);
    }
  });

  it.each([
    ["journal out of balance", "ManualJournals", { JournalLines: [{ LineAmount: "1", AccountCode: "?" }] }],
    ["journal without narration", "ManualJournals", { Narration: "" }],
    ["bank transaction without a bank", "BankTransactions", { Type: "SPEND" }],
    ["bank transaction as a draft", "BankTransactions", { Type: "SPEND", BankAccount: { Code: "bank" }, Status: "DRAFT" }],
    ["credit in a locked month", "CreditNotes", { Type: "ACCPAYCREDIT", Date: "2026-10-31" }],
  ])("refuse a %s", (_what, key, change) => {
    const { write, shared, accountOf, books } = scene();
    const bank = "BankAccount" in change ? { BankAccount: { Code: accountOf("bank") } } : {};
    const body = key === "ManualJournals" ? journal(accountOf, "POSTED") : shared;
    const count = books.transactions.length;
    expect(write("PUT", key, { ...body, ...change, ...bank }).status).toBe(400);
    expect(books.transactions).toHaveLength(count);
  });

  it("keep a line that comes with its id, number one without, and drop one that is left out", () => {
    const { write, shared, line } = scene();
    const made = write("PUT", "Invoices", { ...shared, Type: "ACCPAY", LineItems: [line, { ...line, Description: "Nails" }] }).first;
    const [, nails] = made.LineItems as Node[];
    const after = write("POST", "Invoices", { InvoiceID: made.InvoiceID, LineItems: [{ ...nails, Description: "Screws" }, line] }).first;
    const [kept, fresh] = after.LineItems as Node[];
    expect([kept?.LineItemID, kept?.Description]).toEqual([nails?.LineItemID, "Screws"]);
    expect((made.LineItems as Node[]).map((row) => row.LineItemID)).not.toContain(fresh?.LineItemID);
    const strange = { InvoiceID: made.InvoiceID, LineItems: [{ ...line, LineItemID: "nobody's" }] };
    expect(write("POST", "Invoices", strange).status).toBe(400);
    expect(write("POST", "Invoices", { InvoiceID: made.InvoiceID, LineItems: [kept, kept] }).status).toBe(400);
  });
});

function journal(accountOf: (kind: string) => string, status: string) {
  const side = (amount: string, kind: string) => ({ LineAmount: amount, AccountCode: accountOf(kind), Description: "Rent" });
  const lines = [side("15.00", "expense"), side("-15.00", "current_liability")];
  return { Narration: "Accrue", Date: "2026-11-20", Status: status, JournalLines: lines };
}

describe("allocations and batches", () => {
  it.each(["CreditNotes", "Overpayments", "Prepayments"])("%s are applied as a whole, never beyond what is left", (key) => {
    const { write, given, books } = scene();
    const kind = { CreditNotes: "purchase_credit", Overpayments: "spend_overpayment", Prepayments: "spend_prepayment" }[
      key
    ] as TransactionKind;
    const credit = key === "CreditNotes" ? given(kind, "50.00") : advance(books, kind, given("purchase_bill", "1.00").partyId);
    const bill = given("purchase_bill", "40.00");
    const part = (Amount: string) => ({ Invoice: { InvoiceID: bill.id }, Amount, Date: "2026-11-19" });
    expect(write("PUT", `${key}/${credit.id}/Allocations`, { Allocations: [part("30.00"), part("11.00")] }).status).toBe(400);
    expect(outstandingOf(books, bill)).toBe("40.00");
    expect(write("PUT", `${key}/${credit.id}/Allocations`, { Allocations: [part("30.00"), part("10.00")] }).list).toHaveLength(2);
    expect([outstandingOf(books, bill), outstandingOf(books, credit)]).toEqual(["0.00", "10.00"]);
    expect(credit.allocations.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-19"]);
    expect(write("PUT", `${key}/nobody/Allocations`, { Allocations: [part("1.00")] }).status).toBe(404);
    expect(write("POST", "Invoices", { InvoiceID: bill.id, Status: "VOIDED" }).status).toBe(400);
  });

  it("a batch pays all or none, and goes as one", () => {
    const { write, given, books, accountOf, read } = scene();
    const bills = [given("purchase_bill", "20.00"), given("purchase_bill", "30.00")];
    const batch = (amounts: string[]) => ({
      Account: { Code: accountOf("bank") },
      Date: "2026-11-20",
      Reference: "Run",
      Payments: bills.map((bill, at) => ({ Invoice: { InvoiceID: bill.id }, Amount: amounts[at] })),
    });
    expect(write("PUT", "BatchPayments", { BatchPayments: [batch(["20.00", "30.01"])] }).status).toBe(400);
    expect(bills.map((bill) => outstandingOf(books, bill))).toEqual(["20.00", "30.00"]);
    const made = write("PUT", "BatchPayments", { BatchPayments: [batch(["20.00", "30.00"])] }).first;
    expect(made).toMatchObject({ Type: "PAYBATCH", TotalAmount: "50.00", Status: "AUTHORISED" });
    expect((read(`BatchPayments/${made.BatchPaymentID}`).BatchPayments as Node[])[0]).toEqual(made);
    expect(bills.map((bill) => outstandingOf(books, bill))).toEqual(["0.00", "0.00"]);
    expect(write("POST", `BatchPayments/${made.BatchPaymentID}`, { Status: "DELETED" }).first.Status).toBe("DELETED");
    expect(bills.map((bill) => outstandingOf(books, bill))).toEqual(["20.00", "30.00"]);
  });
});

function advance(books: ReturnType<typeof someBooks>, kind: TransactionKind, partyId: string | null): SimTransaction {
  const input = { kind, partyId, date: calendarDate("2026-11-05"), currency: "NZD", lines: [], total: decimal("50.00") };
  return createDocument(books, input, NOW);
}

describe("the log of writes", () => {
  it("holds what was done under which key, and a repeat did nothing", () => {
    const { write, shared, ledger, books } = scene();
    const made = write("PUT", "Invoices", { ...shared, Type: "ACCPAY", Reference: "PO 7 tieout-x-0-1" }).first;
    write("PUT", "Invoices", { ...shared, Type: "NONE" });
    expect(ledger.writeLog).toMatchObject([
      { method: "PUT", path: "/api/2.0/Invoices", key: "k1", status: 200, applied: [made.InvoiceID], replayed: false },
      { key: "k2", status: 400, applied: [] },
    ]);
    expect(judgeWrites(ledger.writeLog)).toEqual([]);
    expect(effectsOf(books, "tieout-x-0-1").map(({ id }) => id)).toEqual([made.InvoiceID]);
    expect(effectsOf(books, "tieout-x-0")).toEqual([]);
  });

  it("is judged: no key, one key for two requests, a refused request again", () => {
    const entry = (changes: Partial<WriteEntry>): WriteEntry => {
      const plain = { method: "PUT", path: "/Invoices", key: "k", body: "{}", status: 200, applied: [], replayed: false, atMs: 0 };
      return { ...plain, ...changes };
    };
    const judged = (...entries: Partial<WriteEntry>[]) => judgeWrites(entries.map(entry)).length;
    expect(judged({}, { replayed: true })).toBe(0);
    expect(judged({ key: null })).toBe(1);
    expect(judged({}, { body: "[]" })).toBe(1);
    expect(judged({ status: 400 }, { status: 400, key: "l" })).toBe(1);
    expect(judged({ status: 400 }, { status: 400, replayed: true })).toBe(0);
    expect(judged({ status: 400 }, { status: 400, key: "l", body: "[]" })).toBe(0);
  });
});
