import { describe, expect, it } from "vitest";
import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { writesB } from "#main/ledgers/b/writes.ts";
import type { PreparedCall } from "#main/ledgers/writing.ts";
import { converse, decodeText, response } from "./support.ts";
import { operation, usd, writeContext } from "./write-context.ts";

const head = '"domain":"LEDGER","sparse":false,"Id":"341","SyncToken":"2","MetaData":{"LastUpdatedTime":"2026-10-12T09:00:41-07:00"}';
const design =
  '{"Id":"1","LineNum":1,"Description":"Design","Amount":300.00,"Novelty":[1.50,{"x":1e-7}],"DetailType":"SalesItemLineDetail",' +
  '"SalesItemLineDetail":{"ItemRef":{"value":"4","name":"Design"},"UnitPrice":75,"Qty":4.0,"ItemAccountRef":{"value":"82"},"TaxCodeRef":{"value":"TAX"}}}';
const remark = '{"Id":"7","Description":"As agreed","DetailType":"DescriptionOnly","DescriptionLineDetail":{}}';
const work =
  '{"Id":"2","Amount":50,"DetailType":"SalesItemLineDetail","SalesItemLineDetail":{"ItemRef":{"value":"4"},"TaxCodeRef":{"value":"NON"}}}';
const subtotal = '{"Amount":350.00,"DetailType":"SubTotalLineDetail","SubTotalLineDetail":{}}';
const discount =
  '{"Id":"3","Amount":5.00,"DetailType":"DiscountLineDetail","DiscountLineDetail":{"PercentBased":false,"DiscountAccountRef":{"value":"82"}}}';
const tax = '"TxnTaxDetail":{"TxnTaxCodeRef":{"value":"2"},"TotalTax":24.0,"TaxLine":[{"Amount":24.0}]}';
const tail =
  '"TxnDate":"2026-10-05","TotalAmt":369.0,"Balance":369.0,"CustomerRef":{"value":"24"},"CustomField":[{"DefinitionId":"1","NumberValue":1.10}]';
const invoice = (lines = [design, remark, work, subtotal, discount].join(",")) =>
  `{${head},"DocNumber":"1088","PrivateNote":"Paper [tieout-aaaa]",${tail},"Line":[${lines}],${tax}}`;

const records = { "Invoice:341": invoice() };
const kept = [
  { id: "Invoice:341/1", kind: "item", itemId: "Item:4", net: usd("300.00") },
  { id: "Invoice:341/2", kind: "item", itemId: "Item:4", net: usd("50") },
  { id: "Invoice:341/3", kind: "account", accountId: "Account:82", net: usd("-5.00") },
];

function prepare(changes: object, current = invoice(), raw = records) {
  const input = operation({ kind: "update_document", id: "Invoice:341", changes });
  return converse(writesB.prepare(writeContext({ records: raw }), [input]), () =>
    response(`{"Invoice":${current},"time":"2026-11-21T01:00:00-08:00"}`),
  );
}

function callOf(changes: object, current?: string, raw?: typeof records): PreparedCall {
  const { value } = prepare(changes, current, raw);
  const call = value.ok ? value.value[0] : undefined;
  if (call === undefined) throw new Error(value.ok ? "no call" : `${value.failure.field}: ${value.failure.message}`);
  return call;
}

function failureOf(changes: object, current?: string, raw?: typeof records) {
  const { value } = prepare(changes, current, raw);
  if (value.ok) throw new Error(`was prepared: ${value.value[0]?.request.body}`);
  return value.failure;
}

describe("changing a record of Ledger B", () => {
  it("reads the record first and sends header changes alone", () => {
    const { value, requests } = prepare({ memo: "Paper for May", dueDate: "2026-12-01" });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v3/company/9130/invoice/341"]);
    const [call] = value.ok ? value.value : [];
    expect(call?.request.body).toBe(
      '{"Id":"341","SyncToken":"2","sparse":true,"DueDate":"2026-12-01","PrivateNote":"Paper for May [tieout-aaaa]"}',
    );
    expect(call?.items).toMatchObject([{ ledgerId: "341", version: "2", reference: null, entityType: "Invoice" }]);
  });

  it("leaves what was emptied out of a full update, and refuses at its field what can't be", () => {
    const dated = invoice().replace('"TxnDate"', '"DueDate":"2026-11-04","TxnDate"');
    const call = callOf({ cleared: ["dueDate", "number"] }, dated);
    const without = dated.replace('"DueDate":"2026-11-04",', "").replace('"DocNumber":"1088",', "");
    expect(JSON.parse(call.request.body ?? "")).toEqual(JSON.parse(without));
    expect(call.items).toMatchObject([{ expected: { kind: "update", changed: ["DueDate", "DocNumber"] } }]);
    expect(failureOf({ cleared: ["party"] })).toMatchObject({ field: "party.id", message: "Choose a customer." });
    expect(failureOf({ cleared: ["exchangeRate"] })).toMatchObject({ field: "exchangeRate" });
    expect(failureOf({ cleared: ["entityId"] })).toMatchObject({ field: "entityId" });
  });

  it("finds after a lost answer whether a field was emptied", () => {
    const dated = invoice().replace('"TxnDate"', '"DueDate":"2026-11-04","TxnDate"');
    const call = callOf({ cleared: ["dueDate"] }, dated);
    const found = (record: string) => {
      const { value } = converse(writesB.look(writeContext({ records }), call), () => response(`{"Invoice":${record}}`));
      return value.map((look) => look.found);
    };
    const later = (record: string) => record.replace('"SyncToken":"2"', '"SyncToken":"3"');
    expect([found(dated), found(later(dated)), found(later(invoice()))]).toEqual([["absent"], ["changed"], ["present"]]);
  });

  it("leaves what was emptied out of a line", () => {
    const [first, ...others] = kept;
    const call = callOf({ lines: [{ ...first, cleared: ["quantity", "unitAmount", "tax"] }, ...others] });
    const sent = JSON.parse(call.request.body ?? "") as { readonly Line: readonly { readonly SalesItemLineDetail: object }[] };
    expect(sent.Line[0]?.SalesItemLineDetail).toEqual({ ItemRef: { value: "4", name: "Design" }, ItemAccountRef: { value: "82" } });
    expect(failureOf({ lines: [{ ...first, clearedDimensions: ["Department"] }, ...others] })).toMatchObject({
      ...{ field: "lines[0].dimensions", message: expect.stringContaining("A location for the whole transaction") },
    });
  });

  it("sends everything back untouched but the line that changes, members that nobody knows among it", () => {
    const [first, ...others] = kept;
    const body =
      callOf({ lines: [{ ...first, quantity: "5", unitAmount: usd("75.00"), net: usd("375.00") }, ...others] }).request.body ?? "";
    const changed = design.replace("300.00", "375.00").replace('"Qty":4.0', '"Qty":5');
    const lines = [changed, remark, work, subtotal.replace("350.00", "425.00"), discount].join(",");
    expect(body).toBe(invoice(lines).replace(tax, '"TxnTaxDetail":{"TxnTaxCodeRef":{"value":"2"}}'));
  });

  it("rule 21: sends a tax that is stated again, and not one that only repeats the old", () => {
    const again = { tax: { basis: "exclusive", amount: usd("24.00") } };
    expect(failureOf(again)).toMatchObject({ field: "changes" });
    expect(callOf({ tax: { amount: usd("25.00") } }).request.body).toBe(
      '{"Id":"341","SyncToken":"2","sparse":true,"TxnTaxDetail":{"TxnTaxCodeRef":{"value":"2"},"TotalTax":25.00}}',
    );
    const call = callOf({ ...again, lines: [kept[0], kept[1]] });
    expect(call.request.body).toContain('"TxnTaxDetail":{"TxnTaxCodeRef":{"value":"2"}}');
    const answer = response('{"Invoice":{"Id":"341","DocNumber":"1088","TotalAmt":378,"TxnTaxDetail":{"TotalTax":28}}}');
    expect(writesB.outcomes(writeContext({ records }), call, answer)).toMatchObject([
      { replaced: [{ field: "tax", sent: "24.00", stored: "28" }] },
    ]);
  });

  it("takes away what the person took away, puts new lines last, and keeps what they could not see", () => {
    const added = { kind: "item", itemId: "Item:4", description: "Travel", net: usd("12.50") };
    const body = JSON.parse(callOf({ lines: [kept[0], added, kept[2]] }).request.body ?? "") as {
      Line: { Id?: string; Description?: string }[];
    };
    expect(body.Line.map(({ Id, Description }) => Id ?? Description ?? "sum")).toEqual(["1", "7", "sum", "3", "Travel"]);
  });

  it("keeps a discount a discount, and turns an item line into another item's line", () => {
    const [first, second, third] = kept;
    const lines = [first, { ...second, itemId: "Item:9" }, { ...third, net: usd("-7.25") }];
    const body = callOf({ lines }).request.body ?? "";
    expect(body).toContain('{"Id":"3","Amount":7.25,"DetailType":"DiscountLineDetail"');
    expect(body).toContain(
      '{"Id":"2","Amount":50,"DetailType":"SalesItemLineDetail","SalesItemLineDetail":{"ItemRef":{"value":"9"},"TaxCodeRef":{"value":"NON"}}}',
    );
  });

  it.each([
    ["lines[0].id", { lines: [{ ...kept[0], id: "Invoice:341/77" }] }],
    ["lines[1].id", { lines: [kept[0], kept[0]] }],
    ["lines[0].quantity", { lines: [{ ...kept[0], net: usd("301.00") }] }],
    ["lines[0].accountId", { lines: [{ ...kept[0], accountId: "Account:63" }] }],
    ["currency", { currency: "EUR" }],
    ["changes", { memo: "Paper" }],
    ["memo", { memo: "Voided" }],
    ["party.id", { party: { id: "Vendor:56" } }],
  ])("names %s when it can't be changed so", (field, changes) => {
    expect(failureOf(changes)).toMatchObject({ code: "invalid_input", field });
  });

  it("leaves bundles and records that show only their sum alone", () => {
    const bundle = `{"Id":"5","Amount":50,"DetailType":"GroupLineDetail","GroupLineDetail":{"Line":[${work}]}}`;
    const raw = { "Invoice:341": invoice(bundle) };
    const inner = { id: "Invoice:341/2", kind: "item", itemId: "Item:4", net: usd("50") };
    expect(failureOf({ lines: [{ ...inner, net: usd("60") }] }, invoice(bundle), raw)).toMatchObject({ field: "lines[0]" });
    const whole = prepare({ lines: [inner, { kind: "item", itemId: "Item:4", net: usd("1") }] }, invoice(bundle), raw).value;
    expect(whole.ok ? whole.value[0]?.request.body : whole.failure.message).toContain(bundle);
    const lone = { "Invoice:341": invoice(subtotal) };
    expect(failureOf({ lines: [{ kind: "item", itemId: "Item:4", net: usd("1") }] }, invoice(subtotal), lone)).toMatchObject({
      field: "lines",
    });
  });

  it("rule 29: a record that moved is a conflict with mine, theirs and the last seen", () => {
    const theirs = invoice()
      .replace('"SyncToken":"2"', '"SyncToken":"3"')
      .replace('"1088"', '"1099"')
      .replace('"Amount":50', '"Amount":60');
    const failure = failureOf({ memo: "Mine" }, theirs);
    expect(failure.code).toBe("conflict");
    expect(failure.message).toContain("Number: yours “1088”, in the ledger “1099”, at the last sync “1088”.");
    expect(failure.message).toContain("Line 2, amount: yours “50”, in the ledger “60”, at the last sync “50”.");
    expect(failure.message).toContain(
      "Memo: yours “Mine [tieout-aaaa]”, in the ledger “Paper [tieout-aaaa]”, at the last sync “Paper [tieout-aaaa]”.",
    );
    // What only mine changes is none of the ledger's changes.
    expect(failure.brief).toBe("Changed in the ledger: amount of line 2 from 50.00 USD to 60.00 USD. Number also changed.");
    expect(failure.ledgerError).toEqual({ status: 200, body: theirs, request: "GET /v3/company/9130/invoice/341" });
  });

  it("rule 29: names the days and totals that someone else changed with their values, in the currency of the record", () => {
    const theirs = invoice()
      .replace('"SyncToken":"2"', '"SyncToken":"3"')
      .replace("2026-10-05", "2026-10-06")
      .replace('"TotalAmt":369.0', '"TotalAmt":1379.5');
    expect(failureOf({ memo: "Mine" }, theirs).brief).toBe(
      "Changed in the ledger: total from 369.00 USD to 1,379.50 USD and date from 5 Oct 2026 to 6 Oct 2026",
    );
  });

  it("rule 29: tells of a line that was removed, and of a product and a price, each once", () => {
    const moved = invoice().replace('"SyncToken":"2"', '"SyncToken":"3"');
    expect(failureOf({ memo: "Mine" }, moved.replace(`${work},`, "")).brief).toBe("Changed in the ledger: number of lines from 3 to 2");
    // The ledger counts its lines again when one goes.
    const counted = (...lines: string[]) =>
      invoice(lines.map((line, at) => line.replace(/"LineNum":\d+,|(?<="Id":"\d",)/, `"LineNum":${at + 1},`)).join(","));
    const again = counted(work, discount).replace('"SyncToken":"2"', '"SyncToken":"3"');
    const seen = { "Invoice:341": counted(design, work, discount) };
    expect(failureOf({ memo: "Mine" }, again, seen).brief).toBe("Changed in the ledger: number of lines from 3 to 2");
    const euros = moved.replace('"TotalAmt":369.0', '"TotalAmt":379.0,"CurrencyRef":{"value":"EUR"}');
    expect(failureOf({ memo: "Mine" }, euros).brief).toMatch(/^Changed in the ledger: (?!.*from)/);
    const product = moved.replace('"ItemRef":{"value":"4","name":"Design"}', '"ItemRef":{"value":"9","name":"Travel"}');
    expect(failureOf({ memo: "Mine" }, product.replace('"UnitPrice":75', '"UnitPrice":80').replace("300.00", "320.00")).brief).toBe(
      "Changed in the ledger: amount of line 1 from 300.00 USD to 320.00 USD. Product or service of line 1 also changed.",
    );
  });

  it("rule 29: compares no subtotal, which follows from the lines, and names a new line as the person's own", () => {
    const seen = invoice([design, work.replace('"Id":"2"', '"Id":"3"'), subtotal].join(","));
    const theirs = seen.replace('"SyncToken":"2"', '"SyncToken":"3"').replace('"Amount":50', '"Amount":60').replace("350.00", "360.00");
    const added = { kind: "item", itemId: "Item:4", description: "Travel", net: usd("12.50") };
    const lines = [kept[0], { ...kept[1], id: "Invoice:341/3" }, added, { ...added, net: usd("7.25") }];
    const { message } = failureOf({ lines }, theirs, { "Invoice:341": seen });
    expect(message).toContain("Line 2, amount: yours “50”, in the ledger “60”, at the last sync “50”.");
    expect(message).toContain("Your new line, amount: yours “12.5”, in the ledger empty, at the last sync empty.");
    expect(message).toContain("Your new line 2, amount: yours “7.25”, in the ledger empty, at the last sync empty.");
    expect(message).not.toContain("Another line");
    const before = seen.replace("350.00", "349.00");
    expect(callOf({ memo: "Mine" }, theirs.replace('"Amount":60', '"Amount":50'), { "Invoice:341": before }).items).toHaveLength(1);
  });

  it("is no conflict when only the version was counted up", () => {
    const theirs = invoice().replace('"SyncToken":"2"', '"SyncToken":"3"').replace("T09:00:41", "T10:00:00");
    expect(callOf({ memo: "Mine" }, theirs)).toMatchObject({ items: [{ version: "3" }] });
  });

  it("is a conflict when the person looked at another version, or the record is gone", () => {
    const seen = operation({ kind: "delete", id: "Invoice:341", seenHash: "older" });
    const early = converse(writesB.prepare(writeContext({ records }), [seen]), () => response("{}"));
    expect([early.requests, early.value]).toMatchObject([[], { ok: false, failure: { code: "conflict", field: "seenHash" } }]);
    const fault = response('{"Fault":{"Error":[{"Message":"Object Not Found","Detail":"","code":"610"}],"type":"ValidationFault"}}', 400);
    const late = converse(writesB.prepare(writeContext({ records }), [operation({ kind: "delete", id: "Invoice:341" })]), () => fault);
    expect(late.value).toMatchObject({ ok: false, failure: { code: "conflict", message: expect.stringContaining("deleted") } });
  });

  it("voids and deletes by operation, with the version that was read", () => {
    const go = (kind: string) => {
      const { value } = converse(writesB.prepare(writeContext({ records }), [operation({ kind, id: "Invoice:341" })]), () =>
        response(`{"Invoice":${invoice()}}`),
      );
      return value.ok ? value.value[0]?.request : value.failure;
    };
    expect(go("void")).toMatchObject({ query: { operation: "void", requestid: "key-0" }, body: '{"Id":"341","SyncToken":"2"}' });
    expect(go("delete")).toMatchObject({ query: { operation: "delete", requestid: "key-0" }, body: '{"Id":"341","SyncToken":"2"}' });
  });
});

describe("what only moves money", () => {
  it.each(["Transfer:1", "Deposit:1", "CreditCardPayment:1", "InventoryAdjustment:1"])("(%s) is refused before anything is asked", (id) => {
    for (const kind of ["update_document", "void", "delete"])
      expect(
        writesB.refusal(writeContext(), operation({ kind, id, ...(kind === "update_document" ? { changes: { memo: "x" } } : {}) })),
      ).toMatchObject({
        code: "not_supported",
        field: "id",
      });
  });
});

describe("a record that Ledger B won't show", () => {
  const refusal = response('{"Fault":{"Error":[{"Message":"Not now","Detail":"","code":"6000"}],"type":"ValidationFault"}}', 400);
  const remove = operation({ kind: "delete", id: "Invoice:341" });

  it("ends the making of a write with the ledger's words", () => {
    const { value, requests } = converse(writesB.prepare(writeContext({ records }), [remove]), () => refusal);
    expect(value).toMatchObject({ ok: false, failure: { code: "ledger_rejected", ledgerError: { status: 400 } } });
    expect(requests).toHaveLength(1);
  });

  it("is looked at once after a lost answer", () => {
    const made = converse(writesB.prepare(writeContext({ records }), [remove]), () => response(`{"Invoice":${invoice()}}`)).value;
    const [call] = made.ok ? made.value : [];
    if (call === undefined) throw new Error("no call");
    const { value, requests } = converse(writesB.look(writeContext({ records }), call), () => refusal);
    expect(value).toEqual([{ operation: 0, part: 0, found: "refused", message: "The ledger won't show the record. Not now." }]);
    expect(requests).toHaveLength(1);
  });
});

describe("answers of Ledger B to writes", () => {
  const context = writeContext({ records });
  const results = (call: PreparedCall, answer: LedgerResponse) => writesB.outcomes(context, call, answer);
  const fault = (code: string, type = "ValidationFault") =>
    `"Fault":{"Error":[{"Message":"No","Detail":"Because","code":"${code}"}],"type":"${type}"}`;

  it("tells a stale version from other refusals, and keeps the words", () => {
    const call = callOf({ memo: "Mine" });
    expect(results(call, response(`{${fault("5010")}}`, 400))).toMatchObject([{ outcome: "conflict", message: "No: Because" }]);
    expect(results(call, response(`{${fault("6000")}}`, 400))).toEqual([
      {
        operation: 0,
        part: 0,
        outcome: "rejected",
        message: "No: Because",
        ledgerError: { status: 400, body: `{${fault("6000")}}`, request: "POST /v3/company/9130/invoice" },
      },
    ]);
  });

  it("says nothing of what an answer does not settle", () => {
    const call = callOf({ memo: "Mine" });
    for (const answer of [
      response("<html>Welcome</html>"),
      response("{}"),
      response(`{${fault("10000", "SystemFault")}}`),
      response("", 503),
    ])
      expect(results(call, answer)).toEqual([]);
  });

  it("reads each operation of a batch on its own", () => {
    const draft = { type: "purchase_bill", party: { id: "Vendor:56" }, issueDate: "2026-10-02", currency: "USD" };
    const document = { ...draft, lines: [{ kind: "account", accountId: "Account:63", net: usd("1") }] };
    const create = operation({ kind: "create_document", document });
    const { value } = converse(writesB.prepare(context, [create, create, create, create]), () => response("{}"));
    const [call] = value.ok ? value.value : [];
    if (call === undefined) throw new Error("no call");
    const answer = response(
      `{"BatchItemResponse":[{"Bill":{"Id":"9","TotalAmt":1.0},"bId":"3-0"},{${fault("2500")},"bId":"1-0"},{${fault("3001", "SERVICE")},"bId":"0-0"}]}`,
    );
    expect(results(call, answer)).toMatchObject([
      { operation: 1, outcome: "rejected", ledgerError: { body: `{${fault("2500")},"bId":"1-0"}` } },
      { operation: 3, outcome: "accepted", entityType: "Bill", ledgerId: "9" },
    ]);
    expect(results(call, response(`{${fault("2010")}}`, 400)).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => "rejected"),
    );
  });

  it("reads several records back in one query and gives a stub for one that is gone", () => {
    const answer = ({ path, query }: LedgerRequest): LedgerResponse => {
      if (path.endsWith("/query")) {
        expect(query?.query).toBe("SELECT * FROM Invoice WHERE Id IN ('341','342') ORDER BY Id ASC STARTPOSITION 1 MAXRESULTS 2");
        return response(`{"QueryResponse":{"Invoice":[${invoice()}]}}`);
      }
      if (path.endsWith("/payment/350")) return response('{"Payment":{"Id":"350","TotalAmt":1.00}}');
      return response(`{${fault("610")}}`, 400);
    };
    const written = { entityType: "Payment", ledgerId: "350", alsoMoved: ["Invoice:341", "Invoice:342", "Customer:24"] };
    const { value } = converse(writesB.readBack(context, [written]), answer);
    expect(value.map(({ stream, bytes }) => [stream, decodeText(bytes)])).toEqual([
      ["payments", '{"Id":"350","TotalAmt":1.00}'],
      ["invoices", invoice()],
      ["invoices", '{"status":"Deleted","Id":"342"}'],
    ]);
  });
});
