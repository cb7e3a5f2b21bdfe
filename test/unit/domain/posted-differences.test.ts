import { describe, expect, test } from "vitest";
import { type Intent, postedDifferences } from "#main/domain/documents/posted-differences.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { document, draft, intent, line, stored, usd } from "#test/support/posted-bill.ts";

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

  test("what was emptied and still has its old value is told; a value of the ledger's own isn't", () => {
    const changes = { reference: "", cleared: ["dueDate", "number"] as ("dueDate" | "number")[] };
    const operation = { kind: "update_document" as const, id: "Bill:7", changes };
    const before = { ...stored, reference: "PO 7", number: "7", dueDate: calendarDate("2026-12-18") };
    const told = (after: object) => postedDifferences(intent({ operation, before }), document(after as never));
    expect(told({ reference: "PO 7", number: "AUTO-8", dueDate: before.dueDate })).toEqual([
      { field: "dueDate", intended: "", posted: "2026-12-18" },
      { field: "reference", intended: "", posted: "PO 7" },
    ]);
    expect(told({ reference: undefined, number: undefined, dueDate: undefined })).toEqual([]);
  });

  test("a contact that was emptied is told once where it stayed, and not where it is gone", () => {
    const operation = { kind: "update_document", id: "Bill:7", changes: { cleared: ["party"] } } as unknown as Intent["operation"];
    const told = (partyId: string | undefined) => postedDifferences(intent({ operation, before: stored }), document({ partyId } as never));
    expect(told(undefined)).toEqual([]);
    expect(told("Vendor:1")).toEqual([{ field: "party.id", intended: "", posted: "Vendor:1" }]);
  });

  test.each([
    ["void", { status: "open" }, [{ field: "status", intended: "voided", posted: "open" }]],
    ["void", { status: "voided" }, []],
    ["delete", { status: "open" }, [{ field: "status", intended: "deleted", posted: "open" }]],
    ["delete", { status: "deleted" }, []],
  ] as const)("a %s that left %o", (kind, change, told) => {
    expect(postedDifferences(intent({ operation: { kind, id: "Bill:7" } }), document(change))).toEqual(told);
  });

  test.each([
    ["party.id", { partyId: "Vendor:2" }, "Vendor:1", "Vendor:2"],
    ["party.id", { partyId: undefined }, "Vendor:1", ""],
    ["reference", { reference: undefined }, "PO 7", ""],
    ["currency", { currency: "EUR" }, "USD", "EUR"],
  ] as const)("a header's %s of %o is told", (field, change, intended, has) => {
    expect(postedDifferences(intent({}), document(change as never))).toEqual([{ field, intended, posted: has }]);
  });

  test("every field that a draft states is compared, and what it leaves out or can't be read back isn't", () => {
    const said = { number: "9", dueDate: "2026-12-18", exchangeRate: "1.10", totalAccountId: "AP", entityId: "uk", memo: "Thanks" };
    const operation = { kind: "create_document", document: { ...draft, ...said } } as unknown as Intent["operation"];
    const stated = (change: object) => postedDifferences(intent({ operation }), document(change as never)).map(({ field }) => field);
    expect(stated({ ...said, exchangeRate: "1.1" })).toEqual([]);
    expect(stated({ number: undefined })).toEqual(["number", "dueDate", "memo"]);
    expect(stated({ number: "8", dueDate: "2026-12-19", exchangeRate: "1.11", totalAccountId: "AR", entityId: "us", memo: "No" })).toEqual([
      ...["number", "dueDate", "exchangeRate", "totalAccountId", "entityId", "memo"],
    ]);
    const empty = { ...draft, number: "", reference: "", memo: "" };
    expect(postedDifferences(intent({ operation: { kind: "create_document", document: empty } }), document({}))).toEqual([]);
  });

  test("a journal's party and totals are its lines'", () => {
    const journal = { ...draft, type: "journal", total: usd("1"), party: { id: "Other" } } as unknown as DocumentDraft;
    const operation = { kind: "create_document", document: journal } as const;
    expect(postedDifferences(intent({ operation }), document({ type: "journal" }))).toEqual([]);
    const change = { kind: "update_document", id: "Bill:7", changes: { memo: "x" } } as const;
    const before = { ...stored, type: "journal", partyId: "Other" } as MappedDocument;
    expect(postedDifferences(intent({ operation: change, before }), document({ type: "journal", memo: "x" }))).toEqual([]);
  });

  test("tax that was stated is compared where it's promised", () => {
    const taxed = { ...draft, total: usd("144.29"), tax: { basis: "exclusive", amount: usd("13.00") } } as unknown as DocumentDraft;
    const operation = { kind: "create_document", document: taxed } as const;
    expect(postedDifferences(intent({ operation }), document({}))).toEqual([{ field: "tax.amount", intended: "13.00", posted: "13.12" }]);
  });

  test("a change keeps party, day and currency, and totals only where nothing that tax depends on was changed", () => {
    const fieldsAfter = (changes: object, change: object) => {
      const operation = { kind: "update_document", id: "Bill:7", changes } as unknown as Intent["operation"];
      return postedDifferences(intent({ operation, before: stored }), document(change as never)).map(({ field }) => field);
    };
    expect(fieldsAfter({ reference: "PO 7" }, { partyId: "Vendor:2", issueDate: "2026-11-17", currency: "EUR" })).toEqual([
      ...["party.id", "issueDate", "currency"],
    ]);
    expect(fieldsAfter({ party: { id: "Vendor:2" } }, { partyId: "Vendor:2" })).toEqual([]);
    const moved = { total: usd("150") };
    expect(fieldsAfter({ reference: "PO 7" }, moved)).toEqual(["total.amount"]);
    for (const changes of [{ tax: { basis: "exclusive" } }, { issueDate: "2026-11-18" }, { lines: draft.lines }])
      expect(fieldsAfter(changes, moved)).toEqual([]);
    const unseen = { kind: "update_document", id: "Bill:7", changes: { reference: "PO 7" } } as const;
    expect(postedDifferences(intent({ operation: unseen }), document({ ...moved, partyId: "Vendor:2" }))).toEqual([]);
    const unknown = { ...stored, partyId: undefined } as unknown as MappedDocument;
    expect(postedDifferences(intent({ operation: unseen, before: unknown }), document({}))).toEqual([]);
  });

  test("a line's item, quantity, price, text and customer are told by its number in the draft", () => {
    const full = {
      ...{ kind: "item", itemId: "Item:1", description: "Pens", quantity: "2", unitAmount: usd("5"), net: usd("10"), dimensions: [] },
      billable: { customerId: "Customer:1", status: "billable" },
    };
    const operation = { kind: "create_document", document: { ...draft, lines: [full] } } as unknown as Intent["operation"];
    const fields = (change: object) =>
      postedDifferences(intent({ operation }), document({ lines: [{ ...full, id: "1", ...change }] as never })).map(
        ({ field, intended, posted }) => `${field}: ${intended}, ${posted}`,
      );
    expect(fields({ quantity: "2.0", unitAmount: usd("5.00") })).toEqual([]);
    expect(fields({ itemId: undefined })).toEqual(["lines[0].itemId: Item:1, "]);
    expect(fields({ quantity: undefined, unitAmount: undefined, description: undefined, billable: undefined })).toEqual([
      "lines[0].description: Pens, ",
      "lines[0].quantity: 2, ",
      "lines[0].unitAmount.amount: 5, ",
      "lines[0].billable.customerId: Customer:1, ",
    ]);
    expect(fields({ billable: { customerId: "Customer:2", status: "billable" } })).toEqual([
      "lines[0].billable.customerId: Customer:1, Customer:2",
    ]);
    expect(fields({ net: usd("11") })).toEqual(["lines[0].net.amount: 10, 11"]);
    // With tax included and none stated, the amount without tax is the ledger's to say.
    const inclusive = { tax: { basis: "inclusive", components: [] }, lines: [{ ...full, id: "1", net: usd("8") }] };
    expect(postedDifferences(intent({ operation }), document(inclusive as never))).toEqual([]);
    const stated = { kind: "create_document", document: { ...draft, lines: [{ ...full, tax: { amount: usd("2") } }] } };
    expect(postedDifferences(intent({ operation: stated as never }), document(inclusive as never)).length).toBe(1);
  });

  test("a line's dimensions are told unless the header gave them, with what the ledger has", () => {
    const said = (dimensions: object[], has: object[]) => {
      const lines = [{ ...draft.lines[0], dimensions }, draft.lines[1]];
      const operation = { kind: "create_document", document: { ...draft, lines } } as unknown as Intent["operation"];
      return postedDifferences(intent({ operation }), document({ lines: line(1, { dimensions: has }) as never }));
    };
    const of = (valueId: string, dimensionId = "Class") => ({ dimensionId, valueId });
    expect(said([of("1")], [of("2"), of("3"), of("1", "Place")])).toEqual([
      { field: "lines[0].dimensions[0].valueId", intended: "1", posted: "2, 3" },
    ]);
    expect(said([of("1")], [of("2"), of("1")])).toEqual([]);
    expect(said([{ ...of("1"), fannedFromHeader: true }], [])).toEqual([]);
  });

  test("lines are matched by what they say before their ids, and a line of nothing that the ledger added is its own", () => {
    const lines = [
      { id: "1", kind: "account", accountId: "Account:1", net: usd("10"), dimensions: [] },
      { id: "2", kind: "account", accountId: "Account:2", net: usd("20"), dimensions: [] },
    ];
    const operation = { kind: "update_document", id: "Bill:7", changes: { lines } } as unknown as Intent["operation"];
    const told = (...posted: object[]) =>
      postedDifferences(intent({ operation }), document({ lines: posted as never })).map(({ field, posted: has }) => `${field} ${has}`);
    expect(told({ ...lines[1], id: "1" }, { ...lines[0], id: "2" })).toEqual([]);
    // The second line kept its id and lost a cent.
    expect(told({ ...lines[1], net: usd("19.99") }, { ...lines[0], id: "9" })).toEqual(["lines[1].net.amount 19.99"]);
    expect(told(...lines, { id: "3", net: usd("0.00"), dimensions: [] })).toEqual([]);
    expect(told(...lines, { id: "3", itemId: "Item:1", accountId: "Account:1", net: usd("1"), dimensions: [] })).toEqual([
      "lines[2] Item:1 1 USD",
    ]);
  });

  test("an approval that left the document waiting is told, and a refusal isn't", () => {
    const approve = (approved: boolean) => intent({ operation: { kind: "approve", id: "Bill:7", approved } as never });
    const waiting = document({ status: "awaiting_approval" });
    expect(postedDifferences(approve(true), waiting)).toEqual([{ field: "status", intended: "open", posted: "awaiting_approval" }]);
    expect([postedDifferences(approve(true), document({})), postedDifferences(approve(false), waiting)]).toEqual([[], []]);
  });

  test("an item has the name and one of the accounts that were meant", () => {
    const operation = { kind: "create_integration_item", name: "Tieout", accountId: "Account:1" } as unknown as Intent["operation"];
    const told = (item: object) =>
      postedDifferences(intent({ operation }), [{ id: "Bill:7", exists: true, mapped: [{ kind: "item", value: item } as never] }]);
    expect([told({ name: "Tieout", incomeAccountId: "Account:1" }), told({ name: "Tieout", expenseAccountId: "Account:1" })]).toEqual([
      [],
      [],
    ]);
    expect(told({ name: "Other", incomeAccountId: "Account:2", expenseAccountId: "Account:3" })).toEqual([
      { field: "name", intended: "Tieout", posted: "Other" },
      { field: "accountId", intended: "Account:1", posted: "Account:2, Account:3" },
    ]);
    expect(told({ name: "Tieout" })).toEqual([{ field: "accountId", intended: "Account:1", posted: "" }]);
  });

  test("what can't be read back is no difference", () => {
    const nothing = [{ id: "Bill:7", exists: true, mapped: [] }];
    const kinds = ["create_document", "update_document", "create_payment", "apply_credit", "create_integration_item", "void"];
    for (const kind of kinds) {
      const operation = { kind, document: draft, changes: { memo: "x" }, payment: { allocations: [] }, allocations: [] };
      expect(postedDifferences(intent({ operation: operation as never }), nothing), kind).toEqual([]);
    }
    expect(postedDifferences(intent({}), [{ id: "Bill:7", exists: false, mapped: [] }])).toEqual([
      { field: "record", intended: "present", posted: "missing" },
    ]);
  });
});
