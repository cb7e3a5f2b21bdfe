import { expect, test } from "vitest";
import { changedBriefly } from "#main/ledgers/changed-in-ledger.ts";
import { isIdField, movedField, movedValue } from "#main/ledgers/moved-field.ts";

test("a field that someone else changed is called what its history calls it", () => {
  expect(["partyId", "issueDate", "totalBase", "memo", "totalAccountId"].map(movedField)).toEqual([
    "contact",
    "date",
    "total in base currency",
    "memo",
    "bank or control account",
  ]);
  expect(["partyId", "memo"].map(isIdField)).toEqual([true, false]);
});

test("a code among its values is a word", () => {
  expect([movedValue("status", "part_paid"), movedValue("sourceStatus", "AUTHORISED"), movedValue("memo", "part_paid")]).toEqual([
    "part paid",
    "authorised",
    "part_paid",
  ]);
});

test("what changed is told in a few words, each line once", () => {
  expect(changedBriefly(["memo", "line 1", "line 1"])).toBe("Changed in the ledger: memo, line 1");
  expect(changedBriefly(["memo", "date", "line 1", "line 2", "total"])).toBe("Changed in the ledger: memo, date, line 1, 2 more");
  expect(changedBriefly([])).toBe("Changed in the ledger");
});
