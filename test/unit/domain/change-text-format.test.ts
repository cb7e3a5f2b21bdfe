import { describe, expect, it } from "vitest";
import { amountByValue, changeText, stableText } from "#main/domain/documents/change-text.ts";
import type { MappedRecord, RecordKind } from "#shared/model/books/mapped-record.ts";

const record = (kind: RecordKind, value: object) => ({ kind, value }) as unknown as MappedRecord;
const money = (amount: string, currency = "USD") => ({ amount, currency });
const [FIELD, GROUP, ABSENT] = ["\u001f", "\u001e", "\u001d"];
const fields = (...values: readonly string[]) => values.map((value) => `${value}${FIELD}`).join("");

const NO_TAX = { basis: "none", components: [] };
/** A document with nothing that may be left out. */
const bare = {
  ...{ id: "Bill:7", type: "bill", status: "open", statusIsDerived: false, issueDate: "2026-10-05", currency: "USD" },
  ...{ total: money("120.00"), outstanding: money("60.00"), tax: NO_TAX, lines: [], allocations: [] },
};
const line = { id: "Bill:7/1", kind: "account", net: money("100.00"), tax: NO_TAX, dimensions: [] };
const documentWith = (more: object) => changeText(record("document", { ...bare, ...more }));
const lineWith = (more: object) => documentWith({ lines: [{ ...line, ...more }] });

// A text that an update spells otherwise would make every record of every mirror look changed.
describe("the text that is hashed stays as earlier versions wrote it", () => {
  it("of a document with everything", () => {
    const full = {
      ...{
        ...bare,
        number: "B-1",
        reference: "PO 5",
        partyId: "Vendor:2",
        dueDate: "2026-11-04",
        exchangeRate: "1.10",
        statusIsDerived: true,
      },
      ...{ totalBase: money("132.00", "NZD"), sourceStatus: "A", approvalStatus: "2", unappliedKind: "deposit", entityId: "subsidiary:2" },
      ...{ periodId: "period:3", totalAccountId: "Account:1", memo: "Thanks", bankReconciled: true },
      tax: {
        basis: "exclusive",
        amount: money("20.00"),
        components: [{ code: "GST", name: "Goods tax", rate: "20.0", amount: money("20.00") }],
      },
      lines: [
        {
          ...{ ...line, description: "Paper", quantity: "2.0", unitAmount: money("50.00"), accountId: "Account:79", itemId: "Item:3" },
          dimensions: [
            { dimensionId: "Class", valueId: "5", fannedFromHeader: true },
            { dimensionId: "Place", valueId: "6", fannedFromHeader: false },
          ],
          billable: { customerId: "Customer:24", status: "billable" },
        },
        { ...line, id: "Bill:7/2", dimensions: [{ dimensionId: "Class", valueId: "5", fannedFromHeader: false }] },
      ],
      allocations: [{ fromKind: "payment", fromId: "Payment:8", toId: "Bill:7", amount: money("60.00"), date: "2026-10-06" }],
    };
    const first = fields(
      ...["Bill:7/1", "account", "Paper", "2", "50 USD", "Account:79", "Item:3", "100 USD", "none "],
      ...["Class=5^,Place=6", "Customer:24 billable"],
    );
    const second = fields("Bill:7/2", "account", ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, "100 USD", "none ", "Class=5", ABSENT);
    expect(changeText(record("document", full))).toBe(
      fields(
        ...["Bill:7", "bill", "open", "1", "A", "2", "B-1", "PO 5", "Vendor:2", "2026-10-05", "2026-11-04", "USD", "1.1"],
        ...["120 USD", "132 NZD", "60 USD", 'exclusive 20 USD GST|"Goods tax"|20|20 USD', "deposit", "subsidiary:2", "period:3"],
        ...["Account:1", "Thanks", `${first}${GROUP}${second}`],
        ...[fields("payment", "Payment:8", "Bill:7", "60 USD", "2026-10-06"), "reconciled"],
      ),
    );
  });

  it("of a document and a payment with nothing that may be left out", () => {
    const payment = {
      ...{ id: "Payment:8", direction: "made", status: "posted", date: "2026-10-06", currency: "USD" },
      ...{ amount: money("60.00"), unapplied: money("0.00"), allocations: [], bankReconciled: false },
    };
    expect(changeText(record("document", bare))).toBe(
      fields(
        ...["Bill:7", "bill", "open", "0", ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, "2026-10-05", ABSENT, "USD", ABSENT],
        ...["120 USD", ABSENT, "60 USD", "none ", ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, "", ""],
      ),
    );
    expect(changeText(record("payment", payment))).toBe(
      fields(
        ...["Payment:8", "made", "posted", ABSENT, ABSENT, "2026-10-06", "USD", ABSENT, "60 USD", "0 USD", ABSENT, ABSENT, ABSENT, ABSENT],
        ...["", "unreconciled"],
      ),
    );
  });

  it("of a journal, with and without several entities", () => {
    const posting = { id: "gl:7/1", accountId: "Account:79", amount: money("-100.00"), dimensions: [] };
    const journal = { id: "gl:7", number: "J 1", date: "2026-10-05", createdAt: "2026-10-05T08:00:00.000Z", postings: [posting] };
    const head = ["gl:7", "J 1", "2026-10-05", "2026-10-05T08:00:00.000Z", ABSENT, ABSENT];
    const own = ["gl:7/1", "Account:79", "-100 USD", ABSENT, ABSENT, ""];
    expect(changeText(record("journal", journal))).toBe(fields(...head, fields(...own)));
    expect(changeText(record("journal", { ...journal, postings: [{ ...posting, entityId: "subsidiary:2" }] }))).toBe(
      fields(...head, fields(...own, "subsidiary:2")),
    );
  });

  it("of every other kind: sorted JSON after the kind, amounts by value, balances and sources' times left out", () => {
    const batch = {
      ...{ id: "Batch:1", total: money("60.00"), paymentIds: ["Payment:9", "Payment:8"], memo: null, gone: undefined, isPaid: true },
      ...{ balance: money("1.00"), partyName: "Elm", source: { id: "1", fetchedAt: "2026-11-21T09:00:00.000Z", raw: { any: 1 } } },
    };
    expect(changeText(record("batch_payment", batch))).toBe(
      `batch_payment${FIELD}{"id":"Batch:1","isPaid":true,"memo":null,"paymentIds":["Payment:9","Payment:8"],"source":{"id":"1"},"total":{"amount":"60","currency":"USD"}}`,
    );
  });
});

describe("what differs has different texts", () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ["no memo and one that reads undefined", documentWith({}), documentWith({ memo: "undefined" })],
    ["no number and an empty one", documentWith({}), documentWith({ number: "" })],
    ["one reconciled and one that isn't", documentWith({ bankReconciled: true }), documentWith({ bankReconciled: false })],
    [
      "texts whose separators would move them on",
      documentWith({ number: `a${FIELD}b`, reference: "c" }),
      documentWith({ number: "a", reference: `b${FIELD}c` }),
    ],
    ["a separator and the same sent quoted", documentWith({ memo: `a${GROUP}b` }), documentWith({ memo: '"a\\u001eb"' })],
    [
      "one dimension and a second beside it",
      lineWith({ dimensions: [{ dimensionId: "a", valueId: "b" }] }),
      lineWith({
        dimensions: [
          { dimensionId: "a", valueId: "b" },
          { dimensionId: "c", valueId: "d" },
        ],
      }),
    ],
    [
      "a value that looks like two",
      lineWith({ dimensions: [{ dimensionId: "a", valueId: "b,c=d" }] }),
      lineWith({
        dimensions: [
          { dimensionId: "a", valueId: "b" },
          { dimensionId: "c", valueId: "d" },
        ],
      }),
    ],
    [
      "a value that looks copied",
      lineWith({ dimensions: [{ dimensionId: "a", valueId: "b^" }] }),
      lineWith({ dimensions: [{ dimensionId: "a", valueId: "b", fannedFromHeader: true }] }),
    ],
  ];
  it.each(pairs)("%s", (_name, one, other) => expect(one).not.toBe(other));

  it.each([
    ["a tax without a code and one whose code reads undefined", [{}], [{ code: "undefined" }]],
    ["a tax without a code and one with an empty code", [{}], [{ code: "" }]],
    ["a divider in the code and in the name", [{ code: "a|b", name: "c" }], [{ code: "a", name: "b|c" }]],
    ["one component and two", [{ code: "a", name: "b" }], [{ code: "a", name: "b" }, {}]],
    ["a rate and none", [{ rate: "0" }], [{}]],
  ])("%s", (_name, one, other) => {
    const withTax = (components: readonly object[]) => documentWith({ tax: { basis: "none", components } });
    expect(withTax(one)).not.toBe(withTax(other));
  });

  it("codes of items that begin or end in zeros, which are no amounts", () => {
    for (const [one, other] of [
      ["0200", "200"],
      ["1.0", "1.00"],
    ])
      expect(stableText({ code: one })).not.toBe(stableText({ code: other }));
    expect(stableText({ rate: "020.0" })).toBe(stableText({ rate: "20" }));
    expect(stableText({ rates: ["020.0"] })).not.toBe(stableText({ rates: ["20"] }));
  });

  it("a list and its order", () => {
    expect(stableText({ ids: ["a", "b"] })).not.toBe(stableText({ ids: ["b", "a"] }));
    expect(stableText(["a"])).not.toBe(stableText({ 0: "a" }));
  });
});

describe("an amount by its value", () => {
  it.each([
    ...[
      ["0", "0"],
      ["00", "0"],
      ["0.00", "0"],
      ["-0", "0"],
      ["-0.0", "0"],
      ["-00.00", "0"],
    ],
    ...[
      ["1", "1"],
      ["1.0", "1"],
      ["1.00", "1"],
      ["01", "1"],
      ["001.50", "1.5"],
      ["-01.50", "-1.5"],
      ["-7", "-7"],
    ],
    ...[
      ["10", "10"],
      ["100", "100"],
      ["10.00", "10"],
      ["-100.0", "-100"],
      ["0.5", "0.5"],
      ["00.5", "0.5"],
      ["-0.05", "-0.05"],
    ],
    ...[
      ["1.05", "1.05"],
      ["1.050", "1.05"],
      ["100.001", "100.001"],
      ["10.10", "10.1"],
      ["0.10", "0.1"],
    ],
  ] as [string, string][])("%s is %s", (text, value) => expect(amountByValue(text)).toBe(value));
});
