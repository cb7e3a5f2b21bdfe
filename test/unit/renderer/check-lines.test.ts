import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import {
  shownOutcome,
  type TieOut,
  type TieOutLine,
  type TieOutOutcome,
  tieOutChecks,
  tieOutOutcomes,
} from "#shared/model/reports/tie-out.ts";
import { shownScope } from "../../../src/renderer/features/checks/duplicates/duplicate-scope.ts";
import { checkAddress, linesWorstFirst, outcomeCounts, readChecked, readDay } from "../../../src/renderer/features/tie-outs/check-rows.ts";
import { ComparedList } from "../../../src/renderer/features/tie-outs/compared-list.tsx";
import { againstWords } from "../../../src/renderer/features/tie-outs/compared-with.ts";
import { CHECK_WORDS, OUTCOME_WORDS, outcomeWord } from "../../../src/renderer/format/labels/tie-out-labels.ts";

const line = (subjectId: string, outcome: TieOutOutcome): TieOutLine => ({
  subject: "account",
  subjectId,
  label: subjectId,
  ours: decimal("1"),
  ledgers: decimal("2"),
  difference: decimal("-1"),
  currency: "USD",
  outcome,
  reason: null,
  documents: [],
});
const check = (name: TieOut["check"], lines: TieOutLine[]): TieOut => ({
  check: name,
  from: calendarDate("2026-11-21"),
  to: calendarDate("2026-11-21"),
  ours: null,
  ledgers: null,
  difference: null,
  currency: "USD",
  outcome: "variance",
  reason: null,
  source: "gl_feed",
  against: "report",
  asOf: { ours: null, ledgers: null },
  compared: 2,
  lines,
  documents: [],
});

describe("the words of outcomes", () => {
  it("differ in word and look, so that what could not be checked never looks like a tie", () => {
    const words = tieOutOutcomes.map((outcome) => OUTCOME_WORDS[outcome]);
    expect(new Set(words.map(({ word }) => word)).size).toBe(tieOutOutcomes.length);
    expect(new Set(words.map(({ tone }) => tone)).size).toBe(tieOutOutcomes.length);
  });

  it("name every check", () => {
    expect(Object.keys(CHECK_WORDS)).toEqual([...tieOutChecks]);
  });
});

describe("a run of checks", () => {
  it("counts each outcome that occurs", () => {
    const outcomes: TieOutOutcome[] = ["variance", "ties", "cannot_check", "ties"];
    const checks = outcomes.map((outcome, at) => ({ outcome, check: tieOutChecks[at] as TieOut["check"] }));
    expect(outcomeCounts(checks)).toEqual([
      { outcome: "ties", accepted: false, count: 2 },
      { outcome: "variance", accepted: false, count: 1 },
      { outcome: "cannot_check", accepted: false, count: 1 },
    ]);
    // What was accepted is counted apart: nobody has to act on it.
    expect(outcomeCounts(checks, new Set([tieOutChecks[0]])).slice(1, 2)).toEqual([{ outcome: "variance", accepted: true, count: 1 }]);
  });

  it("says of every outcome that a sync has overtaken that it needs a recheck, and nothing else of what wasn't checked", () => {
    const said = tieOutOutcomes.map((outcome) => outcomeWord(shownOutcome(outcome, true)));
    expect(new Set(said)).toEqual(new Set(["Recheck needed", "Not checked"]));
    expect(tieOutOutcomes.map((outcome) => shownOutcome(outcome, false))).toEqual([...tieOutOutcomes]);
  });

  it("shows the worst lines first and keeps the order among equals", () => {
    const lines = [line("a", "within_tolerance"), line("b", "variance"), line("c", "cannot_check"), line("d", "variance")];
    expect(linesWorstFirst(lines).map(({ subjectId }) => subjectId)).toEqual(["b", "d", "c", "a"]);
  });
});

describe("how many lines agree", () => {
  const tiedLine = { subject: "party", subjectId: "elm", label: "Elm", currency: "USD", amount: decimal("10") } as const;
  const said = (more: Partial<TieOut>) =>
    renderToStaticMarkup(createElement(ComparedList, { check: { ...check("aging_receivable", []), tied: [tiedLine], ...more } }));

  it("is said of all of them, those that couldn't be compared included", () => {
    const lines = [line("ash", "variance"), { ...line("oak", "cannot_check"), difference: null }];
    expect(said({ compared: 3, agreed: 2, lines })).toContain("<summary>2 of 4 lines agree</summary>");
    expect(said({ compared: 1, agreed: 1 })).toContain("<summary>1 of 1 line agrees</summary>");
    expect(said({ compared: 300, agreed: 300 })).toContain("and 299 more");
  });

  it("is worked out for runs that didn't count them, and is never less than what is listed", () => {
    expect(said({ compared: 3, lines: [line("ash", "variance")] })).toContain("2 of 3 lines agree");
    const many = ["ash", "fir", "oak"].map((id) => line(id, "cannot_check"));
    expect(said({ compared: 1, lines: many })).toContain("1 of 4 lines agrees");
  });

  it("names one currency once, and several beside their figures", () => {
    expect(said({ compared: 1, agreed: 1 })).toContain("In Tieout and ledger, USD");
    const both = said({ compared: 2, agreed: 2, tied: [tiedLine, { ...tiedLine, subjectId: "oak", currency: "EUR" }] });
    expect(both).toContain(">Currency</th>");
    expect(both).not.toContain("In Tieout and ledger, ");
  });
});

it("names the report that a figure is compared with, where it can only be that one", () => {
  const against = (name: TieOut["check"], more: Partial<TieOut> = {}) => againstWords({ ...check(name, []), ...more });
  expect(against("profit_and_loss")).toBe("The ledger's profit and loss");
  expect([against("trial_balance"), against("payable_control")]).toEqual(["The ledger's trial balance", "The ledger's trial balance"]);
  expect(against("aging_payable", { tied: [{ ...line("elm", "ties"), subject: "party", amount: decimal("1") }] })).toBe(
    "The ledger's aging report",
  );
  expect([against("aging_payable"), against("bank_balances")]).toEqual(["A ledger report", "A ledger report"]);
  expect(against("trial_balance", { against: "query" })).toBe("The ledger's own totals");
});

describe("what is open", () => {
  const checks = [check("trial_balance", [line("Account:7~8", "variance")]), check("bank_balances", [])];

  it("is a check, or a line of it", () => {
    const whole = readChecked(checkAddress({ check: "trial_balance", subjectId: null }), checks);
    expect([whole?.check.check, whole?.line]).toEqual(["trial_balance", null]);
    const one = readChecked(checkAddress({ check: "trial_balance", subjectId: "Account:7~8" }), checks);
    expect(one?.line?.subjectId).toBe("Account:7~8");
  });

  it("is the check alone when a newer run has no such line, and nothing when it has no such check", () => {
    expect(readChecked("trial_balance~Account:9", checks)).toMatchObject({ line: null });
    expect(readChecked("profit_and_loss", checks)).toBeNull();
    expect(readChecked(null, checks)).toBeNull();
  });
});

describe("the possible duplicates that are shown", () => {
  it("are unknown until those of the period are counted, so that none of it isn't told as none at all", () => {
    expect(shownScope(null, { found: undefined, isPending: true })).toBeNull();
    expect(shownScope(null, { found: 0, isPending: false })).toBe("all");
    expect(shownScope(null, { found: 2, isPending: false })).toBe("period");
  });

  it("are the chosen ones, and those of the period where counting failed", () => {
    expect(shownScope("all", { found: undefined, isPending: true })).toBe("all");
    expect(shownScope("period", { found: 0, isPending: false })).toBe("period");
    expect(shownScope(null, { found: undefined, isPending: false })).toBe("period");
  });
});

it("an address from the inbox names the day that its check is of, and the screen's own address has none", () => {
  expect(readDay("2026-10-31~trial_balance~402@e/1")).toEqual({ day: "2026-10-31", own: "trial_balance~402@e/1" });
  expect(readDay("2026-10-31")).toEqual({ day: "2026-10-31", own: null });
  for (const own of ["trial_balance", "trial_balance~402", null]) expect(readDay(own)).toEqual({ day: null, own });
});
