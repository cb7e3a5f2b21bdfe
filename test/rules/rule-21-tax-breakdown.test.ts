import { describe, expect, it } from "vitest";
import { z } from "zod";
import { adapterA } from "#main/ledgers/a/index.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { documentLine, ledgerDocument } from "#shared/model/books/document.ts";
import { taxBreakdown } from "#shared/model/books/tax.ts";
import { createIngestLab } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { answerA, contextA, mapA, valueA } from "#test/unit/ledgers/a/support.ts";
import { contextB, converse, invoice, mapB, only, response } from "#test/unit/ledgers/b/support.ts";

const billA = {
  ...{
    InvoiceID: "b1",
    Type: "ACCPAY",
    Status: "AUTHORISED",
    DateString: "2026-10-05T00:00:00",
    CurrencyCode: "NZD",
    LineAmountTypes: "Exclusive",
  },
  ...{ SubTotal: "100.00", TotalTax: "15.00", Total: "115.00", AmountDue: "115.00" },
  LineItems: [{ LineItemID: "l1", AccountCode: "400", LineAmount: "100.00", TaxAmount: "15.00", TaxType: "INPUT2" }],
};
const invoiceB = invoice({
  GlobalTaxCalculation: "TaxExcluded",
  TxnTaxDetail: {
    TotalTax: 24,
    TaxLine: [{ Amount: 24, DetailType: "TaxLineDetail", TaxLineDetail: { TaxRateRef: { value: "3" }, TaxPercent: 8 } }],
  },
  Line: [
    {
      Id: "1",
      DetailType: "AccountBasedExpenseLineDetail",
      Amount: 300,
      AccountBasedExpenseLineDetail: { AccountRef: { value: "7" }, TaxCodeRef: { value: "TAX" } },
    },
  ],
});

describe("rule 21: tax is a breakdown, and what may be written of it is discovered", () => {
  it.each([
    ["a document", ledgerDocument.shape.tax],
    ["a document line", documentLine.shape.tax],
  ])("of %s is never a bare number", (_, schema) => {
    const { data } = z.object({ tax: schema }).safeParse({ tax: { basis: "exclusive", components: [] } });
    expect(data).toBeDefined();
    for (const scalar of ["15.00", 15, { amount: "15.00", currency: "NZD" }])
      expect(z.object({ tax: schema }).safeParse({ tax: scalar }).success).toBe(false);
  });

  it("Ledger A states it per line and per document", () => {
    const value = valueA(mapA("invoices.accpay", billA), "document");
    expect(value.tax).toEqual({ basis: "exclusive", amount: { amount: "15.00", currency: "NZD" }, components: [] });
    expect(value.lines[0]?.tax).toEqual({
      basis: "exclusive",
      amount: { amount: "15.00", currency: "NZD" },
      components: [{ code: "INPUT2" }],
    });
  });

  it("Ledger B states rates and amounts per document and a code per line", () => {
    const value = only(mapB("invoices", invoiceB), "document");
    expect(value.tax).toEqual({
      basis: "exclusive",
      amount: { amount: "24", currency: "USD" },
      components: [{ code: "3", rate: "8", amount: { amount: "24", currency: "USD" } }],
    });
    expect(value.lines.every((line) => taxBreakdown.safeParse(line.tax).success && line.tax.amount === undefined)).toBe(true);
  });

  it("the mirror hands every part back as it came", () => {
    const lab = createIngestLab(tempHome());
    const values = [valueA(mapA("invoices.accpay", billA), "document"), only(mapB("invoices", invoiceB), "document")];
    lab.take(values.map((value, index) => ({ id: value.id.slice(8), yields: [{ kind: "document", value }], index })));
    const mirrored = lab.reader.documents([1, 2]);
    expect(mirrored.map((document) => [document.tax, document.lines.map((line) => line.tax)])).toEqual(
      values.map((value) => [value.tax, value.lines.map((line) => line.tax)]),
    );
    lab.db.close();
  });

  it.each([
    [{}, true],
    [{ UsingSalesTax: true, PartnerTaxEnabled: false }, true],
    [{ UsingSalesTax: true, PartnerTaxEnabled: true }, false],
  ])("Ledger B with preferences %o: rates can be created: %s", (TaxPrefs, expected) => {
    const { value } = converse(adapterB.discover(contextB()), (request) => {
      if (request.path.includes("/companyinfo/"))
        return response({ CompanyInfo: { CompanyName: "Birch", Country: "US", FiscalYearStartMonth: "January" } });
      if (request.path.endsWith("/preferences")) return response({ Preferences: { Id: "1", AccountingInfoPrefs: {}, TaxPrefs } });
      return response({ QueryResponse: {} });
    });
    expect(value.capabilities.canCreateTaxRates).toBe(expected);
    expect(value.evidence.canCreateTaxRates).toMatch(/automated sales tax/i);
  });

  it.each([
    ["ALLOWED", true],
    ["NOT-ALLOWED", false],
  ])("Ledger A with the action CreateTaxRate %s: %s", (Status, expected) => {
    const answers: Readonly<Record<string, unknown>> = {
      "/Organisation": {
        Organisations: [{ OrganisationID: "og1", Name: "Birch", BaseCurrency: "NZD", FinancialYearEndDay: 31, FinancialYearEndMonth: 3 }],
      },
      "/TrackingCategories": { TrackingCategories: [] },
      "/Organisation/Actions": { Actions: [{ Name: "CreateTaxRate", Status }] },
    };
    const { value } = converse(adapterA.discover({ ...contextA(), wantsJournals: false }), (request) => answerA(answers[request.path]));
    expect(value.capabilities.canCreateTaxRates).toBe(expected);
  });
});
