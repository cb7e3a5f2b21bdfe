import { describe, expect, it } from "vitest";
import { postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { documentPostings } from "#main/domain/postings/reconstruct-postings.ts";
import type { MappedDocument } from "#main/ledgers/adapter.ts";
import { sumDecimals } from "#shared/kernel/decimal.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import { contextB, converse, decodeText, response, streamB } from "./support.ts";

const head = '"domain":"LEDGER","SyncToken":"0","MetaData":{"LastUpdatedTime":"2026-10-12T09:00:41-07:00"},"TxnDate":"2026-10-12"';
const accounts = postingAccounts([], "USD");

/** Where receipts wait in the small mirror. */
const receipts: Readonly<Record<string, string>> = {
  "Payment:350/0": "Account:4",
  "SalesReceipt:351/": "Account:4",
  "JournalEntry:352/1": "Account:4",
};
const context = { ...contextB(), moneyAccountOf: (id: string, line?: string) => receipts[`${id}/${line ?? ""}`] };

function mapped(stream: string, json: string) {
  const { records, findings } = streamB(stream).map(context, parseExactJson(`{"Id":"500",${head},${json}}`));
  const [record] = records;
  if (record?.kind !== "document") throw new Error(`no document: ${findings?.[0]?.message}`);
  return { document: record.value, findings: findings ?? [] };
}

/** Every posting as `account amount`, as figures are put together from the document. */
function posted(document: MappedDocument): string[] {
  const { postings, gaps } = documentPostings(document, accounts);
  expect(Number(sumDecimals(postings.map(({ amount }) => amount)))).toBe(0);
  return [...postings.map(({ accountId, amount }) => `${accountId} ${amount}`), ...gaps];
}

describe("money that only moves", () => {
  it("from one account to another is a journal that debits the account that gets it", () => {
    const { document, findings } = mapped(
      "transfers",
      '"FromAccountRef":{"value":"35","name":"Checking"},"ToAccountRef":{"value":"36"},"Amount":120.50,"PrivateNote":"Tax reserve"',
    );
    expect(document).toMatchObject({
      id: "Transfer:500",
      type: "journal",
      issueDate: "2026-10-12",
      status: "paid",
      statusIsDerived: true,
      memo: "Tax reserve",
      total: { amount: "120.50", currency: "USD" },
      outstanding: { amount: "0.00" },
      source: { entityType: "Transfer", id: "500" },
    });
    expect(posted(document)).toEqual(["Account:36 120.50", "Account:35 -120.50"]);
    expect(findings).toEqual([]);
  });

  it("pays a card from the bank", () => {
    const { document } = mapped(
      "credit-card-payments",
      '"CreditCardAccountRef":{"value":"57"},"BankAccountRef":{"value":"37"},"Amount":10.0,"CheckNum":"1201","CurrencyRef":{"value":"USD"}',
    );
    expect([document.id, document.number]).toEqual(["CreditCardPayment:500", "1201"]);
    expect(posted(document)).toEqual(["Account:57 10.0", "Account:37 -10.0"]);
  });

  it("is brought to the bank from where its receipts wait, from accounts it names, less what is kept back", () => {
    const { document, findings } = mapped(
      "deposits",
      `"DepositToAccountRef":{"value":"35"},"TotalAmt":275.00,"DepartmentRef":{"value":"3"},"Line":[
        {"Amount":200.00,"LinkedTxn":[{"TxnId":"350","TxnType":"Payment","TxnLineId":"0"}]},
        {"Amount":-25,"LinkedTxn":[{"TxnId":"351","TxnType":"SalesReceipt"}],"DetailType":"DepositLineDetail","DepositLineDetail":{"PaymentMethodRef":{"value":"1"}}},
        {"Id":"1","LineNum":1,"Description":"Interest","Amount":120,"LinkedTxn":[],"DetailType":"DepositLineDetail","DepositLineDetail":{"AccountRef":{"value":"87"},"ClassRef":{"value":"17"}}},
        {"Amount":5.00,"LinkedTxn":[{"TxnId":"352","TxnType":"JournalEntry","TxnLineId":"1"}]}],
       "CashBack":{"AccountRef":{"value":"60"},"Amount":25.00,"Memo":"Petty cash"}`,
    );
    expect(posted(document)).toEqual([
      "Account:35 275.00",
      "Account:4 -200.00",
      "Account:4 25",
      "Account:87 -120",
      "Account:4 -5.00",
      "Account:60 25.00",
    ]);
    expect(document.lines.map(({ id, description }) => [id, description])).toEqual([
      ["Deposit:500/#1", undefined],
      ["Deposit:500/#2", undefined],
      ["Deposit:500/#3", undefined],
      ["Deposit:500/1", "Interest"],
      ["Deposit:500/#5", undefined],
      ["Deposit:500/#6", "Petty cash"],
    ]);
    expect(document.lines[3]?.dimensions).toEqual([
      { dimensionId: "Class", valueId: "17", fannedFromHeader: false },
      { dimensionId: "Department", valueId: "3", fannedFromHeader: true },
    ]);
    expect(findings).toEqual([]);
  });

  it("is brought from an account that the line names even where it links a receipt", () => {
    const { document } = mapped(
      "deposits",
      '"DepositToAccountRef":{"value":"35"},"Line":[{"Amount":1,"LinkedTxn":[{"TxnId":"350","TxnType":"Payment","TxnLineId":"0"}],"DepositLineDetail":{"AccountRef":{"value":"83"}}}]',
    );
    expect(posted(document)).toEqual(["Account:35 1", "Account:83 -1"]);
  });

  it("carries the tax of a deposit", () => {
    const { document } = mapped(
      "deposits",
      '"DepositToAccountRef":{"value":"35"},"TotalAmt":115,"TxnTaxDetail":{"TotalTax":15},"Line":[{"Id":"1","Amount":100,"DepositLineDetail":{"AccountRef":{"value":"87"},"TaxCodeRef":{"value":"5"}}}]',
    );
    expect(posted(document)).toEqual(["Account:35 115", "Account:87 -100", "null -15", "tax_account"]);
    expect(document.lines[1]?.tax).toMatchObject({ components: [{ code: "5" }], amount: { amount: "-15" } });
  });

  it("of a receipt that is not in the mirror stands without account, as a finding and a gap", () => {
    const { document, findings } = mapped(
      "deposits",
      '"DepositToAccountRef":{"value":"35"},"Line":[{"Amount":9,"LinkedTxn":[{"TxnId":"1","TxnType":"Payment"}]}]',
    );
    expect(posted(document)).toEqual(["Account:35 9", "null -9", "line_account"]);
    expect(findings).toMatchObject([{ code: "unresolved_account" }]);
  });

  it("in another currency has the ledger's base amount or none (rule 2)", () => {
    const euro =
      '"CurrencyRef":{"value":"EUR"},"ExchangeRate":1.25,"DepositToAccountRef":{"value":"35"},"Line":[{"Id":"1","Amount":10,"DepositLineDetail":{"AccountRef":{"value":"87"}}}]';
    expect(posted(mapped("deposits", `${euro},"HomeTotalAmt":12.50`).document)).toEqual(["Account:35 12.50", "Account:87 -12.50"]);
    expect(posted(mapped("deposits", euro).document)).toEqual(["document_base"]);
  });

  it("that was voided or deleted posts nothing", () => {
    const voided = mapped(
      "transfers",
      '"FromAccountRef":{"value":"35"},"ToAccountRef":{"value":"36"},"Amount":0,"PrivateNote":"Voided - Tax reserve"',
    );
    expect([voided.document.status, posted(voided.document)]).toEqual(["voided", []]);
    for (const name of ["transfers", "deposits", "credit-card-payments", "inventory-adjustments"])
      expect(streamB(name).map(context, parseExactJson('{"Id":"500","status":"Deleted"}'))).toMatchObject({ deleted: true, records: [] });
  });
});

describe("an adjustment of stock", () => {
  it("is a journal with items and quantities, and without amounts", () => {
    const { document } = mapped(
      "inventory-adjustments",
      '"DocNumber":"27","AdjustAccountRef":{"value":"91"},"Line":[{"Id":"1","ItemAdjustmentLineDetail":{"QtyDiff":-2,"ItemRef":{"value":"11"}}}]',
    );
    expect(document).toMatchObject({ id: "InventoryAdjustment:500", type: "journal", number: "27", total: { amount: "0.00" } });
    expect(document.lines).toMatchObject([
      { kind: "item", itemId: "Item:11", accountId: "Account:91", quantity: "-2", net: { amount: "0.00" } },
    ]);
    expect(posted(document)).toEqual([]);
  });

  it("claims no tax, no dimensions and no allocations, and numbers lines that have no ID of their own", () => {
    const { document } = mapped("inventory-adjustments", '"Line":[{"Description":"Shrinkage"},{"Id":"7"}]');
    const none = { tax: { basis: "exclusive", components: [] } };
    expect(document).toMatchObject({ ...none, statusIsDerived: true, allocations: [] });
    expect(document.allocations).toEqual([]);
    expect(document.lines.map(({ id }) => id)).toEqual(["InventoryAdjustment:500/#1", "InventoryAdjustment:500/7"]);
    expect(document.lines[0]).toMatchObject({ ...none, description: "Shrinkage", dimensions: [] });
    expect(document.lines[0]).not.toHaveProperty("itemId");
    expect(document.lines[0]).not.toHaveProperty("quantity");
  });
});

describe("an entity that some editions don't have", () => {
  const cards = streamB("credit-card-payments");
  const refusal = response('{"Fault":{"Error":[{"Message":"Invalid query","Detail":"","code":"4000"}],"type":"ValidationFault"}}', 400);

  it("is read under the key that the ledger uses for it", () => {
    const page = converse(cards.readPage(contextB(), cards.start(null)), () =>
      response('{"QueryResponse":{"CreditCardPaymentTxn":[{"Id":"1"},{"Id":"2"}],"startPosition":1}}'),
    );
    expect(page.requests[0]?.query?.query).toContain("SELECT * FROM CreditCardPayment ");
    expect(page.value.records.map(({ bytes }) => decodeText(bytes))).toEqual(['{"Id":"1"}', '{"Id":"2"}']);
  });

  it("is empty where it is refused", () => {
    expect(converse(cards.readPage(contextB(), cards.start(null)), () => refusal).value).toEqual({ records: [], next: null });
  });

  const feed = streamB("changes");
  const since = { since: "2026-11-20T09:00:00.000Z" };

  it("comes with the feed under either name", () => {
    const answer =
      '{"CDCResponse":[{"QueryResponse":[{"CreditCardPaymentTxn":[{"Id":"7"}]},{"InventoryAdjustment":[{"Id":"8"}]}]}],"time":"2026-11-21T01:00:00-08:00"}';
    const { value } = converse(feed.readPage(contextB(), since), () => response(answer));
    expect(value.records.map(({ stream }) => stream)).toEqual(["credit-card-payments", "inventory-adjustments"]);
  });

  it("is read on its own where the feed refuses it, and the rest comes with the feed", () => {
    const { value, requests } = converse(feed.readPage(contextB(), since), ({ query }) =>
      query?.entities?.includes("InventoryAdjustment")
        ? refusal
        : response('{"CDCResponse":[{"QueryResponse":[{"Transfer":[{"Id":"7"}]}]}],"time":"2026-11-21T01:00:00-08:00"}'),
    );
    expect(requests).toHaveLength(2);
    expect(value.records.map(({ stream }) => stream)).toEqual(["transfers"]);
    expect(value.incomplete?.map(({ stream, reconcile }) => [stream, reconcile])).toEqual([
      ["credit-card-payments", true],
      ["inventory-adjustments", true],
    ]);
  });
});
