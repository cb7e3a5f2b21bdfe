import { describe, expect, it } from "vitest";
import { addDecimals, canonicalDecimal, decimal, scaleOf, subtractDecimals } from "#shared/kernel/decimal.ts";
import { clientOf, type Node, someBooks, sumOf } from "./ledger-a-support.ts";

const books = someBooks();
const { send, all, list } = clientOf(books);
const invoices = all("Invoices", { unitdp: "4" });
const value = (node: Node, field: string) => decimal(String(node[field]));
const linesOf = (node: Node) => node.LineItems as Node[];

describe("amounts", () => {
  it("are JSON numbers with two decimals, written as they stand", () => {
    const { body } = send("Invoices", { page: "1" });
    expect(body).toMatch(/"Total":\d+\.\d{2},/);
    expect(body).toMatch(/"Quantity":\d+\.\d{4},/);
    expect(body).not.toMatch(/"(?:Total|AmountDue|LineAmount|TaxAmount|SubTotal)":(?:"|-?\d+(?:\.\d)?[,}])/);
  });

  it("hold AmountDue = Total - AmountPaid - AmountCredited on every live invoice", () => {
    const live = invoices.filter((n) => n.Status !== "VOIDED" && n.Status !== "DELETED");
    expect(live.length).toBeGreaterThan(100);
    for (const n of live) {
      const due = subtractDecimals(subtractDecimals(value(n, "Total"), value(n, "AmountPaid")), value(n, "AmountCredited"));
      expect(canonicalDecimal(due)).toBe(canonicalDecimal(value(n, "AmountDue")));
    }
  });

  it("leave nothing due on voided and deleted invoices, which keep total and lines", () => {
    const gone = invoices.filter((n) => n.Status === "VOIDED" || n.Status === "DELETED");
    expect(gone.length).toBeGreaterThan(1);
    for (const n of gone) {
      expect(n.AmountDue).toBe("0.00");
      expect(n.Total).not.toBe("0.00");
      expect(linesOf(n).length).toBeGreaterThan(0);
    }
  });

  it("add up: lines to SubTotal and TotalTax, both to Total", () => {
    const documents = [...invoices, ...all("CreditNotes"), ...all("BankTransactions").filter((n) => linesOf(n).length > 0)];
    for (const n of documents) {
      const lines = linesOf(n);
      const tax = sumOf(lines.map((l) => l.TaxAmount as string));
      const amounts = decimal(sumOf(lines.map((l) => l.LineAmount as string)));
      const net = n.LineAmountTypes === "Inclusive" ? subtractDecimals(amounts, decimal(tax)) : amounts;
      expect(canonicalDecimal(decimal(tax))).toBe(canonicalDecimal(value(n, "TotalTax")));
      expect(canonicalDecimal(net)).toBe(canonicalDecimal(value(n, "SubTotal")));
      expect(canonicalDecimal(addDecimals(value(n, "SubTotal"), value(n, "TotalTax")))).toBe(canonicalDecimal(value(n, "Total")));
    }
  });

  it("pay what the payments in the list say", () => {
    for (const n of invoices) {
      const paid = (n.Payments as Node[]).map((p) => p.Amount as string);
      const credited = ["CreditNotes", "Overpayments", "Prepayments"].flatMap((k) =>
        (n[k] as Node[]).map((c) => c.AppliedAmount as string),
      );
      expect(sumOf(paid)).toBe(n.AmountPaid);
      expect(sumOf(credited)).toBe(n.AmountCredited);
    }
  });

  it("give unit amounts with two decimals, with four only when asked", () => {
    const scales = (nodes: Node[]) => new Set(nodes.flatMap(linesOf).map((l) => scaleOf(decimal(String(l.UnitAmount)))));
    expect(scales(invoices)).toEqual(new Set([4]));
    expect(scales(all("Invoices"))).toEqual(new Set([2]));
    const fine = invoices.flatMap(linesOf).find((l) => !String(l.UnitAmount).endsWith("00"));
    expect(fine).toBeDefined();
  });

  it("follow the quirks of the currency rate", () => {
    const bill = invoices.find((n) => n.Type === "ACCPAY" && n.CurrencyCode === "NZD");
    expect(bill).not.toHaveProperty("CurrencyRate");
    expect(invoices.find((n) => n.Type === "ACCREC" && n.CurrencyCode === "NZD")?.CurrencyRate).toBe("1.000000");
    expect(invoices.filter((n) => n.CurrencyCode !== "NZD").every((n) => n.CurrencyRate !== "1.000000")).toBe(true);
    const payments = all("Payments");
    const isBase = (n: Node) => (n.Invoice as Node).CurrencyCode === "NZD";
    expect(payments.filter(isBase).every((n) => n.CurrencyRate === "0")).toBe(true);
    expect(payments.some((n) => !isBase(n))).toBe(true);
    expect(payments.filter((n) => !isBase(n)).every((n) => n.CurrencyRate !== "0")).toBe(true);
  });
});

describe("payments", () => {
  it("settle one record each, told as a stub", () => {
    const payments = all("Payments");
    expect(payments.length).toBeGreaterThan(20);
    for (const n of payments) {
      const stub = n.Invoice as Node;
      expect(stub).toMatchObject({ LineItems: [], Payments: [] });
      expect(stub).not.toHaveProperty("Total");
      expect(String(stub.InvoiceID)).toMatch(/^[0-9a-f-]{36}$/);
      expect((stub.Contact as Node).ContactID).toBeDefined();
    }
    const refund = payments.find((n) => (n.Invoice as Node).Type === "ACCRECCREDIT");
    expect(refund?.PaymentType).toBe("ARCREDITPAYMENT");
    expect(payments.some((n) => n.Status === "DELETED")).toBe(true);
  });

  it("add up to their batches, which know no pages", () => {
    const batches = list("BatchPayments", { page: "1", pageSize: "1" });
    expect(batches.length).toBeGreaterThan(1);
    const payments = new Map(all("Payments").map((n) => [n.PaymentID, n]));
    for (const batch of batches) {
      const members = batch.Payments as Node[];
      expect(sumOf(members.map((m) => m.Amount as string))).toBe(batch.TotalAmount);
      for (const m of members)
        expect(payments.get(m.PaymentID as string)?.BatchPayment).toEqual({ BatchPaymentID: batch.BatchPaymentID as string });
    }
  });
});

describe("credits", () => {
  it("keep what was not allocated or refunded", () => {
    const refunds = all("Payments").filter((n) => n.Status === "AUTHORISED");
    const credits = [
      ...all("CreditNotes").map((n) => ({ n, id: n.CreditNoteID })),
      ...all("Overpayments").map((n) => ({ n, id: n.OverpaymentID })),
      ...all("Prepayments").map((n) => ({ n, id: n.PrepaymentID })),
    ].filter(({ n }) => n.Status !== "VOIDED" && n.Status !== "DELETED");
    expect(credits.length).toBeGreaterThan(5);
    for (const { n, id } of credits) {
      const used = sumOf((n.Allocations as Node[]).map((a) => a.Amount as string));
      const back = sumOf(refunds.filter((p) => (p.Invoice as Node).InvoiceID === id).map((p) => p.Amount as string));
      const left = subtractDecimals(subtractDecimals(value(n, "Total"), decimal(used)), decimal(back));
      expect(canonicalDecimal(left)).toBe(canonicalDecimal(value(n, "RemainingCredit")));
      expect(n.Status === "PAID").toBe(canonicalDecimal(left) === "0");
    }
  });
});
