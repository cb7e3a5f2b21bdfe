import { describe, expect, it } from "vitest";
import { RecordMalformed } from "#main/ledgers/adapter.ts";
import { mapB, only } from "./support.ts";

describe("lists of Ledger B", () => {
  it("maps a customer and a vendor to two parties", () => {
    const sent = {
      Id: "24",
      DisplayName: "Elm Stores",
      Active: true,
      Balance: 120.5,
      PrimaryEmailAddr: { Address: "a@elm.test" },
      CurrencyRef: { value: "CAD" },
    };
    expect(only(mapB("customers", { ...sent, PrimaryTaxIdentifier: "XX-1" }), "party")).toEqual({
      id: "Customer:24",
      name: "Elm Stores",
      isCustomer: true,
      isVendor: false,
      isEmployee: false,
      active: true,
      email: "a@elm.test",
      taxIdentifier: "XX-1",
      currency: "CAD",
      receivable: { amount: "120.5", currency: "CAD" },
      sources: [{ system: "ledger_b", tenantId: "9130", entityType: "Customer", id: "24", fetchedAt: "2026-11-21T09:00:00.000Z" }],
    });
    const vendor = only(
      mapB("vendors", { Id: "56", DisplayName: "Oak (deleted)", Active: false, Balance: 170, TaxIdentifier: "XX-2" }),
      "party",
    );
    expect(vendor).toMatchObject({ id: "Vendor:56", isCustomer: false, isVendor: true, active: false, taxIdentifier: "XX-2" });
    expect(vendor.payable).toEqual({ amount: "170", currency: "USD" });
    expect(vendor).not.toHaveProperty("receivable");
    expect(vendor).not.toHaveProperty("currency");
  });

  it.each([
    ["Bank", "Checking", "Asset", "asset", "bank"],
    ["Accounts Receivable", "AccountsReceivable", "Asset", "asset", "receivable"],
    ["Accounts Payable", "AccountsPayable", "Liability", "liability", "payable"],
    ["Other Current Liability", "SalesTaxPayable", "Liability", "liability", "tax"],
    ["Equity", "RetainedEarnings", "Equity", "equity", "retained_earnings"],
    ["Other Expense", "ExchangeGainOrLoss", "Expense", "expense", "exchange_difference"],
    ["Income", "SalesOfProductIncome", "Revenue", "revenue", undefined],
    ["Cost of Goods Sold", "SuppliesMaterialsCogs", "Expense", "expense", undefined],
  ])("maps an account of type %s / %s", (AccountType, AccountSubType, Classification, side, role) => {
    const account = only(
      mapB("accounts", { Id: "63", Name: "Some", AcctNum: "5100", AccountType, AccountSubType, Classification, CurrentBalance: -2202.67 }),
      "account",
    );
    expect(account).toMatchObject({
      id: "Account:63",
      code: "5100",
      type: AccountType,
      class: side,
      active: true,
      balance: { amount: "-2202.67", currency: "USD" },
    });
    expect(account.role).toBe(role);
    expect(account).not.toHaveProperty("currency");
  });

  it("keeps an account raw when its side is not known", () => {
    const source = mapB("accounts", { Id: "63", Name: "Some", AccountType: "Weird", Classification: "Imaginary" });
    expect(source.records).toEqual([]);
    expect(source.findings).toMatchObject([
      { code: "unknown_value", field: "Classification", message: expect.stringContaining("Imaginary") },
    ]);
  });

  it("maps an item with its accounts", () => {
    const sent = {
      Id: "11",
      Name: "Pump",
      Sku: "P-1",
      Type: "Inventory",
      IncomeAccountRef: { value: "79" },
      ExpenseAccountRef: { value: "80" },
      AssetAccountRef: { value: "81" },
    };
    expect(only(mapB("items", sent), "item")).toMatchObject({
      ...{ id: "Item:11", code: "P-1", name: "Pump", type: "Inventory", tracked: true, active: true },
      ...{ incomeAccountId: "Account:79", expenseAccountId: "Account:80", assetAccountId: "Account:81" },
    });
    const service = only(mapB("items", { Id: "12", Name: "Hours", Type: "Service", Active: false }), "item");
    expect(service).toMatchObject({ tracked: false, active: false });
    expect(service).not.toHaveProperty("incomeAccountId");
  });

  it("maps tax rates and codes", () => {
    expect(only(mapB("tax-rates", '{"Id":"3","Name":"California","RateValue":8.250,"Active":true}'), "tax_rate")).toMatchObject({
      id: "TaxRate:3",
      rate: "8.250",
    });
    expect(only(mapB("tax-codes", { Id: "TAX", Name: "Tax", Active: false }), "tax_rate")).toMatchObject({
      id: "TaxCode:TAX",
      active: false,
    });
  });

  it("gives a rate its percentage and no parts, and a code the rates that it stands for on each side and no percentage", () => {
    const details = (...ids: readonly (string | null)[]) => ({ TaxRateDetail: ids.map((value) => ({ TaxRateRef: { value } })) });
    const rate = only(mapB("tax-rates", { Id: "3", Name: "GST", RateValue: 15 }), "tax_rate");
    expect([rate.rate, "parts" in rate]).toEqual(["15", false]);
    const code = only(
      mapB("tax-codes", {
        Id: "5",
        Name: "GST",
        RateValue: 15,
        SalesTaxRateList: details("3", null, "4"),
        PurchaseTaxRateList: details("9"),
      }),
      "tax_rate",
    );
    expect(code).not.toHaveProperty("rate");
    expect(code.parts).toEqual({ sales: ["TaxRate:3", "TaxRate:4"], purchases: ["TaxRate:9"] });
    const none = { Id: "6", Name: "None", SalesTaxRateList: { TaxRateDetail: [{}] }, PurchaseTaxRateList: {} };
    expect(only(mapB("tax-codes", none), "tax_rate").parts).toEqual({ sales: [], purchases: [] });
    expect(only(mapB("tax-codes", { Id: "6", Name: "None" }), "tax_rate").parts).toEqual({ sales: [], purchases: [] });
  });

  it("maps a list of departments to one dimension with the discovered name", () => {
    const sent = {
      Department: [
        { Id: "2", Name: "US", Active: true },
        { Id: "3", Name: "West", ParentRef: { value: "2" }, Active: false },
      ],
    };
    expect(only(mapB("departments", sent), "dimension")).toMatchObject({
      id: "Department",
      name: "Location",
      values: [
        { id: "2", name: "US", active: true },
        { id: "3", name: "West", parentId: "2", active: false },
      ],
      source: { entityType: "Department", id: "Department" },
    });
    expect(only(mapB("classes", { Class: [] }, { dimensions: [] }), "dimension")).toMatchObject({ id: "Class", active: false, values: [] });
    expect(() => mapB("classes", { Department: [] })).toThrow(RecordMalformed);
  });

  it("maps the book close date to a lock and watches it", () => {
    const source = mapB("company", { Id: "1", AccountingInfoPrefs: { BookCloseDate: "2026-09-30" } });
    expect(only(source, "lock")).toMatchObject({ id: "book_close", scope: { module: "all" }, lockedThrough: "2026-09-30" });
    expect(source.watched).toEqual({ bookCloseDate: "2026-09-30" });
    const open = mapB("company", { Id: "1", AccountingInfoPrefs: { BookCloseDate: "" } });
    expect(open).toEqual({ entityType: "Preferences", sourceId: "1", records: [], watched: { bookCloseDate: null } });
  });

  it.each([
    ["Open", "open"],
    ["Closed", "billed"],
  ])("maps a purchase order that is %s", (POStatus, status) => {
    const line = {
      Id: "1",
      Amount: 80,
      DetailType: "ItemBasedExpenseLineDetail",
      ItemBasedExpenseLineDetail: { ItemRef: { value: "11" }, Qty: 8, UnitPrice: 10 },
    };
    const LinkedTxn = [
      { TxnId: "402", TxnType: "Bill" },
      { TxnId: "402", TxnType: "Bill" },
      { TxnId: "7", TxnType: "Estimate" },
    ];
    const sent = {
      Id: "390",
      DocNumber: "1004",
      POStatus,
      TxnDate: "2026-10-02",
      VendorRef: { value: "56", name: "Oak" },
      LinkedTxn,
      Line: [line],
      TotalAmt: 80,
    };
    const order = only(mapB("purchase-orders", sent, { items: [{ id: "Item:11", expenseAccountId: "Account:80" }] }), "order");
    expect(order).toEqual({
      ...{ id: "PurchaseOrder:390", number: "1004", partyId: "Vendor:56", partyName: "Oak", date: "2026-10-02", currency: "USD" },
      ...{ total: { amount: "80", currency: "USD" }, status, sourceStatus: POStatus, billIds: ["Bill:402"] },
      lines: [
        {
          ...{ id: "PurchaseOrder:390/1", kind: "item", quantity: "8", unitAmount: { amount: "10", currency: "USD" } },
          ...{ accountId: "Account:80", itemId: "Item:11", net: { amount: "80", currency: "USD" }, dimensions: [] },
        },
      ],
      source: expect.objectContaining({ entityType: "PurchaseOrder", id: "390" }),
    });
  });

  it("keeps an order raw when its status is not known", () => {
    const source = mapB("purchase-orders", { Id: "390", POStatus: "Pending", TxnDate: "2026-10-02", TotalAmt: 80 });
    expect(source).toMatchObject({ records: [], findings: [{ code: "unknown_value", field: "POStatus" }] });
  });
});
