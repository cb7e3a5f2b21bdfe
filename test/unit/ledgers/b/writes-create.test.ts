import { describe, expect, it } from "vitest";
import type { LedgerRequest } from "#main/ledgers/adapter.ts";
import { writesB } from "#main/ledgers/b/writes.ts";
import type { PreparedCall } from "#main/ledgers/writing.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { converse } from "./support.ts";
import { type MirrorFacts, operation, usd, writeContext } from "./write-context.ts";

function prepare(inputs: readonly object[], mirror: MirrorFacts = {}) {
  return converse(writesB.prepare(writeContext(mirror), inputs.map(operation)), () => {
    throw new Error("nothing has to be read for this");
  });
}

function callsOf(inputs: readonly object[], mirror: MirrorFacts = {}): readonly PreparedCall[] {
  const { value } = prepare(inputs, mirror);
  if (!value.ok) throw new Error(`${value.failure.field}: ${value.failure.message}`);
  return value.value;
}

function requestOf(input: object, mirror: MirrorFacts = {}): LedgerRequest {
  const [call, ...others] = callsOf([input], mirror);
  if (call === undefined || others.length > 0) throw new Error("expected one call");
  return call.request;
}

function failureOf(input: object, mirror: MirrorFacts = {}): Failure {
  const { value } = prepare([input], mirror);
  if (value.ok) throw new Error(`was prepared: ${value.value[0]?.request.body}`);
  return value.failure;
}

const document = (fields: object) => ({ kind: "create_document", document: { issueDate: "2026-10-02", currency: "USD", ...fields } });
const designLine = { kind: "item", itemId: "Item:4", description: "Design", quantity: "4", unitAmount: usd("75"), net: usd("300.00") };
const paperLine = { kind: "account", accountId: "Account:63", net: usd("90.00") };
const bill = (fields: object = {}) => document({ type: "purchase_bill", party: { id: "Vendor:56" }, lines: [paperLine], ...fields });
const invoice = (fields: object = {}) => document({ type: "sales_invoice", party: { id: "Customer:24" }, lines: [designLine], ...fields });

describe("bodies that create records on Ledger B", () => {
  it("writes an invoice, every numeral as it was given", () => {
    const request = requestOf(invoice({ number: "1088", dueDate: "2026-11-04", memo: "As agreed" }));
    expect(request).toMatchObject({
      method: "POST",
      path: "/v3/company/9130/invoice",
      query: { requestid: "key-0", minorversion: "75" },
      headers: { Accept: "application/json", "Content-Type": "application/json" },
    });
    expect(request).not.toHaveProperty("batch");
    expect(request.body).toBe(
      '{"DocNumber":"1088","TxnDate":"2026-10-02","DueDate":"2026-11-04","PrivateNote":"As agreed [tieout-7c1e-00]","CustomerRef":{"value":"24"},' +
        '"Line":[{"Description":"Design","Amount":300.00,"DetailType":"SalesItemLineDetail","SalesItemLineDetail":{"ItemRef":{"value":"4"},"UnitPrice":75,"Qty":4}}]}',
    );
  });

  it("writes a bill with an account line, dimensions and a customer to bill on", () => {
    const line = {
      ...paperLine,
      billable: { customerId: "Customer:24", status: "billable" },
      tax: { components: [{ code: "NON" }] },
      dimensions: [
        { dimensionId: "Class", valueId: "5000000000000000017" },
        { dimensionId: "Department", valueId: "3" },
      ],
    };
    expect(requestOf(bill({ lines: [line] })).body).toBe(
      '{"TxnDate":"2026-10-02","PrivateNote":"[tieout-7c1e-00]","VendorRef":{"value":"56"},"DepartmentRef":{"value":"3"},' +
        '"Line":[{"Amount":90.00,"DetailType":"AccountBasedExpenseLineDetail","AccountBasedExpenseLineDetail":{"AccountRef":{"value":"63"},' +
        '"CustomerRef":{"value":"24"},"BillableStatus":"Billable","ClassRef":{"value":"5000000000000000017"},"TaxCodeRef":{"value":"NON"}}}]}',
    );
  });

  it("writes amounts that no float could hold", () => {
    const lines = [{ ...paperLine, net: usd("9007199254740993.01") }];
    expect(requestOf(bill({ lines })).body).toContain('"Amount":9007199254740993.01');
    expect(requestOf(bill({ lines: [{ ...paperLine, net: usd("0010.50") }] })).body).toContain('"Amount":10.50');
  });

  it.each([
    ["sales_credit", { party: { id: "Customer:24" }, lines: [designLine] }, "creditmemo", '"CustomerRef":{"value":"24"}'],
    ["purchase_credit", { party: { id: "Vendor:56" }, lines: [paperLine] }, "vendorcredit", '"VendorRef":{"value":"56"}'],
    [
      "cash_sale",
      { party: { id: "Customer:24" }, totalAccountId: "Account:35", lines: [designLine] },
      "salesreceipt",
      '"DepositToAccountRef":{"value":"35"}',
    ],
    ["cash_purchase", { totalAccountId: "Account:35", lines: [paperLine] }, "purchase", '"PaymentType":"Cash","AccountRef":{"value":"35"}'],
    [
      "cash_purchase",
      { party: { id: "Vendor:56" }, totalAccountId: "Account:36", lines: [paperLine] },
      "purchase",
      '"EntityRef":{"value":"56","type":"Vendor"},"PaymentType":"CreditCard","AccountRef":{"value":"36"}',
    ],
  ])("writes a %s to its own entity", (type, fields, path, part) => {
    const request = requestOf(document({ type, ...fields }));
    expect(request.path).toBe(`/v3/company/9130/${path}`);
    expect(request.body).toContain(part);
  });

  it("writes a journal with sides instead of signs, and the party on control accounts", () => {
    const lines = [
      { kind: "account", accountId: "Account:31", net: usd("50.00") },
      { kind: "account", accountId: "Account:82", net: usd("-50.00"), dimensions: [{ dimensionId: "Department", valueId: "3" }] },
    ];
    expect(requestOf(document({ type: "journal", party: { id: "Customer:24" }, lines })).body).toBe(
      '{"TxnDate":"2026-10-02","PrivateNote":"[tieout-7c1e-00]","Line":[' +
        '{"Amount":50.00,"DetailType":"JournalEntryLineDetail","JournalEntryLineDetail":{"PostingType":"Debit","AccountRef":{"value":"31"},' +
        '"Entity":{"Type":"Customer","EntityRef":{"value":"24"}}}},' +
        '{"Amount":50.00,"DetailType":"JournalEntryLineDetail","JournalEntryLineDetail":{"PostingType":"Credit","AccountRef":{"value":"82"},' +
        '"DepartmentRef":{"value":"3"}}}]}',
    );
  });

  it("rule 9: uses the integration item of an account on sales lines", () => {
    const lines = [{ kind: "account", accountId: "Account:83", net: usd("10.00") }];
    expect(requestOf(invoice({ lines })).body).toContain('"SalesItemLineDetail":{"ItemRef":{"value":"9"}}');
    const create = { kind: "create_integration_item", name: "Design income", accountId: "Account:82" };
    expect(requestOf(create)).toMatchObject({
      path: "/v3/company/9130/item",
      body: '{"Name":"Tieout - Design income","Type":"Service","IncomeAccountRef":{"value":"82"}}',
    });
    expect(requestOf({ ...create, accountId: "Account:63" }).body).toContain(
      '"IncomeAccountRef":{"value":"63"},"ExpenseAccountRef":{"value":"63"}',
    );
  });

  it("rule 21: states an amount of tax only where the company works tax out by hand", () => {
    const taxed = bill({ tax: { basis: "inclusive", amount: usd("13.50") }, total: usd("103.50") });
    expect(requestOf(taxed, { country: "NZ" }).body).toContain('"GlobalTaxCalculation":"TaxExcluded","TxnTaxDetail":{"TotalTax":13.50}');
    expect(requestOf(taxed, { facts: { automatedSalesTax: true } }).body).not.toContain("Tax");
  });

  it("writes a received and a made payment as one record each", () => {
    const records = {
      "Invoice:341":
        '{"Id":"341","SyncToken":"0","TxnDate":"2026-10-05","TotalAmt":300.00,"Balance":300.00,"CustomerRef":{"value":"24"},"Line":[]}',
      "Invoice:342":
        '{"Id":"342","SyncToken":"0","TxnDate":"2026-10-05","TotalAmt":20.00,"Balance":20.00,"CustomerRef":{"value":"24"},"Line":[]}',
      "Bill:402":
        '{"Id":"402","SyncToken":"0","TxnDate":"2026-10-02","TotalAmt":170.00,"Balance":170.00,"VendorRef":{"value":"56"},"Line":[]}',
    };
    const payment = (fields: object) => ({ kind: "create_payment", payment: { date: "2026-10-12", currency: "USD", ...fields } });
    const allocations = [
      { toId: "Invoice:341", amount: usd("180.00") },
      { toId: "Invoice:342", amount: usd("20") },
    ];
    const received = payment({
      direction: "received",
      party: { id: "Customer:24" },
      accountId: "Account:35",
      reference: "778",
      allocations,
    });
    expect(requestOf(received, { records }).body).toBe(
      '{"PaymentRefNum":"778","TxnDate":"2026-10-12","PrivateNote":"[tieout-7c1e-00]","CustomerRef":{"value":"24"},' +
        '"DepositToAccountRef":{"value":"35"},"TotalAmt":200.00,"Line":[' +
        '{"Amount":180.00,"LinkedTxn":[{"TxnId":"341","TxnType":"Invoice"}]},{"Amount":20,"LinkedTxn":[{"TxnId":"342","TxnType":"Invoice"}]}]}',
    );
    const paid = [{ toId: "Bill:402", amount: usd("170.00") }];
    const made = payment({ direction: "made", party: { id: "Vendor:56" }, accountId: "Account:36", reference: "2202", allocations: paid });
    expect(requestOf(made, { records }).body).toBe(
      '{"DocNumber":"2202","TxnDate":"2026-10-12","PrivateNote":"[tieout-7c1e-00]","VendorRef":{"value":"56"},"PayType":"CreditCard",' +
        '"CreditCardPayment":{"CCAccountRef":{"value":"36"}},"TotalAmt":170.00,"Line":[{"Amount":170.00,"LinkedTxn":[{"TxnId":"402","TxnType":"Bill"}]}]}',
    );
    expect(failureOf(payment({ ...made.payment, allocations: [{ toId: "Invoice:341", amount: usd("1") }] }), { records }).field).toBe(
      "allocations[0].toId",
    );
    expect(failureOf(payment({ ...received.payment, allocations: [...allocations, ...allocations] }), { records }).field).toBe(
      "allocations[2].toId",
    );
    const other = payment({ ...received.payment, allocations: [{ toId: "Invoice:1", amount: usd("1") }] });
    expect(failureOf(other, { records })).toMatchObject({
      field: "allocations[0].toId",
      message: "Transaction Invoice:1 isn't in this client's books.",
    });
  });

  it("puts several operations into one batch, which counts as one", () => {
    const [call] = callsOf([bill({ number: "1" }), bill({ number: "2" })]);
    expect(call?.request).toMatchObject({ path: "/v3/company/9130/batch", batch: true, query: { requestid: "key-0" } });
    expect(call?.request.body).toMatch(/^\{"BatchItemRequest":\[\{"bId":"0-0","operation":"create","Bill":\{"DocNumber":"1".*"bId":"1-0"/);
    expect(call?.items.map(({ title, reference }) => [title, reference])).toEqual([
      ["Bill 1 from Oak Paper, 90.00 USD", "tieout-7c1e-00"],
      ["Bill 2 from Oak Paper, 90.00 USD", "tieout-7c1e-10"],
    ]);
  });
});

describe("input that is told by its field and sends nothing", () => {
  const line = (fields: object) => bill({ lines: [paperLine, { ...paperLine, ...fields }] });
  it.each([
    ["status", bill({ status: "draft" })],
    ["entityId", bill({ entityId: "subsidiary:1" })],
    ["reference", bill({ reference: "R" })],
    ["number", bill({ number: "x".repeat(22) })],
    ["memo", bill({ memo: "Voided by hand" })],
    ["currency", bill({ currency: "EUR" })],
    ["exchangeRate", bill({ exchangeRate: "1.1" })],
    ["total", bill({ total: usd("91.00") })],
    ["party", document({ type: "purchase_bill", lines: [paperLine] })],
    ["party.id", bill({ party: { id: "Customer:24" } })],
    ["party.id", bill({ party: { id: "Vendor:1" } })],
    ["dueDate", document({ type: "sales_credit", party: { id: "Customer:24" }, dueDate: "2026-10-03", lines: [designLine] })],
    ["totalAccountId", document({ type: "cash_purchase", lines: [paperLine] })],
    ["lines", document({ type: "journal", lines: [paperLine] })],
    ["lines[1].accountId", line({ accountId: "Account:1" })],
    ["lines[1].itemId", line({ kind: "item", itemId: "Item:1" })],
    ["lines[1].accountId", line({ kind: "item", itemId: "Item:4", accountId: "Account:82" })],
    ["lines[1].net.currency", line({ net: { amount: "1", currency: "EUR" } })],
    ["lines[1].quantity", line({ quantity: "1" })],
    ["lines[1].net", line({ kind: "item", itemId: "Item:4", quantity: "3", unitAmount: usd("10") })],
    ["lines[1].billable.status", line({ billable: { customerId: "Customer:24", status: "billed" } })],
    ["lines[1].dimensions", line({ dimensions: [{ dimensionId: "Project", valueId: "1" }] })],
    ["lines[0].dimensions", line({ dimensions: [{ dimensionId: "Department", valueId: "1" }] })],
    ["lines[0].accountId", invoice({ lines: [{ kind: "account", accountId: "Account:82", net: usd("1") }] })],
    ["accountId", { kind: "create_integration_item", name: "x", accountId: "Account:1" }],
  ])("%s", (field, input) => {
    expect(failureOf(input)).toMatchObject({ code: "invalid_input", field });
  });

  it("says in which of several operations", () => {
    const { value } = prepare([bill(), bill({ number: "x".repeat(22) })]);
    expect(value).toMatchObject({ ok: false, failure: { field: "operations[1].number" } });
  });

  it("says which dimension the company does not track", () => {
    const input = bill({ lines: [{ ...paperLine, dimensions: [{ dimensionId: "Class", valueId: "1" }] }] });
    expect(failureOf(input, { facts: {} })).toMatchObject({ field: "lines[0].dimensions", message: expect.stringContaining("class") });
    // Without class on lines the header takes it, when all lines agree.
    expect(requestOf(input, { facts: { classPerTransaction: true } }).body).toContain('"ClassRef":{"value":"1"},"Line"');
  });

  it("refuses approvals, and voids of what can only be deleted", () => {
    const context = writeContext();
    expect(writesB.refusal(context, operation({ kind: "approve", id: "Bill:1", approved: true }))).toMatchObject({ code: "not_supported" });
    const names = {
      Bill: "a bill",
      JournalEntry: "a journal",
      CreditMemo: "a credit note",
      VendorCredit: "a vendor credit",
      Purchase: "an expense",
    };
    for (const [entity, name] of Object.entries(names))
      expect(writesB.refusal(context, operation({ kind: "void", id: `${entity}:1` }))).toMatchObject({
        message: `Tieout can't void ${name} in this ledger.`,
        code: "not_supported",
        field: "id",
      });
    for (const entity of ["Invoice", "SalesReceipt", "Payment", "BillPayment"])
      expect(writesB.refusal(context, operation({ kind: "void", id: `${entity}:1` }))).toBeNull();
  });
});
