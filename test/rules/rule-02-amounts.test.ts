import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mapA, valueA } from "../unit/ledgers/a/support.ts";
import { mapB } from "../unit/ledgers/b/support.ts";

/** Numerals as ledgers write them: beyond a double's reach, with trailing zeros, negative. */
const numeral = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 19n }), fc.option(fc.stringMatching(/^\d{1,4}$/), { nil: undefined }))
  .map(([whole, part]) => (part === undefined ? String(whole) : `${whole}.${part}`));

const invoiceA = (total: string, extra = "") =>
  `{"InvoiceID":"i1","Type":"ACCREC","Status":"AUTHORISED","Contact":{"ContactID":"c1","Name":"Birch"},"DateString":"2026-10-12T00:00:00",` +
  `"LineAmountTypes":"Exclusive","LineItems":[{"LineItemID":"l1","LineAmount":${total},"UnitAmount":1.2300,"Quantity":3.0000,"AccountCode":"200"}],` +
  `"Total":${total},"AmountDue":${total},"CurrencyCode":"NZD"${extra}}`;

const invoiceB = (total: string, extra = "") =>
  `{"Id":"7","SyncToken":"0","CustomerRef":{"value":"9"},"TxnDate":"2026-10-12","TotalAmt":${total},"Balance":${total},` +
  `"CurrencyRef":{"value":"EUR"},"ExchangeRate":1.1,"Line":[]${extra}}`;

interface Amounts {
  readonly total: unknown;
  readonly totalBase?: unknown;
  readonly outstanding: unknown;
  readonly lines: readonly { readonly net: unknown; readonly unitAmount?: unknown; readonly quantity?: unknown }[];
}
const documentB = (text: string) => mapB("invoices", text).records.find(({ kind }) => kind === "document")?.value as unknown as Amounts;

describe("rule 2: amounts are the ledger's own text, with a currency", () => {
  test("whatever the numeral, it comes out as it was sent", () => {
    fc.assert(
      fc.property(numeral, (total) => {
        const a = valueA(mapA("invoices.accrec", invoiceA(total)), "document") as unknown as Amounts;
        expect(a.total).toEqual({ amount: total, currency: "NZD" });
        expect(a.outstanding).toEqual({ amount: total, currency: "NZD" });
        expect(a.lines[0]?.net).toEqual({ amount: total, currency: "NZD" });
        expect(documentB(invoiceB(total)).total).toEqual({ amount: total, currency: "EUR" });
      }),
    );
  });

  test("9007199254740993.01 and trailing zeros survive", () => {
    const value = valueA(mapA("invoices.accrec", invoiceA("9007199254740993.01")), "document") as unknown as Amounts;
    expect(value.total).toEqual({ amount: "9007199254740993.01", currency: "NZD" });
    expect(value.lines[0]).toMatchObject({ quantity: "3.0000", unitAmount: { amount: "1.2300" } });
  });

  test("the base amount is the one that the ledger sent, whatever amount times rate would be", () => {
    expect(documentB(invoiceB("100.00", ',"HomeTotalAmt":109.99')).totalBase).toEqual({ amount: "109.99", currency: "USD" });
  });

  test("without a base amount from the ledger there is none", () => {
    expect(documentB(invoiceB("100.00"))).not.toHaveProperty("totalBase");
  });
});
