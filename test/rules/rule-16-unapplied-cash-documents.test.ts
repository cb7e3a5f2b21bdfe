import { describe, expect, test } from "vitest";
import { adapterA } from "#main/ledgers/a/index.ts";
import { contextA, mapA, valueA } from "../unit/ledgers/a/support.ts";

const shared = {
  Status: "AUTHORISED",
  Contact: { ContactID: "c01", Name: "Birch & Co" },
  DateString: "2026-10-12T00:00:00",
  LineAmountTypes: "Exclusive",
  LineItems: [{ LineItemID: "l1", LineAmount: 300, TaxAmount: 45, AccountCode: "200" }],
  Reference: "BACS 18",
  InvoiceNumber: "INV-11",
  TotalTax: 45,
  Total: 345,
  CurrencyCode: "NZD",
  Allocations: [{ Amount: 190, Date: "/Date(1791676800000+0000)/", Invoice: { InvoiceID: "b2" } }],
};

const kinds = [
  ["overpayments", "Overpayment", "RECEIVE-OVERPAYMENT", "sales_credit", "overpayment"],
  ["overpayments", "Overpayment", "SPEND-OVERPAYMENT", "purchase_credit", "overpayment"],
  ["prepayments", "Prepayment", "RECEIVE-PREPAYMENT", "sales_credit", "prepayment"],
  ["prepayments", "Prepayment", "SPEND-PREPAYMENT", "purchase_credit", "prepayment"],
] as const;

describe("rule 16: unapplied cash of Ledger A is a document without lines", () => {
  test.each(kinds)("%s: %s of type %s is a %s", (stream, noun, Type, type, unappliedKind) => {
    const record = { ...shared, [`${noun}ID`]: "u1", Type, RemainingCredit: 155 };
    const value = valueA(mapA(stream, record), "document");
    expect(value).toMatchObject({
      id: `${noun}:u1`,
      type,
      unappliedKind,
      status: "part_paid",
      reference: "BACS 18",
      partyId: "Contact:c01",
      total: { amount: "345", currency: "NZD" },
      outstanding: { amount: "155", currency: "NZD" },
      tax: { basis: "exclusive", amount: { amount: "45" } },
      lines: [],
      allocations: [{ fromKind: "document", fromId: `${noun}:u1`, toId: "Invoice:b2", amount: { amount: "190" }, date: "2026-10-11" }],
      source: { entityType: noun, id: "u1" },
    });
    // The number that it may carry is that of an invoice.
    expect(value).not.toHaveProperty("number");
  });

  test.each([
    ["AUTHORISED", 345, "open"],
    ["AUTHORISED", 20, "part_paid"],
    ["PAID", 0, "paid"],
    ["VOIDED", 345, "voided"],
  ])("status %s with %d left is %s", (Status, RemainingCredit, status) => {
    const record = { ...shared, OverpaymentID: "u1", Type: "RECEIVE-OVERPAYMENT", Status, RemainingCredit };
    const value = valueA(mapA("overpayments", record), "document");
    expect(value.status).toBe(status);
    expect(value.outstanding.amount).toBe(status === "voided" ? "0.00" : String(RemainingCredit));
    expect(value.allocations).toHaveLength(status === "voided" ? 0 : 1);
  });

  test("each has its own stream and its own endpoint", () => {
    const context = contextA();
    const paths = adapterA.streams(context).flatMap((stream) => {
      const step = stream.readPage(context, stream.start(null)).next();
      return step.done ? [] : [step.value.path];
    });
    expect(paths).toEqual(expect.arrayContaining(["/Overpayments", "/Prepayments"]));
  });

  test("an unknown type is kept raw", () =>
    expect(mapA("prepayments", { ...shared, PrepaymentID: "u", Type: "SPEND", RemainingCredit: 1 })).toMatchObject({
      records: [],
      findings: [{ code: "unknown_value", field: "Type" }],
    }));
});
