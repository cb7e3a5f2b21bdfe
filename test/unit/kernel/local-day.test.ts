import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../support/house-rules/source.ts";

/** What an expression says on a computer in a time zone: only a process of its own has another one. */
function saidIn(zone: string, module: string, expression: string): string {
  const code = `import * as m from "${module}"; process.stdout.write(String(${expression}));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: ROOT,
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
  });
}

const KERNEL = "#shared/kernel/instant.ts";
const AGING = "#main/store/aging/aging.ts";

describe("the day where people are", () => {
  test.each([
    ["America/Los_Angeles", "2026-11-28T01:00:00.000Z", "2026-11-27"],
    ["America/Los_Angeles", "2026-11-28T08:00:00.000Z", "2026-11-28"],
    ["Pacific/Auckland", "2026-11-27T19:00:00.000Z", "2026-11-28"],
    ["Europe/London", "2026-06-30T23:30:00.000Z", "2026-07-01"],
    ["UTC", "2026-12-31T23:59:59.999Z", "2026-12-31"],
  ])("in %s at %s", (zone, moment, day) => {
    expect(saidIn(zone, KERNEL, `[m.localDay("${moment}"), m.localDay(${Date.parse(moment)})]`)).toBe(`${day},${day}`);
  });

  test.each([
    ["America/New_York", "2026-10-31T04:00:00.000Z"],
    ["Pacific/Auckland", "2026-10-30T11:00:00.000Z"],
    ["UTC", "2026-10-31T00:00:00.000Z"],
  ])("begins in %s at %s, so that changes since a day are those that people there saw on it", (zone, moment) => {
    expect(saidIn(zone, KERNEL, `new Date(m.localDayStartMs("2026-10-31")).toISOString()`)).toBe(moment);
  });

  test("amounts that were synced on a Californian afternoon are today's, not those of a day that hasn't come", () => {
    expect(saidIn("America/Los_Angeles", AGING, `m.dayOfAmounts("2026-11-28T01:00:00.000Z", "2026-11-27")`)).toBe("2026-11-27");
  });
});
