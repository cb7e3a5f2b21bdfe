import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type LedgerDocument, ledgerDocument } from "#shared/model/books/document.ts";
import { writeOperation } from "#shared/model/ledger/write.ts";
import { conflictRows, decidedForm, isDecided, type Side, withChanges } from "../../../src/renderer/features/writes/conflicts/conflict.ts";
import { changeOperation, changesOf, formOfDocument } from "../../../src/renderer/features/writes/transactions/transaction-change.ts";
import { EMPTY_LINE } from "../../../src/renderer/features/writes/transactions/transaction-draft.ts";

const source = {
  system: "ledger_a" as const,
  tenantId: "t",
  entityType: "Invoice",
  id: "7",
  fetchedAt: instant("2026-11-21T00:00:00.000Z"),
};
const nzd = (amount: string) => ({ amount: decimal(amount), currency: "NZD" });

function documentOf(part: Partial<LedgerDocument> = {}): LedgerDocument {
  const lines = ["a", "b"].map((id) => ({
    id,
    kind: "account" as const,
    accountId: `account:${id}`,
    description: `line ${id}`,
    quantity: decimal("1"),
    unitAmount: nzd("10.00"),
    net: nzd("10.00"),
    tax: { basis: "exclusive" as const, components: [{ code: "INPUT2" }] },
    dimensions: [
      { dimensionId: "region", valueId: "north", fannedFromHeader: false },
      { dimensionId: "class", valueId: "x", fannedFromHeader: true },
    ],
    source,
  }));
  return ledgerDocument.parse({
    id: "bill:7",
    type: "purchase_bill",
    number: "INV-7",
    party: { id: "contact:1", name: "Oak Paper", isCustomer: false, isVendor: true, isEmployee: false, active: true, sources: [source] },
    issueDate: calendarDate("2026-11-01"),
    currency: "NZD",
    total: nzd("23.00"),
    outstanding: nzd("23.00"),
    tax: { basis: "exclusive", components: [] },
    status: "open",
    statusIsDerived: false,
    lines,
    allocations: [],
    source,
    ...part,
  });
}

const form = (part: Partial<LedgerDocument> = {}) => formOfDocument(documentOf(part), {});

describe("a change of a document", () => {
  it("says only what was changed", () => {
    const seen = form();
    expect(changesOf(seen, seen, 2)).toEqual({});
    // The same amount in another spelling is no change.
    const respelt = { ...seen, lines: seen.lines.map((line) => ({ ...line, net: "10.0" })) };
    expect(changesOf(seen, respelt, 2)).toEqual({});
    expect(changesOf(seen, { ...seen, reference: "PO 9", dueDate: "2026-12-01" }, 2)).toEqual({ reference: "PO 9", dueDate: "2026-12-01" });
  });

  it("sends every line it means to keep as soon as one moved, and nothing that came from the header", () => {
    const seen = form();
    const changed = {
      ...seen,
      lines: seen.lines.map((line, index) => (index === 0 ? { ...line, net: "12.00", unitAmount: "12.00" } : line)),
    };
    const changes = changesOf(seen, changed, 2);
    expect(changes.lines).toEqual([
      { id: "a", kind: "account", accountId: "account:a", net: nzd("12.00"), quantity: "1", unitAmount: nzd("12.00"), dimensions: [] },
      { id: "b", kind: "account", accountId: "account:b", net: nzd("10.00"), dimensions: [] },
    ]);
    expect(() => writeOperation.parse(changeOperation("bill:7", "hash", changes))).not.toThrow();
  });

  it("a line that is taken out is not named, a new one has no id", () => {
    const seen = form();
    const fresh = { ...EMPTY_LINE, key: 9, target: { id: "account:c", name: "c" }, net: "1.00" };
    const { lines } = changesOf(seen, { ...seen, lines: [...seen.lines.slice(1), fresh] }, 2);
    expect(lines?.map((line) => line.id)).toEqual(["b", undefined]);
  });

  it("laid over what was seen, a change gives back the form it came from", () => {
    const seen = form();
    const wanted = {
      ...seen,
      number: "INV-8",
      lines: seen.lines.map((line, index) =>
        index === 1 ? { ...line, net: "4.00", unitAmount: "2.00", quantity: "2", description: "half" } : line,
      ),
    };
    expect(withChanges(seen, changesOf(seen, wanted, 2))).toEqual(wanted);
  });
});

describe("a conflict", () => {
  const seen = form();
  const mine = { ...seen, number: "MINE", reference: "mine" };

  it("asks only where both moved, and follows the side that moved alone", () => {
    const theirs = form({ number: "THEIRS", memo: "theirs" });
    const rows = conflictRows(mine, theirs, seen);
    expect(rows.map(({ key, usual }) => [key, usual])).toEqual([
      ["number", null],
      ["reference", "mine"],
      ["memo", "theirs"],
    ]);
    expect(isDecided(rows, {})).toBe(false);
    expect(isDecided(rows, { number: "theirs" })).toBe(true);
    expect(decidedForm(mine, theirs, rows, { number: "mine" })).toMatchObject({ number: "MINE", reference: "mine", memo: "theirs" });
    expect(decidedForm(mine, theirs, rows, { number: "theirs" })).toMatchObject({ number: "THEIRS", reference: "mine" });
  });

  it("that both changed alike is none to decide", () => {
    const rows = conflictRows(mine, form({ number: "MINE" }), seen);
    expect(rows.map(({ key, usual }) => [key, usual])).toEqual([
      ["number", "theirs"],
      ["reference", "mine"],
    ]);
  });

  it("without what was seen, asks for every difference", () => {
    const rows = conflictRows(mine, seen, null);
    expect(rows.map(({ key, usual, seen: last }) => [key, usual, last])).toEqual([
      ["number", null, null],
      ["reference", null, null],
    ]);
  });

  it("tells lines apart by their ids: changed, taken out, put in", () => {
    const mineLines = {
      ...seen,
      lines: seen.lines.map((line, index) => (index === 0 ? { ...line, net: "11.00", unitAmount: "11.00" } : line)),
    };
    const theirs = { ...seen, lines: seen.lines.slice(1) };
    const rows = conflictRows(mineLines, theirs, seen);
    expect(rows.map(({ key, theirs: text, usual }) => [key, text, usual])).toEqual([["line a", "Not in this version", null]]);
    const kept = decidedForm(mineLines, theirs, rows, { "line a": "mine" });
    // The ledger no longer knows the line: it is put in as a new one.
    expect(kept.lines.map((line) => [line.lineId, line.net])).toEqual([
      ["b", "10.00"],
      [null, "11.00"],
    ]);
    expect(decidedForm(mineLines, theirs, rows, { "line a": "theirs" }).lines).toHaveLength(1);
    const fresh = { ...seen, lines: [...seen.lines, { ...EMPTY_LINE, key: 5, target: { id: "account:c", name: "c" }, net: "3.00" }] };
    const freshRows = conflictRows(fresh, theirs, seen);
    expect(freshRows.map(({ key, usual }) => [key, usual])).toEqual([
      ["line a", "theirs"],
      ["new line 1", "mine"],
    ]);
    expect(decidedForm(fresh, theirs, freshRows, {}).lines.map((line) => [line.lineId, line.net])).toEqual([
      ["b", "10.00"],
      [null, "3.00"],
    ]);
  });

  it("decides a line part by part: keeping one part of mine brings no other back", () => {
    const edited = (part: object) => ({ ...seen, lines: seen.lines.map((line, index) => (index === 0 ? { ...line, ...part } : line)) });
    const own = edited({ description: "mine" });
    const theirs = edited({ description: "theirs", quantity: "2", net: "20.00", dimensions: { region: "south" } });
    const rows = conflictRows(own, theirs, seen);
    expect(rows.map(({ key, name, mine: text, theirs: other, usual }) => [key, name, text, other, usual])).toEqual([
      ["line a description", "Description of line 1", "mine", "theirs", null],
      ["line a amount", "Amount of line 1", "1 × 10.00, 10.00", "2 × 10.00, 20.00", "theirs"],
      ["line a dimensions", "Dimensions of line 1", "north", "south", "theirs"],
    ]);
    const decided = decidedForm(own, theirs, rows, { "line a description": "mine" });
    expect(decided.lines[0]).toEqual({ ...theirs.lines[0], description: "mine" });
    expect(changesOf(theirs, decided, 2).lines?.[0]).toEqual({
      ...{ id: "a", kind: "account", accountId: "account:a", net: nzd("20.00"), description: "mine", dimensions: [] },
    });
    // An amount goes with the quantity and the price that it comes from.
    const amount = decidedForm(own, theirs, rows, { "line a description": "theirs", "line a amount": "mine" });
    expect(amount.lines[0]).toEqual({ ...theirs.lines[0], quantity: "1", net: "10.00" });
    const all = (side: Side) => decidedForm(own, theirs, rows, Object.fromEntries(rows.map(({ key }) => [key, side])));
    expect([all("mine"), all("theirs")]).toEqual([own, theirs]);
  });

  it("all of theirs leaves nothing to send; all of mine over theirs is the form as it was meant", () => {
    const text = fc.constantFrom("", "a", "b", "c");
    const part = fc.record({ number: text, reference: text, memo: text });
    fc.assert(
      fc.property(part, part, part, (a, b, c) => {
        const [last, own, other] = [a, b, c].map((fields) => ({ ...seen, ...fields }));
        if (last === undefined || own === undefined || other === undefined) throw new Error("three forms");
        const rows = conflictRows(own, other, last);
        const all = (side: Side) => Object.fromEntries(rows.map(({ key }) => [key, side]));
        expect(changesOf(other, decidedForm(own, other, rows, all("theirs")), 2)).toEqual({});
        expect(decidedForm(own, other, rows, all("mine"))).toEqual(own);
      }),
    );
  });
});
