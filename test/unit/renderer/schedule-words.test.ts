import { describe, expect, it } from "vitest";
import { readySuggestion, suggestedItem } from "../../../src/renderer/features/schedules/item-form.ts";
import {
  ACCOUNT_WORDS,
  firstSuggestions,
  KINDS,
  kindFilters,
  stateWords,
} from "../../../src/renderer/features/schedules/schedule-words.ts";
import type { ScheduleItemRow, ScheduleSuggestion } from "../../../src/shared/contract/close/schedules.ts";
import { decimal } from "../../../src/shared/kernel/decimal.ts";

describe("the entry of a month in words", () => {
  it("is due through the month on screen, and nothing yet in a later one", () => {
    expect(stateWords("due")?.word).toBe("Due");
    expect(stateWords("due", true)).toBeNull();
    expect(stateWords("none")).toBeNull();
  });

  it("says what is drafted or posted ahead of time", () => {
    expect(stateWords("draft", true)?.word).toBe("Draft");
    expect(stateWords("confirmed", true)?.word).toBe("Posted");
    expect(stateWords("voided")?.word).toBe("Voided or deleted");
  });
});

it("each kind that has items is counted, and all of them together", () => {
  const rows = ["loan", "fixed_asset", "loan"].map((kind) => ({ item: { kind } }) as unknown as ScheduleItemRow);
  expect(kindFilters(rows).map(({ value, count }) => `${value} ${count}`)).toEqual(["all 3", "fixed_asset 1", "loan 2"]);
});

it("an item's accounts are named after its kind, and never alike", () => {
  expect(ACCOUNT_WORDS.fixed_asset).toEqual(["Asset account", "Depreciation expense account"]);
  expect(ACCOUNT_WORDS.deferred_revenue).toEqual(["Deferred revenue account", "Income account"]);
  for (const { value } of KINDS) expect(new Set(ACCOUNT_WORDS[value]).size).toBe(2);
});

describe("transactions that may need a schedule", () => {
  it("are counted once, with a row for each of their accounts", () => {
    const rows = ["a", "b", "a", "c", "d", "c"].map((recordId, accountId) => ({ recordId, accountId }));
    const { count, rows: first } = firstSuggestions(rows);
    expect(count).toBe(4);
    expect(first.map(({ recordId }) => recordId)).toEqual(["a", "b", "a", "c", "c"]);
    expect(firstSuggestions(rows.slice(0, 4))).toEqual({ count: 3, rows: rows.slice(0, 4) });
  });

  const prepaid: ScheduleSuggestion = {
    ...{ kind: "prepaid", accountId: "prepaid", account: "Prepaid", recordId: "bill", name: "Bill 1", title: "Insurance" },
    ...{ date: "2026-10-10" as never, amount: decimal("1200.00"), months: 12, otherAccountId: "expense", contraAccountId: null },
    ...{ by: "day", method: null, factor: null, salvage: null },
  };
  const asset: ScheduleSuggestion = {
    ...{ ...prepaid, kind: "fixed_asset", contraAccountId: "accumulated", by: null, method: "declining_balance" },
    ...{ factor: decimal("1.5"), salvage: decimal("0") },
  };

  it("are added in one click as the last item on the account spreads its amount", () => {
    expect(readySuggestion(prepaid)).toMatchObject({ kind: "prepaid", months: 12, by: "day", amount: "1200.00", sourceId: "bill" });
    expect(readySuggestion(asset)).toMatchObject({
      method: "declining_balance",
      factor: "1.5",
      salvage: "0",
      contraAccountId: "accumulated",
    });
    expect(readySuggestion({ ...asset, method: "straight_line" })).toMatchObject({ method: "straight_line", salvage: "0" });
  });

  it("wait for a person where no item says how, or the last one has a salvage value", () => {
    expect(readySuggestion({ ...prepaid, months: null, otherAccountId: null })).toBeNull();
    expect(readySuggestion({ ...asset, contraAccountId: null })).toBeNull();
    const salvaged = { ...asset, salvage: decimal("600.00") };
    expect(readySuggestion(salvaged)).toBeNull();
    expect(suggestedItem(salvaged)).toMatchObject({ salvage: "600.00", method: "declining_balance", factor: "1.5" });
  });
});
