import { describe, expect, it } from "vitest";
import { RecordMalformed } from "#main/ledgers/adapter.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { contextB, exact, invoice, mapB, only, streamB } from "./support.ts";

const design = (extra: object = {}) => ({
  Id: "1",
  Description: "Design",
  Amount: 300,
  DetailType: "SalesItemLineDetail",
  SalesItemLineDetail: { ItemRef: { value: "4" }, UnitPrice: 75, Qty: 4, TaxCodeRef: { value: "NON" }, ...extra },
});
const subtotal = { Amount: 300, DetailType: "SubTotalLineDetail", SubTotalLineDetail: {} };
const items = [{ id: "Item:4", incomeAccountId: "Account:82", expenseAccountId: "Account:63" }];

describe("documents of Ledger B", () => {
  it("maps an invoice with every figure as it was sent", () => {
    const text = `{"Id":"341","TxnDate":"2026-10-05","DueDate":"2026-11-04","DocNumber":"1088","PrivateNote":"","TotalAmt":324.00,"HomeTotalAmt":324.00,
      "Balance":120.50,"ExchangeRate":1,"CurrencyRef":{"value":"USD"},"CustomerRef":{"value":"24","name":"Elm Stores"},"TxnTaxDetail":{"TotalTax":24.0,
      "TaxLine":[{"Amount":24.0,"TaxLineDetail":{"TaxRateRef":{"value":"3"},"TaxPercent":8}}]},"Line":[{"Id":"1","Description":"Design","Amount":300.00,
      "DetailType":"SalesItemLineDetail","SalesItemLineDetail":{"ItemRef":{"value":"4"},"UnitPrice":75,"Qty":4.0,"TaxCodeRef":{"value":"TAX"}}}]}`;
    const source = mapB("invoices", text, { items });
    expect(source.findings).toBeUndefined();
    expect(only(source, "document")).toEqual({
      id: "Invoice:341",
      type: "sales_invoice",
      number: "1088",
      partyId: "Customer:24",
      partyName: "Elm Stores",
      issueDate: "2026-10-05",
      dueDate: "2026-11-04",
      currency: "USD",
      total: { amount: "324.00", currency: "USD" },
      totalBase: { amount: "324.00", currency: "USD" },
      outstanding: { amount: "120.50", currency: "USD" },
      tax: {
        basis: "exclusive",
        amount: { amount: "24.0", currency: "USD" },
        components: [{ code: "3", rate: "8", amount: { amount: "24.0", currency: "USD" } }],
      },
      status: "part_paid",
      statusIsDerived: true,
      lines: [
        {
          id: "Invoice:341/1",
          kind: "item",
          description: "Design",
          quantity: "4.0",
          unitAmount: { amount: "75", currency: "USD" },
          accountId: "Account:82",
          itemId: "Item:4",
          net: { amount: "300.00", currency: "USD" },
          tax: { basis: "exclusive", components: [{ code: "TAX" }] },
          dimensions: [],
          source: { system: "ledger_b", tenantId: "9130", entityType: "Invoice", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" },
        },
      ],
      allocations: [],
      source: { system: "ledger_b", tenantId: "9130", entityType: "Invoice", id: "341", fetchedAt: "2026-11-21T09:00:00.000Z" },
    });
  });

  it("keeps amounts exactly, however long or small they are", () => {
    const document = only(
      mapB("invoices", '{"Id":"1","TxnDate":"2026-10-05","TotalAmt":9007199254740993.01,"Balance":1e-7,"Line":[]}'),
      "document",
    );
    expect(document.total.amount).toBe("9007199254740993.01");
    expect(document.outstanding.amount).toBe("0.0000001");
  });

  it.each([
    ["Invoice", "invoices", "sales_invoice", "Customer:9"],
    ["CreditMemo", "credit-memos", "sales_credit", "Customer:9"],
    ["SalesReceipt", "sales-receipts", "cash_sale", "Customer:9"],
    ["RefundReceipt", "refund-receipts", "cash_sale", "Customer:9"],
    ["Bill", "bills", "purchase_bill", "Vendor:8"],
    ["VendorCredit", "vendor-credits", "purchase_credit", "Vendor:8"],
    ["Purchase", "purchases", "cash_purchase", "Employee:7"],
    ["JournalEntry", "journal-entries", "journal", undefined],
  ])("%s becomes %s / %s", (entity, stream, type, partyId) => {
    const parties =
      entity === "JournalEntry"
        ? {}
        : { CustomerRef: { value: "9" }, VendorRef: { value: "8" }, EntityRef: { value: "7", name: "Jo", type: "Employee" } };
    const source = mapB(stream, { ...invoice({ CustomerRef: null }), ...parties });
    const document = only(source, "document");
    expect(source).toMatchObject({ entityType: entity, sourceId: "341" });
    expect(document).toMatchObject({ id: `${entity}:341`, type, statusIsDerived: true });
    expect(document.partyId).toBe(partyId);
    expect(document.sourceStatus).toBeUndefined();
  });

  it.each([
    ["invoices", "Account:1"],
    ["credit-memos", "Account:1"],
    ["sales-receipts", "Account:2"],
    ["refund-receipts", "Account:2"],
    ["bills", "Account:3"],
    ["vendor-credits", "Account:3"],
    ["purchases", "Account:4"],
    ["journal-entries", undefined],
  ])("%s: the account of the total, from the one member that means it", (stream, accountId) => {
    const named = {
      ARAccountRef: { value: "1" },
      DepositToAccountRef: { value: "2" },
      APAccountRef: { value: "3" },
      AccountRef: { value: "4" },
    };
    expect(only(mapB(stream, { ...invoice({}), ...named }), "document").totalAccountId).toBe(accountId);
    expect(only(mapB(stream, invoice({})), "document")).not.toHaveProperty("totalAccountId");
  });

  it("negates refunds in every amount but the unit price", () => {
    const line = {
      Id: "1",
      Amount: 41.2,
      DetailType: "SalesItemLineDetail",
      SalesItemLineDetail: { ItemRef: { value: "4" }, UnitPrice: 41.2, Qty: 1 },
    };
    const discount = { Amount: 1.2, DetailType: "DiscountLineDetail", DiscountLineDetail: { DiscountAccountRef: { value: "90" } } };
    const tax = { TotalTax: 2.5, TaxLine: [{ Amount: 2.5, TaxLineDetail: { TaxRateRef: { value: "3" }, TaxPercent: 6.25 } }] };
    const sent = { Id: "9", TxnDate: "2026-10-09", TotalAmt: 42.5, HomeTotalAmt: 42.5, Line: [line, discount], TxnTaxDetail: tax };
    const document = only(mapB("refund-receipts", sent, { items }), "document");
    expect(document.total.amount).toBe("-42.5");
    expect(document.totalBase?.amount).toBe("-42.5");
    expect(document.tax.amount?.amount).toBe("-2.5");
    expect(document.tax.components[0]).toMatchObject({ rate: "6.25", amount: { amount: "-2.5" } });
    expect(document.lines.map((l) => l.net.amount)).toEqual(["-41.2", "1.2"]);
    expect(document.lines[0]?.unitAmount?.amount).toBe("41.2");
    expect(document).toMatchObject({ status: "paid", outstanding: { amount: "0.00" } });
  });

  it("takes a purchase marked as credit for a refund, and no other", () => {
    const line = {
      Id: "1",
      Amount: 10,
      DetailType: "AccountBasedExpenseLineDetail",
      AccountBasedExpenseLineDetail: { AccountRef: { value: "63" } },
    };
    const purchase = (credit: object) =>
      only(mapB("purchases", { Id: "9", TxnDate: "2026-10-09", TotalAmt: 10, Line: [line], ...credit }), "document");
    expect(purchase({ Credit: true }).lines[0]?.net.amount).toBe("-10");
    expect(purchase({ Credit: true }).total.amount).toBe("-10");
    expect(purchase({ Credit: false }).total.amount).toBe("10");
    expect(purchase({}).lines[0]?.net.amount).toBe("10");
  });

  it("sizes a journal by its debits and signs its lines", () => {
    const line = (Id: string, PostingType: string, Amount: string, extra = "") =>
      `{"Id":"${Id}","Amount":${Amount},"DetailType":"JournalEntryLineDetail","JournalEntryLineDetail":{"PostingType":"${PostingType}","AccountRef":{"value":"63"}${extra}}}`;
    const text = `{"Id":"430","DocNumber":"JE-12","TxnDate":"2026-10-31","TotalAmt":0,"HomeTotalAmt":0,"Line":[${line("0", "Debit", "50.00", ',"DepartmentRef":{"value":"3"}')},
      ${line("1", "Debit", "0.005")},${line("2", "Credit", "50.005")}],"TxnTaxDetail":{}}`;
    const document = only(mapB("journal-entries", text), "document");
    expect(document).toMatchObject({
      total: { amount: "50.005" },
      totalBase: { amount: "50.005" },
      outstanding: { amount: "0.00" },
      status: "paid",
    });
    expect(document.lines.map((l) => [l.id, l.net.amount])).toEqual([
      ["JournalEntry:430/0", "50.00"],
      ["JournalEntry:430/1", "0.005"],
      ["JournalEntry:430/2", "-50.005"],
    ]);
    expect(document.lines[0]?.dimensions).toEqual([{ dimensionId: "Department", valueId: "3", fannedFromHeader: false }]);
    expect(sumDecimals(document.lines.map((l) => l.net.amount))).toBe("0.000");
  });

  it("states the base amount only where the ledger does", () => {
    const euro = { CurrencyRef: { value: "EUR" }, ExchangeRate: 1.1, TotalAmt: 100, Balance: 100 };
    expect(only(mapB("invoices", invoice(euro)), "document")).not.toHaveProperty("totalBase");
    expect(only(mapB("invoices", invoice({ ...euro, HomeTotalAmt: 110.4 })), "document")).toMatchObject({
      exchangeRate: "1.1",
      totalBase: { amount: "110.4", currency: "USD" },
      outstanding: { currency: "EUR" },
    });
    expect(only(mapB("invoices", invoice({ ExchangeRate: 1 })), "document")).not.toHaveProperty("exchangeRate");
  });

  it.each([
    ["TaxExcluded", "exclusive"],
    ["TaxInclusive", "inclusive"],
    ["NotApplicable", "none"],
    [undefined, "exclusive"],
    ["", "exclusive"],
  ])("reads the tax basis %s as %s", (sent, basis) => {
    const document = only(mapB("invoices", invoice({ GlobalTaxCalculation: sent, Line: [design()] }), { items }), "document");
    expect([document.tax.basis, document.lines[0]?.tax.basis]).toEqual([basis, basis]);
  });

  it("takes the unused credit before the balance", () => {
    const credit = (fields: object) => only(mapB("credit-memos", invoice({ TotalAmt: 30, ...fields })), "document");
    expect(credit({ Balance: 30, RemainingCredit: 12.5 })).toMatchObject({ outstanding: { amount: "12.5" }, status: "part_paid" });
    expect(credit({ Balance: 30 })).toMatchObject({ outstanding: { amount: "30" }, status: "open" });
    expect(credit({ Balance: 0, RemainingCredit: 0 })).toMatchObject({ outstanding: { amount: "0" }, status: "paid" });
  });

  it("marks a void and leaves nothing outstanding", () => {
    const sent = invoice({ PrivateNote: "Voided - duplicate", TotalAmt: 0, Balance: 0, Line: [design({ UnitPrice: 0 })] });
    expect(only(mapB("invoices", sent, { items }), "document")).toMatchObject({
      status: "voided",
      outstanding: { amount: "0.00" },
      memo: "Voided - duplicate",
    });
  });

  it("hands on a deleted stub without fields", () => {
    const stub = { domain: "QBO", status: "Deleted", Id: "65", MetaData: { LastUpdatedTime: "2026-10-05T08:12:03-07:00" } };
    for (const stream of ["invoices", "bills", "payments", "customers", "purchase-orders", "accounts", "items"]) {
      const source = mapB(stream, stub);
      expect(source).toEqual({ entityType: streamB(stream).entityType, sourceId: "65", deleted: true, records: [] });
    }
  });

  it.each([
    ["no id", { Id: undefined }],
    ["no date", { TxnDate: undefined }],
    ["a day that is none", { TxnDate: "2026-02-30" }],
    ["no total", { TotalAmt: undefined }],
    ["no balance", { Balance: null }],
    ["a total that is no number", { TotalAmt: "twelve" }],
    ["a line without amount", { Line: [{ ...design(), Amount: undefined }] }],
    ["lines that are no list", { Line: { Id: "1" } }],
  ])("refuses a record with %s", (_what, fields) => {
    expect(() => streamB("invoices").map(contextB(), exact(invoice(fields)))).toThrow(RecordMalformed);
  });

  it("names the field that is wrong", () => {
    try {
      streamB("invoices").map(contextB(), exact(invoice({ CustomerRef: "24" })));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RecordMalformed);
      expect((error as RecordMalformed).field).toBe("CustomerRef");
    }
  });
});

describe("lines of Ledger B", () => {
  const mapLines = (lines: unknown[], stream = "invoices", facts: object = { items }) =>
    mapB(stream, invoice({ Line: lines, VendorRef: { value: "8" } }), facts);

  it("drops subtotals and descriptions and numbers the rest", () => {
    const document = only(
      mapLines([
        { DetailType: "DescriptionOnly", Description: "As agreed" },
        { ...design(), Id: undefined },
        subtotal,
        {
          Amount: 30,
          DetailType: "DiscountLineDetail",
          DiscountLineDetail: { PercentBased: true, DiscountPercent: 10, DiscountAccountRef: { value: "86" } },
        },
      ]),
      "document",
    );
    expect(document.lines.map((l) => [l.id, l.source.id, l.kind, l.net.amount, l.accountId])).toEqual([
      ["Invoice:341/#1", "#1", "item", "300", "Account:82"],
      ["Invoice:341/#2", "#2", "account", "-30", "Account:86"],
    ]);
  });

  it("keeps a lone subtotal as a synthetic line", () => {
    const source = mapLines([
      { ...subtotal, Amount: 75 },
      { DetailType: "DescriptionOnly", Description: "Reimbursed" },
    ]);
    const document = only(source, "document");
    expect(document.lines).toMatchObject([{ id: "Invoice:341/#1", kind: "account", net: { amount: "75" } }]);
    expect(document.lines[0]).not.toHaveProperty("accountId");
    expect(source.findings).toMatchObject([{ code: "unresolved_account" }]);
  });

  it("looks into bundles", () => {
    const bundle = {
      Id: "5",
      Amount: 300,
      DetailType: "GroupLineDetail",
      GroupLineDetail: { Quantity: 1, Line: [design(), { ...design(), Id: "2" }] },
    };
    expect(only(mapLines([bundle]), "document").lines.map((l) => l.id)).toEqual(["Invoice:341/1", "Invoice:341/2"]);
  });

  it.each([
    ["the line's own account", "invoices", { ItemAccountRef: { value: "99" } }, "Account:99"],
    ["the item's income account on sales", "invoices", {}, "Account:82"],
    ["the item's expense account on purchases", "bills", {}, "Account:63"],
  ])("resolves an item line by %s", (_how, stream, extra, accountId) => {
    const line =
      stream === "bills"
        ? {
            Id: "1",
            Amount: 80,
            DetailType: "ItemBasedExpenseLineDetail",
            ItemBasedExpenseLineDetail: { ItemRef: { value: "4" }, Qty: 8, UnitPrice: 10 },
          }
        : design(extra);
    expect(only(mapLines([line], stream), "document").lines[0]).toMatchObject({ kind: "item", itemId: "Item:4", accountId });
  });

  it("reports a line whose account nothing tells, and keeps the line", () => {
    const source = mapLines([design()], "invoices", {});
    expect(only(source, "document").lines[0]).toMatchObject({ itemId: "Item:4", net: { amount: "300" } });
    expect(source.findings).toEqual([{ code: "unresolved_account", field: "Line", message: expect.stringContaining("item 4") }]);
  });

  it.each([
    ["Billable", "billable"],
    ["HasBeenBilled", "billed"],
    ["NotBillable", "not_billable"],
  ])("reads BillableStatus %s as %s, only with a customer", (sent, status) => {
    const line = (extra: object) => ({
      Id: "1",
      Amount: 90,
      DetailType: "AccountBasedExpenseLineDetail",
      AccountBasedExpenseLineDetail: { AccountRef: { value: "63" }, BillableStatus: sent, ...extra },
    });
    expect(only(mapLines([line({ CustomerRef: { value: "24" } })], "bills"), "document").lines[0]?.billable).toEqual({
      customerId: "Customer:24",
      status,
    });
    expect(only(mapLines([line({})], "bills"), "document").lines[0]).not.toHaveProperty("billable");
  });

  it("keeps a record raw when a line's amount or sign can't be told", () => {
    const strange = mapLines([design(), { Id: "2", Amount: 5, DetailType: "MagicLineDetail" }]);
    expect(strange.records).toEqual([]);
    expect(strange.findings).toEqual([
      { code: "unknown_value", field: "Line.DetailType", message: expect.stringContaining("MagicLineDetail") },
    ]);
    const unsigned = mapB("journal-entries", {
      Id: "1",
      TxnDate: "2026-10-31",
      Line: [
        {
          Amount: 1,
          DetailType: "JournalEntryLineDetail",
          JournalEntryLineDetail: { PostingType: "Sideways", AccountRef: { value: "1" } },
        },
      ],
    });
    expect(unsigned.records).toEqual([]);
    expect(unsigned.findings?.[0]?.message).toContain("Sideways");
  });

  it("maps around an unknown value that changes no figure, and says so", () => {
    const line = {
      Id: "1",
      Amount: 90,
      DetailType: "AccountBasedExpenseLineDetail",
      AccountBasedExpenseLineDetail: { AccountRef: { value: "63" }, CustomerRef: { value: "2" }, BillableStatus: "Later" },
    };
    const source = mapB(
      "purchases",
      invoice({ Line: [line], GlobalTaxCalculation: "Guess", EntityRef: { value: "1", name: "X", type: "Robot" } }),
    );
    expect(only(source, "document").tax.basis).toBe("unknown");
    expect(only(source, "document")).not.toHaveProperty("partyId");
    expect(source.findings?.map((f) => f.field).sort()).toEqual(["EntityRef.type", "GlobalTaxCalculation", "Line.BillableStatus"]);
  });

  it("leaves out what was sent empty", () => {
    const empty = invoice({
      DocNumber: "",
      PrivateNote: null,
      DueDate: "",
      CustomerRef: { value: "", name: "" },
      TxnTaxDetail: null,
      CurrencyRef: {},
      Line: null,
    });
    const document = only(mapB("invoices", empty), "document");
    expect(Object.keys(document).sort()).toEqual(
      [
        "allocations",
        "currency",
        "id",
        "issueDate",
        "lines",
        "outstanding",
        "source",
        "status",
        "statusIsDerived",
        "tax",
        "total",
        "totalBase",
        "type",
      ].sort(),
    );
    expect(document.total.amount).toBe(decimal("300"));
  });
});
