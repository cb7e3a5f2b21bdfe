import { describe, expect, it } from "vitest";
import { ArrivalBounds } from "#main/transport/limiter/arrival-bounds.ts";
import { Pacer } from "#main/transport/limiter/pacer.ts";
import { Samples } from "#main/transport/limiter/samples.ts";

const MINUTE = 60_000;

describe("the pace of a long job", () => {
  it("spreads a slot every quarter of a second, and nothing of a window that is soon over", () => {
    expect([Pacer.share(60, MINUTE), Pacer.share(500, MINUTE), Pacer.share(300, 60_100)]).toEqual([60, 240, 241]);
    expect([Pacer.share(10, 5_000), Pacer.share(10, 5_001)]).toEqual([0, 10]);
  });

  it("lets the first call go at once and the others a gap apart, a little later than the window alone would say", () => {
    const pacer = new Pacer(60, MINUTE);
    expect(pacer.readyAt).toBe(Number.NEGATIVE_INFINITY);
    expect(pacer.gapMs).toBeCloseTo((MINUTE + 250 + 10) / 60, 6);
    pacer.issued(0);
    const first = pacer.readyAt;
    pacer.issued(first);
    expect(pacer.readyAt - first).toBeCloseTo(pacer.gapMs, 6);
  });

  it("catches up on 400 ms of lateness, and lets the rest go", () => {
    const pacer = new Pacer(60, MINUTE);
    pacer.issued(0);
    expect(pacer.readyAt).toBeCloseTo(pacer.gapMs - 400, 6);
    const due = pacer.readyAt;
    pacer.issued(due + 300);
    expect(pacer.readyAt).toBeCloseTo(due + pacer.gapMs, 6);
    pacer.issued(100_000);
    expect(pacer.readyAt).toBeCloseTo(100_000 - 400 + pacer.gapMs, 6);
  });

  it("catches up on a quarter of a gap where gaps are long, and never on more than two gaps", () => {
    const slow = new Pacer(6, MINUTE);
    slow.issued(0);
    expect(slow.readyAt).toBeCloseTo(0.75 * slow.gapMs, 6);
    const quick = new Pacer(1_000, MINUTE);
    quick.issued(0);
    expect(quick.readyAt).toBeCloseTo(-quick.gapMs, 6);
  });

  it("gets slower when slots are held longer, and more so when that differs from call to call", () => {
    const [same, late, uneven] = [new Pacer(60, MINUTE), new Pacer(60, MINUTE), new Pacer(60, MINUTE)];
    for (let call = 0; call < 400; call++) {
      same.learn(250);
      late.learn(1_000);
      uneven.learn(call % 2 === 0 ? 0 : 2_000);
    }
    expect(same.gapMs).toBeCloseTo((MINUTE + 260) / 60, 6);
    expect(late.gapMs).toBeCloseTo((MINUTE + 1_010) / 60, 1);
    expect(uneven.gapMs).toBeGreaterThan((MINUTE + 1_250) / 60);
  });

  it("catches up on more when slots come back in any order, as they're held for long", () => {
    const pacer = new Pacer(60, MINUTE);
    for (let call = 0; call < 1_000; call++) pacer.learn(500);
    pacer.issued(0);
    expect(pacer.readyAt).toBeCloseTo(pacer.gapMs - 400 - 2.5 * 200, 0);
  });

  it("learns from one very slow call no more than from one that took a quarter of the window", () => {
    const [slow, slower] = [new Pacer(60, MINUTE), new Pacer(60, MINUTE)];
    slow.learn(MINUTE / 4);
    slower.learn(MINUTE);
    expect(slower.gapMs).toBe(slow.gapMs);
    expect(slow.gapMs).toBeCloseTo((MINUTE + 260 + (14_750 / 32) * 1.3) / 60, 6);
  });
});

describe("the instant by which the ledger has counted a call", () => {
  const boundsOf = () => new ArrivalBounds(MINUTE);

  it("is that of the answer when nobody knows when the request was on the wire, or the answer was quick", () => {
    expect(boundsOf().answered({ issuedAt: 0, sentAt: null }, 1_500)).toEqual({ certain: 1_500, likely: 1_500 });
    expect(boundsOf().answered({ issuedAt: 0, sentAt: 10 }, 400)).toEqual({ certain: 400, likely: 400 });
  });

  it("is a quarter of a second after the request was on the wire when the answer took long", () => {
    expect(boundsOf().answered({ issuedAt: 0, sentAt: 20 }, 1_500)).toEqual({ certain: 1_500, likely: 270 });
    expect(boundsOf().answered({ issuedAt: 0, sentAt: 1_400 }, 1_500)).toEqual({ certain: 1_500, likely: 1_500 });
  });

  it("is in doubt for five windows after an answer that took more than two seconds on the wire", () => {
    const bounds = boundsOf();
    bounds.answered({ issuedAt: 0, sentAt: 3_000 }, 5_000);
    expect(bounds.doubted(5_000)).toBe(false);
    bounds.answered({ issuedAt: 0, sentAt: 2_999 }, 5_000);
    expect([bounds.doubted(5_000), bounds.doubted(5_000 + 5 * MINUTE - 1), bounds.doubted(5_000 + 5 * MINUTE)]).toEqual([
      true,
      true,
      false,
    ]);
    const unsent = boundsOf();
    unsent.answered({ issuedAt: 0, sentAt: null }, 2_001);
    expect(unsent.doubted(2_001)).toBe(true);
  });

  it("is a second after a call was lost, which raises the same doubt", () => {
    const bounds = boundsOf();
    expect(bounds.lost(700)).toEqual({ certain: 1_700, likely: 1_700 });
    expect(bounds.doubted(700)).toBe(true);
  });
});

describe("what was measured of durations", () => {
  const view = (...values: readonly number[]) => {
    const samples = new Samples();
    for (const value of values) samples.add(value);
    return samples.view();
  };

  it("is nothing at first, then the middle one and the one that nine of ten don't exceed", () => {
    expect(view()).toEqual({ count: 0, medianMs: null, p90Ms: null });
    expect(view(70)).toEqual({ count: 1, medianMs: 70, p90Ms: 70 });
    expect(view(9, 1, 8, 2, 7, 3, 6, 4, 5, 10)).toEqual({ count: 10, medianMs: 6, p90Ms: 10 });
    expect(view(100, 20, 3)).toEqual({ count: 3, medianMs: 20, p90Ms: 100 });
  });

  it("is of the last 200, and a clock that went back makes none negative", () => {
    expect(view(-5)).toMatchObject({ medianMs: 0 });
    const old = Array.from({ length: 200 }, () => 9_000);
    expect(view(...old, ...Array.from({ length: 199 }, () => 10))).toEqual({ count: 200, medianMs: 10, p90Ms: 10 });
    expect(view(...old, 10)).toMatchObject({ count: 200, medianMs: 9_000 });
  });
});
