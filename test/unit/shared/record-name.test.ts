import { describe, expect, it } from "vitest";
import { contactAfter, recordName, recordTitle } from "#shared/model/labels/record-name.ts";

describe("a record's name", () => {
  it("is its kind and number, or its kind alone", () => {
    expect(recordName({ document: { type: "purchase_bill", number: "7230" } })).toBe("Bill 7230");
    expect(recordName({ document: { type: "purchase_bill" } })).toBe("The bill");
    expect(recordTitle({ document: { type: "sales_credit", unappliedKind: "prepayment", reference: "PP-2" } })).toBe("prepayment PP-2");
  });

  it("of a payment says its direction, where that is known", () => {
    const names = (payment: { readonly direction?: "received" | "made"; readonly reference?: string }) => [
      recordName({ payment }),
      recordTitle({ payment }),
    ];
    expect(names({ direction: "received", reference: "R-1" })).toEqual(["Receipt R-1", "receipt R-1"]);
    expect(names({ direction: "made", reference: "R-1" })).toEqual(["Payment R-1", "payment R-1"]);
    expect(names({ direction: "received" })).toEqual(["The receipt", "receipt"]);
    expect([recordName({}), recordTitle({})]).toEqual(["The payment", "payment"]);
  });
});

it("the contact after a transaction's name says who gave it to whom", () => {
  expect(contactAfter("purchase_bill", "Oak")).toBe(" from Oak");
  expect(contactAfter("sales_invoice", "Oak")).toBe(" to Oak");
  expect(contactAfter("journal", "Oak")).toBe(" for Oak");
  // A customer's overpayment is stored as a credit to the customer, who paid it.
  expect(contactAfter("sales_credit", "Oak", "overpayment")).toBe(" from Oak");
  expect(contactAfter("purchase_credit", "Oak", "prepayment")).toBe(" to Oak");
  expect([contactAfter("sales_credit", "Oak"), contactAfter("purchase_credit", "Oak")]).toEqual([" to Oak", " from Oak"]);
  expect([contactAfter("sales_credit", null), contactAfter("sales_credit", undefined)]).toEqual(["", ""]);
});
