import { amount, flag, frequent, list, maybe, object, type Read, requiredAmount, requiredText, text } from "./fields.ts";

// Only fields that are read are named; everything else passes unseen and stays in the raw bytes.

const tracking = frequent({ TrackingCategoryID: text, TrackingOptionID: text, Name: text, Option: text }, (sent) => ({
  TrackingCategoryID: text(sent.TrackingCategoryID),
  TrackingOptionID: text(sent.TrackingOptionID),
  Name: text(sent.Name),
  Option: text(sent.Option),
}));
export type TrackingRow = Read<typeof tracking>;

const contactStub = frequent({ ContactID: text, Name: text }, (sent) => ({ ContactID: text(sent.ContactID), Name: text(sent.Name) }));
const accountStub = object({ AccountID: text, Code: text, CurrencyCode: text });
const invoiceStub = object({
  InvoiceID: requiredText,
  Type: text,
  CurrencyCode: text,
  Contact: maybe(contactStub),
});

const trackings = list(tracking);
const lineItem = frequent(
  {
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
    Tracking: trackings,
  },
  (sent) => ({
    LineItemID: text(sent.LineItemID),
    Description: text(sent.Description),
    Quantity: amount(sent.Quantity),
    UnitAmount: amount(sent.UnitAmount),
    LineAmount: amount(sent.LineAmount),
    AccountID: text(sent.AccountID),
    AccountCode: text(sent.AccountCode),
    ItemCode: text(sent.ItemCode),
    TaxType: text(sent.TaxType),
    TaxAmount: amount(sent.TaxAmount),
    Tracking: trackings(sent.Tracking),
  }),
);
export type LineRow = Read<typeof lineItem>;

const allocation = object({ Amount: requiredAmount, Date: text, Invoice: invoiceStub, IsDeleted: flag });
export type AllocationRow = Read<typeof allocation>;

const contact = maybe(contactStub);
const lineItems = list(lineItem);
const documentFields = {
  Type: requiredText,
  Status: requiredText,
  Contact: contact,
  DateString: text,
  Date: text,
  CurrencyCode: text,
  CurrencyRate: amount,
  LineAmountTypes: text,
  LineItems: lineItems,
  Reference: text,
  Total: requiredAmount,
  TotalTax: amount,
};
const documentSchema = object(documentFields);
export type DocumentRow = Read<typeof documentSchema>;

export const invoiceSchema = frequent(
  { ...documentFields, InvoiceID: requiredText, InvoiceNumber: text, DueDateString: text, DueDate: text, AmountDue: amount },
  (sent) => ({
    Type: requiredText(sent.Type),
    Status: requiredText(sent.Status),
    Contact: contact(sent.Contact),
    DateString: text(sent.DateString),
    Date: text(sent.Date),
    CurrencyCode: text(sent.CurrencyCode),
    CurrencyRate: amount(sent.CurrencyRate),
    LineAmountTypes: text(sent.LineAmountTypes),
    LineItems: lineItems(sent.LineItems),
    Reference: text(sent.Reference),
    Total: requiredAmount(sent.Total),
    TotalTax: amount(sent.TotalTax),
    InvoiceID: requiredText(sent.InvoiceID),
    InvoiceNumber: text(sent.InvoiceNumber),
    DueDateString: text(sent.DueDateString),
    DueDate: text(sent.DueDate),
    AmountDue: amount(sent.AmountDue),
  }),
);

const creditFields = { ...documentFields, RemainingCredit: amount, Allocations: list(allocation) };
export const creditNoteSchema = object({ ...creditFields, CreditNoteID: requiredText, CreditNoteNumber: text });
export const overpaymentSchema = object({ ...creditFields, OverpaymentID: requiredText });
export const prepaymentSchema = object({ ...creditFields, PrepaymentID: requiredText });
export const bankTransactionSchema = object({
  ...documentFields,
  BankTransactionID: requiredText,
  BankAccount: maybe(accountStub),
  IsReconciled: flag,
});

export const manualJournalSchema = object({
  ManualJournalID: requiredText,
  Narration: text,
  Status: requiredText,
  LineAmountTypes: text,
  DateString: text,
  Date: text,
  JournalLines: list(lineItem),
});

export const paymentSchema = object({
  PaymentID: requiredText,
  PaymentType: requiredText,
  Status: requiredText,
  DateString: text,
  Date: text,
  Amount: requiredAmount,
  CurrencyRate: amount,
  Reference: text,
  BatchPaymentID: text,
  BatchPayment: maybe(object({ BatchPaymentID: text })),
  Account: maybe(accountStub),
  IsReconciled: flag,
  Invoice: invoiceStub,
});

export const batchPaymentSchema = object({
  BatchPaymentID: requiredText,
  Status: requiredText,
  DateString: text,
  Date: text,
  Reference: text,
  TotalAmount: requiredAmount,
  Account: maybe(accountStub),
  Payments: list(object({ PaymentID: requiredText, Invoice: maybe(object({ CurrencyCode: text })) })),
});

const outstandingBalance = maybe(object({ Outstanding: amount }));
export const contactSchema = object({
  ContactID: requiredText,
  Name: requiredText,
  ContactStatus: requiredText,
  IsCustomer: flag,
  IsSupplier: flag,
  EmailAddress: text,
  TaxNumber: text,
  DefaultCurrency: text,
  Balances: maybe(object({ AccountsReceivable: outstandingBalance, AccountsPayable: outstandingBalance })),
});

export const accountSchema = object({
  AccountID: requiredText,
  Code: text,
  Name: requiredText,
  Type: requiredText,
  Class: text,
  Status: text,
  SystemAccount: text,
  CurrencyCode: text,
});

const itemDetails = maybe(object({ AccountCode: text, COGSAccountCode: text }));
export const itemSchema = object({
  ItemID: requiredText,
  Code: text,
  Name: text,
  IsTrackedAsInventory: flag,
  InventoryAssetAccountCode: text,
  SalesDetails: itemDetails,
  PurchaseDetails: itemDetails,
});

export const taxRateSchema = object({ TaxType: requiredText, Name: requiredText, EffectiveRate: amount, Status: requiredText });

export const trackingCategorySchema = object({
  TrackingCategoryID: requiredText,
  Name: requiredText,
  Status: requiredText,
  Options: list(object({ TrackingOptionID: requiredText, Name: requiredText, Status: text })),
});

export const purchaseOrderSchema = object({
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

export const linkedTransactionSchema = object({
  LinkedTransactionID: requiredText,
  Status: requiredText,
  SourceTransactionID: requiredText,
  SourceTransactionTypeCode: requiredText,
  SourceLineItemID: text,
  ContactID: text,
  TargetTransactionID: text,
  TargetLineItemID: text,
});

export const journalSchema = object({
  JournalID: requiredText,
  JournalNumber: requiredAmount,
  JournalDate: text,
  CreatedDateUTC: text,
  SourceID: text,
  SourceType: text,
  JournalLines: list(
    object({
      JournalLineID: text,
      AccountID: text,
      AccountCode: text,
      Description: text,
      NetAmount: requiredAmount,
      TrackingCategories: list(tracking),
    }),
  ),
});

export const organisationSchema = object({
  OrganisationID: text,
  Name: requiredText,
  BaseCurrency: requiredText,
  CountryCode: text,
  Timezone: text,
  FinancialYearEndDay: requiredAmount,
  FinancialYearEndMonth: requiredAmount,
  IsDemoCompany: flag,
  Class: text,
  Edition: text,
  PeriodLockDate: text,
  EndOfYearLockDate: text,
});

export const actionSchema = object({ Name: requiredText, Status: requiredText });
export const currencySchema = object({ Code: requiredText });

export const paginationSchema = object({ page: amount, pageSize: amount, pageCount: amount, itemCount: amount });
