import { describe, expect, it } from "vitest";
import { hasPlace, placeLabel } from "../../../src/renderer/format/labels/cursor-labels.ts";

const here = (place: object | string) =>
  placeLabel(typeof place === "string" ? place : JSON.stringify(place), "UTC").replaceAll("\u202f", " ");

describe("the place of a stream", () => {
  it.each([
    [{ since: null, page: 1, digest: null, anchor: null }, "at the start"],
    [{ since: null, page: 3, digest: "d1", anchor: "{}" }, "page 3"],
    [{ since: null, last: "4021" }, "after ID 4021"],
    [{ offset: 118 }, "after record 118"],
    [{ offset: 0 }, "at the start"],
    ["118", "up to record 118"],
    ["some other mark", "some other mark"],
    ["{broken", "{broken"],
  ])("%j is: %s", (place, words) => {
    expect(here(place)).toBe(words);
  });

  it("names moments to the minute, and what comes after them", () => {
    const at = "2026-11-20T23:58:11.123Z";
    expect(here(at)).toMatch(/^through 20 Nov 2026, (?:23:58|11:58 PM)$/);
    expect(here({ since: at, at: 1 })).toMatch(/^after 20 Nov 2026, (?:23:58|11:58 PM)$/);
    expect(here({ since: at, at: 1000, anchor: "77", restarts: 0 })).toMatch(/^after 20 Nov 2026, (?:23:58|11:58 PM), row 1000$/);
    expect(here({ last: "9", since: "2026-11-20 23:58:11" })).toBe("after 20 Nov 2026, 23:58, after ID 9");
  });

  it("is none at the start", () => {
    expect(hasPlace(JSON.stringify({ since: null, page: 1, digest: null }))).toBe(false);
    expect(hasPlace(JSON.stringify({ offset: 118 }))).toBe(true);
    expect(hasPlace("2026-11-20T23:58:11Z")).toBe(true);
  });
});
