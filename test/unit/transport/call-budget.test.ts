import { describe, expect, it } from "vitest";
import type { OpenCall } from "#main/transport/limiter/call-budget.ts";
import { answer, BATCH, budgetOf, JOB, PERSON, START, WRITE } from "#test/support/call-budget-lab.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const DECEMBER = Date.UTC(2026, 11, 1);

describe("what keeps a call from going", () => {
  it("is nothing where a ledger limits nothing", () => {
    const { budget, enter } = budgetOf();
    enter(JOB, 500);
    for (const need of [PERSON, JOB, WRITE, BATCH]) expect(budget.hindrance(need)).toBeNull();
    expect(budget.burstRoom()).toBeNull();
    expect([budget.inFlight, budget.gapMs]).toEqual([500, 1]);
  });

  it("is the full window, until an answer says when a slot comes back", async () => {
    const { budget, enter, time } = budgetOf({ requestsPerWindow: 2 });
    const calls = enter(PERSON, 1);
    expect(budget.hindrance(PERSON)).toBeNull();
    calls.push(...enter(PERSON, 1));
    expect(budget.hindrance(WRITE)).toEqual({ reason: "minute", at: null });
    await time.pass(300);
    answer(budget, calls);
    expect(budget.hindrance(WRITE)).toEqual({ reason: "minute", at: 300 + MINUTE + 1 });
    await time.pass(MINUTE);
    expect(budget.state().minuteLeft).toBe(0);
    await time.pass(1);
    expect(budget.state().minuteLeft).toBe(2);
  });

  it("is as many calls at once as may be, until a lost one stops counting", () => {
    const { budget, enter } = budgetOf({ concurrency: 1 });
    const [call] = enter(PERSON, 1) as [OpenCall];
    expect(budget.hindrance(PERSON)).toEqual({ reason: "concurrency", at: null });
    budget.lost(call, true);
    expect(budget.hindrance(PERSON)).toEqual({ reason: "concurrency", at: 10 * SECOND });
    expect(budget.gapMs).toBe(SECOND);
  });

  it("is the batch window for batch calls alone", async () => {
    const { budget, enter, time } = budgetOf({ batchPerWindow: 2 });
    const [first, second] = enter(BATCH, 2) as [OpenCall, OpenCall];
    const [other, another] = enter(WRITE, 2) as [OpenCall, OpenCall];
    expect([budget.hindrance(BATCH), budget.hindrance(WRITE)]).toEqual([{ reason: "batch", at: null }, null]);
    budget.lost(other, false);
    expect(budget.hindrance(BATCH)?.reason).toBe("batch");
    budget.lost(first, false);
    expect(budget.hindrance(BATCH)).toBeNull();
    enter(BATCH, 1);
    answer(budget, [second, another]);
    expect(budget.hindrance(BATCH)).toEqual({ reason: "batch", at: MINUTE + 1 });
    await time.pass(MINUTE + 1);
    // One of the two slots came back, and no more: the call that is no batch call had none.
    enter(BATCH, 1);
    expect(budget.hindrance(BATCH)).toEqual({ reason: "batch", at: null });
  });

  it("is the month's reads for reads, and the month's bytes for every call", async () => {
    const reads = budgetOf({ readsPerMonth: 2 });
    reads.enter(WRITE, 5);
    reads.enter(PERSON, 1);
    expect(reads.budget.hindrance(PERSON)).toBeNull();
    reads.enter(PERSON, 1);
    await reads.time.pass(SECOND);
    expect(reads.budget.hindrance(PERSON)).toEqual({ reason: "month", at: DECEMBER - START });
    expect(reads.budget.hindrance(WRITE)).toBeNull();
    const bytes = budgetOf({ egressBytesPerMonth: 1_000 });
    answer(bytes.budget, bytes.enter(WRITE, 1), 999);
    expect(bytes.budget.hindrance(WRITE)).toBeNull();
    answer(bytes.budget, bytes.enter(WRITE, 1), 1);
    for (const need of [WRITE, PERSON]) expect(bytes.budget.hindrance(need)).toEqual({ reason: "month", at: DECEMBER - START });
    expect(bytes.budget.state()).toMatchObject({ monthReads: 0, monthBytes: 1_000 });
  });

  it("is the day's calls, a slot lost before it was sent included", async () => {
    const { budget, enter, time } = budgetOf({ requestsPerDay: 2 });
    const [call] = enter(PERSON, 1) as [OpenCall];
    budget.lost(call, false);
    expect(budget.hindrance(PERSON)).toBeNull();
    await time.pass(5 * MINUTE);
    enter(PERSON, 1);
    // Minutes end before they are forgotten, with two more for the way: 09:03 and 09:08 of the next day.
    const hindrance = { reason: "day", at: DAY + 3 * MINUTE } as const;
    expect(budget.hindrance(WRITE)).toEqual(hindrance);
    expect([1, 2].map((position) => budget.resumeAtMs(hindrance, position))).toEqual([START + DAY + 3 * MINUTE, START + DAY + 8 * MINUTE]);
    expect(budget.state()).toMatchObject({ dayUsed: 2, dayLimit: 2 });
  });

  it("is what takes longest to be over first: month, day, what the ledger asked for, the window", async () => {
    const { budget, enter } = budgetOf({ readsPerMonth: 1, requestsPerDay: 1, requestsPerWindow: 1, batchPerWindow: 1, concurrency: 1 });
    enter({ ...BATCH, read: true }, 1);
    budget.blocks.refused("minute", 5 * SECOND);
    expect(budget.hindrance(PERSON)?.reason).toBe("month");
    expect(budget.hindrance(WRITE)?.reason).toBe("day");
    const rest = budgetOf({ requestsPerWindow: 1, batchPerWindow: 1, concurrency: 1 });
    rest.enter(BATCH, 1);
    rest.budget.blocks.refused("batch", 5 * SECOND);
    expect(rest.budget.hindrance(BATCH)).toEqual({ reason: "server_asked", at: 5 * SECOND });
    expect(rest.budget.hindrance(WRITE)?.reason).toBe("minute");
    await rest.time.pass(5 * SECOND);
    expect(rest.budget.hindrance(BATCH)?.reason).toBe("batch");
  });
});

describe("a job in the window", () => {
  it("spreads its calls, and people go between them", async () => {
    const { budget, enter, time } = budgetOf({ requestsPerWindow: 60 });
    expect(budget.hindrance(JOB)).toBeNull();
    enter(JOB, 1);
    // A minute and 260 ms by 60 are 1,004.33 ms from one to the next, of which 400 are caught up.
    expect(budget.hindrance(JOB)?.reason).toBe("minute");
    expect(budget.hindrance(JOB)?.at).toBeCloseTo(604.33, 1);
    for (const need of [PERSON, WRITE]) expect(budget.hindrance(need)).toBeNull();
    await time.pass(605);
    expect(budget.hindrance(JOB)).toBeNull();
  });

  it("goes at once where it fits beside the three slots that people keep", () => {
    const { budget, enter } = budgetOf({ requestsPerWindow: 60 });
    enter(JOB, 1);
    // 59 slots are free.
    expect(budget.hindrance({ ...JOB, remainingCalls: 56 })).toBeNull();
    expect(budget.hindrance({ ...JOB, remainingCalls: 57 })?.reason).toBe("minute");
    expect(budget.burstRoom()).toBe(56);
    enter(PERSON, 57);
    expect(budget.burstRoom()).toBe(0);
    expect([budget.gapMs, budget.state().minuteLeft]).toEqual([SECOND, 2]);
  });

  it("isn't spread over a window of a few seconds", () => {
    const { budget, enter } = budgetOf({ requestsPerWindow: 60, windowMs: 5 * SECOND });
    enter(JOB, 10);
    expect(budget.hindrance(JOB)).toBeNull();
    expect(budget.burstRoom()).toBe(47);
  });

  it("bursts what a large window has beyond a call every quarter of a second, and spreads the others", async () => {
    const { budget, enter, time } = budgetOf({ requestsPerWindow: 500 });
    // 240 of 500 a minute are spread, so 260 are left. The first two are in their turn, as 400 ms are caught up.
    expect(enter(JOB, 2).map(({ isBurst }) => isBurst)).toEqual([false, false]);
    expect(budget.burstRoom()).toBe(260);
    const burst = enter(JOB, 1);
    expect([burst[0]?.isBurst, budget.burstRoom()]).toEqual([true, 259]);
    expect(enter(PERSON, 1)[0]?.isBurst).toBe(false);
    burst.push(...enter(JOB, 258));
    expect(budget.hindrance({ ...JOB, remainingCalls: 1 })).toBeNull();
    burst.push(...enter(JOB, 1));
    // 2 × 251.08 ms less 400 for the first two, and one gap more for the person.
    expect(budget.hindrance({ ...JOB, remainingCalls: 1 })?.at).toBeCloseTo(353.25, 1);
    expect([budget.burstRoom(), budget.hindrance(PERSON)]).toEqual([0, null]);
    budget.lost(burst[0] as OpenCall, false);
    expect([budget.burstRoom(), budget.hindrance(JOB)]).toEqual([1, null]);
    answer(budget, burst.slice(1));
    await time.pass(MINUTE);
    expect(budget.burstRoom()).toBe(1);
    await time.pass(1);
    expect(budget.burstRoom()).toBe(260);
  });

  it("gets back no more to burst than it took", async () => {
    const { budget, enter, time } = budgetOf({ requestsPerWindow: 500 });
    const [lost, answered] = enter(PERSON, 2) as [OpenCall, OpenCall];
    budget.lost(lost, false);
    expect(budget.burstRoom()).toBe(260);
    answer(budget, [answered]);
    await time.pass(MINUTE + 1);
    expect([budget.burstRoom(), budget.state().minuteLeft]).toEqual([260, 500]);
  });

  it("has no more to burst than the window has left", () => {
    const { budget, enter } = budgetOf({ requestsPerWindow: 500 });
    enter(PERSON, 400);
    expect(budget.burstRoom()).toBe(100);
  });

  it("is slowed down by the way of its calls, not by the ledger's own work, unless the network is in doubt", async () => {
    const answeredAfterTwoSeconds = async (isDoubted: boolean) => {
      const { budget, enter, time } = budgetOf({ requestsPerWindow: 60 });
      await time.pass(SECOND);
      const [call] = enter(JOB, 1) as [OpenCall];
      call.sentAt = SECOND;
      await time.pass(2 * SECOND);
      if (isDoubted) budget.refused("minute");
      answer(budget, [call]);
      enter(JOB, 1);
      return budget.hindrance(JOB)?.at;
    };
    // 3,000 - 400 + 1,004.33. In doubt 1,750 ms were a surprise: the gap is 1,005.52 then, and 411.72 are caught up.
    expect(await answeredAfterTwoSeconds(false)).toBeCloseTo(3_604.33, 1);
    expect(await answeredAfterTwoSeconds(true)).toBeCloseTo(3_593.8, 1);
  });
});

describe("the window of all tenants", () => {
  const windowThat = (mayTake: boolean) => {
    const diary: unknown[] = [];
    const note =
      (what: string) =>
      (...args: unknown[]) => {
        diary.push([what, ...args]);
        return `mark of ${what}`;
      };
    const app = {
      ...{ hold: note("hold"), counted: note("counted"), refund: note("refund"), tighten: note("tighten") },
      mayTake: (_member: object, isUrgent: boolean) => {
        diary.push(isUrgent);
        return mayTake;
      },
      nextFreeAt: () => 77,
      use: { limit: 5, windowMs: MINUTE, waiting: 2 },
    };
    return { app, diary };
  };

  it("is asked last, and lets people, writes and what goes first through without a turn", () => {
    const { app, diary } = windowThat(false);
    const { budget, enter } = budgetOf({ concurrency: 1 }, app);
    for (const need of [PERSON, WRITE, { ...JOB, goesFirst: () => true }, JOB])
      expect(budget.hindrance(need)).toEqual({ reason: "app", at: 77 });
    expect(diary).toEqual([true, true, true, false]);
    expect(budget.pace().app).toEqual({ limit: 5, windowMs: MINUTE, waiting: 2 });
    enter(PERSON, 1);
    // Asking makes the tenant wait for a turn, so it isn't asked where something else is in the way.
    expect(budget.hindrance(JOB)?.reason).toBe("concurrency");
    expect(diary.length).toBe(5);
  });

  it("counts every call, gives back what was never sent, and believes the ledger", () => {
    const { app, diary } = windowThat(true);
    const { budget, enter, member } = budgetOf({}, app);
    expect(budget.hindrance(JOB)).toBeNull();
    const [first, second, third] = enter(JOB, 3) as [OpenCall, OpenCall, OpenCall];
    budget.tighten(first, { app: 4 });
    budget.tighten(first, { minute: 4 });
    answer(budget, [first]);
    budget.lost(second, false);
    budget.lost(third, true);
    const hold = ["hold", member];
    expect(diary).toEqual([
      ...[false, hold, hold, hold, ["tighten", 4, "mark of hold"]],
      ...[["counted", { certain: 0, likely: 0 }], ["refund"], ["counted", { certain: SECOND, likely: SECOND }]],
    ]);
  });
});
