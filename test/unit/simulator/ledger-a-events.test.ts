import fc from "fast-check";
import { expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { outstandingOf, trialBalance } from "#simulator/books/postings.ts";
import { oracleA } from "#simulator/ledger-a/oracle/oracle.ts";
import { clientOf, NOW, type Node, someBooks } from "./ledger-a-support.ts";

/** A whole life: the books change between reads, and every read stays true to them. */
function live(seed: number): void {
  const books = someBooks(51, 3);
  const client = clientOf(books);
  for (let round = 0; round < 3; round++) {
    playEvents(books, seed + round, 12, NOW + round * 3_600_000);
    const invoices = client.all("Invoices");
    const open = new Map(invoices.map((n) => [n.InvoiceID, String(n.AmountDue)]));
    for (const t of books.transactions) {
      if (t.kind !== "sales_invoice" && t.kind !== "purchase_bill") continue;
      expect(canonicalDecimal(decimal(open.get(t.id) ?? ""))).toBe(canonicalDecimal(outstandingOf(books, t)));
    }
    for (const key of ["CreditNotes", "BankTransactions", "Payments", "Overpayments", "Prepayments", "ManualJournals", "PurchaseOrders"]) {
      client.all(key);
    }
  }
  const sums = new Map<string, DecimalString[]>();
  let next = 1;
  for (const entry of client.ledger.journalLog.entries) {
    expect(entry.number).toBe(next++);
    for (const line of entry.lines) sums.set(line.accountId, [...(sums.get(line.accountId) ?? []), line.net]);
  }
  for (const [id, amount] of trialBalance(books, calendarDate("2027-12-31"))) {
    expect([id, canonicalDecimal(sumDecimals(sums.get(id) ?? []))]).toEqual([id, canonicalDecimal(amount)]);
  }
  const oracle = oracleA(books, { journals: true, journalLog: client.ledger.journalLog });
  expect(oracle.journals).toHaveLength(client.ledger.journalLog.entries.length);
}

it("stays true to the books through any run of events", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => live(seed)),
    { numRuns: 15 },
  );
});

it("tells every change to a reader who asks for what is newer than the last read", () => {
  const books = someBooks(52, 3);
  const client = clientOf(books);
  const played = playEvents(books, 9, 40, NOW);
  const since = { "if-modified-since": new Date(NOW).toISOString().slice(0, 19) };
  const told = new Set<string>();
  const streams: readonly (readonly [string, string])[] = [
    ["Invoices", "InvoiceID"],
    ["CreditNotes", "CreditNoteID"],
    ["BankTransactions", "BankTransactionID"],
    ["Payments", "PaymentID"],
    ["Overpayments", "OverpaymentID"],
    ["Prepayments", "PrepaymentID"],
    ["ManualJournals", "ManualJournalID"],
    ["PurchaseOrders", "PurchaseOrderID"],
    ["Contacts", "ContactID"],
    ["Accounts", "AccountID"],
  ];
  for (const [key, id] of streams) {
    for (const node of client.list(key, { page: "1", pageSize: "1000", includeArchived: "true" }, since) as Node[])
      told.add(String(node[id]));
  }
  expect(played.length).toBe(40);
  for (const event of played.filter(({ what }) => what !== "lock")) expect([event, told.has(event.id)]).toEqual([event, true]);
});
