import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { PersonView } from "#shared/contract/clients/people.ts";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { fluxTrendLabel } from "#shared/model/labels/status-labels.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";
import { fluxColumns } from "../../../src/renderer/features/flux/flux-columns.tsx";
import {
  currentSpan,
  currentWord,
  explainedWords,
  fluxProgress,
  isInView,
  reachedWords,
  thresholdText,
  trendsOf,
  usualLimits,
  workWords,
} from "../../../src/renderer/features/flux/flux-labels.ts";
import { type FluxLine, fluxLines } from "../../../src/renderer/features/flux/flux-lines.ts";
import { copyTitle, lastTextOf } from "../../../src/renderer/features/flux/focus/last-text.ts";
import { nextStep } from "../../../src/renderer/features/flux/focus/next-step.ts";
import { signBar, signNotes } from "../../../src/renderer/features/flux/sign-bar.ts";
import { comparisonsOf, comparisonWord } from "../../../src/renderer/format/labels/flux-comparison-labels.ts";
import { differingColumns, fittingColumns, sparseColumns } from "../../../src/renderer/ui/grid/column-widths.ts";

const span = (from: string, to: string) => ({ from: calendarDate(from), to: calendarDate(to) });
const october = { id: "2026-10", label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
const asked = (comparison: FluxComparison, ...comparedWith: ReturnType<typeof span>[]) =>
  currentSpan({ comparison, comparedWith, period: october });

describe("how far a flux analysis is", () => {
  it("names lines to sign off again also where no change is material", () => {
    expect(fluxProgress({ material: 0, explained: 0, signed: 0, stale: 0 })).toBe("No changes at or above the threshold");
    expect(fluxProgress({ material: 0, explained: 0, signed: 0, stale: 2 })).toBe(
      "No changes at or above the threshold, 2 rows to sign off again",
    );
    expect(fluxProgress({ material: 1, explained: 1, signed: 0, stale: 1 })).toBe(
      "1 of 1 material change explained, 0 signed off, 1 row to sign off again",
    );
  });
});

describe("a trend", () => {
  it("is told of periods, since the ledger's may be weeks, and alike in the window and elsewhere", () => {
    const trend = { flags: ["new", "vanished", "drifting"], driftPeriods: 8, drifted: decimal("-70840.00") };
    const row = { ...trend, statement: "balance_sheet" } as unknown as FluxRow;
    const words = ["New this period", "No balance this period", "8-period trend"];
    expect(trendsOf(row, "NZD").map(({ word }) => word)).toEqual(words);
    expect(fluxTrendLabel(row)).toBe(words.join(", "));
    expect(trendsOf({ ...row, statement: "profit_and_loss" }, "NZD")[1]?.word).toBe("Net zero this period");
    for (const { means } of trendsOf(row, "NZD")) expect(means).not.toContain("month");
    // How far it went is in the tip of the trend, written as amounts are, and not in place of an explanation.
    expect(trendsOf(row, "NZD")[2]?.means).toContain("by NZD (70,840.00) in total.");
    const columns = fluxColumns({ currency: "NZD", comparison: "prior_month", period: october }, "needed");
    const rule = { amount: null, percent: null, join: "and", fired: false };
    const told = { ...row, explanation: null, percent: null, rule } as unknown as FluxRow;
    expect(columns.find(({ id }) => id === "explanation")?.value?.({ kind: "row", key: "a", row: told })).toBe("");
  });
});

describe("the next step of focus mode", () => {
  const me = { name: "pat", role: "preparer" } as unknown as PersonView;
  const step = (row: object, signs = true) =>
    nextStep({ row: { explanation: null, stamps: [], ...row } as unknown as FluxRow, isChanged: false, signs, me });

  it("signs off again a row below its threshold, which needs no explanation", () => {
    expect(step({ status: "stale", material: false })).toEqual({ kind: "sign", role: "preparer" });
    expect(step({ status: "stale", material: false }, false)).toEqual({ kind: "next" });
    expect(step({ status: "stale", material: true })).toEqual({ kind: "next" });
    expect(step({ status: "not_needed", material: false })).toEqual({ kind: "next" });
  });
});

describe("the sign-off buttons of a flux line", () => {
  const bars = (part: object) => {
    const row = { material: true, explanation: null, stamps: [], ...part } as unknown as FluxRow;
    const isMe = (noted: string) => noted.startsWith("Pat@");
    return [signBar(row, "preparer", isMe), signBar(row, "reviewer", isMe)];
  };
  const notes = (part: object, mays = { preparer: true, reviewer: true }) => {
    const row = { material: true, explanation: null, stamps: [], ...part } as unknown as FluxRow;
    return signNotes(row, (noted) => noted.startsWith("Pat@"), mays).map(({ role, words }) => `${role}: ${words}`);
  };
  const stamp = (role: string, person: string, waiting = false) => ({ role, person, stale: false, waiting });
  const first = "A reviewer can sign off after the preparer.";

  it("offer a person only what the core would accept", () => {
    expect(bars({ status: "needed" })).toEqual(["Save an explanation before signing off.", first]);
    expect(bars({ status: "not_needed", material: false })).toEqual([null, first]);
    expect(bars({ status: "draft", explanation: { person: "Pat@here" } })).toEqual([null, first]);
    expect(bars({ status: "returned", explanation: { person: "Pat@here" } })[0]).toBe("Change the explanation and save it first.");
    expect(bars({ status: "draft", stamps: [stamp("preparer", "Ann@here", true)] })[1]).toMatch(/^The firm's server hasn't accepted/);
  });

  it("say at the review that nobody reviews what they prepared", () => {
    const own = "You explained or prepared this account, so someone else must review it.";
    const ready = (person: string) => bars({ status: "ready_for_review", stamps: [stamp("preparer", person)] });
    expect(ready("Pat@there")).toEqual(["Already signed off as preparer", own]);
    expect(ready("Ann@there")).toEqual(["Already signed off as preparer", null]);
    const written = bars({ status: "ready_for_review", explanation: { person: "Pat@here" }, stamps: [stamp("preparer", "Ann@here")] });
    expect(written[1]).toBe(own);
  });

  it("have the reason beside them in words, unless the sign-off is given", () => {
    expect(notes({ status: "needed" })).toEqual(["preparer: Save an explanation before signing off.", `reviewer: ${first}`]);
    expect(notes({ status: "draft", explanation: { person: "Pat@here" } })).toEqual([`reviewer: ${first}`]);
    const prepared = { status: "ready_for_review", stamps: [stamp("preparer", "Pat@there")] };
    const own = "reviewer: You explained or prepared this account, so someone else must review it.";
    expect(notes(prepared)).toEqual([own]);
    expect(notes({ ...prepared, stamps: [stamp("preparer", "Ann@there")] })).toEqual([]);
    // For preparers the button for the review is always disabled.
    expect(notes(prepared, { preparer: true, reviewer: false })).toEqual(["reviewer: A reviewer must sign off next."]);
    expect(notes({ status: "signed" })).toEqual([]);
    expect(notes({ status: "needed" }, { preparer: false, reviewer: false })).toEqual([]);
  });
});

describe("the main act on rows", () => {
  const words = (mayPrepare: boolean, mayReview: boolean, ...statuses: FluxRow["status"][]) =>
    workWords(
      statuses.map((status) => ({ status })),
      { mayPrepare, mayReview },
    );

  it("is named by what the current user would do first", () => {
    expect(words(true, true, "needed", "returned", "draft", "ready_for_review")).toBe("Explain 2 changes");
    expect(words(true, false, "draft", "ready_for_review")).toBe("Sign off on 1 change");
    expect(words(true, true, "ready_for_review", "signed")).toBe("Review 1 change");
  });

  it("promises nothing that the role doesn't allow", () => {
    expect(words(true, false, "ready_for_review")).toBe("Go through 1 account");
    expect(words(false, false, "needed", "needed")).toBe("Go through 2 accounts");
  });
});

describe("the status of a row", () => {
  const cell = (view: "needed" | "all", status: FluxRow["status"]) => {
    const column = fluxColumns({ currency: "NZD", comparison: "prior_month", period: october }, view).find(({ id }) => id === "status");
    const line = { kind: "row", key: "a", row: { status } as unknown as FluxRow } as const;
    return renderToStaticMarkup(createElement(Fragment, null, column?.cell(line, -1)));
  };

  it("has its icon everywhere, and a ground among the rows to do only where it isn't the one that nearly all have", () => {
    expect(cell("needed", "needed")).toContain("Needs explanation");
    expect(cell("needed", "needed")).toContain("quiet");
    for (const grounded of [cell("all", "needed"), cell("needed", "stale")]) expect(grounded).not.toContain("quiet");
    for (const one of [cell("needed", "needed"), cell("all", "needed"), cell("needed", "stale")]) expect(one).toContain("<svg");
  });

  it("is an icon with the account beside a panel, which shows where its column has no room", () => {
    const account = (beside: boolean, status: FluxRow["status"]) => {
      const [column] = fluxColumns({ currency: "NZD", comparison: "prior_month", period: october }, "all", null, beside);
      const plain = { accountId: "a", label: "Rent", flags: [], drifted: null, driftPeriods: 0 };
      const line = { kind: "row", key: "a", row: { ...plain, status } as unknown as FluxRow } as const;
      return renderToStaticMarkup(createElement(Fragment, null, column?.cell(line, -1)));
    };
    expect(account(true, "draft")).toMatch(/class="[^"]*brief[^>]*>.*<svg.*<span class="[^"]*hidden[^>]*>Draft</);
    for (const none of [account(true, "not_needed"), account(false, "draft")]) expect(none).not.toContain("<svg");
  });

  it("leaves its flag's words and its section's count where a wide window has room for them beside a panel", () => {
    const cells = (beside: boolean, isWide: boolean) => {
      const [column] = fluxColumns({ currency: "NZD", comparison: "prior_month", period: october }, "all", null, beside, isWide);
      const section = { kind: "section", key: "s", title: "Income", listed: "2 of 3 accounts", label: "Income" } as unknown as FluxLine;
      return renderToStaticMarkup(createElement(Fragment, null, column?.cell(section, -1)));
    };
    expect([cells(false, false), cells(true, false), cells(true, true)].map((html) => html.includes("2 of 3 accounts"))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("gives way to figures beside a panel, then the percentage does: a change is read between the two figures that it is of", () => {
    const columns = fluxColumns({ currency: "NZD", comparison: "prior_month", period: october }, "needed", null, true);
    const left = (room: number, ...statuses: readonly FluxRow["status"][]) => {
      const lines = statuses.map((status, place) => ({ kind: "row", key: String(place), row: { status } }) as unknown as FluxLine);
      const rows = { rowCount: lines.length, rowAt: (index: number) => lines[index] };
      const found = { kept: differingColumns(columns, rows), sparse: sparseColumns(columns, rows) };
      return fittingColumns(columns, { needs: {}, room, pinned: 1, ...found }).map(({ id }) => id);
    };
    // 634 px is what a panel leaves in a window of 1280.
    expect(left(634, "needed", "needed")).toEqual(["account", "current", "comparative", "change", "percent"]);
    expect(left(600, "needed", "needed")).toEqual(["account", "current", "comparative", "change"]);
    // Its icon stays with the account, also where rows differ in it.
    expect(left(634, "needed", "draft")).toEqual(["account", "current", "comparative", "change", "percent"]);
  });
});

describe("the figures of a period as flux analysis compares them", () => {
  it("are those of the month itself, also where nothing with days is compared", () => {
    expect(asked("prior_month", span("2026-09-01", "2026-09-30"))).toEqual(span("2026-10-01", "2026-10-31"));
    expect(asked("budget")).toEqual(span("2026-10-01", "2026-10-31"));
    expect(currentWord({ comparison: "budget", period: october })).toBe("This period");
  });

  it("are three months where a quarter is compared", () => {
    expect(asked("prior_quarter", span("2026-05-01", "2026-07-31"))).toEqual(span("2026-08-01", "2026-10-31"));
    expect(currentWord({ comparison: "prior_quarter", period: october })).toBe("Latest 3 months");
  });

  it("begin with the fiscal year where a year to date is compared", () => {
    expect(asked("year_to_date", span("2025-07-01", "2025-10-31"))).toEqual(span("2026-07-01", "2026-10-31"));
    expect(asked("year_to_date", span("2025-06-29", "2025-10-25"))).toEqual(span("2026-06-28", "2026-10-31"));
    expect(currentWord({ comparison: "year_to_date", period: october })).toBe("Year to date");
  });
});

describe("what a period is compared with", () => {
  const weeks = { id: "P2", label: "P2 2026", start: calendarDate("2026-01-26"), end: calendarDate("2026-02-22") };

  it("is a month where its periods are months, and a period where the ledger's own are weeks", () => {
    const words = (period: typeof october) =>
      (["prior_month", "same_month_last_year", "year_to_date"] as const).map((comparison) => comparisonWord({ comparison, period }));
    expect(words(october)).toEqual(["Prior month", "Same month last year", "Prior year to date"]);
    expect(words(weeks)).toEqual(["Prior period", "Same period last year", "Prior year to date"]);
    expect(comparisonsOf(weeks).some(({ word }) => word.includes("month"))).toBe(false);
    expect(comparisonsOf(null)).toEqual(comparisonsOf(october));
  });

  it("is said alike in the selector, above its column and of the period's own figures", () => {
    const headers = fluxColumns({ currency: "NZD", comparison: "prior_month", period: weeks }, "all").map(({ header }) => header);
    expect(headers).toContain("Prior period");
    expect(currentWord({ comparison: "prior_quarter", period: weeks })).toBe("Latest 3 periods");
  });
});

describe("what a material change reaches", () => {
  const words = (percent: string | null, limits: { readonly amount?: string; readonly percent?: string }) =>
    reachedWords(
      {
        percent: percent === null ? null : decimal(percent),
        rule: {
          decisionNo: null,
          scope: "default",
          amount: limits.amount === undefined ? null : decimal(limits.amount),
          percent: limits.percent === undefined ? null : decimal(limits.percent),
          join: "and",
          fired: true,
          words: "",
        },
      },
      "NZD",
    );

  it("is what decided: where the percentage is n/m, the amount alone, and without one any change counts", () => {
    expect(words("10.0", { amount: "500", percent: "10" })).toBe("At or above 10% and NZD 500");
    expect(words(null, { amount: "500", percent: "10" })).toBe("At or above NZD 500");
    expect(words(null, { amount: "1500.00" })).toBe("At or above NZD 1,500");
    expect(words(null, { amount: "0.50" })).toBe("At or above NZD 0.50");
    expect(words(null, { percent: "10" })).toBe("Percentage n/m: any change counts as reaching 10%");
  });
});

describe("the sums of a section", () => {
  const row = (accountId: string, section: string, amount: string) =>
    ({ accountId, section, label: accountId, current: decimal(amount), comparative: null, change: null }) as unknown as FluxRow;
  const rows = [row("capital", "equity", "5.00"), row("reserves", "equity", "2.00"), row("sales", "income", "9.00")];
  const heads = (shown: readonly FluxRow[]) =>
    fluxLines(rows, shown, true).flatMap((line) => (line.kind === "section" ? [[line.title, line.listed, line.label, line.current]] : []));

  it("are those of all its accounts, and equity's say that the year's earnings aren't among them", () => {
    const equity = "Equity before current year earnings";
    expect(heads(rows)).toEqual([
      ["Income", null, "Income", "9.00"],
      [equity, null, equity, "7.00"],
    ]);
    expect(heads(rows.slice(0, 1))).toEqual([[equity, "1 of 2 accounts", `${equity} (1 of 2 accounts in this view)`, "7.00"]]);
  });

  it("count the accounts that a statement of the same dates lists, not those with amounts in earlier periods alone", () => {
    const nothing = { ...row("training", "income", "0.00"), flags: [], explanation: null, status: "not_needed", material: false };
    const vanished = { ...nothing, accountId: "grants", comparative: decimal("4.00") };
    const all = [...rows, nothing, vanished] as readonly FluxRow[];
    const [income] = fluxLines(all, rows.slice(2), true);
    expect(income?.kind === "section" ? income.listed : null).toBe("1 of 2 accounts");
    const inAll = all.filter((one) => isInView(one, "all")).map(({ accountId }) => accountId);
    expect(inAll).toEqual(["capital", "reserves", "sales", "grants"]);
    // What somebody has to sign off again is never out of sight.
    expect(isInView({ ...nothing, status: "stale" } as FluxRow, "all")).toBe(true);
  });
});

describe("the threshold of a flux analysis", () => {
  const rule = (amount: string) => ({ amount: decimal(amount), percent: decimal("10"), join: "and", fired: true });
  const row = (amount: string, material = true) =>
    ({ percent: decimal("12.0"), rule: rule(amount), material, explanation: null, drifted: null }) as unknown as FluxRow;

  it("is the one that most material changes were measured by", () => {
    expect(usualLimits([row("500"), row("900", false)], "NZD")).toEqual({ limits: "10% and NZD 500", isOnly: true });
    expect(usualLimits([row("900"), row("500"), row("500")], "NZD")).toEqual({ limits: "10% and NZD 500", isOnly: false });
    expect(usualLimits([row("500", false)], "NZD")).toBeNull();
  });

  it("is said above the table, and in a row only where it is another", () => {
    const columns = fluxColumns({ currency: "NZD", comparison: "prior_month", period: october }, "needed", "10% and NZD 500");
    const words = (one: FluxRow) => columns.find(({ id }) => id === "explanation")?.value?.({ kind: "row", key: "a", row: one });
    expect([words(row("500")), words(row("900"))]).toEqual(["", "At or above 10% and NZD 900"]);
  });
});

describe("what a change is measured by", () => {
  it("says that nothing changed, and not that no change misses a threshold of zero", () => {
    const limits = { amount: decimal("0.00"), percent: null, join: "and" } as const;
    const rule = { ...limits, decisionNo: null, scope: "default", fired: false, words: "" } as const;
    const told = (change: string, material: boolean) =>
      thresholdText({ comparative: decimal("5.00"), change: decimal(change), percent: decimal("0.0"), rule, material }, "NZD");
    expect(told("0.00", false)).toBe("There is no change.");
    expect(told("0.01", true)).toBe("The change is at or above its threshold of NZD 0.");
  });
});

describe("several accounts explained at once", () => {
  it("are told apart by whether they were signed off too", () => {
    expect(explainedWords(3, null)).toBe("3 accounts explained.");
    expect(explainedWords(3, 3)).toBe("3 accounts explained and signed off.");
    expect(explainedWords(3, 1)).toBe("3 accounts explained, 1 signed off.");
  });
});

describe("the last explanation of an account", () => {
  it("is said to be missing only once that is known", () => {
    const earlier = [{ period: "2026-09", text: "Rent rose.", person: "Ada@desk", at: "2026-10-05T09:00:00.000Z" as never }];
    const titles = [undefined, { earlier: [] }, { earlier }].map((drivers) => copyTitle(lastTextOf(drivers)));
    expect(titles).toEqual([undefined, "No explanation for this account in another period", "Copy the account's last explanation (F2)"]);
  });
});
