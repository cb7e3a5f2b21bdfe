import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LedgerAdapter } from "#main/ledgers/adapter.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";
import { createEngineLab, heldLab, REFUSED, settle, untilStopped } from "./engine-lab.ts";

describe("a tie-out", () => {
  const reports: LedgerAdapter["reports"] = {
    kinds: ["trial_balance"],
    *read() {
      yield { method: "GET", path: "/Reports/TrialBalance" };
      throw new Error("no report is answered here");
    },
  };
  const canceled = { ok: false, failure: { code: "cancelled" } };
  const date = calendarDate("2026-10-31");

  async function readLab() {
    const lab = await createEngineLab({
      home: tempHome(),
      discovery,
      reports,
      send: async (_clientId, { path }, options) => (path.startsWith("/Reports") ? untilStopped(options) : REFUSED),
    });
    await lab.addClient("one");
    await lab.engine.sync("one");
    lab.sent.length = 0;
    return lab;
  }

  it("ends when its caller stops waiting", async () => {
    const { engine, sent } = await readLab();
    const caller = new AbortController();
    const asked = engine.tieOut("one", date, caller.signal);
    await settle();
    expect(sent).toEqual(["one /Reports/TrialBalance"]);
    caller.abort();
    expect(await asked).toMatchObject(canceled);
  });

  it.each([
    ["its client", (engine: { stop(id: string): Promise<void> }) => engine.stop("one")],
    ["everything", (engine: { stopAll(): Promise<void> }) => engine.stopAll()],
  ])("ends with %s that is stopped, which waits for its end", async (_, stop) => {
    const { engine, sent } = await readLab();
    let isOver = false;
    const asked = engine.tieOut("one", date).finally(() => {
      isOver = true;
    });
    await settle();
    expect(sent).toHaveLength(1);
    await stop(engine);
    await nextTurn();
    expect(isOver).toBe(true);
    expect(await asked).toMatchObject(canceled);
  });

  it("needn't wait for a run under way once nobody waits for it", async () => {
    const { engine, letGo } = await heldLab({ discovery, reports });
    const run = engine.sync("one");
    await settle();
    const caller = new AbortController();
    const asked = [engine.tieOut("one", date, caller.signal), engine.tieOut("one", date)];
    await settle();
    caller.abort();
    expect(await asked[0]).toMatchObject(canceled);
    const isEnding = engine.stop("one");
    expect(await asked[1]).toMatchObject(canceled);
    await isEnding;
    letGo();
    await run;
  });
});
