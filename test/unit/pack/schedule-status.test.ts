import { expect, test } from "vitest";
import { orderWords } from "#main/pack/schedules/finding-sheets.ts";
import { agingCheckWords, openStatus } from "#main/pack/schedules/labels.ts";

test("a schedule without open work says what was found, and None only where there is nothing", () => {
  expect(openStatus(2, "with a difference", "Agrees to books")).toEqual({ status: "2 with a difference", open: 2 });
  expect(openStatus(0, "with a difference", "Agrees to books")).toEqual({ status: "Agrees to books", open: 0 });
  expect(openStatus(0, "deleted")).toEqual({ status: "None", open: 0 });
});

test("purchase orders are overbilled in sight, also where the bill is of another period", () => {
  expect(orderWords([])).toBe("None");
  expect(orderWords([{ state: "matched" }, { state: "unbilled" }])).toBe("2 orders, none to review in this period");
  expect(orderWords([{ state: "variance" }, { state: "over_billed" }])).toBe(
    "None to review in this period (all periods: 1 overbilled, 1 with a variance)",
  );
});

test("an aging of which only some contacts could be compared isn't called unchecked", () => {
  const said = (more: object) =>
    agingCheckWords({ outcome: "cannot_check", source: "party_balances", compared: 0, reason: null, ...more } as never);
  expect(said({})).toBe("This aging can't be checked against the ledger. The ledger has no figure for this aging.");
  expect(said({ compared: 3, reason: "Two contacts have no balance" })).toBe(
    "This aging can't be fully checked against the ledger. Two contacts have no balance.",
  );
  expect(said({ outcome: "variance" })).toMatch(/^Compared with contact balances: .+\.$/i);
});
