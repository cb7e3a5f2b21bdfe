import { describe, expect, it } from "vitest";
import { standardItems } from "#main/domain/statements/account-groups.ts";
import { laidOutLines } from "#main/domain/statements/layout.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { statementSpanForm } from "#shared/model/labels/statement-title.ts";
import type { Statement, StatementRow, TrialBalance, TrialBalanceRow } from "#shared/model/reports/statement.ts";
import { comparisonWord, hasFirstDay, spanTo } from "../../../src/renderer/features/statements/statement-labels.ts";
import {
  accountLines,
  cashFlowLines,
  columnWords,
  isOutOfBalance,
  notedKey,
  statementLines,
  trialBalanceLines,
  trialBalanceTotal,
} from "../../../src/renderer/features/statements/statement-rows.ts";
import { monthOfSpan, spanOfMonth, spanText } from "../../../src/renderer/format/dates/date-range.ts";
import { statementHeading } from "../../../src/renderer/format/dates/statement-heading.ts";

const span = (from: string, to: string) => ({ from: calendarDate(from), to: calendarDate(to) });
const facts = {
  ...span("2026-10-01", "2026-10-31"),
  basis: "accrual",
  currency: "USD",
  source: "gl_feed",
  asOf: null,
  gaps: [],
} as const;
const account = (id: string, type: string, kind: "asset" | "revenue" = "asset") => ({
  id,
  code: id,
  name: `account ${id}`,
  type,
  class: kind,
});

const trialRow = (id: string, type: string, balance: string): TrialBalanceRow => ({
  kind: "account",
  label: id,
  account: account(id, type),
  group: type,
  opening: decimal("1"),
  debit: decimal("2"),
  credit: decimal("3"),
  balance: decimal(balance),
});
const trialBalance = (balance: string): TrialBalance => ({
  ...facts,
  gaps: [],
  rows: [trialRow("1", "Bank", "10.50"), trialRow("2", "Card", "-10.00"), trialRow("3", "Bank", "-0.50")],
  totals: { debit: decimal("6"), credit: decimal("9"), balance: decimal(balance) },
});

describe("the lines of a trial balance", () => {
  it("are a step below their groups, and a sum is below those of which there are several", () => {
    const lines = trialBalanceLines(trialBalance("0.00"));
    expect(lines.map(({ kind, label, indent = 0 }) => `${kind} ${label} ${indent}`)).toEqual([
      "type Bank 0",
      "account account 1 1",
      "account account 3 1",
      "groupTotal Total bank 0",
      "type Card 0",
      "account account 2 1",
    ]);
    expect(lines[3]).toMatchObject({ amounts: ["2", "4", "6", "10.50", "0.50"], members: ["1", "3"] });
    expect([lines[0]?.amounts, lines[4]?.amounts]).toEqual([[], []]);
    // A note on the sum is the same from either row, and so are those from when it was beside the name.
    expect(lines.slice(0, 4).map(notedKey)).toEqual(["group:asset:Bank", "1", "3", "group:asset:Bank"]);
  });

  it("lowercase the name of a group in its sum only where Tieout gave it: a firm's own may be a name", () => {
    const sumOf = (group: string) => {
      const rows = ["1", "2"].map((id) => ({ ...trialRow(id, "Bank", "0.00"), group }));
      return trialBalanceLines({ ...trialBalance("0.00"), rows }).find(({ kind }) => kind === "groupTotal")?.label;
    };
    expect(["PayPal", "Wise", "Smith Family Trust"].map(sumOf)).toEqual(["Total PayPal", "Total Wise", "Total Smith Family Trust"]);
    const standard = (["profit_and_loss", "balance_sheet"] as const).flatMap((kind) =>
      standardItems(kind).flatMap((item) => (item.kind === "group" ? [item.title] : [])),
    );
    expect(standard.map(sumOf)).toEqual(standard.map((title) => `Total ${title.charAt(0).toLowerCase()}${title.slice(1)}`));
    expect(sumOf("Other non-current assets")).toBe("Total other non-current assets");
  });

  it("have a balance as debit or as credit, and both totals", () => {
    const [, first, third] = trialBalanceLines(trialBalance("0.00"));
    expect(first?.amounts.slice(3)).toEqual(["10.50", "0"]);
    expect(third?.amounts.slice(3)).toEqual(["0", "0.50"]);
    expect(trialBalanceTotal(trialBalance("0.00")).amounts).toEqual(["3", "6", "9", "10.50", "10.50"]);
  });

  it("keep rows without account apart, without a group", () => {
    const lost: TrialBalanceRow = {
      ...trialRow("9", "Bank", "1"),
      kind: "retained_earnings",
      label: "Retained earnings",
      account: null,
      group: null,
    };
    const lines = trialBalanceLines({ ...trialBalance("0"), rows: [lost] });
    expect(lines.map(({ kind, label, account: opens }) => [kind, label, opens])).toEqual([["account", "Retained earnings", null]]);
  });

  it.each([
    ["0.00", false],
    ["0", false],
    ["0.01", true],
  ])("a difference of %s is out of balance: %s", (difference, out) => {
    expect(isOutOfBalance(trialBalance(difference))).toBe(out);
  });
});

describe("the lines of a statement", () => {
  const row = (kind: StatementRow["kind"], label: string, amount: string, type?: string): StatementRow => ({
    kind,
    section: kind === "computed" ? "result" : "revenue",
    label,
    account: type === undefined ? null : account(label, type, "revenue"),
    amounts: [decimal(amount)],
  });
  const statement: Statement = {
    ...facts,
    gaps: [],
    kind: "profit_and_loss",
    columns: [{ name: "current", ...span("2026-10-01", "2026-10-31") }],
    rows: [
      row("account", "4000", "5.00", "Income"),
      row("account", "4800", "1.00", "Other"),
      row("account", "4010", "7.00", "Income"),
      row("section_total", "Total income", "13.00"),
      { ...row("account", "5000", "2.00"), section: "expense", account: { ...account("5000", "COGS"), class: "expense" } },
      row("section_total", "Total expenses", "2.00"),
      row("computed", "Net income", "11.00"),
    ],
  };

  const laidOut = { ...statement, lines: laidOutLines(statement, null) };

  it("are in the groups of the layout, each sum with the accounts that it adds up", () => {
    const lines = statementLines(laidOut);
    expect(lines.map(({ kind, label, amounts }) => `${kind} ${label} ${amounts.join()}`.trim())).toEqual([
      "section Income",
      "account account 4000 5.00",
      "account account 4800 1.00",
      "account account 4010 7.00",
      "total Total income 13.00",
      "section Cost of sales",
      "account account 5000 2.00",
      "total Total cost of sales 2.00",
      "result Net income 11.00",
    ]);
    expect(lines.filter(({ members }) => members !== undefined).map(({ members }) => members)).toEqual([
      ["4000", "4800", "4010"],
      ["4000", "4800", "4010"],
      ["5000"],
      ["5000"],
      ["4000", "4800", "4010", "5000"],
    ]);
  });

  it("have keys of their own", () => {
    const keys = statementLines(laidOut).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("end a side of a balance sheet at its total assets; a profit and loss has no sides", () => {
    const sum = (kind: "total" | "subtotal" | "result", key: string) => ({
      kind,
      key,
      label: key,
      account: null,
      group: null,
      amounts: [decimal("1")],
    });
    const lines = [sum("total", "current"), sum("subtotal", "assets"), sum("subtotal", "liabilities"), sum("result", "financing")];
    const ends = (kind: Statement["kind"]) => statementLines({ kind, lines }).flatMap(({ key, endsSide }) => (endsSide ? [key] : []));
    expect(ends("balance_sheet")).toEqual(["assets"]);
    expect(ends("profit_and_loss")).toEqual([]);
  });

  it("end a cash flow at its closing cash, not at the net change above it", () => {
    const of = (kind: "result" | "balance" | "check", key: string) => ({ kind, key, label: key, amounts: [decimal("1")], parts: [] });
    const flow = [of("result", "net_change"), of("balance", "opening_cash"), of("balance", "closing_cash"), of("check", "check")];
    expect(cashFlowLines({ lines: flow }).map(({ kind, endsSide }) => [kind, endsSide])).toEqual([
      ["result", false],
      ["line", undefined],
      ["closing", undefined],
      ["check", undefined],
    ]);
  });

  it("have the sum of a balance sheet's group below its accounts, unless it would repeat its only one", () => {
    const asset = (label: string, type: string, amount: string): StatementRow => ({
      ...row("account", label, amount),
      section: "asset",
      account: account(label, type),
    });
    const rows = [asset("1", "Bank", "5.00"), asset("2", "Bank", "1.00"), asset("3", "FIXED", "7.00")];
    const sheet: Statement = { ...statement, kind: "balance_sheet", rows };
    const lines = statementLines({ ...sheet, lines: laidOutLines(sheet, null) }).slice(0, 10);
    expect(lines.map(({ kind, label, indent = 0, amounts }) => [kind, label, indent, amounts.join()])).toEqual([
      ["section", "Current assets", 0, ""],
      ["type", "Bank", 1, ""],
      ["account", "account 1", 2, "5.00"],
      ["account", "account 2", 2, "1.00"],
      ["groupTotal", "Total bank", 1, "6.00"],
      ["total", "Total current assets", 0, "6.00"],
      ["section", "Noncurrent assets", 0, ""],
      ["type", "Fixed assets", 1, ""],
      ["account", "account 3", 2, "7.00"],
      ["total", "Total noncurrent assets", 0, "7.00"],
    ]);
    expect(lines[4]?.members).toEqual(["1", "2"]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it("have the sum of a group right below its own accounts, also where those of the section itself follow", () => {
    const equity = (label: string): StatementRow => ({
      ...row("account", label, "1.00"),
      section: "equity",
      account: { ...account(label, "Equity"), class: "equity" },
    });
    const sheet: Statement = { ...statement, kind: "balance_sheet", rows: ["1", "2", "3"].map(equity) };
    const items = [
      { kind: "group", section: "equity", id: "own", title: "Smith Family Trust" },
      { kind: "group", section: "equity", id: "equity", title: "Equity" },
    ] as const;
    const lines = laidOutLines(sheet, { items, accounts: { "1": "own", "2": "own" } });
    const shown = statementLines({ ...sheet, lines }).filter(({ kind }) => kind !== "subtotal" && kind !== "result");
    expect(shown.map(({ label, indent = 0 }) => `${label} ${indent}`)).toEqual([
      "Equity 0",
      "Smith Family Trust 1",
      "account 1 2",
      "account 2 2",
      "Total Smith Family Trust 1",
      "account 3 1",
      "Total equity 0",
    ]);
  });

  it("of a balance sheet have the earnings of the year among them, which are no account", () => {
    const equity = (kind: StatementRow["kind"], label: string, type?: string): StatementRow => ({
      ...row(kind, label, "5.00", type),
      section: "equity",
    });
    const owned = equity("account", "3000", "Equity");
    const capital: StatementRow = { ...owned, account: { ...account("3000", "Equity"), class: "equity" } };
    const rows = [capital, equity("computed", "Current year earnings")];
    const sheet: Statement = { ...statement, kind: "balance_sheet", rows };
    const lines = statementLines({ ...sheet, lines: laidOutLines(sheet, null) });
    expect(lines.filter(({ kind }) => kind === "account").map(({ label }) => label)).toEqual(["account 3000", "Current year earnings"]);
    expect(accountLines(lines, sheet).map(({ label }) => label)).toEqual(["account 3000"]);
    // Without a statement's rows, as in a trial balance, all of them count.
    expect(accountLines(lines, null)).toHaveLength(2);
  });

  it("have columns named by their days; a balance sheet stands at one", () => {
    const year = { name: "year_to_date" as const, ...span("2026-01-01", "2026-10-31") };
    expect(columnWords(year, "profit_and_loss")).toBe("Jan to Oct 2026");
    expect(columnWords(year, "balance_sheet")).toBe("31 Oct 2026");
  });
});

describe("a span", () => {
  it.each([
    ["2026-10-01", "2026-10-31", "Oct 2026"],
    ["2026-01-01", "2026-10-31", "Jan to Oct 2026"],
    ["2025-11-01", "2026-10-31", "Nov 2025 to Oct 2026"],
    ["2026-10-05", "2026-11-09", "5 Oct 2026 to 9 Nov 2026"],
    ["2026-10-05", "2026-10-05", "5 Oct 2026"],
  ])("%s to %s is %s", (from, to, words) => {
    expect(spanText(span(from, to))).toBe(words);
  });

  it("is a month only to the day", () => {
    expect(monthOfSpan(span("2026-02-01", "2026-02-28"))).toBe("2026-02");
    expect(monthOfSpan(span("2026-02-01", "2026-02-27"))).toBeNull();
    expect(spanOfMonth("2028-02")).toEqual(span("2028-02-01", "2028-02-29"));
    expect(spanOfMonth("2026-13")).toBeNull();
  });
});

describe("the dates of a statement", () => {
  it("have a first day only where one is chosen: not for a balance sheet, a summary or months side by side", () => {
    const kinds = ["summary", "trial_balance", "profit_and_loss", "balance_sheet", "cash_flow"] as const;
    const dated = kinds.filter((statement) => hasFirstDay({ statement }));
    expect(dated).toEqual(["trial_balance", "profit_and_loss", "cash_flow"]);
    expect(hasFirstDay({ statement: "profit_and_loss", months: 12 })).toBe(false);
    expect(hasFirstDay({ statement: "trial_balance", months: 12 })).toBe(true);
  });

  it("keep their first day, or begin with the month where no field shows it", () => {
    const october = span("2026-10-01", "2026-10-31");
    expect(spanTo(calendarDate("2026-11-15"), october, false)).toEqual(span("2026-10-01", "2026-11-15"));
    expect(spanTo(calendarDate("2026-09-30"), october, false)).toEqual(span("2026-09-01", "2026-09-30"));
    expect(spanTo(calendarDate("2026-09-30"), october, true)).toEqual(span("2026-09-30", "2026-09-30"));
  });
});

describe("what a statement is compared with", () => {
  const period = (start: string, end: string) => ({ start: calendarDate(start), end: calendarDate(end), isAdjustment: false });
  const weeks = [period("2025-12-29", "2026-01-25"), period("2026-01-26", "2026-02-22")];

  it("is the period before where its dates are those of the ledger's own, which are weeks, and else the month before", () => {
    const word = (from: string, to: string, periods = weeks) => comparisonWord("prior_month", span(from, to), periods);
    expect([word("2026-01-26", "2026-02-22"), word("2025-12-29", "2026-02-22")]).toEqual(["Prior period", "Prior period"]);
    // The bar's month, and dates that begin within a period.
    expect([word("2026-02-01", "2026-02-28"), word("2026-02-01", "2026-02-22")]).toEqual(["Prior month", "Prior month"]);
    const months = [period("2026-09-01", "2026-09-30"), period("2026-10-01", "2026-10-31")];
    expect([word("2026-10-01", "2026-10-31", months), word("2026-09-01", "2026-10-31", months)]).toEqual(["Prior month", "Prior month"]);
    expect(comparisonWord("prior_year", span("2026-01-26", "2026-02-22"), weeks)).toBe("Same period last year");
  });
});

describe("a statement's heading", () => {
  it.each([
    ["profit_and_loss", "2026-10-01", "for the month ended 31 October 2026"],
    ["profit_and_loss", "2026-01-01", "for the 10 months ended 31 October 2026"],
    ["profit_and_loss", "2025-11-01", "for the year ended 31 October 2026"],
    ["profit_and_loss", "2026-10-05", "for 5 October 2026 to 31 October 2026"],
    ["balance_sheet", "2026-10-01", "as of 31 October 2026"],
  ])("dates a %s from %s in full", (kind, from, dates) => {
    const form = statementSpanForm(kind, calendarDate(from), calendarDate("2026-10-31"));
    expect(statementHeading("Books", form).replaceAll(/[\u2066-\u2069]/g, "")).toBe(`Books ${dates}`);
  });
});
