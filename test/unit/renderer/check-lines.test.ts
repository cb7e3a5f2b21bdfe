import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import {
  shownOutcome,
  type TieOut,
  type TieOutLine,
  type TieOutOutcome,
  type TieOutRun,
  tieOutChecks,
  tieOutOutcomes,
} from "#shared/model/reports/tie-out.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { varianceOf } from "#test/support/variance.ts";
import { checkAddress, linesWorstFirst, otherOutcomes, readChecked, readDay } from "../../../src/renderer/features/tie-outs/check-rows.ts";
import { againstWords, rowWords } from "../../../src/renderer/features/tie-outs/compared-with.ts";
import { CHECK_WORDS, isNothingToTieOut, OUTCOME_WORDS, outcomeWord } from "../../../src/renderer/format/labels/tie-out-labels.ts";
import { fittingWithSums } from "../../../src/renderer/ui/grid/column-widths.ts";

openStaticWindow();
const { comparability, comparedWords, tipOf } = await import("../../../src/renderer/features/statements/statement-tie-out.tsx");
const { checkColumns } = await import("../../../src/renderer/features/tie-outs/check-columns.tsx");
const { ComparedList } = await import("../../../src/renderer/features/tie-outs/compared-list.tsx");
const { OutcomeChip, TiedCount } = await import("../../../src/renderer/ui/figures/tie-out-chip.tsx");
const { inReportSigns, reportSigns, signsOf } = await import("../../../src/renderer/features/tie-outs/report-signs.ts");

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
  it("has no sign of equality before its counts, which would read as an equation, and keeps the sign of what is work", () => {
    const drawn = (outcome: TieOutOutcome) => renderToStaticMarkup(createElement(OutcomeChip, { outcome, count: 2, accepted: true }));
    expect(drawn("within_tolerance")).toMatch(/>2 within tolerance, accepted<\/span>$/);
    expect(drawn("within_tolerance")).not.toContain("<svg");
    expect(drawn("variance")).toContain("<svg");
  });

  it("counts what is tied out in one form, with the sign of what is proved only where all of it is", () => {
    const drawn = (part: object, all = true) => {
      const html = renderToStaticMarkup(createElement(TiedCount, { counts: { ties: 9, ...part }, all }));
      return [html.replaceAll(/<[^>]+>/g, ""), html.includes("<svg"), /class="[^"]*proof/.test(html)];
    };
    expect(drawn({})).toEqual(["9 tied out", true, true]);
    expect(drawn({ totalOnly: 2 })).toEqual(["9 tied out (2 total only)", true, false]);
    expect(drawn({ withinTolerance: 1 })).toEqual(["9 tied out (1 within tolerance)", true, false]);
    expect(drawn({}, false).slice(0, 2)).toEqual(["9 tied out", false]);
  });

  it("doesn't call nothing compared with nothing tied out, and tells what doesn't agree all the same", () => {
    const drawn = (outcome: TieOutOutcome) => renderToStaticMarkup(createElement(OutcomeChip, { outcome, nothing: true }));
    expect(drawn("ties")).toMatch(/>Nothing to tie out<\/span>$/);
    expect(drawn("ties")).not.toMatch(/class="[^"]*proof/);
    expect(drawn("variance")).toMatch(/>Out of balance<\/span>$/);
    const check = { ...varianceOf("trial_balance"), outcome: "ties" as const };
    const column = checkColumns(false, new Set(), [check], true).find(({ id }) => id === "outcome");
    expect(column?.value?.(check)).toBe("Nothing to tie out");
    const empty = { asOf: "2026-11-30T08:00:00Z", documents: 0, hasPeriod: false };
    const is = (books: object, found = {}) => isNothingToTieOut({ ...empty, ...books }, { variance: 0, cannotCheck: 0, ...found });
    expect([is({}), is({ documents: 1 }), is({ hasPeriod: true }), is({ asOf: null })]).toEqual([true, false, false, false]);
    expect([is({}, { variance: 1 }), is({}, { cannotCheck: 1 })]).toEqual([false, false]);
  });

  it("mutes the count of what is tied out, and not that of what hasn't been checked beside it", () => {
    const drawn = (part: object) => renderToStaticMarkup(createElement(OutcomeChip, { outcome: "not_run", ...part }));
    expect(drawn({ count: 1 })).toMatch(/^<span class="[^"]*open/);
    for (const other of [{}, { count: 1, accepted: true }]) expect(drawn(other)).not.toMatch(/^<span class="[^"]*open/);
  });

  it("counts each outcome that occurs beside what is tied out", () => {
    const outcomes: TieOutOutcome[] = ["variance", "ties", "cannot_check", "ties"];
    const checks = outcomes.map((outcome, at) => ({ outcome, check: tieOutChecks[at] as TieOut["check"] }));
    expect(otherOutcomes(checks, [])).toEqual([
      { outcome: "variance", accepted: false, count: 1 },
      { outcome: "cannot_check", accepted: false, count: 1 },
    ]);
    expect(otherOutcomes([{ outcome: "within_tolerance", check: "bank_balances" }], [])).toEqual([]);
    // What was accepted is counted apart: nobody has to act on it.
    const byTotal = { outcome: "ties", check: "aging_payable" } as const;
    expect(otherOutcomes([byTotal], ["aging_payable"])).toEqual([{ outcome: "ties", accepted: true, count: 1 }]);
    expect(otherOutcomes(checks, [tieOutChecks[0]]).slice(0, 1)).toEqual([{ outcome: "variance", accepted: true, count: 1 }]);
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
    renderToStaticMarkup(createElement(ComparedList, { check: { ...varianceOf("aging_receivable", []), tied: [tiedLine], ...more } }));

  it("is said of all of them, those that couldn't be compared included", () => {
    const lines = [line("ash", "variance"), { ...line("oak", "cannot_check"), difference: null }];
    expect(said({ compared: 3, agreed: 2, lines })).toContain("<summary>2 of 4 lines agree</summary>");
    expect(said({ compared: 1, agreed: 1 })).toContain("<summary>1 of 1 line agrees</summary>");
    expect(said({ compared: 300, agreed: 300 })).toContain("and 299 more");
  });

  it("counts accounts alone, and not the net income that they add up to", () => {
    const account = { ...tiedLine, subject: "account", subjectId: "rent", label: "Rent" } as const;
    const result = { ...tiedLine, subject: "computed", subjectId: "result", label: "Net income" } as const;
    const html = said({ check: "profit_and_loss", compared: 1, agreed: 1, tied: [result, account] });
    expect(html).toContain("<summary>1 of 1 line agrees</summary>");
    expect(html.indexOf("Rent")).toBeLessThan(html.indexOf("Net income"));
    expect(html).not.toContain("more</p>");
    const varying = { ...line("result", "variance"), subject: "computed" as const };
    expect(said({ check: "profit_and_loss", compared: 1, agreed: 1, tied: [account], lines: [varying] })).toContain("1 of 1 line agrees");
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

describe("a statement whose lines agree", () => {
  const accounts = [
    { id: "sales", code: "401", class: "revenue", role: null },
    { id: "wages", code: "620", class: "expense", role: null },
    { id: "materials", code: "501", class: "expense", role: null },
  ] as const;
  const one = (subjectId: string, amount: string) =>
    ({ subject: "account", subjectId, label: subjectId, currency: "NZD", amount: decimal(amount) }) as const;
  const net = { ...one("net_profit", "30.00"), subject: "computed", label: "Net income" } as const;
  const tied = [one("wages", "50.00"), one("sales", "100.00"), one("materials", "20.00"), net];
  const statement = (more: Partial<TieOut>) =>
    renderToStaticMarkup(
      createElement(ComparedList, {
        check: { ...varianceOf("profit_and_loss", []), compared: 3, agreed: 3, ours: decimal("30.00"), tied, ...more },
        accounts: [...accounts],
      }),
    );
  const rows = (html: string) =>
    [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = ""]) =>
      row
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );

  it("is listed as the statement is, with codes, and foots to the figure that was compared", () => {
    expect(rows(statement({})).slice(1)).toEqual([
      ...["All income", "401 sales 100.00", "Total of all income 100.00"],
      ...["All expenses", "501 materials 20.00", "620 wages 50.00", "Total of all expenses 70.00"],
      "Net income 30.00",
    ]);
  });

  it("has no sums where lines are missing or don't add up", () => {
    const left = rows(statement({ compared: 4, agreed: 4 }));
    expect(left).not.toContain("Total of all expenses 70.00");
    expect(left.at(-1)).toBe("Net income 30.00");
    expect(rows(statement({ lines: [line("rent", "variance")] }))).not.toContain("Total of all income 100.00");
    expect(rows(statement({ ours: decimal("31.00") }))).not.toContain("Total of all income 100.00");
  });

  it("has debits and credits apart in a trial balance, with both totals", () => {
    const balances = [one("sales", "-70.00"), one("wages", "50.00"), one("materials", "20.00")];
    const html = statement({ check: "trial_balance", ours: decimal("70.00"), tied: balances });
    expect(rows(html)).toEqual([
      ...["Account Debit, NZD Credit, NZD", "401 sales 70.00", "501 materials 20.00", "620 wages 50.00", "Total 70.00 70.00"],
    ]);
  });
});

it("names the report that a figure is compared with, where it can only be that one", () => {
  const against = (name: TieOut["check"], more: Partial<TieOut> = {}) => againstWords({ ...varianceOf(name, []), ...more });
  expect(against("profit_and_loss")).toBe("The ledger's profit and loss");
  expect([against("trial_balance"), against("payable_control")]).toEqual(["The ledger's trial balance", "The ledger's trial balance"]);
  expect(against("aging_payable", { tied: [{ ...line("elm", "ties"), subject: "party", amount: decimal("1") }] })).toBe(
    "The ledger's aging report",
  );
  expect([against("aging_payable"), against("bank_balances")]).toEqual(["A ledger report", "A ledger report"]);
  expect(against("trial_balance", { against: "query" })).toBe("The ledger's own totals");
});

it("names the credit cards that bank balances include, so that the total isn't taken for the cash of other screens", () => {
  const [name] = checkColumns(false, new Set(), []);
  const named = (cards?: number) => name?.value?.({ ...varianceOf("bank_balances", []), ...(cards === undefined ? {} : { cards }) });
  expect([named(), named(1)]).toEqual(["Bank balances", "Bank balances, with 1 card"]);
  expect(named(2)).toBe("Bank balances, with 2 cards");
});

describe("a row with a reason", () => {
  const row = (reason: string | null) => rowWords({ ...varianceOf("aging_payable"), report: "aged_payable", reason });

  it("says its point, and leaves the details to the panel", () => {
    const missing = "The ledger has no comparable contact balances";
    expect(row(`${missing}: they're missing, out of date, or not split by legal entity.`)).toBe(`${missing}.`);
    const spent = "All API requests allowed in 24 hours have been used.";
    expect(row(`${spent} The ledger's reports will be read when more requests are available.`)).toBe(spent);
  });

  it("says all of a short one, and never cuts it down to the name of an entity", () => {
    const short = "Not synced yet: the ledger's balance sheet for this date.";
    const long = "Birch Inc. Canada: The ledger's balance of these contacts is in another currency than the items that are open";
    expect([row(null), row(short), row(long)]).toEqual(["The ledger's aging report", short, long]);
    const entity = "Birch & Sons Holdings Inc. Canada: The ledger has no comparable contact balances";
    expect(row(`${entity}: they're missing, out of date, or not split by legal entity.`)).toBe(`${entity}.`);
  });

  it("keeps its place beside a panel where something couldn't be checked", () => {
    const kept = (outcome: TieOutOutcome, reason: string | null) =>
      checkColumns(false, new Set(), [{ outcome, reason }]).find(({ id }) => id === "reason")?.essential;
    expect([kept("ties", null), kept("variance", "Newer.")]).toEqual([false, false]);
    expect([kept("cannot_check", "No report."), kept("not_run", "Not yet.")]).toEqual([true, true]);
  });
});

it("keeps both figures and their difference beside a panel, and says the result in fewer words before one of them goes", () => {
  const figures = { ours: 95, ledgers: 95, difference: 78, compared: 115 };
  const needs = { check: 202, outcome: 141, outcomeBrief: 90, ...figures, asOfOurs: 95, asOfLedgers: 90, reason: 220 };
  const left = (room: number) =>
    fittingWithSums(checkColumns(false, new Set(), []), { needs, room, beside: true, pinned: 1, kept: [] }).map(({ id }) => id);
  expect(left(660)).toEqual(["check", "outcome", "ours", "ledgers", "difference"]);
  expect(left(630)).toEqual(["check", "outcomeBrief", "ours", "ledgers", "difference"]);
});

it("has one sign in every column of what wasn't compared, with the reason as its tip, and a dash only for zero", () => {
  const reason = "Tieout hasn't asked the ledger for its record counts yet.";
  const none = { ...varianceOf("document_counts", []), outcome: "not_run", reason, compared: 0 } as const;
  const figures = { ours: decimal("0"), ledgers: decimal("0"), difference: decimal("0") };
  const zero = { ...none, ...figures, outcome: "ties", reason: null } as const;
  const drawn = (check: TieOut, id: string) => {
    const column = checkColumns(false, new Set(), []).find((one) => one.id === id);
    return renderToStaticMarkup(createElement(Fragment, null, column?.cell(check, -1)));
  };
  const tip = reason.replaceAll("'", "&#x27;");
  for (const id of ["ours", "ledgers", "difference", "compared", "asOfLedgers"]) {
    expect(drawn(none, id)).toContain("n/a");
    expect(drawn(none, id)).toContain(`title="${tip}"`);
  }
  for (const id of ["ours", "ledgers", "difference"]) expect(drawn(zero, id)).toContain("–");
  expect(drawn(zero, "compared")).toBe("0");
});

it("names the report that a run says it used", () => {
  const against = (name: TieOut["check"], report: NonNullable<TieOut["report"]>) => againstWords({ ...varianceOf(name, []), report });
  expect(against("bank_balances", "bank_summary")).toBe("The ledger's bank summary");
  expect(against("bank_balances", "trial_balance")).toBe("The ledger's trial balance");
  expect(against("aging_receivable", "aged_receivable")).toBe("The ledger's aging report");
  // That only the total was compared is said by the result.
  expect(against("aging_receivable", "trial_balance")).toBe("The ledger's trial balance");
});

describe("the signs of a statement", () => {
  const accounts = [
    { id: "sales", class: "revenue", role: null },
    { id: "rent", class: "expense", role: null },
    { id: "gains", class: "revenue", role: "exchange_difference" },
  ] as const;
  const isTurned = signsOf(accounts);

  it("are those of its sections, in computed lines too", () => {
    const ids = ["sales", "rent", "unknown", "net_profit", "current_earnings", "retained_earnings", "currency_differences"];
    expect(ids.filter(isTurned)).toEqual(["sales", "net_profit", "current_earnings", "retained_earnings", "currency_differences"]);
    // The ledger has one row for both.
    expect(signsOf([...accounts, { id: "losses", class: "expense", role: "exchange_difference" }])("currency_differences")).toBe(false);
  });

  it("aren't only awaited where the accounts couldn't be had: the failure is known", () => {
    const failure = { code: "storage", message: "The local copy can't be read." } as const;
    expect(reportSigns("balance_sheet", { data: undefined, error: { failure } })).toEqual({ isTurned: null, failure });
    expect(reportSigns("balance_sheet", { data: undefined, error: null })).toEqual({ isTurned: null, failure: null });
    // Answers that are there stay, and a trial balance needs none.
    expect(reportSigns("balance_sheet", { data: { rows: [...accounts] }, error: { failure } }).failure).toBeNull();
    expect(reportSigns("trial_balance", { data: undefined, error: { failure } }).isTurned?.("sales")).toBe(false);
  });

  it("turn what a line has, and leave the totals", () => {
    const document = { id: "d", number: "1", date: null, amount: decimal("-5"), reasons: [] };
    const lines = [{ ...line("sales", "variance"), documents: [document] }, line("rent", "variance")];
    const tied = [{ subject: "computed", subjectId: "net_profit", label: "Net income", currency: "USD", amount: decimal("-9") }] as const;
    const whole = { ...varianceOf("profit_and_loss", lines), ours: decimal("9"), tied: [...tied], documents: [document] };
    const shown = inReportSigns(whole, isTurned);
    expect(shown.lines.map(({ ours, ledgers, difference }) => [ours, ledgers, difference])).toEqual([
      ["-1", "-2", "1"],
      ["1", "2", "-1"],
    ]);
    expect([shown.ours, shown.tied?.[0]?.amount, shown.documents[0]?.amount]).toEqual(["9", "9", "5"]);
  });
});

describe("whether a statement is said to tie out", () => {
  const now = calendarDate("2026-11-21");
  const none = { facts: null, trialBalance: null, statement: null, cashFlow: null };
  const dates = { from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31"), basis: "accrual", asOf: "2026-11-20T08:00:00Z" };
  const said = (of: "trialBalance" | "statement" | "cashFlow", more: object = {}) => {
    const facts = { ...dates, kind: "profit_and_loss", columns: [{ name: "current" }], ...more };
    return comparability({ ...none, facts, [of]: facts } as unknown as Parameters<typeof comparability>[0], now);
  };

  it("depends on what was compared: accrual figures through a day, and a profit and loss from the first of its month", () => {
    expect([said("trialBalance"), said("statement"), said("statement", { kind: "balance_sheet" })]).toEqual(Array(3).fill("compared"));
    expect(said("statement", { from: "2026-04-01" })).toBe("other_dates");
    expect(said("statement", { from: "2026-04-01", kind: "balance_sheet" })).toBe("compared");
    expect(said("trialBalance", { basis: "cash" })).toBe("cash_basis");
    expect(said("cashFlow")).toBe("no_report");
  });

  it("is left open of months side by side, before the last day, and of books that were never synced", () => {
    expect(said("statement", { columns: [{ name: "month" }] })).toBe("nothing");
    expect([said("trialBalance", { to: "2026-11-30" }), said("trialBalance", { asOf: null })]).toEqual(["nothing", "nothing"]);
    expect(comparability(none, now)).toBe("nothing");
  });

  it("names the period and the report, so that nothing is claimed of comparatives", () => {
    const of = { ...varianceOf("profit_and_loss", []), from: dates.from, to: dates.to };
    expect(comparedWords("profit_and_loss", of)).toBe("Compared with the ledger's profit and loss for Oct 2026");
    expect(comparedWords("balance_sheet", of)).toBe("Compared with the ledger's balance sheet as of 31 Oct 2026");
    expect(comparedWords("trial_balance", { ...of, outcome: "not_run" })).toBe("Click to see why");
    const run = { recheck: false, ranAt: "2026-11-20T08:00:00Z" as TieOutRun["ranAt"] };
    expect(tipOf("balance_sheet", of, run)).toMatch(/^Compared with the ledger's balance sheet as of 31 Oct 2026\. Checked .+\.$/);
    expect(tipOf("balance_sheet", of, { ...run, recheck: true })).toMatch(/^Compared with .+ 31 Oct 2026\. Figures for this date may /);
    // What was never compared isn't called checked, nor out of date.
    const uncompared = { ...of, outcome: "not_run", reason: "No report yet." } as const;
    for (const recheck of [false, true])
      expect(tipOf("balance_sheet", uncompared, { ...run, recheck })).toMatch(/^No report yet\. Last tried /);
    expect(tipOf("balance_sheet", { ...uncompared, outcome: "cannot_check" }, run)).toMatch(/^No report yet\. Last tried /);
  });
});

describe("what is open", () => {
  const checks = [varianceOf("trial_balance", [line("Account:7~8", "variance")]), varianceOf("bank_balances", [])];

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

it("an address from the inbox names the day that its check is of, and the screen's own address has none", () => {
  expect(readDay("2026-10-31~trial_balance~402@e/1")).toEqual({ day: "2026-10-31", own: "trial_balance~402@e/1" });
  expect(readDay("2026-10-31")).toEqual({ day: "2026-10-31", own: null });
  for (const own of ["trial_balance", "trial_balance~402", null]) expect(readDay(own)).toEqual({ day: null, own });
});
