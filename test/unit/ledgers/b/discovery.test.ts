import { describe, expect, it } from "vitest";
import { AnswerUnreadable, type LedgerRequest, type LedgerResponse, RecordMalformed } from "#main/ledgers/adapter.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { discovery } from "#shared/model/ledger/capabilities.ts";
import { contextB, converse, response } from "./support.ts";

interface Company {
  readonly info?: object;
  readonly accounting?: object;
  readonly preferences?: object;
  readonly classes?: readonly object[];
  readonly departments?: readonly object[];
  readonly refuseLists?: boolean;
}

function answering(company: Company): (request: LedgerRequest) => LedgerResponse {
  return (request) => {
    if (request.path.endsWith("/companyinfo/9130")) {
      return response({ CompanyInfo: { CompanyName: "Birch Group", Country: "US", FiscalYearStartMonth: "January", ...company.info } });
    }
    if (request.path.endsWith("/preferences")) {
      return response({
        Preferences: { Id: "1", AccountingInfoPrefs: company.accounting ?? {}, ...company.preferences },
        time: "2026-11-21T00:00:00-08:00",
      });
    }
    if (company.refuseLists) return response({ Fault: { Error: [{ code: "4001" }], type: "ValidationFault" } }, 400);
    const text = request.query?.query ?? "";
    const [entity, all] = text.includes("FROM Class") ? ["Class", company.classes ?? []] : ["Department", company.departments ?? []];
    const start = Number(/STARTPOSITION (\d+)/.exec(text)?.[1]);
    const rows = all.slice(start - 1, start + 999);
    return response({ QueryResponse: rows.length === 0 ? {} : { [entity as string]: rows } });
  };
}

const discover = (company: Company = {}) => converse(adapterB.discover(contextB()), answering(company));

describe("discovery of Ledger B", () => {
  it("is a whole discovery with evidence for every capability", () => {
    const { value, requests } = discover();
    expect(discovery.safeParse(value).success).toBe(true);
    expect(Object.keys(value.evidence).sort()).toEqual(Object.keys(value.capabilities).sort());
    expect(requests.map((r) => r.allowRejection ?? false)).toEqual([false, false, true, true]);
    expect(value.capabilities).toEqual({
      ...{
        dimensions: [],
        lineTarget: "both",
        canCreateTaxRates: true,
        hasApprovalWorkflow: false,
        hasGlFeed: false,
        hasAuditTrail: false,
      },
      ...{ statusIsDerived: true, writeSemantics: "replace", periodLock: { perSubsidiary: false }, idempotencyKey: true },
    });
  });

  it.each([
    [{ ClassTrackingPerTxn: true, ClassTrackingPerTxnLine: false }, "header"],
    [{ ClassTrackingPerTxn: false, ClassTrackingPerTxnLine: true }, "line"],
    [{ ClassTrackingPerTxn: true, ClassTrackingPerTxnLine: true }, "header_and_line"],
  ])("finds classes tracked as %o", (accounting, level) => {
    const classes = [
      { Id: "17", Name: "Retail", Active: true },
      { Id: "18", Name: "Old", Active: false },
    ];
    const { dimensions } = discover({ accounting, classes }).value.capabilities;
    expect(dimensions).toMatchObject([
      { id: "Class", name: "Class", fieldKey: "ClassRef", level, active: true, values: [{ id: "17" }, { id: "18", active: false }] },
    ]);
  });

  it("names departments as the company does", () => {
    const { dimensions } = discover({ accounting: { TrackDepartments: true, DepartmentTerminology: "Location" } }).value.capabilities;
    expect(dimensions).toMatchObject([{ id: "Department", name: "Location", level: "header", active: true, values: [] }]);
  });

  it("keeps values of a tracking that was switched off, as inactive", () => {
    const { dimensions } = discover({ departments: [{ Id: "3", Name: "West" }] }).value.capabilities;
    expect(dimensions).toMatchObject([{ id: "Department", active: false, values: [{ id: "3", name: "West", active: true }] }]);
  });

  it("reads long lists to their end", () => {
    const classes = Array.from({ length: 2300 }, (_, i) => ({ Id: String(i + 1), Name: `Class ${i + 1}` }));
    const { value, requests } = discover({ classes, accounting: { ClassTrackingPerTxn: true } });
    expect(value.capabilities.dimensions[0]?.values).toHaveLength(2300);
    expect(requests.filter((r) => r.query?.query?.includes("FROM Class"))).toHaveLength(3);
  });

  it("goes on when the edition refuses a list", () => {
    const { dimensions } = discover({ refuseLists: true, accounting: { TrackDepartments: true } }).value.capabilities;
    expect(dimensions.map((d) => [d.id, d.values.length])).toEqual([["Department", 0]]);
  });

  it("can't create tax rates under automated sales tax (rule 21)", () => {
    const { value } = discover({ preferences: { TaxPrefs: { UsingSalesTax: true, PartnerTaxEnabled: true } } });
    expect(value.capabilities.canCreateTaxRates).toBe(false);
    expect(value.evidence.canCreateTaxRates).toMatch(/automated sales tax/i);
    expect(value.unlistedTaxCodes).toEqual({ TAX: "Taxable", NON: "Nontaxable" });
    const own = discover({ preferences: { TaxPrefs: { UsingSalesTax: true } } }).value;
    expect([own.capabilities.canCreateTaxRates, own.unlistedTaxCodes]).toEqual([true, undefined]);
  });

  it("reads the close date as the lock", () => {
    expect(discover({ accounting: { BookCloseDate: "2026-09-30" } }).value.capabilities.periodLock).toEqual({
      date: "2026-09-30",
      perSubsidiary: false,
    });
  });

  it.each([
    ["January", 12, 31],
    ["February", 1, 31],
    ["March", 2, 28],
    ["July", 6, 30],
    ["april", 3, 31],
  ])("ends a fiscal year that starts in %s", (FiscalYearStartMonth, month, day) => {
    expect(discover({ info: { FiscalYearStartMonth } }).value.organisation).toMatchObject({
      fiscalYearEndMonth: month,
      fiscalYearEndDay: day,
    });
  });

  it("falls back to the preferences for the year and to the country for the currency", () => {
    const { organisation } = discover({
      info: { FiscalYearStartMonth: null, Country: "CA" },
      accounting: { FirstMonthOfFiscalYear: "October" },
    }).value;
    expect(organisation).toMatchObject({
      name: "Birch Group",
      country: "CA",
      baseCurrency: "CAD",
      fiscalYearEndMonth: 9,
      fiscalYearEndDay: 30,
    });
    const home = { preferences: { CurrencyPrefs: { HomeCurrency: { value: "NZD" } } }, info: { Country: "CA" } };
    expect(discover(home).value.organisation.baseCurrency).toBe("NZD");
    expect(discover({ info: { Country: "" } }).value.organisation.baseCurrency).toBe("USD");
  });

  it("refuses answers that are not what was asked for", () => {
    expect(() => converse(adapterB.discover(contextB()), () => response("<html>"))).toThrow(AnswerUnreadable);
    expect(() => discover({ info: { CompanyName: null } })).toThrow(RecordMalformed);
    expect(() => discover({ info: { FiscalYearStartMonth: "Brumaire" } })).toThrow(AnswerUnreadable);
  });
});
