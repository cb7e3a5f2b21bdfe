import { describe, expect, test } from "vitest";
import { RecordMalformed } from "#main/ledgers/adapter.ts";
import { contextA, fetchedAt, mapA, valueA } from "./support.ts";

const line = {
  LineItemID: "l1",
  Description: "Retainer",
  Quantity: 2,
  UnitAmount: 450,
  LineAmount: 900,
  AccountCode: "200",
  TaxType: "OUTPUT2",
  TaxAmount: 135,
  Tracking: [],
};
const invoice = {
  Type: "ACCREC",
  InvoiceID: "6b1f",
  InvoiceNumber: "INV-2041",
  Reference: "PO 77",
  Contact: { ContactID: "c01", Name: "Birch & Co" },
  DateString: "2026-10-05T00:00:00",
  Date: "/Date(1791158400000+0000)/",
  DueDateString: "2026-11-04T00:00:00",
  Status: "AUTHORISED",
  LineAmountTypes: "Exclusive",
  LineItems: [line],
  TotalTax: 135,
  Total: 1035,
  AmountDue: 1035,
  CurrencyCode: "NZD",
  CurrencyRate: 1,
};
const creditNote = {
  CreditNoteID: "cn1",
  CreditNoteNumber: "CN-0007",
  Type: "ACCPAYCREDIT",
  Status: "AUTHORISED",
  DateString: "2026-10-05T00:00:00",
  LineAmountTypes: "Exclusive",
  LineItems: [{ LineItemID: "l1", LineAmount: 50, AccountCode: "400" }],
  Total: 57.5,
  RemainingCredit: 20,
  CurrencyCode: "NZD",
  Allocations: [{ Amount: 37.5, Date: "/Date(1791158400000+0000)/", Invoice: { InvoiceID: "b9" } }],
};
const bankTransaction = {
  BankTransactionID: "bt1",
  Type: "SPEND",
  Status: "AUTHORISED",
  Contact: { ContactID: "c9", Name: "City Parking" },
  DateString: "2026-10-09T00:00:00",
  LineAmountTypes: "Inclusive",
  LineItems: [{ LineItemID: "l1", LineAmount: 23, TaxAmount: 3, TaxType: "INPUT2", AccountCode: "400" }],
  TotalTax: 3,
  Total: 23,
  CurrencyCode: "NZD",
};
const manualJournal = {
  ManualJournalID: "m1",
  Narration: "Accrue rent",
  Status: "POSTED",
  LineAmountTypes: "NoTax",
  Date: "/Date(1793404800000+0000)/",
  JournalLines: [
    { LineAmount: 1500, AccountCode: "400", Description: "Rent" },
    { LineAmount: -1500, AccountCode: "200" },
  ],
};

describe("invoices and bills", () => {
  test("a sales invoice keeps every field and every digit", () => {
    const text = `{"Type":"ACCREC","InvoiceID":"6b1f","InvoiceNumber":"INV-2041","Reference":"PO 77",
      "Contact":{"ContactID":"c01","Name":"Birch & Co"},"DateString":"2026-10-05T00:00:00","Date":"/Date(1791158400000+0000)/",
      "DueDateString":"2026-11-04T00:00:00","Status":"AUTHORISED","LineAmountTypes":"Exclusive","LineItems":[{"LineItemID":"a1",
      "Description":"Retainer","Quantity":2.0000,"UnitAmount":450.1234,"LineAmount":900.00,"AccountCode":"200","AccountID":"ac2",
      "ItemCode":"RET","TaxType":"OUTPUT2","TaxAmount":135.00,"Tracking":[{"TrackingCategoryID":"team","TrackingOptionID":"red"},
      {"TrackingCategoryID":"region","TrackingOptionID":"north","Name":"Region","Option":"North"}]}],"SubTotal":900.00,
      "TotalTax":135.00,"Total":9007199254740993.10,"AmountDue":535.00,"CurrencyCode":"NZD","CurrencyRate":1.000000,"Payments":[{"PaymentID":"p1"}]}`;
    const mapped = mapA("invoices.accrec", text);
    expect(mapped.findings).toBeUndefined();
    const source = { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", fetchedAt };
    expect(valueA(mapped, "document")).toEqual({
      id: "Invoice:6b1f",
      type: "sales_invoice",
      number: "INV-2041",
      reference: "PO 77",
      partyId: "Contact:c01",
      partyName: "Birch & Co",
      issueDate: "2026-10-05",
      dueDate: "2026-11-04",
      currency: "NZD",
      total: { amount: "9007199254740993.10", currency: "NZD" },
      totalBase: { amount: "9007199254740993.10", currency: "NZD" },
      outstanding: { amount: "535.00", currency: "NZD" },
      tax: { basis: "exclusive", amount: { amount: "135.00", currency: "NZD" }, components: [] },
      status: "part_paid",
      statusIsDerived: false,
      sourceStatus: "AUTHORISED",
      lines: [
        {
          id: "Invoice:6b1f/a1",
          kind: "item",
          description: "Retainer",
          quantity: "2.0000",
          unitAmount: { amount: "450.1234", currency: "NZD" },
          accountId: "Account:ac2",
          itemId: "Item:ret",
          net: { amount: "900.00", currency: "NZD" },
          tax: { basis: "exclusive", amount: { amount: "135.00", currency: "NZD" }, components: [{ code: "OUTPUT2" }] },
          dimensions: [
            { dimensionId: "TrackingCategory:region", valueId: "north", fannedFromHeader: false },
            { dimensionId: "TrackingCategory:team", valueId: "red", fannedFromHeader: false },
          ],
          source: { ...source, id: "a1" },
        },
      ],
      allocations: [],
      source: { ...source, id: "6b1f" },
    });
  });

  test.each([
    ["DRAFT", 1035, "draft"],
    ["SUBMITTED", 1035, "awaiting_approval"],
    ["AUTHORISED", 1035, "open"],
    ["AUTHORISED", 1034.99, "part_paid"],
    ["AUTHORISED", 0.01, "part_paid"],
    ["AUTHORISED", 0, "open"],
    ["PAID", 0, "paid"],
    ["VOIDED", 0, "voided"],
    ["DELETED", 0, "deleted"],
  ])("status %s with %d due is %s", (Status, AmountDue, status) => {
    const value = valueA(mapA("invoices.accrec", { ...invoice, Status, AmountDue }), "document");
    expect(value).toMatchObject({ status, sourceStatus: Status, statusIsDerived: false });
    expect(value.outstanding.amount).toBe(status === "voided" || status === "deleted" ? "0" : String(AmountDue));
  });

  test("a voided record leaves nothing to pay, whatever is sent", () => {
    const withDue = valueA(mapA("invoices.accrec", { ...invoice, Status: "VOIDED", AmountDue: 1035 }), "document");
    const { AmountDue: _due, ...silent } = invoice;
    const without = valueA(mapA("invoices.accrec", { ...silent, Status: "DELETED" }), "document");
    expect([withDue.outstanding.amount, without.outstanding.amount]).toEqual(["0.00", "0.00"]);
    expect(withDue.total.amount).toBe("1035");
  });

  test("a bill is a purchase bill and posts items to the expense side", () => {
    const bill = { ...invoice, Type: "ACCPAY", InvoiceNumber: "", LineItems: [{ ...line, AccountCode: "", ItemCode: "RET" }] };
    const value = valueA(mapA("invoices.accpay", bill), "document");
    expect(value).toMatchObject({ type: "purchase_bill", lines: [{ kind: "item", accountId: "Account:costs", itemId: "Item:ret" }] });
    expect(value).not.toHaveProperty("number");
    const sale = valueA(mapA("invoices.accrec", { ...bill, Type: "ACCREC" }), "document");
    expect(sale.lines[0]?.accountId).toBe("Account:sales");
  });

  test("a foreign document has its rate and no computed base total", () => {
    const value = valueA(
      mapA(
        "invoices.accrec",
        `{"Type":"ACCREC","InvoiceID":"f","Status":"AUTHORISED","DateString":"2026-10-05T00:00:00",
      "Total":100.00,"AmountDue":100.00,"CurrencyCode":"USD","CurrencyRate":0.5931002345,"LineAmountTypes":"NoTax","LineItems":null}`,
      ),
      "document",
    );
    expect(value).toMatchObject({ currency: "USD", exchangeRate: "0.5931002345", tax: { basis: "none", components: [] }, lines: [] });
    expect(value).not.toHaveProperty("totalBase");
    expect(value.tax).not.toHaveProperty("amount");
    const base = valueA(mapA("invoices.accrec", { ...invoice, CurrencyCode: null }), "document");
    expect(base).toMatchObject({ currency: "NZD", totalBase: { amount: "1035", currency: "NZD" } });
    expect(base).not.toHaveProperty("exchangeRate");
  });

  test("net of an inclusive line is without tax, exact at its scale", () => {
    const lines = `[{"LineItemID":"x","LineAmount":0.30,"TaxAmount":0.1,"AccountCode":"200"},{"LineAmount":5.00,"AccountCode":"200"}]`;
    const value = valueA(
      mapA(
        "invoices.accrec",
        `{"Type":"ACCREC","InvoiceID":"i","Status":"DRAFT","DateString":"2026-10-05T00:00:00",
      "Total":5.30,"AmountDue":5.30,"LineAmountTypes":"Inclusive","LineItems":${lines}}`,
      ),
      "document",
    );
    expect(value.lines.map((each) => [each.id, each.net.amount, each.tax.basis])).toEqual([
      ["Invoice:i/x", "0.20", "inclusive"],
      ["Invoice:i/#2", "5.00", "inclusive"],
    ]);
    expect(value.lines[1]?.source.id).toBe("#2");
  });

  test("an account that is not known is a finding and the document stays", () => {
    const mapped = mapA("invoices.accrec", { ...invoice, LineItems: [{ ...line, AccountCode: "999" }, line] });
    const value = valueA(mapped, "document");
    expect(value.lines[0]).not.toHaveProperty("accountId");
    expect(value.lines[1]?.accountId).toBe("Account:sales");
    expect(mapped.findings).toEqual([expect.objectContaining({ code: "unresolved_account", message: expect.stringContaining("999") })]);
  });

  test("a line of text has no amounts and misses no account", () => {
    const mapped = mapA("invoices.accrec", { ...invoice, LineItems: [{ LineItemID: "t", Description: "Thank you" }] });
    expect(mapped.findings).toBeUndefined();
    expect(valueA(mapped, "document").lines[0]?.net.amount).toBe("0.00");
    expect(() => mapA("invoices.accrec", { ...invoice, LineItems: [{ Quantity: 1, UnitAmount: 3 }] })).toThrow(RecordMalformed);
  });

  test("tracking without ids is found by name; tracking that nobody knows comes last", () => {
    const Tracking = [
      { TrackingCategoryID: "new", TrackingOptionID: "n1" },
      { Name: "Team", Option: "Red" },
      { Name: "Region", Option: "Nowhere" },
    ];
    const value = valueA(mapA("invoices.accrec", { ...invoice, LineItems: [{ ...line, Tracking }] }), "document");
    expect(value.lines[0]?.dimensions).toEqual([
      { dimensionId: "TrackingCategory:team", valueId: "red", fannedFromHeader: false },
      { dimensionId: "TrackingCategory:new", valueId: "n1", fannedFromHeader: false },
    ]);
  });

  test.each([
    ["Type", "ACCWHAT"],
    ["Status", "PENDING"],
    ["Status", "constructor"],
    ["LineAmountTypes", "Mixed"],
  ])("an unknown %s %s keeps the record raw", (field, value) => {
    const mapped = mapA("invoices.accrec", { ...invoice, [field]: value });
    expect(mapped).toMatchObject({ entityType: "Invoice", sourceId: "6b1f", records: [] });
    expect(mapped.findings).toEqual([expect.objectContaining({ code: "unknown_value", field, message: expect.stringContaining(value) })]);
  });

  test.each(["InvoiceID", "Type", "Status", "Total", "AmountDue"])("without %s it is malformed", (field) => {
    const { [field as keyof typeof invoice]: _gone, ...rest } = invoice;
    expect(() => mapA("invoices.accrec", rest)).toThrow(RecordMalformed);
    expect(() => mapA("invoices.accrec", { ...rest, [field]: null })).toThrow(RecordMalformed);
  });

  test("malformed names the field", () => {
    const { DateString: _text, Date: _ticks, ...undated } = invoice;
    expect(() => mapA("invoices.accrec", undated)).toThrow(expect.objectContaining({ name: "RecordMalformed", field: "Date" }));
    expect(() => mapA("invoices.accrec", { ...invoice, Total: "ten" })).toThrow(expect.objectContaining({ field: "Total" }));
    expect(() => mapA("invoices.accrec", "[]")).toThrow(RecordMalformed);
  });
});

describe("credit notes", () => {
  test("a supplier credit holds what it was applied to", () => {
    const value = valueA(mapA("credit-notes", creditNote), "document");
    expect(value).toMatchObject({
      id: "CreditNote:cn1",
      type: "purchase_credit",
      number: "CN-0007",
      status: "part_paid",
      outstanding: { amount: "20", currency: "NZD" },
      allocations: [
        {
          fromKind: "document",
          fromId: "CreditNote:cn1",
          toId: "Invoice:b9",
          amount: { amount: "37.5", currency: "NZD" },
          date: "2026-10-05",
        },
      ],
    });
    expect(valueA(mapA("credit-notes", { ...creditNote, Type: "ACCRECCREDIT" }), "document").type).toBe("sales_credit");
  });

  test.each([
    ["DRAFT", 57.5, "draft"],
    ["SUBMITTED", 57.5, "awaiting_approval"],
    ["AUTHORISED", 57.5, "open"],
    ["PAID", 0, "paid"],
  ])("status %s is %s", (Status, RemainingCredit, status) =>
    expect(valueA(mapA("credit-notes", { ...creditNote, Status, RemainingCredit }), "document").status).toBe(status),
  );

  test.each(["VOIDED", "DELETED"])("%s has no allocations", (Status) => {
    const value = valueA(mapA("credit-notes", { ...creditNote, Status }), "document");
    expect(value.allocations).toEqual([]);
    expect(value.outstanding.amount).toBe("0.00");
  });

  test("an allocation that was taken back does not count", () => {
    const Allocations = [...creditNote.Allocations, { Amount: 1, Invoice: { InvoiceID: "b1" }, IsDeleted: true }];
    expect(valueA(mapA("credit-notes", { ...creditNote, Allocations }), "document").allocations).toHaveLength(1);
  });
});

describe("money spent and received", () => {
  test("spend is a cash purchase that leaves nothing outstanding", () => {
    const value = valueA(mapA("bank-transactions.spend", bankTransaction), "document");
    expect(value).toMatchObject({
      id: "BankTransaction:bt1",
      type: "cash_purchase",
      status: "paid",
      total: { amount: "23" },
      outstanding: { amount: "0.00", currency: "NZD" },
      lines: [{ accountId: "Account:costs", net: { amount: "20" }, tax: { basis: "inclusive", amount: { amount: "3" } } }],
    });
    expect(value).not.toHaveProperty("number");
    const received = valueA(mapA("bank-transactions.receive", { ...bankTransaction, Type: "RECEIVE" }), "document");
    expect(received.type).toBe("cash_sale");
  });

  test("the bank account is the account of the total; an invoice names none", () => {
    const at = (BankAccount?: object) => valueA(mapA("bank-transactions.spend", { ...bankTransaction, BankAccount }), "document");
    expect(at({ AccountID: "bank-7", Code: "090" }).totalAccountId).toBe("Account:bank-7");
    expect(at({ Code: "400" }).totalAccountId).toBe("Account:costs");
    expect(at()).not.toHaveProperty("totalAccountId");
    expect(valueA(mapA("invoices.accrec", invoice), "document")).not.toHaveProperty("totalAccountId");
  });

  test.each([
    ["AUTHORISED", "paid"],
    ["VOIDED", "voided"],
    ["DELETED", "deleted"],
  ])("status %s is %s", (Status, status) =>
    expect(valueA(mapA("bank-transactions.spend", { ...bankTransaction, Status }), "document").status).toBe(status),
  );

  test.each(["SPEND-OVERPAYMENT", "RECEIVE-PREPAYMENT", "SPEND-TRANSFER"])("%s is not read here", (Type) =>
    expect(mapA("bank-transactions.spend", { ...bankTransaction, Type })).toMatchObject({ records: [], findings: [{ field: "Type" }] }),
  );
});

describe("manual journals", () => {
  test("the total is the debits, the memo the narration, the currency the organisation's", () => {
    const value = valueA(mapA("manual-journals", manualJournal), "document");
    expect(value).toMatchObject({
      id: "ManualJournal:m1",
      type: "journal",
      issueDate: "2026-10-31",
      memo: "Accrue rent",
      status: "paid",
      total: { amount: "1500", currency: "NZD" },
      totalBase: { amount: "1500", currency: "NZD" },
      outstanding: { amount: "0.00" },
      lines: [
        { id: "ManualJournal:m1/#1", net: { amount: "1500" }, accountId: "Account:costs", description: "Rent" },
        { id: "ManualJournal:m1/#2", net: { amount: "-1500" }, accountId: "Account:sales" },
      ],
    });
  });

  test("line amounts are the net even where tax is included", () => {
    const JournalLines = [{ LineAmount: 115, TaxAmount: 15, AccountCode: "400" }];
    const value = valueA(mapA("manual-journals", { ...manualJournal, LineAmountTypes: "Inclusive", JournalLines }), "document");
    expect(value.lines[0]?.net.amount).toBe("115");
  });

  test.each([
    ["DRAFT", "draft"],
    ["POSTED", "paid"],
    ["VOIDED", "voided"],
    ["DELETED", "deleted"],
    ["ARCHIVED", "voided"],
  ])("status %s is %s", (Status, status) =>
    expect(valueA(mapA("manual-journals", { ...manualJournal, Status }), "document").status).toBe(status),
  );

  test("an unknown status is kept raw", () =>
    expect(mapA("manual-journals", { ...manualJournal, Status: "SUBMITTED" })).toMatchObject({
      records: [],
      findings: [{ field: "Status" }],
    }));
});

test("the same bytes map to the same record in any context of the tenant", () => {
  const first = mapA("invoices.accrec", invoice);
  expect(mapA("invoices.accrec", invoice, contextA())).toEqual(first);
});
