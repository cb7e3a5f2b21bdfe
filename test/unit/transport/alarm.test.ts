import { describe, expect, it } from "vitest";
import { Alarm } from "#main/transport/limiter/alarm.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

function lab() {
  const time = createVirtualTime();
  const rang: number[] = [];
  const alarm = new Alarm(time, () => rang.push(time.monotonicMs()));
  return { time, rang, alarm };
}

describe("an alarm", () => {
  it("rings once, at the earliest instant that was asked for", async () => {
    const { time, rang, alarm } = lab();
    for (const at of [500, 300, 400]) alarm.ringAt(at);
    await time.pass(1_000);
    expect(rang).toEqual([300]);
    alarm.ringAt(1_200);
    await time.pass(1_000);
    expect(rang).toEqual([300, 1_200]);
  });

  it("rings at once for an instant that is over, and never after it was cancelled", async () => {
    const { time, rang, alarm } = lab();
    alarm.ringAt(-50);
    await time.pass(1);
    expect(rang).toEqual([0]);
    alarm.ringAt(100);
    alarm.cancel();
    await time.pass(1_000);
    expect(rang).toEqual([0]);
  });

  it("rings within an hour, to be set again, since hosts can't set a timer far ahead", async () => {
    const { time, rang, alarm } = lab();
    alarm.ringAt(10 * 3_600_000);
    await time.pass(3_600_000);
    expect(rang).toEqual([3_600_000]);
  });
});
