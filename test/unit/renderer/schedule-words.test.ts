import { describe, expect, it } from "vitest";
import { stateWords } from "../../../src/renderer/features/schedules/schedule-words.ts";

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
