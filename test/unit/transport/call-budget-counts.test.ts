import { describe, expect, it } from "vitest";
import type { OpenCall } from "#main/transport/limiter/call-budget.ts";
import type { CounterState, StoredReservation } from "#main/transport/limiter/counter-store.ts";
import { answer, BATCH, budgetOf, JOB, PERSON, START, WRITE } from "#test/support/call-budget-lab.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A reservation whose last call was answered so long ago. */
const answeredAgo = (calls: number, ms: number, now = START): StoredReservation => ({
  ...{ id: `${calls} ${ms}`, calls, fromMs: now - ms, untilMs: now - ms + 10 * SECOND, answeredMs: now - ms },
});
const stored = (reservations: readonly StoredReservation[], more: Partial<CounterState> = {}): CounterState => ({
  ...{ reservations, months: [], blocks: [], ...more },
});

describe("what earlier processes counted", () => {
  it("holds slots of the window to its last millisecond, and of the day below 24 hours", async () => {
    const { budget, time } = budgetOf({ requestsPerWindow: 100, requestsPerDay: 1_000 });
    budget.restore(stored([answeredAgo(1, MINUTE), answeredAgo(2, MINUTE + 1), answeredAgo(4, DAY - 1), answeredAgo(8, DAY)]));
    expect(budget.state()).toMatchObject({ minuteLeft: 99, dayUsed: 7, monthReads: 0 });
    await time.pass(1);
    expect(budget.state().minuteLeft).toBe(100);
  });

  it("holds slots for batch calls and bursts too, as nobody wrote down which they were", async () => {
    const batch = budgetOf({ batchPerWindow: 3 });
    batch.budget.restore(stored([answeredAgo(3, 20 * SECOND)]));
    expect(batch.budget.hindrance(BATCH)).toEqual({ reason: "batch", at: 40 * SECOND + 1 });
    expect(batch.budget.hindrance(WRITE)).toBeNull();
    const burst = budgetOf({ requestsPerWindow: 500 });
    burst.budget.restore(stored([answeredAgo(60, 20 * SECOND)]));
    expect(burst.budget.burstRoom()).toBe(200);
    await burst.time.pass(40 * SECOND + 1);
    expect(burst.budget.burstRoom()).toBe(260);
  });

  it("counts in full what nobody settled, as sent until a second after the end of its announcement", async () => {
    const { budget, time } = budgetOf({ requestsPerWindow: 100 });
    await time.pass(5 * SECOND);
    const left = { id: "a", calls: 10, fromMs: time.nowMs() - 4 * SECOND, untilMs: time.nowMs() + 6 * SECOND, answeredMs: null };
    budget.restore(stored([left]));
    expect(budget.state()).toMatchObject({ minuteLeft: 90, dayUsed: 10, monthReads: 10 });
    await time.pass(7 * SECOND + MINUTE);
    expect(budget.state().minuteLeft).toBe(90);
    await time.pass(1);
    expect(budget.state().minuteLeft).toBe(100);
  });

  it("adds the sums of this month to what nobody settled, and no other month's", () => {
    const { budget } = budgetOf({ readsPerMonth: 100 });
    const unsettled = { ...answeredAgo(10, SECOND), answeredMs: null };
    const months = [
      { month: "2026-10", calls: 1_000, reads: 1_000, bytes: 1_000 },
      { month: "2026-11", calls: 50, reads: 40, bytes: 7 },
    ];
    budget.restore(stored([answeredAgo(20, SECOND), unsettled], { months }));
    expect(budget.state()).toMatchObject({ monthReads: 50, monthBytes: 7 });
    expect(budget.pace().monthReadsLeft).toBe(50);
  });

  it("frees the day's calls in the order in which they were made, however they are stored", () => {
    const { budget } = budgetOf({ requestsPerDay: 2 });
    budget.restore(stored([answeredAgo(1, HOUR), answeredAgo(1, 23 * HOUR)]));
    // 10:00 and 08:00, each with the rest of its minute and two more.
    expect(budget.pace().dayFreeAtMs(1)).toBe(START + HOUR + 3 * MINUTE);
    expect(budget.pace().dayFreeAtMs(2)).toBe(START + 23 * HOUR + 3 * MINUTE);
  });

  it("keeps what the ledger said not to call before", () => {
    const { budget } = budgetOf({ requestsPerDay: 100 });
    budget.restore(stored([], { blocks: [{ scope: "day", untilMs: START + HOUR }] }));
    const hindrance = { reason: "day", at: HOUR } as const;
    expect(budget.hindrance(PERSON)).toEqual(hindrance);
    // The day has calls left, so its own count says nothing of when to go on.
    expect(budget.resumeAtMs(hindrance, 1)).toBe(START + HOUR);
  });
});

describe("when a call goes on", () => {
  it("is the time of its hindrance, and one gap more for each call ahead", async () => {
    const { budget, time } = budgetOf({ requestsPerWindow: 60 });
    await time.pass(10 * SECOND);
    const resumed = (at: number | null, position: number) => budget.resumeAtMs({ reason: "minute", at }, position) - START;
    expect([resumed(15_000, 1), resumed(15_000, 3)]).toEqual([15_000, 17_000]);
    // That is over already, and what depends on an answer is expected in a gap.
    expect([resumed(4_000, 1), resumed(null, 1), resumed(null, 2)]).toEqual([10_000, 11_000, 12_000]);
  });
});

describe("what the ledger says is left", () => {
  it("takes away what others used, of the window and of the day, and never adds", () => {
    const { budget, enter } = budgetOf({ requestsPerWindow: 60, requestsPerDay: 1_000 });
    const [call] = enter(PERSON, 1) as [OpenCall];
    budget.tighten(call, {});
    expect(budget.state()).toMatchObject({ minuteLeft: 59, dayUsed: 1 });
    budget.tighten(call, { minute: 60, day: 1_000 });
    expect(budget.state()).toMatchObject({ minuteLeft: 59, dayUsed: 1 });
    budget.tighten(call, { minute: 20 });
    expect(budget.state()).toMatchObject({ minuteLeft: 20, dayUsed: 1 });
    budget.tighten(call, { day: 300 });
    expect(budget.state()).toMatchObject({ minuteLeft: 20, dayUsed: 700 });
  });

  it("says nothing where there is no such limit", () => {
    const { budget, enter } = budgetOf();
    const [call] = enter(PERSON, 1) as [OpenCall];
    budget.tighten(call, { minute: 0, day: 0, app: 0 });
    expect(budget.hindrance(PERSON)).toBeNull();
    expect(budget.state()).toMatchObject({ minuteLeft: null, dayUsed: 1, dayLimit: null });
  });
});

describe("a refusal that the budget didn't expect", () => {
  const refusedFor = async (scope: "minute" | "concurrency") => {
    const { budget, enter, time } = budgetOf({ requestsPerWindow: 1, concurrency: 8 });
    const [call] = enter(PERSON, 1) as [OpenCall];
    call.sentAt = 100;
    await time.pass(1_500);
    answer(budget, [call]);
    budget.refused(scope);
    // On the wire at 100 ms, and counted 250 ms later if the network is believed; by its answer at 1,500 ms at the latest.
    await time.pass(MINUTE - 1_000);
    return { minuteLeft: budget.state().minuteLeft, concurrency: budget.pace().concurrency };
  };

  it("halves the calls at once when it is about those", async () => {
    expect(await refusedFor("concurrency")).toEqual({ minuteLeft: 1, concurrency: 4 });
  });

  it("keeps slots for as long as is certain when it is about the rate", async () => {
    expect(await refusedFor("minute")).toEqual({ minuteLeft: 0, concurrency: 8 });
  });

  it("keeps those of batch calls and bursts as long", async () => {
    const { budget, enter, time } = budgetOf({ requestsPerWindow: 500, batchPerWindow: 1 });
    enter(JOB, 2);
    const calls = [...enter(JOB, 1), ...enter(BATCH, 1)];
    for (const call of calls) call.sentAt = 100;
    await time.pass(1_500);
    answer(budget, calls);
    budget.refused("minute");
    await time.pass(MINUTE - 1_000);
    expect([budget.burstRoom(), budget.hindrance(BATCH)?.reason]).toEqual([259, "batch"]);
    await time.pass(1_001);
    expect([budget.burstRoom(), budget.hindrance(BATCH)]).toEqual([260, null]);
  });
});

describe("the pace of a tenant", () => {
  it("rests on its limits and what is used of them", () => {
    const { budget, enter } = budgetOf({ requestsPerWindow: 60, requestsPerDay: 10, readsPerMonth: 5, concurrency: 7 });
    enter(PERSON, 2);
    enter(WRITE, 1);
    expect(budget.pace()).toMatchObject({
      ...{ perWindow: 60, windowMs: MINUTE, app: null, concurrency: 7, dayLimit: 10, dayLeft: 7, monthReadsLeft: 3 },
      ...{ monthResetsAtMs: Date.UTC(2026, 11, 1), latency: { count: 0, medianMs: null, p90Ms: null } },
    });
    expect(budget.pace().dayFreeAtMs(7)).toBe(START);
    enter(PERSON, 9);
    expect(budget.pace().monthReadsLeft).toBe(0);
    expect(budgetOf().budget.pace()).toMatchObject({ perWindow: null, dayLeft: null, monthReadsLeft: null });
  });

  it("knows how long answers took", async () => {
    const { budget, enter, time } = budgetOf();
    for (const ms of [100, 300, 200]) {
      const [call] = enter(PERSON, 1) as [OpenCall];
      await time.pass(ms);
      budget.timed(call);
    }
    expect(budget.pace().latency).toEqual({ count: 3, medianMs: 200, p90Ms: 300 });
  });

  it("counts the calls that are out", () => {
    const { budget, enter } = budgetOf();
    const [first, second] = enter(PERSON, 3) as [OpenCall, OpenCall];
    answer(budget, [first]);
    budget.lost(second, false);
    expect(budget.inFlight).toBe(1);
  });
});
