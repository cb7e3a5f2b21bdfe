import { describe, expect, it } from "vitest";
import { firstSuggestions, stateWords } from "../../../src/renderer/features/schedules/schedule-words.ts";

describe("the entry of a month in words", () => {
  it("is due through the month on screen, and nothing yet in a later one", () => {
    expect(stateWords("due")?.word).toBe("Due");
    expect(stateWords("due", true)).toBeNull();
    expect(stateWords("none")).toBeNull();
  });

  it("says what is drafted or posted ahead of time", () => {
    expect(stateWords("draft", true)?.word).toBe("Draft");
    expect(stateWords("confirmed", true)?.word).toBe("Posted");
  });
});

describe("transactions that may need a schedule", () => {
  it("are counted once, with a row for each of their accounts", () => {
    const rows = ["a", "b", "a", "c", "d", "c"].map((recordId, accountId) => ({ recordId, accountId }));
    const { count, rows: first } = firstSuggestions(rows);
    expect(count).toBe(4);
    expect(first.map(({ recordId }) => recordId)).toEqual(["a", "b", "a", "c", "c"]);
    expect(firstSuggestions(rows.slice(0, 4))).toEqual({ count: 3, rows: rows.slice(0, 4) });
  });
});
