import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { tieOutsHold } from "#main/store/close/gates/figures.ts";
import type { GateSetting } from "#main/store/close/gates/gate.ts";
import { streamsComplete } from "#main/store/close/gates/reading.ts";

const OLD = Date.parse("2026-10-20T08:00:00.000Z");
const NEW = Date.parse("2026-11-21T08:00:00.000Z");

function setting(streams: readonly (readonly [state: string, completedMs: number | null])[]): GateSetting {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE stream (name TEXT, label TEXT, state TEXT, completed_ms INTEGER)");
  db.exec("CREATE TABLE tie_out (tie_out_no INTEGER, check_name TEXT, as_of_day INTEGER, outcome TEXT, body TEXT, ran_ms INTEGER)");
  const add = db.prepare("INSERT INTO stream VALUES (?, ?, ?, ?)");
  for (const [at, [state, ms]] of streams.entries()) add.run(`s${at}`, `Set ${at}`, state, ms);
  const period = { id: "2026-10", label: "2026-10", start: "2026-10-01", end: "2026-10-31" };
  return { reader: { db }, period } as unknown as GateSetting;
}

const words = (streams: Parameters<typeof setting>[0]) => streamsComplete(setting(streams)).summary;

it("data sets that were synced in time and are incomplete now aren't called synced before the period ended", () => {
  const whole = ["up_to_date", NEW] as const;
  expect(words([whole, ["incomplete", NEW], ["failed", NEW]])).toBe("2 of 3 data sets not fully synced.");
  expect(words([whole, ["up_to_date", OLD], ["never_read", null]])).toBe("2 of 3 data sets not synced since October 2026 ended.");
  expect(words([whole, ["up_to_date", OLD], ["incomplete", NEW]])).toBe(
    "1 of 3 data sets not synced since October 2026 ended, and 1 not fully synced.",
  );
  expect(streamsComplete(setting([["incomplete", NEW]])).items.map(({ text }) => text)).toEqual([
    "Set 0: last synced 2026-11-21T08:00:00.000Z, last sync incomplete",
  ]);
});

it("tie-outs that were never run aren't called out of balance", () => {
  const gate = tieOutsHold(setting([]), { kind: "tie_outs", checks: ["counts"] } as never);
  expect([gate.passed, gate.summary]).toEqual([false, "Not checked yet as of 2026-10-31."]);
});
