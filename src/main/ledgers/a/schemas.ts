import { z } from "zod";
import { amount, flag, list, maybe, requiredAmount, requiredText, text } from "./fields.ts";

// Only fields that are read are named; everything else passes unseen and stays in the raw bytes.

const tracking = z.object({ TrackingCategoryID: text, TrackingOptionID: text, Name: text, Option: text });
export type TrackingRow = z.infer<typeof tracking>;

const contactStub = z.object({ ContactID: text, Name: text });
const accountStub = z.object({ AccountID: text, Code: text, CurrencyCode: text });
const invoiceStub = z.object({
  InvoiceID: requiredText,
  Type: text,
  CurrencyCode: text,
  Contact: maybe(contactStub),
});

const lineItem = z.object({
  LineItemID: text,
  Description: text,
  Quantity: amount,
  UnitAmount: amount,
  LineAmount: amount,
  AccountID: text,
  AccountCode: text,
  ItemCode: text,
  TaxType: text,
  TaxAmount: amount,
  Tracking: list(tracking),
});
export type LineRow = z.infer<typeof lineItem>;

const allocation = z.object({ Amount: requiredAmount, Date: text, Invoice: invoiceStub, IsDeleted: flag });
export type AllocationRow = z.infer<typeof allocation>;

const documentFields = {
  Type: requiredText,
  Status: requiredText,
  Contact: maybe(contactStub),
  DateString: text,
  Date: text,
  CurrencyCode: text,
  CurrencyRate: amount,
  LineAmountTypes: text,
  LineItems: list(lineItem),
  Reference: text,
  Total: requiredAmount,
  TotalTax: amount,
};
const documentSchema = z.object(documentFields);
export type DocumentRow = z.infer<typeof documentSchema>;

export const invoiceSchema = z.object({
  ...documentFields,
  InvoiceID: requiredText,
  InvoiceNumber: text,
  DueDateString: text,
  DueDate: text,
  AmountDue: amount,
});

const creditFields = { ...documentFields, RemainingCredit: amount, Allocations: list(allocation) };
export const creditNoteSchema = z.object({ ...creditFields, CreditNoteID: requiredText, CreditNoteNumber: text });
export const overpaymentSchema = z.object({ ...creditFields, OverpaymentID: requiredText });
export const prepaymentSchema = z.object({ ...creditFields, PrepaymentID: requiredText });
export const bankTransactionSchema = z.object({ ...documentFields, BankTransactionID: requiredText });

export const manualJournalSchema = z.object({
  ManualJournalID: requiredText,
  Narration: text,
  Status: requiredText,
  LineAmountTypes: text,
  DateString: text,
  Date: text,
  JournalLines: list(lineItem),
});

export const paymentSchema = z.object({
  PaymentID: requiredText,
  PaymentType: requiredText,
  Status: requiredText,
  DateString: text,
  Date: text,
  Amount: requiredAmount,
  CurrencyRate: amount,
  Reference: text,
  BatchPaymentID: text,
  BatchPayment: maybe(z.object({ BatchPaymentID: text })),
  Account: maybe(accountStub),
  Invoice: invoiceStub,
});

export const batchPaymentSchema = z.object({
  BatchPaymentID: requiredText,
  Status: requiredText,
  DateString: text,
  Date: text,
  Reference: text,
  TotalAmount: requiredAmount,
  Account: maybe(accountStub),
  Payments: list(z.object({ PaymentID: requiredText, Invoice: maybe(z.object({ CurrencyCode: text })) })),
});

const outstandingBalance = maybe(z.object({ Outstanding: amount }));
export const contactSchema = z.object({
  ContactID: requiredText,
  Name: requiredText,
  ContactStatus: requiredText,
  IsCustomer: flag,
  IsSupplier: flag,
  EmailAddress: text,
  TaxNumber: text,
  DefaultCurrency: text,
  Balances: maybe(z.object({ AccountsReceivable: outstandingBalance, AccountsPayable: outstandingBalance })),
});

export const accountSchema = z.object({
  AccountID: requiredText,
  Code: text,
  Name: requiredText,
  Type: requiredText,
  Class: text,
  Status: text,
  SystemAccount: text,
  CurrencyCode: text,
});

const itemDetails = maybe(z.object({ AccountCode: text, COGSAccountCode: text }));
export const itemSchema = z.object({
  ItemID: requiredText,
  Code: text,
  Name: text,
  IsTrackedAsInventory: flag,
  InventoryAssetAccountCode: text,
  SalesDetails: itemDetails,
  PurchaseDetails: itemDetails,
});

export const taxRateSchema = z.object({ TaxType: requiredText, Name: requiredText, EffectiveRate: amount, Status: requiredText });

export const trackingCategorySchema = z.object({
  TrackingCategoryID: requiredText,
  Name: requiredText,
  Status: requiredText,
  Options: list(z.object({ TrackingOptionID: requiredText, Name: requiredText, Status: text })),
});

export const purchaseOrderSchema = z.object({
  PurchaseOrderID: requiredText,
  PurchaseOrderNumber: text,
  Status: requiredText,
  Contact: maybe(contactStub),
  DateString: text,
  Date: text,
  DeliveryDateString: text,
  DeliveryDate: text,
  CurrencyCode: text,
  LineAmountTypes: text,
  LineItems: list(lineItem),
  Total: requiredAmount,
});

export const linkedTransactionSchema = z.object({
  LinkedTransactionID: requiredText,
  Status: requiredText,
  SourceTransactionID: requiredText,
  SourceTransactionTypeCode: requiredText,
  SourceLineItemID: text,
  ContactID: text,
  TargetTransactionID: text,
  TargetLineItemID: text,
});

export const journalSchema = z.object({
  JournalID: requiredText,
  JournalNumber: requiredAmount,
  JournalDate: text,
  CreatedDateUTC: text,
  SourceID: text,
  SourceType: text,
  JournalLines: list(
    z.object({
      JournalLineID: text,
      AccountID: text,
      AccountCode: text,
      Description: text,
      NetAmount: requiredAmount,
      TrackingCategories: list(tracking),
    }),
  ),
});

export const organisationSchema = z.object({
  OrganisationID: text,
  Name: requiredText,
  BaseCurrency: requiredText,
  CountryCode: text,
  Timezone: text,
  FinancialYearEndDay: requiredAmount,
  FinancialYearEndMonth: requiredAmount,
  IsDemoCompany: flag,
  Edition: text,
  PeriodLockDate: text,
  EndOfYearLockDate: text,
});

export const actionSchema = z.object({ Name: requiredText, Status: requiredText });

export const paginationSchema = z.object({ page: amount, pageSize: amount, pageCount: amount, itemCount: amount });
