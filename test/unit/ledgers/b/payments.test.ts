import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "#main/ledgers/b/mappers/applied-lines.ts";
import { compareDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { mapB, only } from "./support.ts";

const applied = (TxnType: string, TxnId: string, Amount: number) => ({ Amount, LinkedTxn: [{ TxnId, TxnType }] });
const payment = (fields: object) => ({
  Id: "350",
  TxnDate: "2026-10-12",
  CustomerRef: { value: "24", name: "Elm Stores" },
  TotalAmt: 200,
  Line: [],
  ...fields,
});

const mapPayment = (fields: object, stream = "payments") => only(mapB(stream, payment(fields)), "payment");
const parts = (fields: object, stream = "payments") =>
  mapPayment(fields, stream).allocations.map((a) => `${a.fromKind} ${a.fromId} > ${a.toId} ${a.amount.amount}`);

describe("payments of Ledger B", () => {
  it("maps a receipt with its allocations and what is left of it", () => {
    const text = `{"Id":"350","CustomerRef":{"value":"24","name":"Elm Stores"},"DepositToAccountRef":{"value":"4"},"TxnDate":"2026-10-12","TotalAmt":200.00,
      "UnappliedAmt":20.00,"PaymentRefNum":"778","Line":[{"Amount":180.00,"LinkedTxn":[{"TxnId":"341","TxnType":"Invoice"}]}]}`;
    expect(only(mapB("payments", text), "payment")).toEqual({
      id: "Payment:350",
      direction: "received",
      partyId: "Customer:24",
      partyName: "Elm Stores",
      date: "2026-10-12",
      currency: "USD",
      amount: { amount: "200.00", currency: "USD" },
      unapplied: { amount: "20.00", currency: "USD" },
      accountId: "Account:4",
      reference: "778",
      status: "posted",
      allocations: [
        {
          fromKind: "payment",
          fromId: "Payment:350",
          toId: "Invoice:341",
          amount: { amount: "180.00", currency: "USD" },
          date: "2026-10-12",
        },
      ],
      source: { system: "ledger_b", tenantId: "9130", entityType: "Payment", id: "350", fetchedAt: "2026-11-21T09:00:00.000Z" },
    });
  });

  it.each([
    ["Check", { CheckPayment: { BankAccountRef: { value: "35" } } }, "Account:35"],
    ["CreditCard", { CreditCardPayment: { CCAccountRef: { value: "42" } } }, "Account:42"],
  ])("maps a bill payment by %s", (PayType, fields, accountId) => {
    const value = mapPayment(
      { PayType, VendorRef: { value: "56" }, DocNumber: "2202", Line: [applied("Bill", "402", 200)], ...fields },
      "bill-payments",
    );
    expect(value).toMatchObject({
      id: "BillPayment:350",
      direction: "made",
      partyId: "Vendor:56",
      accountId,
      reference: "2202",
      unapplied: { amount: "0.00" },
    });
    expect(value.allocations).toMatchObject([{ fromId: "BillPayment:350", toId: "Bill:402" }]);
  });

  it("reports a way of paying that it does not know", () => {
    const source = mapB("bill-payments", payment({ PayType: "Barter" }));
    expect(only(source, "payment")).not.toHaveProperty("accountId");
    expect(source.findings).toMatchObject([{ code: "unknown_value", field: "PayType" }]);
  });

  it("has no allocations once it is voided", () => {
    const voided = mapPayment({ PrivateNote: "Voided", TotalAmt: 0, Line: [applied("Invoice", "341", 0)] });
    expect(voided).toMatchObject({ status: "voided", allocations: [], amount: { amount: "0" } });
  });

  it.each([
    [
      "one credit, one charge",
      "payments",
      [applied("Invoice", "1", 30), applied("CreditMemo", "9", 30)],
      ["document CreditMemo:9 > Invoice:1 30"],
    ],
    [
      "one credit, two charges in line order",
      "payments",
      [applied("CreditMemo", "9", 50), applied("Invoice", "1", 30), applied("Invoice", "2", 20)],
      ["document CreditMemo:9 > Invoice:1 30", "document CreditMemo:9 > Invoice:2 20"],
    ],
    [
      "two credits, one charge",
      "bill-payments",
      [applied("Bill", "1", 30), applied("VendorCredit", "8", 10), applied("VendorCredit", "9", 20)],
      ["document VendorCredit:8 > Bill:1 10", "document VendorCredit:9 > Bill:1 20"],
    ],
    [
      "a journal entry as the credit",
      "payments",
      [applied("JournalEntry", "7", 30), applied("Invoice", "1", 30)],
      ["document JournalEntry:7 > Invoice:1 30"],
    ],
  ])("lets the credit settle the charges: %s", (_case, stream, Line, expected) => {
    const value = mapPayment({ TotalAmt: 0, Line }, stream);
    expect(value.amount.amount).toBe("0");
    expect(value.status).toBe("posted");
    expect(parts({ TotalAmt: 0, Line }, stream)).toEqual(expected);
  });

  it("pays the rest with its own money when a credit helps", () => {
    const Line = [applied("Invoice", "1", 250), applied("CreditMemo", "9", 50)];
    expect(parts({ TotalAmt: 200, Line })).toEqual(["document CreditMemo:9 > Invoice:1 50", "payment Payment:350 > Invoice:1 200"]);
  });

  it("takes a journal entry for a charge when that is what adds up", () => {
    const Line = [applied("JournalEntry", "7", 80), applied("Invoice", "1", 120)];
    expect(parts({ TotalAmt: 200, Line })).toEqual(["payment Payment:350 > JournalEntry:7 80", "payment Payment:350 > Invoice:1 120"]);
  });

  it("passes over lines that name nothing and reports what it can't name", () => {
    const source = mapB("payments", payment({ Line: [{ Amount: 5 }, { Amount: 6, LinkedTxn: [] }, applied("Barter", "3", 200)] }));
    expect(only(source, "payment").allocations).toMatchObject([{ toId: "Barter:3" }]);
    expect(source.findings).toMatchObject([{ code: "unknown_value", field: "Line.LinkedTxn.TxnType" }]);
  });

  it("never settles more than the credits and the payment hold, nor a charge twice", () => {
    const cents = fc.integer({ min: 1, max: 50_000 }).map((n) => decimal(`${Math.floor(n / 100)}.${String(n % 100).padStart(2, "0")}`));
    const line = fc.record({ amount: cents, isCredit: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (drawn) => {
        const lines = drawn.map((l, i) => ({ ...l, documentId: `${l.isCredit ? "CreditMemo" : "Invoice"}:${i}`, mayBeCredit: false }));
        const result = allocate("Payment:1", lines);
        const total = (of: (typeof result)[number][]): DecimalString => sumDecimals(of.map((p) => p.amount));
        for (const charge of lines.filter((l) => !l.isCredit)) {
          expect(compareDecimals(total(result.filter((p) => p.toId === charge.documentId)), charge.amount)).toBe(0);
        }
        for (const credit of lines.filter((l) => l.isCredit)) {
          expect(compareDecimals(total(result.filter((p) => p.fromId === credit.documentId)), credit.amount)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});

describe("what a payment of Ledger B leaves out", () => {
  const invoice = applied("Invoice", "341", 200);

  it("is left out of ours: no lines, no party, no name without a party", () => {
    expect(mapPayment({ Line: undefined }).allocations).toEqual([]);
    expect(mapPayment({ CustomerRef: undefined })).not.toHaveProperty("partyId");
    expect(mapPayment({ CustomerRef: { name: "Elm Stores" } })).not.toHaveProperty("partyName");
    expect(mapPayment({}).partyName).toBe("Elm Stores");
    expect(mapPayment({}, "bill-payments")).not.toHaveProperty("partyId");
  });

  it("has a rate only in another currency than the company's", () => {
    expect(mapPayment({ CurrencyRef: { value: "EUR" }, ExchangeRate: 1.1 }).exchangeRate).toBe("1.1");
    expect(mapPayment({ CurrencyRef: { value: "USD" }, ExchangeRate: 1 })).not.toHaveProperty("exchangeRate");
  });

  it("settles nothing by a line that names no transaction, or half of one", () => {
    for (const link of [{}, { TxnId: "341" }, { TxnType: "Invoice" }])
      expect(parts({ Line: [{ Amount: 5, LinkedTxn: [link] }, { Amount: 5 }, invoice] })).toEqual([
        "payment Payment:350 > Invoice:341 200",
      ]);
  });

  it("says so of a line that is linked to several, and of no other", () => {
    const two = {
      Amount: 200,
      LinkedTxn: [
        { TxnId: "341", TxnType: "Invoice" },
        { TxnId: "342", TxnType: "Invoice" },
      ],
    };
    expect(mapB("payments", payment({ Line: [two] })).findings).toMatchObject([{ field: "Line.LinkedTxn" }]);
    expect(mapB("payments", payment({ Line: [invoice] })).findings ?? []).toEqual([]);
  });

  it("takes a journal for a credit only where that makes the payment add up", () => {
    const [charge, entry] = [applied("Invoice", "341", 250), applied("JournalEntry", "9", 50)];
    expect(parts({ Line: [charge, entry] })).toEqual(["document JournalEntry:9 > Invoice:341 50", "payment Payment:350 > Invoice:341 200"]);
    expect(parts({ TotalAmt: 300, Line: [charge, entry] })).toEqual([
      ...["payment Payment:350 > Invoice:341 250", "payment Payment:350 > JournalEntry:9 50"],
    ]);
    expect(parts({ TotalAmt: 777, Line: [charge, entry] })).toEqual([
      ...["payment Payment:350 > Invoice:341 250", "payment Payment:350 > JournalEntry:9 50"],
    ]);
  });

  it("finds the account of a bill payment without a type, which is a finding unless no money moved", () => {
    const bill = (fields: object) => mapB("bill-payments", payment({ CustomerRef: undefined, ...fields }));
    const check = { CheckPayment: { BankAccountRef: { value: "35" } } };
    const card = { CreditCardPayment: { CCAccountRef: { value: "42" } } };
    const told = (fields: object) => [only(bill(fields), "payment").accountId, bill(fields).findings?.length ?? 0];
    expect(told({ TotalAmt: 0, ...check })).toEqual(["Account:35", 0]);
    expect(told({ TotalAmt: 0, ...card })).toEqual(["Account:42", 0]);
    expect(told({ TotalAmt: 0 })).toEqual([undefined, 0]);
    expect(told(check)).toEqual(["Account:35", 1]);
    expect(told({ PayType: "Barter", TotalAmt: 0, ...check, ...card })).toEqual(["Account:35", 1]);
    expect([told({ PayType: "Check" }), told({ PayType: "CreditCard" })]).toEqual([
      [undefined, 0],
      [undefined, 0],
    ]);
  });
});
