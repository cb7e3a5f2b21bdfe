import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { needKey, readMissing } from "../../../src/renderer/features/consolidation/rates/missing-rates-form.ts";
import type { RateNeed } from "../../../src/renderer/features/consolidation/rates/rate-form.ts";

const need = (part: Partial<RateNeed<null>>): RateNeed<null> => ({
  from: "EUR",
  to: "USD",
  kind: "closing",
  day: calendarDate("2026-10-31"),
  nodeIds: ["a"],
  entered: null,
  ...part,
});
const closing = need({});
const historical = need({ kind: "historical", day: null, nodeIds: ["a", "b"] });
const typed = (rate: string, part: { readonly source?: string; readonly day?: string } = {}) => ({ rate, source: "", day: "", ...part });

describe("missing rates that are filled in at once", () => {
  it("take the source that holds for all, unless a row names its own", () => {
    const other = need({ from: "NZD" });
    const read = readMissing(
      [closing, other],
      { [needKey(closing)]: typed("1.08"), [needKey(other)]: typed("0.6", { source: "RBNZ" }) },
      "ECB",
    );
    expect(read.rates.map(({ from, rate, source }) => [from, rate, source])).toEqual([
      ["EUR", "1.08", "ECB"],
      ["NZD", "0.6", "RBNZ"],
    ]);
    expect(read.errors.size).toBe(0);
  });

  it("leave rows for later in which nothing was typed", () => {
    const one = readMissing([closing, historical], { [needKey(closing)]: typed("1.08") }, "ECB");
    expect([one.rates.length, one.errors.size]).toEqual([1, 0]);
  });

  it("are asked for where none was typed", () => {
    const none = readMissing([closing, historical], {}, "ECB");
    expect(none.rates).toEqual([]);
    expect([...none.errors.values()]).toEqual(["Enter at least one rate."]);
  });

  it("name the day of each entity that has none, and say what is wrong in which row", () => {
    const named = readMissing([historical], { [needKey(historical)]: typed("1.1", { day: "2025-01-01" }) }, "ECB");
    expect([...named.days]).toEqual([
      ["a", "2025-01-01"],
      ["b", "2025-01-01"],
    ]);
    expect(named.rates).toMatchObject([{ kind: "historical", day: "2025-01-01" }]);
    const wrong = readMissing([closing, historical], { [needKey(closing)]: typed("0"), [needKey(historical)]: typed("1.1") }, "ECB");
    expect([...wrong.errors.keys()]).toEqual([`${needKey(closing)}|rate`, `${needKey(historical)}|day`]);
  });
});
