import { describe, expect, it } from "vitest";
import { type LogMark, SlidingLog } from "#main/transport/limiter/sliding-log.ts";

const MINUTE = 60_000;

/** A log that issued `calls` at once and had the answers of all of them by `at`. */
function counted(calls: number, at: number, limit = 10): { log: SlidingLog; marks: LogMark[] } {
  const log = new SlidingLog(limit, MINUTE);
  const marks = Array.from({ length: calls }, () => log.hold());
  for (const _ of marks) log.counted({ likely: at, certain: at });
  return { log, marks };
}

describe("the log of a rolling window", () => {
  it("holds a call's slot until it is answered and for a whole window after that, both ends included", () => {
    const log = new SlidingLog(2, MINUTE);
    log.hold();
    expect([log.held, log.free, log.nextFreeAt()]).toEqual([1, 1, null]);
    log.counted({ likely: 500, certain: 500 });
    expect(log.nextFreeAt()).toBe(500 + MINUTE + 1);
    log.advance(500 + MINUTE, false);
    expect(log.free).toBe(1);
    log.advance(500 + MINUTE + 1, false);
    expect([log.free, log.nextFreeAt()]).toEqual([2, null]);
  });

  it("goes by the certain instant only while the network is in doubt", () => {
    for (const [doubted, free] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const log = new SlidingLog(1, MINUTE);
      log.hold();
      log.counted({ likely: 250, certain: 900 });
      log.advance(MINUTE + 300, doubted);
      expect(log.free).toBe(free);
      log.advance(MINUTE + 901, doubted);
      expect(log.free).toBe(1);
    }
  });

  it("gives slots back in the order of their instants, in whatever order the answers came", () => {
    const log = new SlidingLog(3, MINUTE);
    for (const at of [300, 100, 200]) {
      log.hold();
      log.counted({ likely: at, certain: at });
    }
    expect(log.nextFreeAt()).toBe(MINUTE + 101);
    log.advance(MINUTE + 201, false);
    expect([log.free, log.nextFreeAt()]).toEqual([2, MINUTE + 301]);
  });

  it("gives the slot of a call that never left back at once", () => {
    const log = new SlidingLog(1, MINUTE);
    log.hold();
    log.refund();
    expect(log.free).toBe(1);
  });

  it("never has less than nothing free, whatever earlier processes have used", () => {
    const log = new SlidingLog(3, MINUTE);
    log.restore(5, 1_000);
    expect([log.held, log.free]).toEqual([5, 0]);
    log.advance(MINUTE + 1_001, true);
    expect(log.free).toBe(3);
  });

  it("believes the ledger that somebody else has used the quota, for one window", () => {
    const { log, marks } = counted(2, 0);
    log.tighten(5, marks[1] as LogMark, 2_000);
    expect(log.free).toBe(5);
    log.advance(MINUTE + 1, true);
    expect(log.free).toBe(7);
    log.advance(MINUTE + 2_001, true);
    expect(log.free).toBe(10);
  });

  it("counts a stranger's calls once, however many answers tell of them", () => {
    const { log, marks } = counted(3, 0);
    log.tighten(4, marks[2] as LogMark, 0);
    log.tighten(4, marks[2] as LogMark, 0);
    log.tighten(5, marks[1] as LogMark, 0);
    expect(log.free).toBe(4);
  });

  it("takes no more from its own slots than are free, and gives none for a generous answer", () => {
    const { log, marks } = counted(8, 0);
    log.tighten(9, marks[7] as LogMark, 0);
    expect(log.free).toBe(2);
    log.tighten(-20, marks[7] as LogMark, 0);
    expect([log.free, log.held]).toEqual([0, 10]);
  });

  it("needs a limit and a length", () => {
    expect(() => new SlidingLog(0, MINUTE)).toThrow("a limit and a length");
    expect(() => new SlidingLog(1, 0)).toThrow("a limit and a length");
  });
});
