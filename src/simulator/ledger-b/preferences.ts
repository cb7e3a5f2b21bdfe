import type { Books } from "../books/types.ts";
import { DOMAIN } from "./domain.ts";
import type { JsonObject } from "./json-writer.ts";
import { pacificDay, pacificTime } from "./pacific-time.ts";
import { currencyRef } from "./shapes/common.ts";
import { dimensionFor } from "./traits.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** The company's settings. The close date is left out while none is set. */
export function preferences(
  books: Books,
  { automatedSalesTax, customNumbers }: { readonly automatedSalesTax: boolean; readonly customNumbers: boolean },
): JsonObject {
  const classes = dimensionFor(books, "Class");
  const departments = dimensionFor(books, "Department");
  return {
    AccountingInfoPrefs: {
      FirstMonthOfFiscalYear: firstMonth(books),
      UseAccountNumbers: books.accounts.some((account) => account.code !== ""),
      TaxYearMonth: "January",
      ClassTrackingPerTxn: classes !== undefined && classes.level !== "line",
      ClassTrackingPerTxnLine: classes !== undefined && classes.level !== "header",
      TrackDepartments: departments !== undefined,
      DepartmentTerminology: departments?.name,
      CustomerTerminology: "Customers",
      BookCloseDate: books.locks.bookClose ?? undefined,
    },
    SalesFormsPrefs: { CustomTxnNumbers: customNumbers, AllowDiscount: true },
    VendorAndPurchasesPrefs: { TrackingByCustomer: true, BillableExpenseTracking: true },
    TaxPrefs: { UsingSalesTax: books.taxCodes.length > 0, PartnerTaxEnabled: automatedSalesTax ? true : undefined },
    CurrencyPrefs: { MultiCurrencyEnabled: books.currencies.length > 1, HomeCurrency: currencyRef(books.baseCurrency) },
    ReportPrefs: { ReportBasis: "Accrual", CalcAgingReportFromTxnDate: false },
    domain: DOMAIN,
    sparse: false,
    Id: "1",
    SyncToken: "3",
    MetaData: { CreateTime: pacificTime(bornMs(books)), LastUpdatedTime: pacificTime(bornMs(books)) },
  };
}

export function companyInfo(books: Books): JsonObject {
  return {
    CompanyName: books.name,
    LegalName: books.name,
    Country: books.country,
    CompanyStartDate: pacificDay(bornMs(books)),
    FiscalYearStartMonth: firstMonth(books),
    SupportedLanguages: "en",
    NameValue: [{ Name: "NeoEnabled", Value: "true" }],
    domain: DOMAIN,
    sparse: false,
    Id: "1",
    SyncToken: "4",
    MetaData: { CreateTime: pacificTime(bornMs(books)), LastUpdatedTime: pacificTime(bornMs(books)) },
  };
}

function firstMonth(books: Books): string {
  return months[books.fiscalYearEndMonth % 12] ?? "January";
}

function bornMs(books: Books): number {
  return books.accounts[0]?.createdMs ?? 0;
}
