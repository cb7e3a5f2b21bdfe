import { z } from "zod";

/**
 * Only the fields that are read; everything else passes by and stays in the raw bytes. Numerals
 * arrive as text (kernel/json-exact), an absent field may be null, missing or an empty string.
 */
const text = z.string().nullish();
const numeral = z.string().nullish();
const flag = z.union([z.boolean(), z.enum(["true", "false"])]).nullish();
const reference = z.object({ value: text, name: text, type: text }).nullish();
const linkedTransactions = z.array(z.object({ TxnId: text, TxnType: text })).nullish();

/** One shape for every line detail: which of its fields mean something is said by `DetailType`. */
const lineDetail = z
  .object({
    ItemRef: reference,
    ItemAccountRef: reference,
    AccountRef: reference,
    DiscountAccountRef: reference,
    ClassRef: reference,
    DepartmentRef: reference,
    CustomerRef: reference,
    TaxCodeRef: reference,
    BillableStatus: text,
    PostingType: text,
    Qty: numeral,
    UnitPrice: numeral,
  })
  .nullish();

const lineFields = {
  Id: text,
  Description: text,
  Amount: numeral,
  DetailType: text,
  LinkedTxn: linkedTransactions,
  SalesItemLineDetail: lineDetail,
  ItemBasedExpenseLineDetail: lineDetail,
  AccountBasedExpenseLineDetail: lineDetail,
  JournalEntryLineDetail: lineDetail,
  DiscountLineDetail: lineDetail,
};
const innerLine = z.object(lineFields);
/** A bundle holds its lines inside. */
const line = z.object({ ...lineFields, GroupLineDetail: z.object({ Line: z.array(innerLine).nullish() }).nullish() });
export type LinePayload = z.infer<typeof innerLine>;
export type DocumentLinePayload = z.infer<typeof line>;
export type LineDetailPayload = NonNullable<z.infer<typeof lineDetail>>;
export type ReferencePayload = z.infer<typeof reference>;

const taxDetail = z
  .object({
    TotalTax: numeral,
    TaxLine: z
      .array(z.object({ Amount: numeral, TaxLineDetail: z.object({ TaxRateRef: reference, TaxPercent: numeral }).nullish() }))
      .nullish(),
  })
  .nullish();

const transaction = {
  Id: z.string().min(1),
  TxnDate: z.string(),
  DocNumber: text,
  PrivateNote: text,
  CurrencyRef: reference,
  ExchangeRate: numeral,
  TotalAmt: numeral,
};

/** Invoice, Bill, CreditMemo, VendorCredit, SalesReceipt, RefundReceipt, Purchase, JournalEntry. */
export const documentPayload = z.object({
  ...transaction,
  DueDate: text,
  HomeTotalAmt: numeral,
  Balance: numeral,
  RemainingCredit: numeral,
  Credit: flag,
  GlobalTaxCalculation: text,
  CustomerRef: reference,
  VendorRef: reference,
  EntityRef: reference,
  DepositToAccountRef: reference,
  AccountRef: reference,
  APAccountRef: reference,
  ARAccountRef: reference,
  ClassRef: reference,
  DepartmentRef: reference,
  TxnTaxDetail: taxDetail,
  Line: z.array(line).nullish(),
});
export type DocumentPayload = z.infer<typeof documentPayload>;

export const orderPayload = z.object({
  ...transaction,
  POStatus: text,
  VendorRef: reference,
  ClassRef: reference,
  DepartmentRef: reference,
  GlobalTaxCalculation: text,
  LinkedTxn: linkedTransactions,
  Line: z.array(line).nullish(),
});

/** Payment and BillPayment. */
export const paymentPayload = z.object({
  ...transaction,
  UnappliedAmt: numeral,
  PaymentRefNum: text,
  PayType: text,
  CustomerRef: reference,
  VendorRef: reference,
  DepositToAccountRef: reference,
  CheckPayment: z.object({ BankAccountRef: reference }).nullish(),
  CreditCardPayment: z.object({ CCAccountRef: reference }).nullish(),
  Line: z.array(z.object({ Amount: numeral, LinkedTxn: linkedTransactions })).nullish(),
});
export type PaymentPayload = z.infer<typeof paymentPayload>;

/** Transfer and CreditCardPayment: money between two accounts. */
export const transferPayload = z.object({
  ...transaction,
  Amount: numeral,
  HomeTotalAmt: numeral,
  CheckNum: text,
  FromAccountRef: reference,
  ToAccountRef: reference,
  BankAccountRef: reference,
  CreditCardAccountRef: reference,
});

export const depositPayload = z.object({
  ...transaction,
  HomeTotalAmt: numeral,
  GlobalTaxCalculation: text,
  DepositToAccountRef: reference,
  ClassRef: reference,
  DepartmentRef: reference,
  TxnTaxDetail: taxDetail,
  CashBack: z.object({ AccountRef: reference, Amount: numeral, Memo: text }).nullish(),
  Line: z
    .array(
      z.object({
        Id: text,
        Description: text,
        Amount: numeral,
        LinkedTxn: z.array(z.object({ TxnId: text, TxnType: text, TxnLineId: text })).nullish(),
        DepositLineDetail: z.object({ AccountRef: reference, ClassRef: reference, TaxCodeRef: reference }).nullish(),
      }),
    )
    .nullish(),
});
export type DepositPayload = z.infer<typeof depositPayload>;

export const inventoryAdjustmentPayload = z.object({
  ...transaction,
  AdjustAccountRef: reference,
  Line: z
    .array(
      z.object({ Id: text, Description: text, ItemAdjustmentLineDetail: z.object({ ItemRef: reference, QtyDiff: numeral }).nullish() }),
    )
    .nullish(),
});

/** Customer and Vendor. */
export const partyPayload = z.object({
  Id: z.string().min(1),
  DisplayName: z.string().min(1),
  Active: flag,
  Balance: numeral,
  CurrencyRef: reference,
  PrimaryEmailAddr: z.object({ Address: text }).nullish(),
  PrimaryTaxIdentifier: text,
  TaxIdentifier: text,
});

export const accountPayload = z.object({
  Id: z.string().min(1),
  Name: z.string().min(1),
  AcctNum: text,
  AccountType: z.string().min(1),
  AccountSubType: text,
  Classification: text,
  CurrencyRef: reference,
  CurrentBalance: numeral,
  Active: flag,
});

export const itemPayload = z.object({
  Id: z.string().min(1),
  Name: z.string().min(1),
  Sku: text,
  Type: text,
  IncomeAccountRef: reference,
  ExpenseAccountRef: reference,
  AssetAccountRef: reference,
  Active: flag,
});

const taxRateList = z.object({ TaxRateDetail: z.array(z.object({ TaxRateRef: reference })).nullish() }).nullish();

/** TaxRate and TaxCode; only the first has a rate, and only the second names the rates that it charges. */
export const taxPayload = z.object({
  Id: z.string().min(1),
  Name: z.string().min(1),
  RateValue: numeral,
  Active: flag,
  SalesTaxRateList: taxRateList,
  PurchaseTaxRateList: taxRateList,
});
export type TaxPayload = z.infer<typeof taxPayload>;

/** Class and Department. */
export const dimensionValuePayload = z.object({ Id: z.string().min(1), Name: z.string().min(1), ParentRef: reference, Active: flag });

/** A reference, but the older form of the answer holds the bare code. */
const homeCurrency = z.union([reference, z.string().transform((value) => ({ value, name: undefined, type: undefined }))]);

export const preferencesPayload = z.object({
  Id: text,
  AccountingInfoPrefs: z
    .object({
      BookCloseDate: text,
      TrackDepartments: flag,
      DepartmentTerminology: text,
      ClassTrackingPerTxn: flag,
      ClassTrackingPerTxnLine: flag,
      FirstMonthOfFiscalYear: text,
      UseAccountNumbers: flag,
    })
    .nullish(),
  TaxPrefs: z.object({ UsingSalesTax: flag, PartnerTaxEnabled: flag }).nullish(),
  CurrencyPrefs: z.object({ MultiCurrencyEnabled: flag, HomeCurrency: homeCurrency }).nullish(),
  SalesFormsPrefs: z.object({ CustomTxnNumbers: flag }).nullish(),
  ReportPrefs: z.object({ ReportBasis: text }).nullish(),
});
export type PreferencesPayload = z.infer<typeof preferencesPayload>;

export const companyCurrencyPayload = z.object({ Code: z.string().min(1) });

export const companyInfoPayload = z.object({ CompanyName: z.string().min(1), Country: text, FiscalYearStartMonth: text });
export type CompanyInfoPayload = z.infer<typeof companyInfoPayload>;

/** What the change feed leaves of a deleted record. */
export const deletedStub = z.object({ Id: z.string().min(1), status: z.literal("Deleted") });
