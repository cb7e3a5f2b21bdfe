import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writesA } from "#main/ledgers/a/writes.ts";
import type { PreparedCall } from "#main/ledgers/writing.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { answerA, mapA, valueA } from "./support.ts";
import { listA, mirroredA, onlyCall, prepareA, writeContextA } from "./writing-support.ts";

const nzd = (amount: string) => ({ amount, currency: "NZD" });
const known = '{"TrackingCategoryID":"region","TrackingOptionID":"north","Name":"Region","Option":"North"}';
const l1 = `{"LineItemID":"l1","Description":"A4","Quantity":2.0000,"UnitAmount":50.0500,"LineAmount":100.10,"AccountCode":"400","AccountID":"costs","TaxType":"INPUT2","TaxAmount":15.02,"Tracking":[${known}],"Unknown":{"deep":[1.50,true,null,"x"]},"Ratio":1e-7}`;
const l2 =
  '{"LineItemID":"l2","Description":"Pens","LineAmount":9.00,"AccountCode":"400","AccountID":"costs","TaxType":"NONE","TaxAmount":0.00}';
const bill = (lines: string, changes = "") =>
  `{"InvoiceID":"b1","Type":"ACCPAY","InvoiceNumber":"OP-771","Reference":"PO 77","Status":"AUTHORISED","LineAmountTypes":"Exclusive","Contact":{"ContactID":"oak","Name":"Oak Paper"},"DateString":"2026-11-18T00:00:00","DueDateString":"2026-12-18T00:00:00","CurrencyCode":"NZD","Total":124.12,"AmountDue":124.12,"TotalTax":15.02,"LineItems":[${lines}]${changes}}`;
const both = bill(`${l1},${l2}`);

function update(changes: unknown, current = both, mirrored = both) {
  const context = writeContextA(mirroredA("invoices.accpay", mirrored));
  return prepareA(context, [{ kind: "update_document", id: "Invoice:b1", changes }], [listA("Invoices", current)]);
}

const sentOf = (changes: unknown) => (onlyCall(update(changes)).request.body ?? "").replace(/^\{"Invoices":\[|\]\}$/g, "");
const keep = (id: string, changes = {}) => ({
  id: `Invoice:b1/${id}`,
  kind: "account",
  net: nzd(id === "l1" ? "100.10" : "9.00"),
  ...changes,
});

describe("a changed document", () => {
  test("sends the fields that change, and no lines where no line changes", () => {
    expect(sentOf({ dueDate: "2026-12-31", reference: "PO 78" })).toBe('{"InvoiceID":"b1","DueDate":"2026-12-31","Reference":"PO 78"}');
    expect(onlyCall(update({ dueDate: "2026-12-31" }))).toMatchObject({
      request: { method: "POST", path: "/Invoices", query: { summarizeErrors: "false", unitdp: "4" } },
      items: [{ title: "Bill OP-771 from Oak Paper, 124.12 NZD", entityType: "Invoice", ledgerId: "b1", reference: null }],
    });
  });

  test("sends what was emptied as empty, where the ledger takes that", () => {
    const draft = both.replace("AUTHORISED", "DRAFT");
    const emptied = onlyCall(update({ cleared: ["dueDate", "number"], reference: "" }, draft, draft));
    expect(emptied.request.body).toBe('{"Invoices":[{"InvoiceID":"b1","DueDate":"","InvoiceNumber":"","Reference":""}]}');
    const lines = [keep("l1", { clearedDimensions: ["TrackingCategory:region"], description: "", cleared: ["quantity", "unitAmount"] })];
    expect(sentOf({ lines })).toBe(
      `{"InvoiceID":"b1","LineItems":[{"LineItemID":"l1","Description":"","Quantity":1,"LineAmount":100.10,` +
        `"AccountCode":"400","AccountID":"costs","TaxType":"INPUT2","TaxAmount":15.02,"Tracking":[],"Unknown":{"deep":[1.50,true,null,"x"]},"Ratio":1e-7}]}`,
    );
  });

  test.each([
    ["changes.dueDate", { cleared: ["dueDate"] }, "needs a due date once a transaction is approved"],
    ["changes.exchangeRate", { cleared: ["exchangeRate"] }, "can be changed but not removed"],
    ["changes.party.id", { cleared: ["party"] }, "needs a contact for every bill"],
    ["changes.entityId", { cleared: ["entityId"] }, "no separate legal entities"],
    ["changes.lines[0].tax", { lines: [keep("l1", { cleared: ["tax"] })] }, "Choose the code that applies."],
    ["changes.lines[0].dimensions", { lines: [keep("l1", { clearedDimensions: ["own:team"] })] }, "no tracking category own:team"],
  ])("refuses at its field what can't be emptied: %s", (field, changes, why) => {
    expect(update(changes).result).toMatchObject({ ok: false, failure: { field, message: expect.stringContaining(why) } });
  });

  test("a line that stays goes back byte for byte, fields that nobody here knows included", () => {
    expect(sentOf({ lines: [keep("l1"), keep("l2")] })).toBe(`{"InvoiceID":"b1","LineItems":[${l1},${l2}]}`);
  });

  test("a changed line keeps its id and what is not mentioned; what followed from the old amount goes", () => {
    const sent = sentOf({ lines: [keep("l2", { description: "Pencils" }), keep("l1", { net: nzd("80.00") })] });
    expect(sent).toBe(
      `{"InvoiceID":"b1","LineItems":[${l2.replace("Pens", "Pencils")},{"LineItemID":"l1","Description":"A4","Quantity":1,"LineAmount":80.00,` +
        `"AccountCode":"400","AccountID":"costs","TaxType":"INPUT2","Tracking":[${known}],"Unknown":{"deep":[1.50,true,null,"x"]},"Ratio":1e-7}]}`,
    );
  });

  test("a line that is only text stays text", () => {
    const note = '{"LineItemID":"l3","Description":"See attached"}';
    const payload = bill(`${l2},${note}`);
    const drafts = [keep("l2"), { ...keep("l2"), id: "Invoice:b1/l3", net: nzd("0.00") }];
    expect(onlyCall(update({ lines: drafts }, payload, payload)).request.body).toContain(`"LineItems":[${l2},${note}]`);
  });

  test("a line moves to another account, tax and option", () => {
    const tax = { components: [{ code: "INPUT" }] };
    const dimensions = [{ dimensionId: "TrackingCategory:region", valueId: "south" }];
    const sent = sentOf({ lines: [keep("l1", { accountId: "Account:nocode", tax, dimensions })] });
    expect(sent).toContain('"AccountID":"nocode"');
    expect(sent).not.toContain("AccountCode");
    expect(sent).toContain('"TaxType":"INPUT"');
    expect(sent).not.toContain("TaxAmount");
    expect(sent).toContain('"Tracking":[{"TrackingCategoryID":"region","TrackingOptionID":"south"}]');
    // The same account under its other name is no change.
    expect(sentOf({ lines: [keep("l1", { accountId: "Account:costs" })] })).toContain(l1);
  });

  test("a new line stands beside those that stay; one that is not named goes", () => {
    const fresh = { kind: "account", accountId: "Account:costs", net: nzd("5.00"), description: "Freight" };
    expect(sentOf({ lines: [fresh, keep("l2")] })).toBe(
      `{"InvoiceID":"b1","LineItems":[{"Description":"Freight","Quantity":1,"LineAmount":5.00,"AccountCode":"400"},${l2}]}`,
    );
  });

  test.each([
    ["changes.lines[0].id", { lines: [keep("l9")] }],
    ["changes.lines[1].id", { lines: [keep("l1"), keep("l1")] }],
    ["changes.currency", { currency: "USD" }],
    ["changes.memo", { memo: "x" }],
    ["changes.status", { status: "draft" }],
    ["changes.tax.basis", { tax: { basis: "inclusive" } }],
    ["changes.party.id", { party: { id: "Contact:nobody" } }],
  ])("refuses %s", (field, changes) => {
    expect(update(changes).result).toMatchObject({ ok: false, failure: { code: "invalid_input", field } });
  });

  test("a line that the mirror did not see is never dropped: the record moved", () => {
    const l3 = '{"LineItemID":"l3","Description":"Theirs","LineAmount":1.00,"AccountCode":"400","AccountID":"costs"}';
    const { result } = update({ lines: [keep("l1"), keep("l2")] }, bill(`${l1},${l2},${l3}`));
    expect(result).toMatchObject({ ok: false, failure: { code: "conflict", message: expect.stringContaining("The lines changed.") } });
    expect(!result.ok && result.failure.ledgerError?.body).toContain("Theirs");
  });

  test("fields that nobody reads, and other spellings of an amount, are no conflict", () => {
    expect(update({ dueDate: "2026-12-31" }, both.replace("124.12", "124.1200").replace("{", '{"HasAttachments":true,')).result.ok).toBe(
      true,
    );
    expect(update({ dueDate: "2026-12-31" }, both.replace("OP-771", "OP-772")).result).toMatchObject({
      ok: false,
      failure: {
        code: "conflict",
        message: expect.stringContaining("The number was “OP-771” and is now “OP-772”"),
        brief: "Changed in the ledger: number",
      },
    });
    // A day and an amount are told with what they are now, and what they were.
    const brief = (theirs: string) => {
      const { result } = update({ reference: "PO 78" }, theirs);
      return result.ok ? undefined : result.failure.brief;
    };
    expect(brief(both.replace("2026-12-18T", "2026-12-31T"))).toBe("Changed in the ledger: due date from 18 Dec 2026 to 31 Dec 2026");
    expect(brief(both.replace('"Total":124.12', '"Total":1250.5'))).toContain("total from 124.12 NZD to 1,250.50 NZD");
  });

  test("a record that is gone is a conflict", () => {
    const context = writeContextA(mirroredA("invoices.accpay", both));
    const { result } = prepareA(context, [{ kind: "update_document", id: "Invoice:b1", changes: {} }], [listA("Invoices")]);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "conflict", message: expect.stringContaining("was deleted in the ledger") },
    });
    expect(prepareA(context, [{ kind: "void", id: "Invoice:none" }]).result).toMatchObject({ ok: false, failure: { code: "not_found" } });
  });

  test("whatever lines a document has, those that are named stay whole and in the order of the draft", () => {
    const lineArbitrary = fc.record({
      id: fc.uuid(),
      cents: fc.integer({ min: 0, max: 9_999_999 }),
      extra: fc.string(),
      flag: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(lineArbitrary, { selector: ({ id }) => id, minLength: 1, maxLength: 8 }), fc.nat(), (rows, pick) => {
        const amount = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        const texts = rows.map(
          ({ id, cents, extra, flag }) =>
            `{"LineItemID":"${id}","LineAmount":${amount(cents)},"AccountID":"costs","AccountCode":"400","Own":${JSON.stringify({ extra, flag })}}`,
        );
        const payload = bill(texts.join(","));
        const lines = valueA(mapA("invoices.accpay", payload), "document").lines;
        const order = lines.map((_, at) => (at + pick) % lines.length).filter((at) => at % 3 !== 2 || lines.length === 1);
        const drafts = order.map((at) => ({ id: lines[at]?.id, kind: "account", net: nzd(lines[at]?.net.amount ?? "") }));
        if (drafts.length === 0) return;
        const call = onlyCall(update({ lines: drafts }, payload, payload));
        expect(call.request.body).toBe(`{"Invoices":[{"InvoiceID":"b1","LineItems":[${order.map((at) => texts[at]).join(",")}]}]}`);
      }),
    );
  });
});

describe("what a look makes of a changed record", () => {
  const call: PreparedCall = onlyCall(update({ reference: "PO 78", lines: [keep("l1", { net: nzd("80.00") })] }));
  const lookAt = (current: string) => {
    const steps = writesA.look(writeContextA(), call);
    steps.next();
    const step = steps.next(listA("Invoices", ...(current === "" ? [] : [current])));
    return step.done ? step.value.map(({ found }) => found) : ["asked on"];
  };
  const ours = bill(l1.replace("100.10", "80.0000").replace("2.0000", "1.0000").replace("15.02", "12.00")).replace("PO 77", "PO 78");

  test.each([
    ["what was sent is there", ours, "present"],
    ["nothing happened", both, "absent"],
    ["somebody else wrote", both.replace("PO 77", "PO 79"), "changed"],
    ["only a part of it is there", both.replace("PO 77", "PO 78"), "changed"],
    ["it is gone", "", "changed"],
  ])("%s", (_what, current, found) => {
    expect(lookAt(current)).toEqual([found]);
  });
});

describe("what a look makes of a new bill", () => {
  const draft = {
    type: "purchase_bill",
    party: { id: "Contact:oak" },
    number: "OP-771",
    issueDate: "2026-11-18",
    currency: "NZD",
    lines: [{ kind: "account", accountId: "Account:costs", net: { amount: decimal("109.10"), currency: "NZD" } }],
  };
  const call = onlyCall(prepareA(writeContextA(), [{ kind: "create_document", document: draft }]));
  const twin = `${both.slice(0, -1)},"SubTotal":109.1}`.replace('"Reference":"PO 77"', '"Reference":""');
  const marked = twin.replace('"Reference":""', '"Reference":"tieout-mark-0-0"');

  test.each([
    ["one with our mark", [[marked]], "present"],
    ["two with our mark", [[marked, marked]], "several"],
    ["none, and no twin", [[], []], "absent"],
    ["a twin without any mark", [[], [twin]], "several"],
    ["a twin with another job's mark", [[], [marked.replace("mark", "else")]], "absent"],
    ["a bill of another number", [[], [twin.replace("OP-771", "OP-7")]], "absent"],
    ["a bill of another amount", [[], [twin.replace("109.1}", "109.2}")]], "absent"],
    ["a twin that was deleted", [[], [twin.replace("AUTHORISED", "DELETED")]], "absent"],
  ])("%s", (_what, answers, found) => {
    const steps = writesA.look(writeContextA(), call);
    let step = steps.next();
    const conditions: (string | undefined)[] = [];
    for (const records of answers as string[][]) {
      if (step.done) throw new Error("asked less");
      conditions.push(step.value.query?.where);
      step = steps.next(listA("Invoices", ...records));
    }
    expect(step.done && step.value.map((look) => look.found)).toEqual([found]);
    expect(conditions[0]).toBe('Type=="ACCPAY" AND Reference=="tieout-mark-0-0"');
    if (conditions.length > 1)
      expect(conditions[1]).toBe('Type=="ACCPAY" AND Contact.ContactID==Guid("oak") AND Date==DateTime(2026,11,18)');
  });

  test("an answer that is no list is not taken for absent", () => {
    const steps = writesA.look(writeContextA(), call);
    steps.next();
    expect(() => steps.next(answerA("<html>", { headers: { "content-type": "text/html" } }))).toThrow();
  });
});
