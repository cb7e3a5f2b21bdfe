import { expect, test } from "vitest";
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
