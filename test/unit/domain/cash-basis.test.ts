import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Charge, cashAdjustment } from "#main/domain/postings/cash-basis.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";

const FIRST = calendarDate("2026-01-01");
const CENT = 100n;
const on = (day: number) => addDays(FIRST, day);

/** An invoice of some lines to a control account, with payments that never exceed it. Whole cents. */
const charge: fc.Arbitrary<Charge> = fc
  .record({
    issued: fc.integer({ min: 0, max: 90 }),
    lines: fc.array(fc.integer({ min: -2_000_00, max: 9_000_00 }), { minLength: 1, maxLength: 5 }),
    parts: fc.array(fc.tuple(fc.integer({ min: 1, max: 3_000_00 }), fc.integer({ min: 0, max: 120 })), { maxLength: 4 }),
  })
  .map(({ issued, lines, parts }) => {
    const total = BigInt(lines.reduce((sum, cents) => sum + cents, 0)) * CENT;
    const date = on(issued);
    const postings = [
      { accountId: "control", units: total, date },
      ...lines.map((cents, at) => ({ accountId: `line-${at % 3}`, units: BigInt(-cents) * CENT, date })),
    ];
    let open = total;
    const settled = parts.flatMap(([cents, days]) => {
      const units = BigInt(cents) * CENT < open ? BigInt(cents) * CENT : open;
      open -= units;
      return units <= 0n ? [] : [{ units, date: addDays(date, days) }];
    });
    return { controlIsDebit: true, total, postings, settled };
  });
const day = fc.integer({ min: -5, max: 230 }).map(on);

/** The amounts on each account for a span on the cash basis. */
function cashOf(of: Charge, from: CalendarDate | null, to: CalendarDate): Map<string | null, bigint> {
  const sums = new Map<string | null, bigint>();
  const add = (id: string | null, units: bigint) => sums.set(id, (sums.get(id) ?? 0n) + units);
  for (const { accountId, units, date } of of.postings) if (date <= to && (from === null || date >= from)) add(accountId, units);
  for (const [accountId, { debit, credit }] of cashAdjustment(of, from, to, CENT)) add(accountId, debit - credit);
  return new Map([...sums].filter(([, units]) => units !== 0n));
}

const sum = (units: Iterable<bigint>) => [...units].reduce((all, each) => all + each, 0n);

describe("a charge on the cash basis", () => {
  test("balances in every span, in whole cents", () => {
    fc.assert(
      fc.property(charge, day, day, (of, a, b) => {
        const amounts = [...cashOf(of, a < b ? a : b, a < b ? b : a).values()];
        expect(sum(amounts)).toBe(0n);
        expect(amounts.every((units) => units % CENT === 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("adds up over spans that follow each other", () => {
    fc.assert(
      fc.property(charge, day, day, (of, a, b) => {
        const [middle, end] = a < b ? [a, b] : [b, a];
        const whole = cashOf(of, null, end);
        const parts = new Map(cashOf(of, null, middle));
        for (const [id, units] of cashOf(of, addDays(middle, 1), end)) parts.set(id, (parts.get(id) ?? 0n) + units);
        expect(new Map([...parts].filter(([, units]) => units !== 0n))).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  test("has on its control account what was settled, and is itself once settled in full", () => {
    fc.assert(
      fc.property(charge, day, (of, to) => {
        fc.pre(of.total > 0n);
        const paid = sum(of.settled.filter(({ date }) => date <= to).map(({ units }) => units));
        expect(cashOf(of, null, to).get("control") ?? 0n).toBe(paid);
        const full = { ...of, settled: [{ units: of.total, date: on(200) }] };
        const accrual = new Map<string | null, bigint>();
        for (const { accountId, units } of of.postings) accrual.set(accountId, (accrual.get(accountId) ?? 0n) + units);
        expect(cashOf(full, null, on(200))).toEqual(new Map([...accrual].filter(([, units]) => units !== 0n)));
        expect(cashOf(full, null, on(199))).toEqual(new Map());
      }),
      { numRuns: 500 },
    );
  });

  test("of nothing has nothing to settle and stays as it is", () => {
    const date = on(3);
    const postings = [
      { accountId: "line-0", units: 500n, date },
      { accountId: "line-1", units: -500n, date },
    ];
    expect(cashAdjustment({ controlIsDebit: true, total: 0n, postings, settled: [] }, null, on(9), CENT).size).toBe(0);
  });

  test("leaves the rest of rounding on its largest line", () => {
    const date = on(0);
    const lines = [3333n, 3333n, 3334n].map((cents, at) => ({ accountId: `line-${at}`, units: -cents * CENT, date }));
    const postings = [{ accountId: "control", units: 10_000n * CENT, date }, ...lines];
    const of = { controlIsDebit: true, total: 10_000n * CENT, postings, settled: [] };
    const third = { ...of, settled: [{ units: 5_000n * CENT, date: on(1) }] };
    expect(Object.fromEntries(cashOf(third, null, on(1)))).toEqual({
      control: 500_000n,
      "line-0": -166_700n,
      "line-1": -166_700n,
      "line-2": -166_600n,
    });
  });
});
