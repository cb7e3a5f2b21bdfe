import { describe, expect, test } from "vitest";
import { writesA } from "#main/ledgers/a/writes.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { discovery } from "./support.ts";
import { listA, mirroredA, onlyCall, prepareA, writeContextA } from "./writing-support.ts";

const nzd = (amount: string) => ({ amount, currency: "NZD" });
const line = { kind: "account", accountId: "Account:costs", net: nzd("100.10"), description: "A4" };
const bill = {
  type: "purchase_bill",
  party: { id: "Contact:oak" },
  number: "OP-771",
  reference: "PO 77",
  issueDate: "2026-11-18",
  dueDate: "2026-12-18",
  currency: "NZD",
  lines: [line],
};
const create = (document: unknown) => [{ kind: "create_document", document }];
const bodyOf = (document: unknown, answers = [listA("Invoices")]) => onlyCall(prepareA(writeContextA(), create(document), answers)).request;

describe("requests that make a document", () => {
  test("a bill, to the last byte", () => {
    const call = onlyCall(prepareA(writeContextA(), create(bill)));
    expect(call.request).toEqual({
      method: "POST",
      path: "/Invoices",
      query: { summarizeErrors: "false", unitdp: "4" },
      headers: { "Ledger-Tenant-Id": "tenant-1", Accept: "application/json", "Idempotency-Key": "key-0" },
      body:
        '{"Invoices":[{"Type":"ACCPAY","Status":"AUTHORISED","Contact":{"ContactID":"oak"},"Date":"2026-11-18","DueDate":"2026-12-18",' +
        '"InvoiceNumber":"OP-771","CurrencyCode":"NZD","Reference":"PO 77 tieout-mark-0-0","LineAmountTypes":"Exclusive",' +
        '"LineItems":[{"Description":"A4","Quantity":1,"LineAmount":100.10,"AccountCode":"400"}]}]}',
    });
    expect(call).toMatchObject({
      replays: true,
      items: [
        {
          operation: 0,
          part: 0,
          title: "Bill OP-771 from Oak Paper, 100.10 NZD",
          reference: "tieout-mark-0-0",
          entityType: "Invoice",
          ledgerId: null,
        },
      ],
    });
  });

  test("its title says where the amount leaves out a tax that the ledger works out", () => {
    const taxed = (tax: object) => create({ ...bill, lines: bill.lines.map((line) => ({ ...line, tax })) });
    const titleOf = (tax: object) => onlyCall(prepareA(writeContextA(), taxed(tax))).items[0]?.title;
    expect(titleOf({ components: [{ code: "INPUT2" }] })).toBe("Bill OP-771 from Oak Paper, 100.10 NZD before tax");
    expect(titleOf({ components: [{ code: "INPUT2" }], amount: nzd("15.02") })).toBe("Bill OP-771 from Oak Paper, 115.12 NZD");
  });

  test("a line says its item, price, tax and tracking, every digit as given", () => {
    const full = {
      kind: "item",
      itemId: "Item:ret",
      accountId: "Account:nocode",
      quantity: "3.5000",
      unitAmount: nzd("0.3333"),
      net: nzd("1.17"),
      tax: { basis: "inclusive", components: [{ code: "INPUT2" }], amount: nzd("0.18") },
      dimensions: [
        { dimensionId: "TrackingCategory:region", valueId: "north" },
        { dimensionId: "TrackingCategory:team", valueId: "red", fannedFromHeader: true },
      ],
    };
    const exclusive = { ...full, tax: { components: [{ code: "INPUT2" }], amount: nzd("0.18") } };
    expect(bodyOf({ ...bill, lines: [exclusive] }).body).toContain(
      '"LineItems":[{"Quantity":3.5000,"UnitAmount":0.3333,"LineAmount":1.17,"AccountID":"nocode","ItemCode":"RET","TaxType":"INPUT2",' +
        '"TaxAmount":0.18,"Tracking":[{"TrackingCategoryID":"region","TrackingOptionID":"north"}]}]',
    );
    const inclusive = { ...full, net: nzd("0.99") };
    expect(bodyOf({ ...bill, lines: [inclusive] }).body).toContain('"LineAmountTypes":"Inclusive"');
    expect(bodyOf({ ...bill, lines: [inclusive] }).body).toContain('"LineAmount":1.17');
  });

  test("rule 21: where the ledger works tax out itself, no amount of it is sent", () => {
    const computed = { ...discovery, capabilities: { ...discovery.capabilities, canCreateTaxRates: false } };
    const taxed = { ...bill, lines: [{ ...line, tax: { components: [{ code: "INPUT2" }], amount: nzd("15.02") } }] };
    const call = onlyCall(prepareA(writeContextA({}, { discovery: computed }), create(taxed)));
    expect(call.request.body).not.toContain("TaxAmount");
    const stored = `{"InvoiceID":"i1","InvoiceNumber":"OP-771","Reference":"PO 77 tieout-mark-0-0","LineItems":[{"TaxAmount":15.01}]}`;
    expect(writesA.outcomes(writeContextA(), call, listA("Invoices", stored))).toEqual([
      {
        operation: 0,
        part: 0,
        outcome: "accepted",
        entityType: "Invoice",
        ledgerId: "i1",
        replaced: [{ field: "lines[0].tax.amount", sent: "15.02", stored: "15.01" }],
      },
    ]);
  });

  test("a sales invoice with a number is found by it and keeps its reference clean; the number is asked for first", () => {
    const invoice = { ...bill, type: "sales_invoice", lines: [{ ...line, accountId: "Account:sales" }] };
    const { result, asked } = prepareA(writeContextA(), create(invoice), [listA("Invoices")]);
    expect(asked.map(({ path, query }) => [path, query?.where])).toEqual([["/Invoices", 'Type=="ACCREC" AND InvoiceNumber=="OP-771"']]);
    expect(result).toMatchObject({ ok: true, value: [{ request: { method: "PUT" }, items: [{ reference: "OP-771" }] }] });
    expect(result.ok && result.value[0]?.request.body).toContain('"Reference":"PO 77",');
    const taken = prepareA(writeContextA(), create(invoice), [listA("Invoices", '{"Status":"AUTHORISED"}')]);
    expect(taken.result).toMatchObject({ ok: false, failure: { code: "already_exists", field: "number" } });
    const { number: _number, ...unnumbered } = invoice;
    const call = onlyCall(prepareA(writeContextA(), create(unnumbered)));
    expect([call.request.method, call.items[0]?.reference]).toEqual(["POST", "tieout-mark-0-0"]);
  });

  test("a journal and money at the bank, to the last byte", () => {
    const journal = {
      type: "journal",
      issueDate: "2026-10-31",
      currency: "NZD",
      memo: "Accrue rent",
      lines: [line, { kind: "account", accountId: "Account:bank", net: nzd("-100.10") }],
    };
    expect(bodyOf(journal)).toMatchObject({
      path: "/ManualJournals",
      query: { summarizeErrors: "false" },
      body:
        '{"ManualJournals":[{"Status":"POSTED","Date":"2026-10-31","Narration":"Accrue rent tieout-mark-0-0","LineAmountTypes":"NoTax",' +
        '"JournalLines":[{"Description":"A4","LineAmount":100.10,"AccountCode":"400"},{"LineAmount":-100.10,"AccountCode":"090"}]}]}',
    });
    const { number: _number, dueDate: _due, ...spend } = { ...bill, type: "cash_purchase", totalAccountId: "Account:bank" };
    expect(bodyOf(spend).body).toContain('"BankAccount":{"Code":"090"}');
  });

  test("a profile may leave the list without its name", () => {
    const profile = { ...writeContextA().profile, a: { ...writeContextA().profile.a, wrapCollections: false } };
    expect(onlyCall(prepareA(writeContextA({}, { profile }), create(bill))).request.body).toMatch(/^\[\{"Type"/);
  });

  const journal = { type: "journal", issueDate: "2026-10-31", currency: "NZD", lines: [line] };
  const { number: _n, dueDate: _d, ...cash } = { ...bill, type: "cash_purchase", totalAccountId: "Account:bank" };
  test.each([
    ["party.id", { ...bill, party: undefined }],
    ["party.id", { ...bill, party: { id: "Contact:nobody" } }],
    ["memo", { ...bill, memo: "x" }],
    ["entityId", { ...bill, entityId: "1" }],
    ["totalAccountId", { ...bill, totalAccountId: "Account:bank" }],
    ["number", { ...cash, number: "7" }],
    ["dueDate", { ...cash, dueDate: "2026-12-01" }],
    ["status", { ...cash, status: "draft" }],
    ["totalAccountId", { ...cash, totalAccountId: undefined }],
    ["party", { ...journal, party: { id: "Contact:oak" } }],
    ["currency", { ...journal, currency: "USD" }],
    ["status", { ...journal, status: "awaiting_approval" }],
    ["lines[0].quantity", { ...journal, lines: [{ ...line, quantity: "1" }] }],
    ["reference", { ...bill, reference: "r".repeat(250) }],
    ["lines[0].accountId", { ...bill, lines: [{ ...line, accountId: undefined }] }],
    ["lines[0].accountId", { ...bill, lines: [{ ...line, accountId: "Account:none" }] }],
    ["lines[0].itemId", { ...bill, lines: [{ ...line, kind: "item" }] }],
    ["lines[0].itemId", { ...bill, lines: [{ ...line, itemId: "Item:nocode" }] }],
    ["lines[0].unitAmount", { ...bill, lines: [{ ...line, quantity: "2", unitAmount: nzd("50.00") }] }],
    ["lines[0].tax.amount", { ...bill, tax: { basis: "inclusive" } }],
    ["lines[0].tax.amount", { ...bill, tax: { basis: "none" }, lines: [{ ...line, tax: { amount: nzd("1.00") } }] }],
    [
      "lines[1].tax.basis",
      {
        ...bill,
        lines: [
          { ...line, tax: { basis: "none" } },
          { ...line, tax: { basis: "exclusive" } },
        ],
      },
    ],
    ["lines[0].dimensions[0].dimensionId", { ...bill, lines: [{ ...line, dimensions: [{ dimensionId: "Class", valueId: "1" }] }] }],
    [
      "lines[0].dimensions[0].valueId",
      { ...bill, lines: [{ ...line, dimensions: [{ dimensionId: "TrackingCategory:region", valueId: "1" }] }] },
    ],
    ["lines[0].billable", { ...bill, lines: [{ ...line, billable: { customerId: "Contact:elm", status: "billable" } }] }],
  ])("bad input names %s and sends nothing", (field, document) => {
    expect(prepareA(writeContextA(), create(document)).result).toMatchObject({ ok: false, failure: { code: "invalid_input", field } });
    const second = prepareA(writeContextA(), [...create(bill), ...create(document)]).result;
    expect(second).toMatchObject({ ok: false, failure: { field: `operations[1].${field}` } });
  });
});

describe("what is refused before anything is read", () => {
  const context = writeContextA();
  test.each([
    [{ kind: "approve", id: "Invoice:1", approved: true }, "can't approve or return transactions"],
    [{ kind: "create_integration_item", name: "Tieout - Sales", accountId: "Account:sales" }, "take an account directly"],
  ] as const)("%o says why", (operation, reason) => {
    expect(writesA.refusal(context, operation)).toMatchObject({ code: "not_supported", message: expect.stringContaining(reason) });
    expect(prepareA(context, [operation]).result).toMatchObject({ ok: false, failure: { code: "not_supported" } });
  });

  test("an action that the signed-in user may not take", () => {
    const facts = { ...discovery, adapterFacts: { actions: { CreateApprovedBill: false, CreateDraftBill: true } } };
    const restricted = writeContextA({}, { discovery: facts });
    const operation = (status: "open" | "draft") => create({ ...bill, status })[0] as unknown as WriteOperation;
    expect(writesA.refusal(restricted, operation("open"))?.message).toContain("CreateApprovedBill");
    expect(writesA.refusal(restricted, operation("draft"))).toBeNull();
    expect(writesA.refusal(context, operation("open"))).toBeNull();
  });
});

describe("answers", () => {
  const call = onlyCall(prepareA(writeContextA(), [...create(bill), ...create({ ...bill, number: "OP-772" })]));

  test("a refused object keeps its own text and what was sent", () => {
    const ok = '{"InvoiceID":"i2","InvoiceNumber":"OP-772","Reference":"PO 77 tieout-mark-1-0","StatusAttributeString":"OK"}';
    const bad =
      '{"Reference":"PO 77 tieout-mark-0-0","StatusAttributeString":"ERROR","HasErrors":true,"ValidationErrors":[{"Message":"One."},{"Message":"Two."}]}';
    // The order of the answer does not matter where our own text tells.
    const [first, second] = writesA.outcomes(writeContextA(), call, listA("Invoices", ok, bad));
    expect(first).toMatchObject({ operation: 0, outcome: "rejected", message: "One. Two.", ledgerError: { status: 200, body: bad } });
    expect(first?.outcome === "rejected" && first.ledgerError?.request).toMatch(/^POST \/Invoices\n\{"Type":"ACCPAY".*"OP-771"/);
    expect(second).toEqual({ operation: 1, part: 0, outcome: "accepted", entityType: "Invoice", ledgerId: "i2" });
  });

  test("an answer that is silent on an object, or is no data, tells nothing", () => {
    expect(() => writesA.outcomes(writeContextA(), call, listA("Invoices", '{"InvoiceID":"i1"}'))).toThrow(
      "the ledger returned 1 result for 2 records",
    );
    expect(() => writesA.outcomes(writeContextA(), call, listA("Invoices", '{"InvoiceID":"i1"}', "{}"))).toThrow("no ID");
    expect(() => writesA.outcomes(writeContextA(), call, listA("Other"))).toThrow("no list named Invoices");
  });

  test("a reference that was not kept is told", () => {
    const one = onlyCall(prepareA(writeContextA(), create(bill)));
    const stored = '{"InvoiceID":"i1","InvoiceNumber":"OP-771","Reference":""}';
    expect(writesA.outcomes(writeContextA(), one, listA("Invoices", stored))).toMatchObject([
      { outcome: "accepted", replaced: [{ field: "reference", sent: "PO 77 tieout-mark-0-0", stored: "" }] },
    ]);
  });
});

describe("rule 4 holds for writing too", () => {
  test("every read of invoices that writing makes names its type", () => {
    const payload = '{"InvoiceID":"i1","Type":"ACCPAY","Status":"DRAFT","DateString":"2026-11-01T00:00:00","Total":1.00,"AmountDue":1.00}';
    const context = writeContextA(mirroredA("invoices.accpay", payload));
    const { asked, result } = prepareA(context, [{ kind: "void", id: "Invoice:i1" }], [listA("Invoices", payload)]);
    const call = result.ok ? result.value[0] : undefined;
    if (call === undefined) throw new Error("refused");
    expect(call.request.body).toBe('{"Invoices":[{"InvoiceID":"i1","Status":"DELETED"}]}');
    const requests = [...asked];
    const back = writesA.readBack(context, [{ entityType: "Invoice", ledgerId: "new", alsoMoved: ["Invoice:i1"] }]);
    for (let step = back.next(); !step.done; step = back.next(listA("Invoices"))) requests.push(step.value);
    const looking = writesA.look(context, onlyCall(prepareA(context, create(bill))));
    for (let step = looking.next(); !step.done; step = looking.next(listA("Invoices"))) requests.push(step.value);
    const invoices = requests.filter(({ path }) => path.startsWith("/Invoices"));
    expect(invoices.length).toBeGreaterThanOrEqual(5);
    for (const { query, path } of invoices)
      expect([path, query?.where]).toEqual(["/Invoices", expect.stringMatching(/^Type=="ACC(REC|PAY)"( AND |$)/)]);
  });
});
