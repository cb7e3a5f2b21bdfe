import { describe, expect, test } from "vitest";
import { createVirtualClock } from "#simulator/virtual-clock.ts";

const START = Date.parse("2026-11-21T00:00:00Z");

describe("the virtual clock", () => {
  test("an hour of waiting passes at once, and the time is right afterwards", async () => {
    const clock = createVirtualClock(START);
    await clock.run(clock.sleep(3_600_000));
    expect(clock.nowMs()).toBe(START + 3_600_000);
    expect(clock.monotonicMs()).toBe(3_600_000);
    expect(clock.now()).toBe("2026-11-21T01:00:00.000Z");
  });

  test("sleepers wake by time, then in the order in which they lay down", async () => {
    const clock = createVirtualClock(START);
    const order: string[] = [];
    const nap = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      order.push(`${name}@${clock.monotonicMs()}`);
    };
    await clock.run(Promise.all([nap("late", 30), nap("first", 10), nap("second", 10)]));
    expect(order).toEqual(["first@10", "second@10", "late@30"]);
  });

  test("long chains of awaits between two sleeps do not let time run ahead", async () => {
    const clock = createVirtualClock(START);
    const seen: number[] = [];
    const chain = async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        for (let step = 0; step < 50; step++) await Promise.resolve();
        await new Promise((resolve) => setImmediate(resolve));
        await clock.sleep(10);
        seen.push(clock.monotonicMs());
      }
    };
    await clock.run(Promise.all([chain(), clock.sleep(1000)]));
    expect(seen).toEqual([10, 20, 30, 40, 50]);
  });

  test("an aborted sleep rejects with the reason and is forgotten", async () => {
    const clock = createVirtualClock(START);
    const stop = new AbortController();
    const sleeping = clock.sleep(5000, stop.signal);
    expect(clock.sleepers()).toBe(1);
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    expect(clock.sleepers()).toBe(0);
    await expect(clock.sleep(1, stop.signal)).rejects.toThrow("enough");
    expect(clock.nowMs()).toBe(START);
  });

  test("run passes on what the promise rejects with", async () => {
    const clock = createVirtualClock(START);
    const failing = clock.sleep(5).then(() => Promise.reject(new Error("no")));
    await expect(clock.run(failing)).rejects.toThrow("no");
  });

  test("a promise that nobody will settle is a defect, not a hang", async () => {
    await expect(createVirtualClock(START, 50).run(new Promise(() => undefined))).rejects.toThrow(/nobody sleeps/);
  });

  test("time stands still while somebody holds the clock for real work", async () => {
    const clock = createVirtualClock(START);
    const work = clock.hold(new Promise<number>((resolve) => setTimeout(() => resolve(clock.monotonicMs()), 20)));
    await clock.run(Promise.all([work, clock.sleep(1000)]));
    expect(await work).toBe(0);
  });

  test("advance stops in time", async () => {
    const clock = createVirtualClock(START);
    const woken: number[] = [];
    for (const ms of [10, 20, 31]) void clock.sleep(ms).then(() => woken.push(clock.monotonicMs()));
    await clock.advance(30);
    expect(woken).toEqual([10, 20]);
    expect(clock.monotonicMs()).toBe(30);
    expect(clock.sleepers()).toBe(1);
  });
});
