import { describe, expect, test } from "vitest";
import { writesA } from "#main/ledgers/a/writes.ts";
import { writesB } from "#main/ledgers/b/writes.ts";
import { writesC } from "#main/ledgers/c/writes.ts";
import type { WriteContext } from "#main/ledgers/writing.ts";
import { listA, mirroredA, onlyCall, prepareA, writeContextA } from "./a/writing-support.ts";

const bill = (status: string) =>
  `{"InvoiceID":"b1","Type":"ACCPAY","InvoiceNumber":"OP-771","Status":"${status}","LineAmountTypes":"Exclusive","Contact":{"ContactID":"oak","Name":"Oak Paper"},"DateString":"2026-11-18T00:00:00","CurrencyCode":"NZD","Total":9.00,"AmountDue":9.00,"TotalTax":0,"LineItems":[{"LineItemID":"l1","LineAmount":9.00,"AccountCode":"400"}]}`;
const contextOf = (status: string) => writeContextA(mirroredA("invoices.accpay", bill(status)));

describe("what taking a record back comes to", () => {
  test.each([
    ["DRAFT", ["delete"]],
    ["SUBMITTED", ["delete"]],
    ["AUTHORISED", ["void"]],
    ["PAID", ["void"]],
    ["VOIDED", []],
  ])("is for the record's status to say in Ledger A: %s", (status, possible) => {
    expect(writesA.withdrawals(contextOf(status), "Invoice:b1")).toEqual(possible);
  });

  test.each([
    ["delete", "AUTHORISED", "void", "Void bill OP-771 from Oak Paper, 9.00 NZD"],
    ["void", "DRAFT", "delete", "Delete bill OP-771 from Oak Paper, 9.00 NZD"],
  ] as const)("and is what a prepared %s of an %s bill says: %s", (kind, status, act, title) => {
    const call = onlyCall(prepareA(contextOf(status), [{ kind, id: "Invoice:b1" }], [listA("Invoices", bill(status))]));
    expect(call.items).toMatchObject([{ act, title }]);
  });

  test("nothing is known of in Ledger A that the mirror doesn't have", () => {
    expect(writesA.withdrawals(writeContextA(), "Invoice:none")).toEqual([]);
  });

  test("is either as asked, or a deletion alone, in the others", () => {
    const context = {} as WriteContext;
    const ofB = (id: string) => writesB.withdrawals(context, id);
    expect([ofB("Invoice:1"), ofB("Bill:1"), ofB("Transfer:1")]).toEqual([["void", "delete"], ["delete"], []]);
    const ofC = (id: string) => writesC.withdrawals(context, id);
    expect([ofC("VendBill:1"), ofC("CustDep:1")]).toEqual([["delete"], []]);
  });
});
