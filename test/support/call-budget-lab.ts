import { CallBudget, type CallNeed, type OpenCall } from "#main/transport/limiter/call-budget.ts";
import { ConcurrencyGate } from "#main/transport/limiter/concurrency-gate.ts";
import type { LedgerLimits } from "#main/transport/limiter/limits.ts";
import { ServerBlocks } from "#main/transport/limiter/server-blocks.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** Where virtual time begins. */
export const START = Date.UTC(2026, 10, 21, 9);

const UNLIMITED: LedgerLimits = {
  ...{ requestsPerWindow: null, windowMs: 60_000, concurrency: 4, requestsPerDay: null, appRequestsPerWindow: null, batchPerWindow: null },
  ...{ pageSize: 100, egressBytesPerMonth: null, readsPerMonth: null, throttleWaitMs: null, keyTrustMs: 0, settleMs: 300_000 },
};
export const PERSON: CallNeed = { lane: "person", batch: false, read: true, remainingCalls: undefined, goesFirst: () => false };
export const JOB: CallNeed = { ...PERSON, lane: "background" };
export const WRITE: CallNeed = { ...PERSON, lane: "write", read: false };
export const BATCH: CallNeed = { ...WRITE, batch: true };

/** A budget without any limit but those that are named. */
export function budgetOf(limits: Partial<LedgerLimits> = {}, app: object | null = null) {
  const time = createVirtualTime(START);
  const gate = new ConcurrencyGate(limits.concurrency ?? 1_000);
  const own = { ...UNLIMITED, concurrency: gate.limit, ...limits };
  const member = { wake: () => undefined, goesFirst: () => false };
  const blocks = new ServerBlocks(own, time, () => 0.5);
  const budget = new CallBudget({ limits: own, clock: time, blocks, app: app as never, member, gate });
  return {
    ...{ budget, time, member },
    enter: (need: CallNeed, count: number): OpenCall[] => Array.from({ length: count }, () => budget.enter(need)),
  };
}

export function answer(budget: CallBudget, calls: readonly OpenCall[], bytes = 0): void {
  for (const call of calls) budget.answered(call, bytes);
}
