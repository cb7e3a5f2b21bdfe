import { describe, expect, test } from "vitest";
import { RecordMalformed } from "#main/ledgers/adapter.ts";
import { mapA, valueA } from "./support.ts";

const payment = {
  PaymentID: "p1",
  PaymentType: "ACCRECPAYMENT",
  Status: "AUTHORISED",
  Date: "/Date(1791676800000+0000)/",
  Amount: 500,
  CurrencyRate: 0,
  Reference: "",
  BatchPaymentID: "bp1",
  Account: { AccountID: "ba1", Code: "090" },
  Invoice: { InvoiceID: "6b1f", Type: "ACCREC", Contact: { ContactID: "c01", Name: "Birch & Co" } },
};

describe("payments", () => {
  test("a receipt settles one invoice", () => {
    const value = valueA(mapA("payments", payment), "payment");
    expect(value).toMatchObject({
      id: "Payment:p1",
      direction: "received",
      date: "2026-10-11",
      currency: "NZD",
      amount: { amount: "500", currency: "NZD" },
      unapplied: { amount: "0.00", currency: "NZD" },
      accountId: "Account:ba1",
      batchId: "BatchPayment:bp1",
      partyId: "Contact:c01",
      partyName: "Birch & Co",
      status: "posted",
      sourceStatus: "AUTHORISED",
      allocations: [{ fromKind: "payment", fromId: "Payment:p1", toId: "Invoice:6b1f", amount: { amount: "500" }, date: "2026-10-11" }],
    });
    expect(value).not.toHaveProperty("reference");
    // A base-currency payment is sent with rate 0.
    expect(value).not.toHaveProperty("exchangeRate");
  });

  test.each([
    ["ACCRECPAYMENT", "ACCREC", "received", "Invoice"],
    ["ACCPAYPAYMENT", "ACCPAY", "made", "Invoice"],
    ["ARCREDITPAYMENT", "ACCRECCREDIT", "made", "CreditNote"],
    ["APCREDITPAYMENT", "ACCPAYCREDIT", "received", "CreditNote"],
    ["AROVERPAYMENTPAYMENT", "AROVERPAYMENT", "made", "Overpayment"],
    ["APOVERPAYMENTPAYMENT", "APOVERPAYMENT", "received", "Overpayment"],
    ["ARPREPAYMENTPAYMENT", "ARPREPAYMENT", "made", "Prepayment"],
    ["APPREPAYMENTPAYMENT", "APPREPAYMENT", "received", "Prepayment"],
  ])("%s against %s is %s and settles a %s", (PaymentType, Type, direction, noun) => {
    const value = valueA(mapA("payments", { ...payment, PaymentType, Invoice: { InvoiceID: "x", Type } }), "payment");
    expect(value.direction).toBe(direction);
    expect(value.allocations[0]?.toId).toBe(`${noun}:x`);
    const untyped = valueA(mapA("payments", { ...payment, PaymentType, Invoice: { InvoiceID: "x" } }), "payment");
    expect(untyped.allocations[0]?.toId).toBe(`${noun}:x`);
  });

  test("a deleted payment settles nothing", () => {
    const value = valueA(mapA("payments", { ...payment, Status: "DELETED" }), "payment");
    expect(value).toMatchObject({ status: "deleted", allocations: [] });
  });

  test("a foreign payment is in the currency of its invoice", () => {
    const value = valueA(
      mapA("payments", { ...payment, CurrencyRate: 0.61, Invoice: { ...payment.Invoice, CurrencyCode: "USD" } }),
      "payment",
    );
    expect(value).toMatchObject({ currency: "USD", exchangeRate: "0.61", amount: { currency: "USD" }, unapplied: { currency: "USD" } });
  });

  test("accounts by code, unknown codes as findings", () => {
    expect(valueA(mapA("payments", { ...payment, Account: { Code: "090" } }), "payment").accountId).toBe("Account:bank");
    const mapped = mapA("payments", { ...payment, Account: { Code: "1" } });
    expect(valueA(mapped, "payment")).not.toHaveProperty("accountId");
    expect(mapped.findings).toEqual([expect.objectContaining({ code: "unresolved_account" })]);
  });

  test.each([
    ["PaymentType", "BARTER"],
    ["Status", "MAYBE"],
  ])("an unknown %s keeps the record raw", (field, value) =>
    expect(mapA("payments", { ...payment, [field]: value })).toMatchObject({ records: [], findings: [{ code: "unknown_value", field }] }),
  );

  test.each(["PaymentID", "Amount", "Invoice", "Date"])("without %s it is malformed", (field) =>
    expect(() => mapA("payments", { ...payment, [field]: null })).toThrow(RecordMalformed),
  );

  test("a batch names its payments", () => {
    const batch = {
      BatchPaymentID: "bp1",
      Status: "AUTHORISED",
      Date: "/Date(1793404800000+0000)/",
      Reference: "Oct run",
      TotalAmount: "195.10",
      Account: { AccountID: "ba1" },
      Payments: [{ PaymentID: "p1" }, { PaymentID: "p2" }],
    };
    expect(valueA(mapA("batch-payments", batch), "batch_payment")).toMatchObject({
      id: "BatchPayment:bp1",
      date: "2026-10-31",
      accountId: "Account:ba1",
      total: { amount: "195.10", currency: "NZD" },
      status: "posted",
      paymentIds: ["Payment:p1", "Payment:p2"],
    });
    expect(valueA(mapA("batch-payments", { ...batch, Status: "DELETED" }), "batch_payment").status).toBe("deleted");
    expect(mapA("batch-payments", { ...batch, Status: "?" }).records).toEqual([]);
  });
});

describe("contacts", () => {
  const contact = { ContactID: "c01", Name: "Birch & Co", ContactStatus: "ACTIVE", IsCustomer: true, IsSupplier: false };

  test("both roles, balances in base currency", () => {
    const text = `{"ContactID":"c01","Name":"Birch & Co","ContactStatus":"ACTIVE","TaxNumber":"123-456-789","IsCustomer":true,"IsSupplier":"true",
      "EmailAddress":"","Balances":{"AccountsReceivable":{"Outstanding":535.00,"Overdue":0.00},"AccountsPayable":{"Outstanding":-7.50}}}`;
    const value = valueA(mapA("contacts", text), "party");
    expect(value).toMatchObject({
      id: "Contact:c01",
      isCustomer: true,
      isVendor: true,
      isEmployee: false,
      active: true,
      taxIdentifier: "123-456-789",
      receivable: { amount: "535.00", currency: "NZD" },
      payable: { amount: "-7.50", currency: "NZD" },
    });
    expect(value).not.toHaveProperty("email");
  });

  test.each([
    ["ACTIVE", true],
    ["ARCHIVED", false],
    ["GDPRREQUEST", false],
  ])("%s is active: %s", (ContactStatus, active) =>
    expect(valueA(mapA("contacts", { ...contact, ContactStatus }), "party").active).toBe(active),
  );

  test("an unknown status is kept raw", () =>
    expect(mapA("contacts", { ...contact, ContactStatus: "LOST" })).toMatchObject({ records: [], findings: [{ field: "ContactStatus" }] }));
});

describe("accounts", () => {
  const account = { AccountID: "ac2", Code: "200", Name: "Sales", Type: "REVENUE", Class: "REVENUE", Status: "ACTIVE", SystemAccount: "" };

  test.each([
    ["ASSET", "asset"],
    ["LIABILITY", "liability"],
    ["EQUITY", "equity"],
    ["REVENUE", "revenue"],
    ["EXPENSE", "expense"],
  ])("class %s is %s", (Class, side) => expect(valueA(mapA("accounts", { ...account, Class }), "account").class).toBe(side));

  test.each([
    ["BANK", "", "bank"],
    ["CURRENT", "DEBTORS", "receivable"],
    ["CURRLIAB", "CREDITORS", "payable"],
    ["CURRLIAB", "GST", "tax"],
    ["EQUITY", "RETAINEDEARNINGS", "retained_earnings"],
    ["EXPENSE", "ROUNDING", "rounding"],
    ["EXPENSE", "REALISEDCURRENCYGAIN", "exchange_difference"],
    ["EXPENSE", "UNREALISEDCURRENCYGAIN", undefined],
    ["SALES", "", undefined],
  ])("type %s with system word %s has role %s and keeps its type", (Type, SystemAccount, role) => {
    const value = valueA(mapA("accounts", { ...account, Type, SystemAccount }), "account");
    expect([value.type, value.role]).toEqual([Type, role]);
  });

  test("archived is inactive; currency only where sent", () => {
    const value = valueA(mapA("accounts", { ...account, Status: "ARCHIVED", CurrencyCode: "USD" }), "account");
    expect(value).toMatchObject({ id: "Account:ac2", code: "200", active: false, currency: "USD" });
    expect(valueA(mapA("accounts", { ...account, Code: null }), "account")).not.toHaveProperty("currency");
    expect(mapA("accounts", { ...account, Class: "OTHER" }).findings).toHaveLength(1);
  });

  test("a short answer without class and status takes the side from the type", () => {
    const short = { AccountID: "a", Name: "Operating" };
    expect(valueA(mapA("accounts", { ...short, Type: "BANK" }), "account")).toMatchObject({ class: "asset", role: "bank", active: true });
    expect(valueA(mapA("accounts", { ...short, Type: "PAYG" }), "account").class).toBe("liability");
    expect(() => mapA("accounts", { ...short, Type: "NEWKIND" })).toThrow(RecordMalformed);
  });
});

describe("items, tax rates, tracking, locks", () => {
  test("an item finds its accounts by code", () => {
    const item = {
      ItemID: "i1",
      Code: "RET",
      SalesDetails: { AccountCode: "200" },
      PurchaseDetails: { COGSAccountCode: "400" },
      InventoryAssetAccountCode: "630",
      IsTrackedAsInventory: true,
    };
    expect(valueA(mapA("items", item), "item")).toMatchObject({
      id: "Item:i1",
      code: "RET",
      name: "RET",
      tracked: true,
      active: true,
      incomeAccountId: "Account:sales",
      expenseAccountId: "Account:costs",
      assetAccountId: "Account:stock",
    });
    const odd = mapA("items", { ItemID: "i2", Name: "Odd", SalesDetails: { AccountCode: "999" }, PurchaseDetails: {} });
    expect(valueA(odd, "item")).not.toHaveProperty("incomeAccountId");
    expect(odd.findings).toEqual([expect.objectContaining({ code: "unresolved_account", field: "SalesDetails.AccountCode" })]);
    expect(() => mapA("items", { ItemID: "i3" })).toThrow(RecordMalformed);
  });

  test("a tax rate is known by its type word", () => {
    const text = `{"Name":"15% GST on Income","TaxType":"OUTPUT2","EffectiveRate":15.0000,"Status":"ACTIVE"}`;
    expect(valueA(mapA("tax-rates", text), "tax_rate")).toMatchObject({ id: "TaxRate:OUTPUT2", rate: "15.0000", active: true });
    const gone = mapA("tax-rates", { Name: "Old", TaxType: "X", Status: "DELETED" });
    expect(valueA(gone, "tax_rate").active).toBe(false);
    expect(mapA("tax-rates", { Name: "Old", TaxType: "X", Status: "?" }).records).toEqual([]);
  });

  test("a tracking category is a line dimension of the ledger", () => {
    const category = {
      TrackingCategoryID: "t1",
      Name: "Region",
      Status: "ARCHIVED",
      Options: [
        { TrackingOptionID: "o1", Name: "North", Status: "ACTIVE" },
        { TrackingOptionID: "o2", Name: "South", Status: "ARCHIVED" },
      ],
    };
    expect(valueA(mapA("tracking-categories", category), "dimension")).toMatchObject({
      id: "TrackingCategory:t1",
      level: "line",
      ownedBy: "source",
      active: false,
      values: [
        { id: "o1", name: "North", active: true },
        { id: "o2", name: "South", active: false },
      ],
    });
    expect(mapA("tracking-categories", { ...category, Status: "?" }).records).toEqual([]);
  });

  test("the two lock dates become scoped locks and are watched", () => {
    const organisation = {
      OrganisationID: "og1",
      Name: "Birch Group",
      BaseCurrency: "NZD",
      FinancialYearEndDay: 31,
      FinancialYearEndMonth: 3,
      PeriodLockDate: "/Date(1790726400000+0000)/",
      EndOfYearLockDate: "/Date(1774915200000+0000)/",
    };
    const mapped = mapA("organisation", organisation);
    expect(mapped.records.map((record) => record.value)).toMatchObject([
      { id: "period", scope: { module: "all" }, lockedThrough: "2026-09-30", exempts: "advisers" },
      { id: "year_end", scope: { module: "all" }, lockedThrough: "2026-03-31" },
    ]);
    expect(mapped.records[1]?.value).not.toHaveProperty("exempts");
    expect(mapped.watched).toEqual({ periodLockDate: "2026-09-30", endOfYearLockDate: "2026-03-31" });
    const open = mapA("organisation", { ...organisation, PeriodLockDate: null, EndOfYearLockDate: undefined });
    expect(open).toMatchObject({ records: [], watched: { periodLockDate: null, endOfYearLockDate: null } });
  });
});

describe("orders and linked transactions", () => {
  const order = {
    PurchaseOrderID: "po1",
    PurchaseOrderNumber: "PO-0104",
    Status: "BILLED",
    Contact: { ContactID: "c9", Name: "City" },
    DateString: "2026-09-01T00:00:00",
    DeliveryDate: "/Date(1790726400000+0000)/",
    LineAmountTypes: "Exclusive",
    LineItems: [{ LineItemID: "q1", Quantity: 10, UnitAmount: 9, LineAmount: 90, ItemCode: "RET" }],
    Total: 103.5,
  };

  test.each([
    ["DRAFT", "draft"],
    ["SUBMITTED", "awaiting_approval"],
    ["AUTHORISED", "open"],
    ["BILLED", "billed"],
    ["DELETED", "deleted"],
  ])("status %s is %s", (Status, status) => expect(valueA(mapA("purchase-orders", { ...order, Status }), "order").status).toBe(status));

  test("an order keeps its lines and links no bills", () => {
    const value = valueA(mapA("purchase-orders", order), "order");
    expect(value).toMatchObject({
      id: "PurchaseOrder:po1",
      number: "PO-0104",
      partyId: "Contact:c9",
      date: "2026-09-01",
      deliveryDate: "2026-09-30",
      total: { amount: "103.5", currency: "NZD" },
      billIds: [],
      lines: [{ id: "PurchaseOrder:po1/q1", kind: "item", itemId: "Item:ret", accountId: "Account:costs", net: { amount: "90" } }],
    });
    expect(mapA("purchase-orders", { ...order, Status: "?" }).records).toEqual([]);
  });

  test("a linked transaction points at lines of documents", () => {
    const link = {
      LinkedTransactionID: "lt1",
      Status: "BILLED",
      SourceTransactionID: "b9",
      SourceLineItemID: "li",
      SourceTransactionTypeCode: "SPEND",
      ContactID: "c01",
      TargetTransactionID: "6b1f",
      TargetLineItemID: "a1",
    };
    expect(valueA(mapA("linked-transactions", link), "linked_transaction")).toMatchObject({
      id: "LinkedTransaction:lt1",
      status: "BILLED",
      sourceDocumentId: "BankTransaction:b9",
      sourceLineId: "BankTransaction:b9/li",
      customerId: "Contact:c01",
      targetDocumentId: "Invoice:6b1f",
      targetLineId: "Invoice:6b1f/a1",
    });
    const bill = { ...link, SourceTransactionTypeCode: "ACCPAY", TargetTransactionID: null, TargetLineItemID: null };
    const open = valueA(mapA("linked-transactions", bill), "linked_transaction");
    expect(open.sourceDocumentId).toBe("Invoice:b9");
    expect(open).not.toHaveProperty("targetLineId");
    expect(mapA("linked-transactions", { ...link, SourceTransactionTypeCode: "X" }).records).toEqual([]);
  });
});

describe("general-ledger journals", () => {
  const journal = {
    JournalID: "j1",
    JournalNumber: 118,
    JournalDate: "/Date(1791158400000+0000)/",
    CreatedDateUTC: "/Date(1791160001000+0000)/",
    SourceID: "6b1f",
    SourceType: "ACCREC",
    JournalLines: [
      { JournalLineID: "x1", AccountID: "ar", NetAmount: 1035, TrackingCategories: [] },
      {
        AccountCode: "200",
        NetAmount: -1035,
        Description: "Acme",
        TrackingCategories: [{ TrackingCategoryID: "region", TrackingOptionID: "north" }],
      },
    ],
  };

  test("postings carry net amounts in base currency", () => {
    expect(valueA(mapA("journals", journal), "journal")).toMatchObject({
      id: "Journal:j1",
      number: "118",
      date: "2026-10-05",
      createdAt: "2026-10-05T00:26:41.000Z",
      documentId: "Invoice:6b1f",
      sourceType: "ACCREC",
      postings: [
        { id: "Journal:j1/x1", accountId: "Account:ar", amount: { amount: "1035", currency: "NZD" }, dimensions: [] },
        {
          id: "Journal:j1/#2",
          accountId: "Account:sales",
          amount: { amount: "-1035", currency: "NZD" },
          description: "Acme",
          dimensions: [{ dimensionId: "TrackingCategory:region", valueId: "north", fannedFromHeader: false }],
        },
      ],
    });
  });

  test.each([
    ["ACCREC", "Invoice:s"],
    ["ACCPAY", "Invoice:s"],
    ["ACCRECCREDIT", "CreditNote:s"],
    ["ACCPAYCREDIT", "CreditNote:s"],
    ["ACCRECPAYMENT", "Payment:s"],
    ["ACCPAYPAYMENT", "Payment:s"],
    ["ARCREDITPAYMENT", "Payment:s"],
    ["APOVERPAYMENTPAYMENT", "Payment:s"],
    ["AROVERPAYMENT", "Overpayment:s"],
    ["APPREPAYMENT", "Prepayment:s"],
    ["CASHREC", "BankTransaction:s"],
    ["CASHPAID", "BankTransaction:s"],
    ["MANJOURNAL", "ManualJournal:s"],
    ["TRANSFER", undefined],
    ["PAYSLIP", undefined],
  ])("%s was caused by %s", (SourceType, documentId) =>
    expect(valueA(mapA("journals", { ...journal, SourceType, SourceID: "s" }), "journal").documentId).toBe(documentId),
  );

  test("a posting without a known account makes the journal malformed", () =>
    expect(() => mapA("journals", { ...journal, JournalLines: [{ NetAmount: 1, AccountCode: "999" }] })).toThrow(RecordMalformed));
});
