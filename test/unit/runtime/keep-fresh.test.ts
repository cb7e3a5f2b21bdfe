import { describe, expect, it } from "vitest";
import type { ApiContext } from "#main/api/context.ts";
import { keepFresh } from "#main/runtime/keep-fresh.ts";
import { createVirtualClock } from "#main/simulator/virtual-clock.ts";

const HOUR_MS = 3_600_000;

describe("the schedule of an open app", () => {
  it("asks each connected client for news once an hour, and leaves paused and busy ones alone", async () => {
    const clock = createVirtualClock(1_800_000_000_000);
    const asked: string[] = [];
    let resumed = 0;
    // Stands for the core: what is asked of it is all that matters here.
    const context = {
      clock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      publish: () => undefined,
      writes: { resumeWaiting: () => resumed++ },
      pool: {
        must: async () => [
          { clientId: "fresh", system: "ledger_a", paused: false },
          { clientId: "paused", system: "ledger_a", paused: true },
          { clientId: "busy", system: "ledger_b", paused: false },
          { clientId: "unconnected", system: null, paused: false },
        ],
      },
      engine: {
        snapshot: (clientId: string) => (clientId === "busy" ? {} : null),
        sync: async (clientId: string) => {
          asked.push(clientId);
          return null;
        },
      },
    } as unknown as ApiContext;
    const stop = new AbortController();
    const running = keepFresh(context, stop.signal);
    await clock.run(clock.sleep(HOUR_MS - 120_000));
    expect(asked).toEqual([]);
    await clock.run(clock.sleep(2 * HOUR_MS));
    expect(asked).toEqual(["fresh", "fresh"]);
    // Writes that were held are tried each minute.
    expect(resumed).toBeGreaterThan(100);
    stop.abort();
    await clock.run(running);
  });
});
