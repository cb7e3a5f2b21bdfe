import { describe, expect, it } from "vitest";
import { ConcurrencyGate } from "#main/transport/limiter/concurrency-gate.ts";

function busy(limit: number, calls: number): ConcurrencyGate {
  const gate = new ConcurrencyGate(limit);
  for (let call = 0; call < calls; call++) gate.enter();
  return gate;
}

describe("the gate of calls at once", () => {
  it("has room up to its limit, and again when a call is answered", () => {
    const gate = busy(2, 1);
    expect(gate.hasRoom(0)).toBe(true);
    gate.enter();
    expect([gate.hasRoom(0), gate.nextRoomAt(), gate.inFlight]).toEqual([false, null, 2]);
    gate.answered(10);
    expect([gate.hasRoom(10), gate.inFlight, gate.ceiling]).toEqual([true, 1, 2]);
  });

  it("believes the ledger at work on a lost call for ten seconds, and on one that never left not at all", () => {
    const gate = busy(1, 1);
    gate.lost(500, true);
    expect([gate.hasRoom(10_499), gate.nextRoomAt()]).toEqual([false, 10_500]);
    expect([gate.hasRoom(10_500), gate.nextRoomAt()]).toEqual([true, null]);
    gate.enter();
    gate.lost(11_000, false);
    expect(gate.hasRoom(11_000)).toBe(true);
  });

  it("believes the ledger at work on what a killed process may have sent, as long as on a lost call", () => {
    const gate = new ConcurrencyGate(2);
    gate.restore(1, 400, 2_000);
    expect([gate.hasRoom(2_000), gate.nextRoomAt()]).toEqual([true, 10_400]);
    gate.restore(10, 1_000, 2_000);
    expect([gate.hasRoom(10_399), gate.hasRoom(10_400), gate.hasRoom(11_000)]).toEqual([false, false, true]);
    const late = new ConcurrencyGate(1);
    late.restore(10, 1_000, 11_000);
    expect(late.hasRoom(11_000)).toBe(true);
  });

  it("counts its own process's calls once, whatever the store says of them", () => {
    const gate = busy(2, 1);
    gate.restore(10, 0, 0);
    expect(gate.hasRoom(0)).toBe(true);
  });

  it("halves what it lets through when the ledger refuses, down to one", () => {
    const gate = busy(9, 0);
    const ceilings = [0, 1_000, 2_000, 3_000].map((now) => {
      gate.throttled(now);
      return gate.ceiling;
    });
    expect(ceilings).toEqual([4, 2, 1, 1]);
  });

  it("takes refusals of one moment as one", () => {
    const gate = busy(8, 0);
    gate.throttled(0);
    gate.throttled(999);
    expect(gate.ceiling).toBe(4);
    gate.throttled(1_000);
    expect(gate.ceiling).toBe(2);
  });

  it("wins one step back after four rounds of answers and five seconds, never above its limit", () => {
    const gate = busy(2, 20);
    gate.throttled(0);
    for (let answers = 0; answers < 3; answers++) gate.answered(6_000);
    expect(gate.ceiling).toBe(1);
    gate.answered(6_000);
    expect(gate.ceiling).toBe(2);
    for (let answers = 0; answers < 12; answers++) gate.answered(60_000);
    expect(gate.ceiling).toBe(2);
  });

  it("waits for both: answers within five seconds win nothing back, and each step counts from the one before", () => {
    const gate = busy(4, 40);
    gate.throttled(0);
    for (let answers = 0; answers < 10; answers++) gate.answered(4_999);
    expect(gate.ceiling).toBe(2);
    gate.answered(5_000);
    expect(gate.ceiling).toBe(3);
    for (let answers = 0; answers < 20; answers++) gate.answered(9_999);
    expect(gate.ceiling).toBe(3);
    gate.answered(10_000);
    expect(gate.ceiling).toBe(4);
  });
});
