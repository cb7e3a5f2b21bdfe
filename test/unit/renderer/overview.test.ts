import { describe, expect, it } from "vitest";
import { completeItems, laidOutLines } from "#main/domain/statements/layout.ts";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { isCard, isCash } from "#shared/model/reports/is-cash.ts";
import type { Statement, StatementRow } from "#shared/model/reports/statement.ts";
import { tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
import { nextActions } from "../../../src/renderer/features/overview/next-actions.ts";
import {
  duplicateDates,
  duplicateWords,
  endWhole,
  nextWords,
  openTitle,
  tiedAmong,
  tiedWords,
  toldApart,
  varianceWords,
} from "../../../src/renderer/features/overview/overview-labels.ts";
import { cashTrend, profitTrend, resultLabel, resultLines } from "../../../src/renderer/features/overview/overview-trends.ts";
import type { OpenItem } from "../../../src/renderer/features/overview/use-open-items.ts";
import { tiedOutWords } from "../../../src/renderer/format/labels/tie-out-labels.ts";

const span = (from: string, to: string) => ({ name: "month" as const, from: calendarDate(from), to: calendarDate(to) });
const bank = (section: "asset" | "liability", id: string, ...amounts: string[]): StatementRow => ({
  ...{ kind: "account", section, label: id },
  account: { id, name: id, type: "BANK", class: section, role: "bank" },
  amounts: amounts.map(decimal),
});
const sheet = (...rows: StatementRow[]): Statement => ({
  ...{ kind: "balance_sheet", basis: "accrual", currency: "NZD", source: "gl_feed", asOf: null, gaps: [], rows },
  ...{ from: calendarDate("2026-09-01"), to: calendarDate("2026-10-31") },
  columns: [span("2026-09-01", "2026-09-30"), span("2026-10-01", "2026-10-31")],
});

describe("the trends of the overview", () => {
  it("leave what is owed on a card out of the cash, as the cash flow does, and add exactly", () => {
    const { groups, series } = cashTrend(
      sheet(
        bank("asset", "cheque", "0.10", "100.20"),
        bank("asset", "savings", "0.20", "5.00"),
        bank("liability", "card", "0.30", "-5.00"),
      ),
    );
    expect(groups.map(({ long }) => long)).toEqual(["30 Sep 2026", "31 Oct 2026"]);
    expect(series).toEqual([{ name: "Cash", amounts: ["0.30", "105.20"], line: true }]);
  });

  it("begin with the first month that has figures, in the table behind them too", () => {
    const { groups, series } = cashTrend(sheet(bank("asset", "cheque", "0.00", "100.20")));
    expect(groups.map(({ long }) => long)).toEqual(["31 Oct 2026"]);
    expect(series[0]?.amounts).toEqual(["100.20"]);
  });

  it("do not know the cash of books without a bank account", () => {
    expect(cashTrend(sheet()).series[0]?.amounts).toEqual([null, null]);
  });

  it("draw the profit as columns beside income and expenses, as the charts of groups do", () => {
    const account = (id: string, type: string, side: "revenue" | "expense", amount: string): StatementRow => ({
      ...{ kind: "account", section: side, label: id, account: { id, name: id, type, class: side } },
      amounts: [decimal(amount), decimal(amount)],
    });
    const rows = [account("Sales", "REVENUE", "revenue", "9"), account("Interest", "OTHERINCOME", "revenue", "1")];
    const statement: Statement = { ...sheet(...rows, account("Rent", "EXPENSE", "expense", "6")), kind: "profit_and_loss" };
    const lines = laidOutLines(statement, null);
    const laidOut = { ...statement, title: "", lines, items: [...completeItems("profit_and_loss", null)], customLayout: false };
    expect(resultLines(laidOut).map(({ label, amounts }) => [label, amounts[0]])).toEqual([
      ["Total income", "9.00"],
      ["Total operating expenses", "6.00"],
      ["Total other income", "1.00"],
      ["Net income", "4.00"],
    ]);
    expect(resultLines(laidOut).map((line) => resultLabel(laidOut, line))).toEqual([
      "Income",
      "Operating expenses",
      "Other income",
      "Net income",
    ]);
    const { series } = profitTrend(laidOut);
    expect(series.map(({ name, line, amounts }) => [name, line ?? false, ...amounts])).toEqual([
      ["Income", false, "9.00", "9.00"],
      ["Other income", false, "1.00", "1.00"],
      ["Expenses", false, "6.00", "6.00"],
      ["Net income", false, "4.00", "4.00"],
    ]);
  });
});

describe("what is cash", () => {
  const account = (type: string, side: "asset" | "liability", role?: "bank") => ({
    ...{ id: "x", name: "x", type, class: side, ...(role === undefined ? {} : { role }) },
  });

  it("is no card, and no ledger's card is missed beside it", () => {
    const cards = [account("BANK", "liability", "bank"), account("Credit Card", "liability"), account("CredCard", "liability")];
    expect(cards.map((card) => [isCash(card), isCard(card)])).toEqual(cards.map(() => [false, true]));
    const others = [account("BANK", "asset", "bank"), account("CURRLIAB", "liability"), null];
    expect(others.map((other) => [isCash(other), isCard(other)])).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ]);
  });
});

describe("open items", () => {
  it("are of today where the title says so, and of another day by its date alone", () => {
    const title = (day: string) => openTitle("receivable", calendarDate(day), calendarDate("2026-11-29"));
    expect([title("2026-11-29"), title("2026-10-31")]).toEqual(["Receivables as of today, 29 Nov 2026", "Receivables as of 31 Oct 2026"]);
  });

  it("that may be duplicates are counted from the first day of the period on, and say so", () => {
    const from = calendarDate("2026-10-01");
    expect([duplicateWords(1, from), duplicateWords(1_200, from)]).toEqual([
      "1 pair of possible duplicate bills since 1 Oct 2026",
      "1,200 pairs of possible duplicate bills since 1 Oct 2026",
    ]);
    const dates = (pairs: number, ...known: readonly string[][]) =>
      duplicateDates(
        pairs,
        known.map((days) => ({ documents: days.map((day) => ({ date: calendarDate(day) })) })),
      );
    // Where all of them are known, by their dates: the checklist beside it may say that the period itself has none.
    expect(dates(1, ["2026-11-17", "2026-11-17"])).toBe("Dated 17 Nov 2026");
    expect(dates(1, ["2026-11-17", "2026-11-03"])).toBe("Dated 3 Nov 2026 and 17 Nov 2026");
    expect(dates(2, ["2026-11-17", "2026-11-17"], ["2026-10-30", "2026-11-02"])).toBe("Dated 30 Oct 2026 through 17 Nov 2026");
    expect([dates(1), dates(1_200, ["2026-11-17", "2026-11-17"])]).toEqual([null, null]);
  });
});

describe("the next sync", () => {
  it("isn't promised while the daily limit or the ledger keeps it back", () => {
    const words = (planned: "waiting" | "held" | "offline", offline = false) => nextWords("5 min", { offline, planned });
    expect([words("waiting"), words("held"), words("offline"), words("held", true)]).toEqual([
      "Next sync in 5 min",
      "Tieout checks the limit again in 5 min",
      "Tieout tries again in 5 min",
      "Syncs once you're online",
    ]);
  });
});

describe("the next actions", () => {
  const item = (kind: InboxItem["kind"], title: string): InboxItem => ({
    ...{ key: `${kind} ${title}`, kind, title, clientId: "c", client: "C", detail: null, person: null, mine: false, due: null },
    ...{ overdue: false, at: "2026-11-20T00:00:00Z" as InboxItem["at"], address: "/x", itemId: null, dismissible: true, seen: false },
  });
  const openItem = (key: string, kind: OpenItem["kind"]): OpenItem => ({
    ...{ key, kind, words: key, means: null, word: key, tone: "neutral", act: "Go", address: "/y" },
  });

  it("begin with the inbox in its order, and tell nothing twice", () => {
    const actions = nextActions([item("write", "a"), item("variance", "b")], [openItem("v", "variance"), openItem("duplicates", null)]);
    expect(actions.map(({ title }) => title)).toEqual(["a", "b", "duplicates"]);
    expect(actions.map((action) => action.item !== null)).toEqual([true, true, false]);
  });

  it("say a late close like all that needs work, and one that can be started like what is merely to be looked at", () => {
    const open = { ...openItem("late", "close"), tone: "warning" as const };
    const tones = (items: readonly InboxItem[], openItems: readonly OpenItem[]) => nextActions(items, openItems).map(({ tone }) => tone);
    expect(tones([item("close", "a"), item("variance", "b"), item("findings", "c")], [])).toEqual(["warning", "warning", "neutral"]);
    expect([tones([], [open]), tones([], [openItem("start", "close")])]).toEqual([["warning"], ["neutral"]]);
  });

  it("keep days and amounts whole at the end of a line", () => {
    const words = "1 pair of possible duplicate bills since 1 Oct 2026";
    const due = { ...item("close", "a"), due: calendarDate("2026-11-03"), overdue: true, detail: "By USD 141.40." };
    const [late, pair] = nextActions([due], [{ ...openItem("duplicates", null), words }]);
    expect(pair?.title).toBe("1 pair of possible duplicate bills since 1\u00a0Oct\u00a02026");
    expect(late?.detail).toBe("Was due 3\u00a0Nov\u00a02026 · By USD\u00a0141.40.");
  });

  it("puts what is out of balance before an exception, whichever of them the inbox has", () => {
    const open = { ...openItem("v", "variance"), tone: "warning" as const };
    expect(nextActions([item("findings", "a")], [open]).map(({ title }) => title)).toEqual(["v", "a"]);
  });
});

it("the progress of a close at a glance keeps what it ends with whole", () => {
  expect(endWhole("16 of 28 checked automatically (5 partly)")).toBe("16 of 28 checked automatically (5\u00a0partly)");
  expect(endWhole("12 of 28 tasks done (2 manually)")).toBe("12 of 28 tasks done (2\u00a0manually)");
  expect(endWhole("11 of 28 tasks done")).toBe("11 of 28 tasks done");
});

it("a single tie-out that is out of balance is told by its name and difference, several by their number", () => {
  const one = { check: "aging_receivable", difference: decimal("-141.40"), currency: "USD" } as const;
  expect(varianceWords([one])).toEqual({ words: "Aged receivables out of balance", means: "Difference: USD 141.40" });
  expect(varianceWords([{ ...one, difference: decimal("0") }]).means).toBeNull();
  expect(varianceWords([one, { ...one, check: "trial_balance" }])).toEqual({ words: "2 tie-outs are out of balance", means: null });
});

describe("the tie-outs at a glance", () => {
  const check = (name: string, outcome: string, report?: string) => ({ check: name, outcome, report });
  const tied = [check("trial_balance", "ties"), check("aging_receivable", "ties", "trial_balance")];

  it("say how many were compared by their total only, and of how many where not all others are named", () => {
    const said = (...checks: readonly object[]) => {
      const counts = tieOutCountsOf(checks as never);
      return tiedOutWords(counts, tiedAmong(counts, checks.length));
    };
    expect(said(...tied)).toBe("2 tied out (1 total only)");
    expect(said(...tied, check("bank_balances", "variance"))).toBe("2 tied out (1 total only)");
    expect(said(...tied, check("bank_balances", "not_run"))).toBe("2 tied out (1 total only)");
    // Only the worst is named, so the others have to be counted.
    const others = [check("bank_balances", "variance"), check("document_counts", "not_run")];
    expect(said(...tied, ...others)).toBe("2 of 4 tied out (1 total only)");
    expect(said(...tied, check("balance_sheet", "within_tolerance"))).toBe("3 tied out (1 total only, 1 within tolerance)");
    // One that is both counts once.
    expect(said(check("aging_receivable", "within_tolerance", "trial_balance"))).toBe("1 tied out (1 total only)");
    expect(said(...tied.slice(0, 1))).toBe("1 tied out");
  });

  it("say what tied out last time, once a sync has overtaken them", () => {
    const said = (checks: readonly object[]) => tiedWords({ checks, accepted: [] } as never);
    expect(said(tied)).toBe("2 tied out last time");
    expect(said([...tied, check("bank_balances", "variance")])).toBe("2 of 3 tied out last time");
  });
});

it("the tie-outs at a glance name only what didn't simply tie out, and count the others", () => {
  const check = (name: string, outcome: string, report?: string) => ({ check: name, outcome, report });
  const told = (checks: readonly object[], { accepted = [] as string[], recheck = false } = {}) => {
    const { named, alike } = toldApart({ checks, accepted, recheck } as never);
    return [named.map((one) => one.check), alike];
  };
  const tied = [check("trial_balance", "ties"), check("balance_sheet", "ties")];
  const others = [
    check("aging_receivable", "ties", "trial_balance"),
    check("bank_balances", "variance"),
    check("document_counts", "not_run"),
  ];
  const names = ["aging_receivable", "bank_balances", "document_counts"];
  expect(told(tied)).toEqual([[], 2]);
  expect(told([...tied, ...others])).toEqual([names, 2]);
  expect(told([...tied, ...others], { accepted: ["bank_balances"] })).toEqual([names, 2]);
  // What a sync has overtaken is alike, however it came out; one alone is named like the others.
  expect(told([...tied, ...others], { recheck: true })).toEqual([["document_counts"], 4]);
  expect(told([...tied.slice(1), ...others])).toEqual([["balance_sheet", ...names], 0]);
});
