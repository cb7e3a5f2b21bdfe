import { describe, expect, it } from "vitest";
import { account } from "#shared/model/books/account.ts";
import { dimension } from "#shared/model/books/dimension.ts";
import { ledgerDocument } from "#shared/model/books/document.ts";
import { item } from "#shared/model/books/item.ts";
import { party } from "#shared/model/books/party.ts";
import { batchPayment, payment } from "#shared/model/books/payment.ts";
import { journal } from "#shared/model/books/posting.ts";
import { linkedTransaction, purchaseOrder } from "#shared/model/books/purchase-order.ts";
import { taxRate } from "#shared/model/books/tax.ts";
import { oracleA } from "#simulator/ledger-a/oracle/oracle.ts";
import type { Plain } from "#simulator/ledger-a/oracle/oracle-parts.ts";
import { clientOf, type Node, someBooks } from "./ledger-a-support.ts";

const books = someBooks();
const { ledger, all, list } = clientOf(books);
const oracle = oracleA(books, { journals: true, journalLog: ledger.journalLog });
const byId = (records: readonly Plain[]) => new Map(records.map((record) => [record.id as string, record]));

/** The oracle leaves `fetchedAt` out; the model wants it. */
function fetched(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(fetched);
  if (record === null || typeof record !== "object") return record;
  const copy = Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fetched(value)]));
  return "system" in copy ? { ...copy, fetchedAt: "2026-11-21T09:00:00.000Z" } : copy;
}

describe("the oracle", () => {
  it.each([
    ["documents", ledgerDocument],
    ["parties", party],
    ["accounts", account],
    ["payments", payment],
    ["batchPayments", batchPayment],
    ["orders", purchaseOrder],
    ["linkedTransactions", linkedTransaction],
    ["journals", journal],
    ["items", item],
    ["dimensions", dimension],
    ["taxRates", taxRate],
  ] as const)("states %s in the normalised shape", (name, schema) => {
    const records = oracle[name];
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) expect(schema.strict().parse(fetched(record))).toEqual(fetched(record));
    expect(byId(records).size).toBe(records.length);
  });

  it("leaves the feed out where it is not read", () => {
    expect(oracleA(books, { journals: false, journalLog: ledger.journalLog }).journals).toEqual([]);
  });

  it("states the amounts that the ledger sends", () => {
    const expected = byId(oracle.documents);
    const told: (readonly [string, Node, string])[] = [
      ...all("Invoices", { unitdp: "4" }).map((n) => [`Invoice:${n.InvoiceID}`, n, "AmountDue"] as const),
      ...all("CreditNotes", { unitdp: "4" }).map((n) => [`CreditNote:${n.CreditNoteID}`, n, "RemainingCredit"] as const),
      ...all("Overpayments").map((n) => [`Overpayment:${n.OverpaymentID}`, n, "RemainingCredit"] as const),
      ...all("Prepayments").map((n) => [`Prepayment:${n.PrepaymentID}`, n, "RemainingCredit"] as const),
    ];
    for (const [id, node, openField] of told) {
      const record = expected.get(id) as Plain;
      expect(record.total).toEqual({ amount: node.Total, currency: node.CurrencyCode });
      expect(record.outstanding).toEqual({ amount: node[openField], currency: node.CurrencyCode });
      expect(record.sourceStatus).toBe(node.Status);
      const lines = record.lines as Plain[];
      const sent = node.LineItems as Node[];
      expect(lines.map((l) => (l.unitAmount as Plain).amount)).toEqual(sent.map((l) => l.UnitAmount));
      expect(lines.map((l) => l.quantity)).toEqual(sent.map((l) => l.Quantity));
    }
    const cash = [...all("BankTransactions", { where: 'Type=="SPEND"' }), ...all("BankTransactions", { where: 'Type=="RECEIVE"' })];
    expect(told.length + cash.length + all("ManualJournals").length).toBe(oracle.documents.length);
  });

  it("states every payment, order, contact and journal that the ledger tells of", () => {
    expect(new Set(byId(oracle.payments).keys())).toEqual(new Set(all("Payments").map((n) => `Payment:${n.PaymentID}`)));
    expect(new Set(byId(oracle.orders).keys())).toEqual(new Set(all("PurchaseOrders").map((n) => `PurchaseOrder:${n.PurchaseOrderID}`)));
    const contacts = all("Contacts", { includeArchived: "true" });
    expect(new Set(byId(oracle.parties).keys())).toEqual(new Set(contacts.map((n) => `Contact:${n.ContactID}`)));
    const first = list("Journals", { offset: "0" });
    expect(oracle.journals.slice(0, 100).map((j) => j.id)).toEqual(first.map((n) => `Journal:${n.JournalID}`));
  });

  it("lists each allocation with both ends", () => {
    const documents = byId(oracle.documents);
    const all = [...oracle.documents, ...oracle.payments].flatMap((r) => r.allocations as Plain[]);
    expect(all.length).toBeGreaterThan(50);
    for (const a of all) {
      expect(documents.get(a.toId as string)?.allocations).toContainEqual(a);
      if (a.fromKind === "document") expect(documents.get(a.fromId as string)?.allocations).toContainEqual(a);
    }
  });

  it("keeps what was voided and deleted", () => {
    const statuses = new Set(oracle.documents.map((d) => d.status));
    for (const status of ["draft", "awaiting_approval", "open", "part_paid", "paid", "voided", "deleted"])
      expect(statuses).toContain(status);
  });
});
