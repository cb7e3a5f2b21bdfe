import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedInputs } from "#main/domain/close/input-diff.ts";
import { oneForBoth, samePerson } from "#main/domain/contacts/same-person.ts";
import { countAndPrice, type DriverInput, driverRows } from "#main/domain/flux/flux-drivers.ts";
import { fluxFlags } from "#main/domain/flux/flux-flags.ts";
import { fluxSpans, periodBefore } from "#main/domain/flux/flux-spans.ts";
import { type FluxActs, fluxStatusOf, stampRefusal } from "#main/domain/flux/flux-status.ts";
import { applyLimits, defaultLimits, type StoredThreshold, thresholdFor } from "#main/domain/flux/flux-threshold.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal, fromTenThousandths, subtractDecimals } from "#shared/kernel/decimal.ts";
import { groupedDecimal } from "#shared/kernel/grouped.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";

const cents = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => fromTenThousandths(n * 100, 2));
const YEARS = { periods: [], yearStart: (day: string) => calendarDate(`${day.slice(0, 4)}-01-01`) };
const OCTOBER = { from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31") };

describe("what is material", () => {
  it("with AND both limits, with OR one of them, and no change never", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 300 }),
        (current, comparative, amount, percent) => {
          const limits = { amount: decimal(String(amount)), percent: decimal(String(percent)) };
          const fires = (join: "and" | "or") => applyLimits({ ...limits, join }, "default", null, { current, comparative }).fired;
          const change = Math.abs(Number(subtractDecimals(current, comparative)));
          const byAmount = change >= amount;
          const noPercent = percentOf(current, comparative) === null;
          const byPercent = noPercent || change * 100 >= Math.abs(Number(comparative)) * percent - 1e-6;
          fc.pre(noPercent || Math.abs(change * 100 - Math.abs(Number(comparative)) * percent) > 1e-6);
          expect(fires("and")).toBe(change > 0 && byAmount && byPercent);
          expect(fires("or")).toBe(change > 0 && (byAmount || (byPercent && !noPercent)));
        },
      ),
    );
  });

  it("a percentage of nothing, or past a turn of the sign, is n/m and leaves it to the amount", () => {
    expect([percentOf(decimal("5"), decimal("0")), percentOf(decimal("-5"), decimal("5")), percentOf(decimal("0"), decimal("5"))]).toEqual([
      null,
      null,
      "-100.0",
    ]);
    expect(percentOf(decimal("61.7"), decimal("50"))).toBe("23.4");
    const rule = applyLimits({ amount: decimal("500"), percent: decimal("10"), join: "and" }, "default", null, {
      current: decimal("600.00"),
      comparative: decimal("0.00"),
    });
    expect([rule.fired, rule.words]).toEqual([true, "reaches 500: changed by 600.00, n/m"]);
    expect(["113554515.67", "-1234.5", "999", "1000000"].map((text) => groupedDecimal(decimal(text)))).toEqual([
      ...["113,554,515.67", "-1,234.5", "999", "1,000,000"],
    ]);
  });

  it("a change below every limit is never flagged, whatever rule of whatever scope applies", () => {
    const scope = fc.constantFrom<StoredThreshold["scope"]>(
      { kind: "statement", statement: "profit_and_loss" },
      { kind: "section", section: "operating_expenses" },
      { kind: "risk", risk: "high" },
      { kind: "account_type", accountType: "Expense" },
      { kind: "account", accountId: "account:1" },
    );
    const rule = fc.record({
      scope,
      amount: fc.integer({ min: 1, max: 100_000 }).map((limit) => decimal(String(limit))),
      percent: fc.option(fc.integer({ min: 1, max: 300 }).map((limit) => decimal(String(limit)))),
      join: fc.constantFrom<"and" | "or">("and", "or"),
      comparison: fc.option(fc.constantFrom<FluxComparison>("prior_month", "budget", "year_to_date")),
    });
    const subject = {
      accountId: "account:1",
      accountType: "Expense",
      section: "operating_expenses",
      risk: "high",
      statement: "profit_and_loss",
    } as const;
    const day = calendarDate("2026-10-31");
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), cents, cents, (rules, current, comparative) => {
        const stored = rules.map((one, at) => ({ ...one, decisionNo: at + 1, effectiveFrom: calendarDate("2026-01-01") }));
        const change = Math.abs(Number(subtractDecimals(current, comparative)));
        const share = Number(comparative) === 0 ? 0 : (change * 100) / Math.abs(Number(comparative));
        const fired = (one: StoredThreshold) => applyLimits(one, one.scope.kind, one.decisionNo, { current, comparative }).fired;
        for (const comparison of ["prior_month", "budget", "same_month_last_year"] as const) {
          const found = thresholdFor(stored, subject, day, comparison);
          expect(found === null || found.comparison === null || found.comparison === comparison).toBe(true);
          if (found === null) continue;
          if (found.join === "and" && change < Number(found.amount)) expect(fired(found)).toBe(false);
          if (change < Number(found.amount) && (found.percent === null || share < Number(found.percent) - 1e-6))
            expect(fired(found)).toBe(false);
        }
      }),
    );
    const seven = { current: decimal("7.00"), comparative: decimal("0.00") };
    expect(applyLimits({ amount: decimal("500"), percent: decimal("10"), join: "or" }, "default", null, seven)).toMatchObject({
      fired: false,
      words: "doesn't reach 500: changed by 7.00, n/m",
    });
  });

  it("by default is 10 % and a twelfth of a percent of the year's revenue, 500 at least", () => {
    expect(defaultLimits(decimal("240000.00"), 2)).toEqual({ amount: "500", percent: "10", join: "and" });
    expect(defaultLimits(decimal("1200000.00"), 2).amount).toBe("1000.00");
  });

  it("the narrowest threshold counts, in it the latest that is in effect", () => {
    const subject = {
      accountId: "account:1",
      accountType: "Expense",
      section: "operating_expenses",
      risk: "high",
      statement: "profit_and_loss",
    } as const;
    const at = (decisionNo: number, scope: StoredThreshold["scope"], from: string, comparison: FluxComparison | null = null) => ({
      ...{ decisionNo, scope, amount: decimal("1"), percent: null, join: "and" as const, comparison, effectiveFrom: calendarDate(from) },
    });
    const statement = at(1, { kind: "statement", statement: "profit_and_loss" }, "2026-01-01");
    const type = at(2, { kind: "account_type", accountType: "Expense" }, "2026-01-01");
    const account = at(3, { kind: "account", accountId: "account:1" }, "2026-06-01");
    const later = at(4, { kind: "account", accountId: "account:1" }, "2027-01-01");
    const section = at(5, { kind: "section", section: "operating_expenses" }, "2025-06-01");
    const budget = at(6, { kind: "statement", statement: "profit_and_loss" }, "2026-01-01", "budget");
    const all = [statement, type, account, later, budget];
    const chosen = (day: string, of = all) => thresholdFor(of, subject, calendarDate(day), "prior_month")?.decisionNo ?? null;
    expect([chosen("2025-12-31", [...all, section]), chosen("2026-03-31", [statement, section])]).toEqual([5, 5]);
    // Of two that are as narrow, the one for this comparison counts.
    expect(thresholdFor([statement, budget], subject, calendarDate("2026-10-31"), "budget")?.decisionNo).toBe(6);
    expect(thresholdFor([budget, type], subject, calendarDate("2026-10-31"), "budget")?.decisionNo).toBe(2);
    expect([chosen("2025-12-31"), chosen("2026-03-31"), chosen("2026-10-31"), chosen("2027-01-31")]).toEqual([null, 2, 3, 4]);
    const other = { ...subject, accountId: "account:2", accountType: "Income" };
    expect(thresholdFor(all, other, calendarDate("2026-10-31"), "prior_month")?.decisionNo).toBe(1);
  });

  it("a threshold counts from its first day, and of two that are as wide the later one, or the one set last", () => {
    const subject = {
      accountId: "account:1",
      accountType: "Expense",
      section: "operating_expenses",
      risk: "high",
      statement: "profit_and_loss",
    } as const;
    const at = (decisionNo: number, effectiveFrom: string, scope: StoredThreshold["scope"]) => ({
      ...{ decisionNo, scope, amount: decimal("1"), percent: null, join: "and" as const, comparison: null },
      effectiveFrom: calendarDate(effectiveFrom),
    });
    const statement = { kind: "statement", statement: "profit_and_loss" } as const;
    const chosen = (...of: StoredThreshold[]) => thresholdFor(of, subject, calendarDate("2026-10-31"), "prior_month")?.decisionNo ?? null;
    expect([chosen(at(1, "2026-10-31", statement)), chosen(at(1, "2026-11-01", statement))]).toEqual([1, null]);
    for (const order of [[1, 2] as const, [2, 1] as const]) {
      expect(chosen(...order.map((no) => at(no, no === 1 ? "2026-03-01" : "2026-02-01", statement)))).toBe(1);
      expect(chosen(...order.map((no) => at(no, "2026-02-01", statement)))).toBe(2);
    }
    const elsewhere: readonly StoredThreshold["scope"][] = [
      { kind: "statement", statement: "balance_sheet" },
      { kind: "section", section: "income" },
      { kind: "account_type", accountType: "Income" },
      { kind: "risk", risk: "low" },
      { kind: "account", accountId: "account:2" },
    ];
    expect(elsewhere.map((scope) => chosen(at(1, "2026-01-01", scope)))).toEqual([null, null, null, null, null]);
    expect(
      chosen(at(1, "2026-01-01", { kind: "risk", risk: "high" }), at(2, "2026-01-01", { kind: "account_type", accountType: "Expense" })),
    ).toBe(1);
  });

  it("a limit that is reached to the digit is exceeded, and without limits nothing is", () => {
    const rule = (amount: string | null, percent: string | null, current: string, comparative: string) => {
      const limits = {
        amount: amount === null ? null : decimal(amount),
        percent: percent === null ? null : decimal(percent),
        join: "and" as const,
      };
      const { fired, words } = applyLimits(limits, "default", null, { current: decimal(current), comparative: decimal(comparative) });
      return [fired, words];
    };
    expect(rule("10", null, "110.00", "100.00")).toEqual([true, "reaches 10: changed by 10.00, 10.0%"]);
    expect(rule("10.01", null, "110.00", "100.00")).toEqual([false, "doesn't reach 10.01: changed by 10.00, 10.0%"]);
    expect(rule(null, "10", "110.00", "100.00")).toEqual([true, "reaches 10%: changed by 10.00, 10.0%"]);
    expect(rule(null, "10", "109.99", "100.00")).toEqual([false, "doesn't reach 10%: changed by 9.99, 10.0%"]);
    // Only one of two limits is missed.
    expect(rule("500", "10", "120.00", "100.00")).toEqual([false, "doesn't reach both 10% and 500: changed by 20.00, 20.0%"]);
    // From nothing, any change is beyond a percentage, unless there is an amount to go by.
    expect(rule(null, "10", "0.01", "0.00")).toEqual([true, "counts as reaching 10%: changed by 0.01, n/m"]);
    expect(rule("500", "10", "0.01", "0.00")).toEqual([false, "doesn't reach 500: changed by 0.01, n/m"]);
    expect(rule("500", null, "0.01", "0.00")).toEqual([false, "doesn't reach 500: changed by 0.01, n/m"]);
    expect(rule(null, null, "900.00", "1.00")).toEqual([false, "no threshold set"]);
    expect(rule("0", null, "1.00", "1.00")[0]).toBe(false);
    expect(defaultLimits(decimal("600000.00"), 2).amount).toBe("500");
  });
});

describe("what thresholds do not see", () => {
  const drift = ["100", "101", "102", "103", "104", "105"].map(decimal);
  it("accounts that came, went, or creep one way are flagged", () => {
    const flags = (history: readonly string[], least: string | null = null) =>
      fluxFlags(history.map(decimal), least === null ? null : decimal(least));
    expect(flags(["0", "0", "5"]).flags).toEqual(["new"]);
    expect(flags(["5", "0"]).flags).toEqual(["vanished"]);
    // What is booked once a quarter is neither new nor without activity.
    expect([flags(["5", "0", "0", "5"]).flags, flags(["5", "0", "0", "5", "0"]).flags]).toEqual([[], []]);
    expect(flags([]).flags).toEqual([]);
    expect(fluxFlags(drift, null)).toEqual({ flags: ["drifting"], driftPeriods: 5, drifted: "5" });
    // A drift that adds up to less than the rule's amount is left out of the trends, too.
    expect([flags(drift, "5").flags, flags(drift, "6").flags]).toEqual([["drifting"], []]);
    expect(flags(["106", ...drift.slice(2)]).flags).toEqual([]);
  });
});

describe("what a period is compared with", () => {
  it("months go back by months whatever their length, and an average leaves the period itself out", () => {
    expect(fluxSpans("prior_month", { from: calendarDate("2026-03-01"), to: calendarDate("2026-03-31") }, 6, YEARS).comparatives).toEqual([
      { from: "2026-02-01", to: "2026-02-28" },
    ]);
    expect(fluxSpans("prior_quarter", OCTOBER, 6, YEARS)).toEqual({
      current: { from: "2026-08-01", to: "2026-10-31" },
      comparatives: [{ from: "2026-05-01", to: "2026-07-31" }],
    });
    const average = fluxSpans("trailing_average", OCTOBER, 3, YEARS).comparatives;
    expect(average.map(({ from }) => from)).toEqual(["2026-07-01", "2026-08-01", "2026-09-01"]);
    expect(fluxSpans("same_month_last_year", OCTOBER, 6, YEARS).comparatives).toEqual([{ from: "2025-10-01", to: "2025-10-31" }]);
    expect(fluxSpans("year_to_date", OCTOBER, 6, YEARS)).toEqual({
      current: { from: "2026-01-01", to: "2026-10-31" },
      comparatives: [{ from: "2025-01-01", to: "2025-10-31" }],
    });
  });

  it("periods of weeks go back by the ledger's own periods", () => {
    const weeks = [
      { start: calendarDate("2026-08-30"), end: calendarDate("2026-09-26") },
      { start: calendarDate("2026-09-27"), end: calendarDate("2026-10-24") },
    ];
    expect(periodBefore({ from: calendarDate("2026-09-27"), to: calendarDate("2026-10-24") }, 1, weeks)).toEqual({
      from: "2026-08-30",
      to: "2026-09-26",
    });
    // A span that only begins or ends with one of them is none of them, and before the first the calendar goes on.
    const calendar = { from: "2026-09-01", to: "2026-09-30" };
    for (const [from, to] of [
      ["2026-09-27", "2026-10-31"],
      ["2026-10-01", "2026-10-24"],
    ] as const)
      expect(periodBefore({ from: calendarDate(from), to: calendarDate(to) }, 1, weeks)).toEqual(calendar);
    const first = { from: calendarDate("2026-08-30"), to: calendarDate("2026-09-26") };
    expect(periodBefore(first, 0, weeks)).toEqual(first);
    expect(periodBefore(first, 1, weeks)).toEqual({ from: "2026-08-01", to: "2026-08-31" });
  });

  it("a budget and an earlier signature have no days of their own", () => {
    for (const comparison of ["budget", "last_signed_pack"] as const)
      expect(fluxSpans(comparison, OCTOBER, 6, YEARS)).toEqual({ current: OCTOBER, comparatives: [] });
  });
});

describe("who may sign", () => {
  const act = (decisionNo: number, person = "ann@office", stale = false) => ({ decisionNo, person, stale, waiting: false });
  const none: FluxActs = { explanation: null, preparer: null, reviewer: null, returned: null };

  it("needs an explanation, then a preparer, then another person", () => {
    expect(stampRefusal("preparer", "ann@office", true, none)).toBe("needs_explanation");
    expect(stampRefusal("preparer", "ann@office", false, none)).toBeNull();
    expect(stampRefusal("reviewer", "rita@office", true, { ...none, explanation: act(1) })).toBe("needs_preparer");
    const prepared = { ...none, explanation: act(1), preparer: act(2) };
    expect(stampRefusal("reviewer", "ann@home", true, prepared)).toBe("same_person");
    expect(stampRefusal("reviewer", "rita@office", true, prepared)).toBeNull();
    expect([samePerson("Ann@office", "ann@home"), samePerson("ann@office", "anna@office")]).toEqual([true, false]);
  });

  it("whatever is done in whatever order, a signed row bears two people's fresh stamps, the reviewer's later", () => {
    const step = fc.record({
      what: fc.constantFrom("explain", "prepare", "review", "return", "move"),
      person: fc.constantFrom("ann@a", "ann@b", "rita@a"),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.boolean(), (steps, material) => {
        let acts = none;
        steps.forEach(({ what, person }, at) => {
          const now = act(at + 1, person);
          const role = what === "prepare" ? "preparer" : "reviewer";
          if (what === "explain") acts = { ...acts, explanation: now };
          else if (what === "move")
            acts = {
              ...acts,
              preparer: acts.preparer && { ...acts.preparer, stale: true },
              reviewer: acts.reviewer && { ...acts.reviewer, stale: true },
            };
          else if (what === "return") {
            if (["ready_for_review", "signed"].includes(fluxStatusOf(material, acts))) acts = { ...acts, returned: now };
          } else if (stampRefusal(role, person, material, acts) === null) acts = { ...acts, [role]: now };
          const status = fluxStatusOf(material, acts);
          if (status === "signed") {
            const { preparer, reviewer } = acts;
            expect([preparer?.stale, reviewer?.stale, samePerson(preparer?.person ?? "", reviewer?.person ?? "")]).toEqual([
              false,
              false,
              false,
            ]);
            expect((reviewer?.decisionNo ?? 0) > (preparer?.decisionNo ?? 0)).toBe(true);
            if (material) expect(acts.explanation).not.toBeNull();
          }
          if (what === "move") expect(status === "signed" || status === "ready_for_review").toBe(false);
        });
      }),
    );
  });
});

describe("what moved a figure", () => {
  const inputs = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), cents), { selector: ([id]) => id, maxLength: 5 });

  it("one person's two stamps sign nothing, wherever the second was given", () => {
    const by = (decisionNo: number, person: string) => ({ decisionNo, person, stale: false, waiting: false });
    const acts = { explanation: by(1, "ada@one"), preparer: by(2, "rex@one"), returned: null };
    expect(fluxStatusOf(true, { ...acts, reviewer: by(3, "Rex@two") })).toBe("ready_for_review");
    expect(fluxStatusOf(true, { ...acts, reviewer: by(3, "una@two") })).toBe("signed");
    const sign = (role: "preparer" | "reviewer", person: string, stale = false) => ({ role, person, stale });
    expect(oneForBoth([sign("preparer", "rex@one"), sign("reviewer", "Rex@two")])).toBe("Rex@two");
    expect(oneForBoth([sign("preparer", "rex@one"), sign("reviewer", "Rex@two", true)])).toBeNull();
  });

  it("is named record by record, and the differences add up to the move", () => {
    fc.assert(
      fc.property(inputs, inputs, (before, after) => {
        const moved = movedInputs([before], [after]);
        const total = (list: readonly (readonly [string, DecimalString])[]) =>
          list.reduce((sum, [, amount]) => addDecimals(sum, amount), decimal("0"));
        const differences = moved.reduce((sum, { difference }) => addDecimals(sum, difference), decimal("0"));
        expect(Number(differences)).toBeCloseTo(Number(subtractDecimals(total(after), total(before))), 6);
        for (const { before: was, after: is } of moved) expect(Number(was)).not.toBe(Number(is));
      }),
    );
  });

  it("drivers and the split by count and average sum to the change exactly", () => {
    const input = (side: DriverInput["side"]) =>
      fc
        .array(fc.record({ recordId: fc.constantFrom("x", "y", "z"), partyId: fc.constantFrom("p", "q", null), amount: cents }), {
          maxLength: 6,
        })
        .map((list) => list.map((one): DriverInput => ({ ...one, side, date: OCTOBER.from })));
    const same = (amount: DecimalString) => amount;
    fc.assert(
      fc.property(input("current"), input("comparative"), (current, comparative) => {
        const sum = (list: readonly DriverInput[]) => list.reduce((all, { amount }) => addDecimals(all, amount), decimal("0"));
        const change = Number(subtractDecimals(sum(current), sum(comparative)));
        const rows = driverRows([...current, ...comparative], ({ partyId }) => [partyId], String, {
          write: same,
          spans: 1,
          movement: false,
        });
        expect(rows.reduce((all, row) => all + Number(row.change), 0)).toBeCloseTo(change, 4);
        const { byCount, byAverage } = countAndPrice(current, comparative, 1, same);
        expect(Number(addDecimals(byCount, byAverage))).toBeCloseTo(change, 6);
        expect(rows.every(({ presence, count }) => (presence === "absent") === (count === 0))).toBe(true);
      }),
    );
  });
});
