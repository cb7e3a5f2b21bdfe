import { describe, expect, it } from "vitest";
import type { Clock } from "#main/ports/index.ts";
import { ConcurrencyGate } from "#main/transport/limiter/concurrency-gate.ts";
import { createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import { Limiter } from "#main/transport/limiter/limiter.ts";
import type { LedgerLimits } from "#main/transport/limiter/limits.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

/** A clock on which time passes between any two looks, as it does on a real machine. */
function movingClock(stepMs: number): Clock {
  let now = 1_000_000;
  const look = () => {
    now += stepMs;
    return now;
  };
  return {
    nowMs: look,
    now: () => instantFromMs(look()),
    monotonicMs: look,
    // Timers ring a little early, as those of Node do.
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const ring = setImmediate(() => {
          now += Math.max(0, ms - 0.4);
          resolve();
        });
        signal?.addEventListener("abort", () => {
          clearImmediate(ring);
          reject(signal.reason as Error);
        });
      }),
  };
}

const LIMITS: LedgerLimits = {
  requestsPerWindow: 60,
  windowMs: 60_000,
  concurrency: 5,
  requestsPerDay: null,
  appRequestsPerWindow: null,
  batchPerWindow: null,
  pageSize: 100,
  egressBytesPerMonth: null,
  readsPerMonth: null,
  throttleWaitMs: null,
  keyTrustMs: 0,
  settleMs: 300_000,
};

function limiterOn(clock: Clock, limits: LedgerLimits): Limiter {
  const store = createMemoryCounterStore();
  const gate = new ConcurrencyGate(5);
  return new Limiter({ system: "ledger_a", tenantId: "t", limits, clock, random: () => 0.5, store, app: null, gate });
}

describe("a limiter on a clock that moves while it thinks", () => {
  // A slot that came free between the look for a caller and the setting of the alarm once left a call waiting for ever.
  it.each([0.01, 0.05, 0.1, 0.2, 0.3, 0.7])("forgets no waiter when looks are %d ms apart", async (stepMs) => {
    const limiter = limiterOn(movingClock(stepMs), LIMITS);
    for (let call = 0; call < 150; call++) {
      const acquired = await Promise.race([
        limiter.acquire({ lane: "background" }),
        new Promise<"forgotten">((resolve) => setTimeout(() => resolve("forgotten"), 3_000)),
      ]);
      expect(acquired).not.toBe("forgotten");
      if (acquired !== "forgotten" && acquired.kind === "granted") acquired.permit.answered();
    }
  });

  // A reservation that ended between the question whether a call can be paid and the payment once ended the program.
  it.each(Array.from({ length: 20 }, (_, at) => 20 * (at + 1)))("pays each call once when looks are %d ms apart", async (stepMs) => {
    const limiter = limiterOn(movingClock(stepMs), { ...LIMITS, requestsPerWindow: null });
    for (let call = 0; call < 60; call++) {
      const acquired = await limiter.acquire({ lane: "background" });
      expect(acquired.kind).toBe("granted");
      if (acquired.kind === "granted") acquired.permit.answered();
    }
  });
});
