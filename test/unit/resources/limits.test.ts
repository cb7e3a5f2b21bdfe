import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkOwnLimits, limitsView, verifiedLimitsViews } from "#main/runtime/limits-view.ts";

const json: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "..", "resources", "ledger-limits.json"), "utf8"));
const view = (override: unknown, today: string) => {
  const read = limitsView(json, "ledger_a", override, today);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
};

describe("limits of a connection", () => {
  test("each value tells where it came from", () => {
    const { values } = view({ concurrency: 2 }, "2026-11-21");
    expect(values.find(({ name }) => name === "concurrency")).toEqual({ name: "concurrency", value: 2, from: "connection", inFile: 5 });
    expect(values.find(({ name }) => name === "requestsPerDay")).toMatchObject({ value: 5000, from: "file" });
  });

  test("numbers verified more than 180 days ago are warned about", () => {
    expect(view(undefined, "2027-05-19").warning).toBeNull();
    expect(view(undefined, "2027-05-20").warning).toContain("20 Nov 2026");
  });

  test.each([
    [{ requestsPerWindow: 61 }, "limits.requestsPerWindow", "is 61, above the verified limit of 60"],
    [{ requestsPerDay: null }, "limits.requestsPerDay", "is set to no limit, while the verified limit is 5000"],
    [{ windowMs: 1000 }, "limits.windowMs", "is 1000, shorter than the verified window of 60000"],
  ])("beyond the verified numbers needs a yes: %j", (own, field, why) => {
    const refused = checkOwnLimits(json, "ledger_a", own, false);
    expect(refused).toMatchObject({ failure: { field, message: expect.stringContaining(`${field} ${why}.`) } });
    expect(checkOwnLimits(json, "ledger_a", own, true)).toEqual({ ok: true, value: own });
  });

  test("a yes does not make a wrong key right, and lower numbers need none", () => {
    const refused = checkOwnLimits(json, "ledger_a", { requestsPerHour: 5 }, true);
    expect(refused.ok ? null : refused.failure.field).toBe("limits.requestsPerHour");
    expect(checkOwnLimits(json, "ledger_a", { concurrency: 1 }, false).ok).toBe(true);
  });

  test("the settings show those of every ledger, and warn of each that is old", () => {
    const read = verifiedLimitsViews(json, "2027-05-20");
    if (!read.ok) throw new Error(read.failure.message);
    expect(read.value.map(({ ledger, warning }) => [ledger, warning !== null])).toEqual([
      ["Ledger A", true],
      ["Ledger B", true],
      ["Ledger C", true],
    ]);
    expect(read.value[1]?.values).toContainEqual({ name: "readsPerMonth", value: 500_000 });
    expect(verifiedLimitsViews({ ledger_a: {} }, "2027-05-20")).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
  });
});
