import { describe, expect, test } from "vitest";
import { type Intent, type PostedRecord, postedDifferences } from "#main/domain/documents/posted-differences.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import type { MappedDocument, MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";

const usd = (amount: string) => ({ amount: decimal(amount), currency: "USD" });

const draft = {
  type: "purchase_bill",
  party: { id: "Vendor:1" },
  reference: "PO 7",
  issueDate: "2026-11-18",
  currency: "USD",
  status: "open",
  lines: [
    { kind: "account", accountId: "Account:1", description: "Paper", net: usd("100.00"), dimensions: [] },
    { kind: "account", accountId: "Account:2", net: usd("31.17"), dimensions: [{ dimensionId: "Class", valueId: "9" }] },
  ],
} as unknown as DocumentDraft;

const stored = {
  id: "Bill:7",
  type: "purchase_bill",
  number: "4711",
  reference: "PO 7 tieout-abc-0-0",
  partyId: "Vendor:1",
  issueDate: "2026-11-18",
  currency: "USD",
  total: usd("144.29"),
  status: "open",
  tax: { basis: "exclusive", amount: usd("13.12"), components: [] },
  lines: [
    {
      id: "1",
      kind: "account",
      accountId: "Account:2",
      net: usd("31.170"),
      dimensions: [{ dimensionId: "Class", valueId: "9", fannedFromHeader: true }],
    },
    { id: "2", kind: "account", accountId: "Account:1", description: "Paper", quantity: "1", net: usd("100"), dimensions: [] },
  ],
  allocations: [],
} as unknown as MappedDocument;

const document = (change: Partial<MappedDocument>): PostedRecord[] => [
  { id: "Bill:7", exists: true, mapped: [{ kind: "document", value: { ...stored, ...change } }] },
];
const line = (at: number, change: object) => stored.lines.map((one, index) => (index === at ? { ...one, ...change } : one));
const intent = (change: Partial<Intent>): Intent => ({
  operation: { kind: "create_document", document: draft },
  allocation: null,
  recordId: "Bill:7",
  before: undefined,
  applied: new Map(),
  promisesTax: true,
  ...change,
});

describe("what reads back against what was intended", () => {
  test("lines in another order, numbers and tax that nobody sent, and our own mark are no difference", () => {
    expect(postedDifferences(intent({}), document({}))).toEqual([]);
  });

  test.each([
    ["an account", document({ lines: line(1, { accountId: "Account:3" }) }), "lines[0].accountId", "Account:1", "Account:3"],
    ["a dimension", document({ lines: line(0, { dimensions: [] }) }), "lines[1].dimensions[0].valueId", "9", ""],
    [
      "a cent in the twentieth digit",
      document({ lines: line(1, { net: usd("100.00000000000000000001") }) }),
      "lines[0].net.amount",
      "100.00",
      "100.00000000000000000001",
    ],
    ["a line left out", document({ lines: stored.lines.slice(0, 1) }), "lines[0]", "Account:1 100.00 USD", ""],
    [
      "a line added",
      document({ lines: [...stored.lines, { ...stored.lines[0], id: "3", net: usd("5.00") } as never] }),
      "lines[2]",
      "",
      "Account:2 5.00 USD",
    ],
    ["a date", document({ issueDate: "2026-11-19" as never }), "issueDate", "2026-11-18", "2026-11-19"],
    ["a record that is not there", [], "record", "present", "missing"],
    ["a document that came out voided", document({ status: "voided" }), "status", "open", "voided"],
  ] as const)("%s is told", (_what, posted, field, intended, has) => {
    expect(postedDifferences(intent({}), posted)).toEqual([{ field, intended, posted: has }]);
  });

  test("a total is compared where tax is promised, and left to a ledger that works tax out itself", () => {
    const operation = { kind: "create_document", document: { ...draft, total: usd("131.17") } } as const;
    expect(postedDifferences(intent({ operation }), document({}))).toEqual([
      { field: "total.amount", intended: "131.17", posted: "144.29" },
    ]);
    expect(postedDifferences(intent({ operation, promisesTax: false }), document({}))).toEqual([]);
  });

  test("a change that moved what it did not name is told", () => {
    const operation = { kind: "update_document", id: "Bill:7", changes: { reference: "PO 8" } } as const;
    const after = { reference: "PO 8", lines: line(1, { accountId: "Account:3" }), total: usd("144.30") };
    expect(postedDifferences(intent({ operation, before: stored }), document(after))).toEqual([
      { field: "total.amount", intended: "144.29", posted: "144.30" },
      { field: "lines[1].accountId", intended: "Account:1", posted: "Account:3" },
    ]);
  });

  test.each([
    ["void", { status: "open" }, [{ field: "status", intended: "voided", posted: "open" }]],
    ["void", { status: "voided" }, []],
    ["delete", { status: "open" }, [{ field: "status", intended: "deleted", posted: "open" }]],
    ["delete", { status: "deleted" }, []],
  ] as const)("a %s that left %o", (kind, change, told) => {
    expect(postedDifferences(intent({ operation: { kind, id: "Bill:7" } }), document(change))).toEqual(told);
  });

  describe("money", () => {
    const payment = (change: object): MappedRecord =>
      ({
        kind: "payment",
        value: {
          id: "Pay:1",
          partyId: "Vendor:1",
          date: "2026-11-19",
          currency: "USD",
          amount: usd("50.00"),
          status: "posted",
          allocations: [
            { fromKind: "payment", fromId: "Pay:1", toId: "Bill:7", amount: usd("20.00") },
            { fromKind: "payment", fromId: "Pay:1", toId: "Bill:8", amount: usd("30.00") },
          ],
          ...change,
        },
      }) as unknown as MappedRecord;
    const posted = (...mapped: MappedRecord[]): PostedRecord[] => [{ id: "Pay:1", exists: true, mapped }];
    const operation = {
      kind: "create_payment",
      payment: {
        direction: "made",
        party: { id: "Vendor:1" },
        date: "2026-11-19",
        currency: "USD",
        accountId: "Account:9",
        allocations: [
          { toId: "Bill:7", amount: usd("20.00") },
          { toId: "Bill:8", amount: usd("30.00") },
        ],
      },
    } as unknown as Intent["operation"];
    const paid = intent({ operation, recordId: "Pay:1" });

    test("one record for all allocations, or one for each", () => {
      expect(postedDifferences(paid, posted(payment({ accountId: "Account:9" })))).toEqual([]);
      const own = payment({
        amount: usd("30"),
        allocations: [{ fromKind: "payment", fromId: "Pay:1", toId: "Bill:8", amount: usd("30") }],
      });
      expect(postedDifferences({ ...paid, allocation: 1 }, posted(own))).toEqual([]);
      expect(postedDifferences({ ...paid, allocation: 0 }, posted(own))).toEqual([
        { field: "amount", intended: "20.00", posted: "30" },
        { field: "allocations[0].amount", intended: "20.00", posted: "0" },
        { field: "allocations", intended: "", posted: "Bill:8 30" },
      ]);
    });

    test("the account is read from the postings where the payment does not name it", () => {
      const journal = (...ids: string[]) =>
        ({ kind: "journal", value: { postings: ids.map((accountId) => ({ accountId })) } }) as unknown as MappedRecord;
      expect(postedDifferences(paid, posted(payment({}), journal("Account:2", "Account:9")))).toEqual([]);
      expect(postedDifferences(paid, posted(payment({}), journal("Account:2", "Account:5")))).toEqual([
        { field: "accountId", intended: "Account:9", posted: "Account:2, Account:5" },
      ]);
    });

    test("an applied credit counts beyond what it had settled before", () => {
      const applying = {
        kind: "apply_credit",
        fromId: "Credit:1",
        date: "2026-11-19",
        allocations: [{ toId: "Bill:7", amount: usd("20.00") }],
      };
      const credit = (amount: string): PostedRecord[] => [
        {
          id: "Credit:1",
          exists: true,
          mapped: [
            {
              kind: "document",
              value: {
                ...stored,
                id: "Credit:1",
                allocations: [{ fromKind: "document", fromId: "Credit:1", toId: "Bill:7", amount: usd(amount) }],
              },
            },
          ],
        },
      ];
      const applied = new Map([["Bill:7", "5.00" as DecimalString]]);
      const one = intent({ operation: applying as unknown as Intent["operation"], recordId: "Credit:1", applied });
      expect(postedDifferences(one, credit("25.00"))).toEqual([]);
      expect(postedDifferences(one, credit("5.00"))).toEqual([{ field: "allocations[0].amount", intended: "20.00", posted: "0.00" }]);
    });
  });
});
