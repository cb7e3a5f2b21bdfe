import { describe, expect, it } from "vitest";
import { recordOfType } from "#main/ledgers/c/writing/record-types.ts";
import { patchBody } from "#main/ledgers/c/writing/update-body.ts";
import { parseWireObject, writeWire } from "#main/ledgers/wire-json.ts";
import type { WriteContext } from "#main/ledgers/writing.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import type { LineDraft } from "#shared/model/ledger/write.ts";
import { context } from "./support.ts";

const line = (number: string, accountId: string, amount: string): LineDraft => ({
  ...{ id: `Journal:7/${number}`, kind: "account", accountId },
  ...{ net: { amount: decimal(amount), currency: "USD" }, dimensions: [] },
});

const before = [line("0", "account:1", "50.00"), line("1", "account:2", "-50.00"), line("2", "account:3", "0.00")];
const mirrored = {
  id: "Journal:7",
  type: "journal",
  lines: before.map((one) => ({ ...one, source: { id: one.id?.slice("Journal:7/".length) } })),
} as unknown as MappedDocument;

const current = parseWireObject(
  `{"line":{"items":[{"line":0,"account":{"id":"1"},"debit":50.00,"custcol_own":"x"},{"line":1,"account":{"id":"2"},"credit":50.00},
  {"line":2,"account":{"id":"3"},"debit":0}]}}`,
);

function patched(lines: readonly LineDraft[]) {
  const journal = recordOfType("Journal");
  if (journal === undefined) throw new Error("journals can be written");
  const patch = patchBody(context() as unknown as WriteContext, journal, mirrored, { lines: [...lines] }, current);
  if (!patch.ok) throw new Error(patch.failure.message);
  return { replaced: patch.value.replaced, body: JSON.parse(writeWire(patch.value.body)) as unknown };
}

describe("a change to the lines of a Ledger C journal", () => {
  it("names the lines that stay by their number alone", () => {
    const changed = patched([line("0", "account:1", "60.00"), line("1", "account:2", "-60.00"), line("2", "account:3", "0.00")]);
    expect(changed.replaced).toEqual([]);
    expect(changed.body).toMatchObject({
      line: {
        items: [
          { line: 0, debit: 60 },
          { line: 1, credit: 60 },
          { line: 2, debit: 0 },
        ],
      },
    });
  });

  it("sends all of them, each with one side, when a debit becomes a credit", () => {
    const { replaced, body } = patched([
      line("0", "account:1", "-50.00"),
      line("1", "account:2", "20.00"),
      line("2", "account:3", "30.00"),
    ]);
    expect(replaced).toEqual(["line"]);
    expect(body).toEqual({
      line: {
        items: [
          { line: 0, account: { id: "1" }, credit: 50, custcol_own: "x" },
          { line: 1, account: { id: "2" }, debit: 20 },
          { line: 2, account: { id: "3" }, debit: 30 },
        ],
      },
    });
  });

  it("leaves no side behind when a line is removed as well", () => {
    const { replaced, body } = patched([line("0", "account:1", "-50.00"), line("1", "account:2", "50.00")]);
    expect(replaced).toEqual(["line"]);
    expect(body).toEqual({
      line: {
        items: [
          { line: 0, account: { id: "1" }, credit: 50, custcol_own: "x" },
          { line: 1, account: { id: "2" }, debit: 50 },
        ],
      },
    });
  });
});
