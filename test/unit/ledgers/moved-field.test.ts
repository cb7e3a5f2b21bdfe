import { expect, test } from "vitest";
import { changedBriefly, changedField } from "#main/ledgers/changed-in-ledger.ts";
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

test("of an amount and a day, what the ledger has now and what Tieout last read is told too, and of nothing else", () => {
  const money = (amount: string) => ({ amount, currency: "NZD" });
  expect(changedField("total", money("1250.5"), money("1200"))).toBe("total (now 1,250.50 NZD, was 1,200.00 NZD)");
  expect(changedField("due date", "2026-12-01", undefined)).toBe("due date (now 1 Dec 2026, was empty)");
  const others: [unknown, unknown][] = [
    ["Paper", undefined],
    ["1.25", "1.5"],
    [{ id: "7" }, { id: "8" }],
    [[], [1]],
    [true, false],
  ];
  for (const [now, was] of others) expect(changedField("field", now, was)).toBe("field");
  // Only written in another way.
  expect(changedField("total", money("5.0"), money("5.00"))).toBe("total");
});
