import { describe, expect, it } from "vitest";
import { ServerBlocks, type ThrottleScope } from "#main/transport/limiter/server-blocks.ts";
import { limitsOf } from "#test/support/limiter-lab.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function blocksOf(system: "ledger_a" | "ledger_b" = "ledger_a", override: object = {}, random = 1) {
  const time = createVirtualTime(Date.UTC(2026, 10, 21));
  return { time, blocks: new ServerBlocks(limitsOf(system, override), time, () => random) };
}

/** How long one refusal closes its scope. */
function closedFor(scope: ThrottleScope, retryAfterMs?: number, random = 1): number {
  return blocksOf("ledger_a", {}, random).blocks.refused(scope, retryAfterMs);
}

describe("a wait that the ledger asked for", () => {
  it("lasts as long as it said, between half a second and an hour", () => {
    expect(closedFor("minute", 17_000)).toBe(17_000);
    expect(closedFor("minute", 2 * HOUR)).toBe(HOUR);
    expect(closedFor("minute", 1)).toBe(1_000);
    expect(closedFor("minute", 1, 0)).toBe(500);
  });

  it("of the day lasts a quarter of an hour when the ledger names none, and at most 25 hours", () => {
    for (const named of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(closedFor("day", named)).toBe(15 * MINUTE);
    expect(closedFor("day", 20 * HOUR)).toBe(20 * HOUR);
    expect(closedFor("day", 40 * HOUR)).toBe(25 * HOUR);
  });

  it("of the month lasts until the next UTC month when the ledger names none, and at most 31 days", () => {
    expect(closedFor("month")).toBe(Date.UTC(2026, 11, 1) - Date.UTC(2026, 10, 21));
    expect(closedFor("month", 3 * DAY)).toBe(3 * DAY);
    expect(closedFor("month", 90 * DAY)).toBe(31 * DAY);
  });

  it("is as long as the ledger is known to want where the answer names none", () => {
    expect(blocksOf("ledger_b").blocks.refused("minute", undefined)).toBe(60_000);
    expect(blocksOf("ledger_b").blocks.refused("minute", 5_000)).toBe(5_000);
  });

  it("doubles with each refusal in a row up to the window, and starts small again after an answer", async () => {
    const { time, blocks } = blocksOf();
    const waits: number[] = [];
    const refuse = async () => {
      const wait = blocks.refused("minute", undefined) - time.monotonicMs();
      waits.push(wait);
      await time.pass(wait);
    };
    for (let refusals = 0; refusals < 9; refusals++) await refuse();
    blocks.accepted();
    await refuse();
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, MINUTE, MINUTE, MINUTE, 1_000]);
  });

  it("is one strike for calls that were out together, and never gets shorter", async () => {
    const { time, blocks } = blocksOf();
    const until = blocks.refused("minute", 30_000);
    await time.pass(10_000);
    expect(blocks.refused("minute", 1_000)).toBe(until);
    await time.pass(20_000);
    expect(blocks.refused("minute", undefined) - time.monotonicMs()).toBe(2_000);
  });
});

describe("what hinders a call", () => {
  it("is the wait that ends last, by the name of its scope only for days and months", async () => {
    const { time, blocks } = blocksOf();
    expect(blocks.hindrance(false, 0)).toBeNull();
    blocks.refused("day", 2 * HOUR);
    blocks.refused("minute", 5_000);
    expect(blocks.hindrance(false, 0)).toEqual({ reason: "day", at: 2 * HOUR });
    blocks.refused("month", 3 * HOUR);
    expect(blocks.hindrance(false, 0)).toEqual({ reason: "month", at: 3 * HOUR });
    await time.pass(3 * HOUR);
    expect(blocks.hindrance(false, time.monotonicMs())).toBeNull();
    blocks.refused("app", 5_000);
    expect(blocks.hindrance(false, time.monotonicMs())).toEqual({ reason: "server_asked", at: 3 * HOUR + 5_000 });
  });

  it("is a batch's wait for batches alone", () => {
    const { blocks } = blocksOf();
    blocks.refused("batch", 5_000);
    expect(blocks.hindrance(false, 0)).toBeNull();
    expect(blocks.hindrance(true, 0)).toEqual({ reason: "server_asked", at: 5_000 });
  });

  it("is what an earlier process was told, bounded in the same way, unless it is over", () => {
    const { time, blocks } = blocksOf();
    blocks.restore({ scope: "day", untilMs: time.nowMs() });
    expect(blocks.hindrance(false, -1)).toBeNull();
    blocks.restore({ scope: "day", untilMs: time.nowMs() + 90 * DAY });
    expect(blocks.hindrance(false, 0)).toEqual({ reason: "day", at: 25 * HOUR });
    blocks.restore({ scope: "month", untilMs: time.nowMs() + 90 * DAY });
    expect(blocks.hindrance(false, 0)).toEqual({ reason: "month", at: 31 * DAY });
  });
});
