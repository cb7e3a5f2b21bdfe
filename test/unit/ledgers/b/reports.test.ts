import { describe, expect, it } from "vitest";
import { AnswerUnreadable, type LedgerRequest, type ReportContext, type ReportReading } from "#main/ledgers/adapter.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import { contextB, response } from "./support.ts";

const context: ReportContext = {
  ...contextB(),
  accounts: new Map([["Account:79", { id: "Account:79", name: "Fees", class: "revenue" } as Account]]),
  fiscalYearStart: () => calendarDate("2026-01-01"),
};

function read(
  kind: LedgerReportKind,
  body: unknown,
  basis: ReportQuestion["basis"] = "accrual",
): ReportReading & { request: LedgerRequest } {
  const reading = adapterB.reports.read(context, { kind, from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31"), basis });
  const first = reading.next();
  if (first.done) throw new Error("nothing was asked");
  const step = reading.next(response(body));
  if (!step.done) throw new Error("more was asked");
  return { ...step.value, request: first.value };
}

type Cell = { value: string; id?: string };
const cells = (...list: readonly (string | Cell)[]) => ({ ColData: list.map((one) => (typeof one === "string" ? { value: one } : one)) });
const named = (value: string, id: string): Cell => ({ value, id });
const report = (name: string, columns: readonly string[], rows: readonly unknown[], header: object = {}) => ({
  Header: { ReportName: name, ReportBasis: "Accrual", StartPeriod: "2026-10-01", EndPeriod: "2026-10-31", Currency: "USD", ...header },
  Columns: { Column: columns.map((ColTitle) => ({ ColTitle, ColType: "Money" })) },
  Rows: rows.length === 0 ? {} : { Row: rows },
});
const section = (group: string, title: string, rows: readonly unknown[], total: string) => ({
  Header: cells(title, ""),
  Rows: { Row: rows },
  Summary: cells(`Total ${title}`, total),
  type: "Section",
  group,
});

const trialBalance = report(
  "TrialBalance",
  ["", "Debit", "Credit"],
  [
    cells(named("Checking", "35"), "4151.74", ""),
    cells(named("Fees", "79"), "", "4151.74"),
    { Summary: cells("TOTAL", "4151.74", "4151.74"), type: "Section", group: "GrandTotal" },
  ],
);

describe("the reports of ledger B", () => {
  it("are asked for by name, dates and basis, agings by the report date", () => {
    expect(read("trial_balance", trialBalance, "cash").request).toMatchObject({
      method: "GET",
      path: "/v3/company/9130/reports/TrialBalance",
      query: { start_date: "2026-10-01", end_date: "2026-10-31", accounting_method: "Cash", minorversion: "75" },
    });
    const aged = report("AgedReceivables", ["", "Total"], []);
    expect(read("aged_receivable", aged).request).toMatchObject({
      path: "/v3/company/9130/reports/AgedReceivables",
      query: { report_date: "2026-10-31" },
    });
  });

  it("read a trial balance, debits positive, with its rows and its text", () => {
    const { report: found, raw } = read("trial_balance", trialBalance);
    expect(JSON.parse(raw)).toEqual(trialBalance);
    expect(found).toMatchObject({ method: "report", currency: "USD", columns: ["Debit", "Credit"] });
    expect(found.rows).toMatchObject([
      { role: "data", depth: 0, label: "Checking", recordId: "Account:35", cells: ["4151.74", null] },
      { role: "data", depth: 0, label: "Fees", recordId: "Account:79", cells: [null, "4151.74"] },
      { role: "summary", depth: 0, label: "TOTAL" },
    ]);
    expect(found.amounts.map(({ subjectId, amount }) => [subjectId, amount])).toEqual([
      ["Account:35", "4151.74"],
      ["Account:79", "-4151.74"],
    ]);
  });

  it("read a profit and loss by its groups; an account with accounts below it has an amount of its own", () => {
    const parent = {
      Header: cells(named("Utilities", "24"), "10.00"),
      Rows: { Row: [cells(named("Gas", "76"), "5.50")] },
      Summary: cells("Total Utilities", "15.50"),
      type: "Section",
    };
    const body = report(
      "ProfitAndLoss",
      ["", "Total"],
      [
        section("Income", "Income", [cells(named("Fees", "79"), "100.00"), cells(named("Discounts", "86"), "-5.00")], "95.00"),
        { Summary: cells("Gross Profit", "95.00"), type: "Section", group: "GrossProfit" },
        section("Expenses", "Expenses", [parent], "15.50"),
        { Summary: cells("Net Income", "79.50"), type: "Section", group: "NetIncome" },
      ],
    );
    const { rows, amounts } = read("profit_and_loss", body).report;
    expect(amounts.map(({ subject, subjectId, measure, amount }) => [subject, subjectId, measure, amount])).toEqual([
      ["account", "Account:79", "movement", "-100.00"],
      ["account", "Account:86", "movement", "5.00"],
      ["account", "Account:24", "movement", "10.00"],
      ["account", "Account:76", "movement", "5.50"],
      ["computed", "net_profit", "movement", "-79.50"],
    ]);
    expect(rows.find(({ label }) => label === "Gas")?.depth).toBe(2);
  });

  it("read a balance sheet, liabilities and equity as credits, and the year's result without account", () => {
    const body = report(
      "BalanceSheet",
      ["", "Total"],
      [
        section(
          "TotalAssets",
          "ASSETS",
          [section("BankAccounts", "Bank Accounts", [cells(named("Checking", "35"), "300.00")], "300.00")],
          "300.00",
        ),
        section(
          "TotalLiabilitiesAndEquity",
          "LIABILITIES AND EQUITY",
          [
            section("Liabilities", "Liabilities", [cells(named("A/P", "33"), "120.00")], "120.00"),
            section("Equity", "Equity", [cells(named("Retained Earnings", "2"), "100.00"), cells("Net Income", "80.00")], "180.00"),
          ],
          "300.00",
        ),
      ],
    );
    expect(read("balance_sheet", body).report.amounts.map(({ subjectId, amount }) => [subjectId, amount])).toEqual([
      ["Account:35", "300.00"],
      ["Account:33", "-120.00"],
      ["Account:2", "-100.00"],
      ["current_earnings", "-80.00"],
    ]);
  });

  it("read agings by party: the total of all buckets, credits taken off", () => {
    const columns = ["", "Current", "1 - 30", "31 - 60", "61 - 90", "91 and over", "Total"];
    const header = { ReportName: "AgedPayables", StartPeriod: "2026-10-31" };
    const body = report(
      "AgedPayables",
      columns,
      [
        cells(named("Timber Ltd", "41"), "10.00", "", "", "", "-2.50", "7.50"),
        cells(named("Nobody", "42"), "", "", "", "", "", ""),
        { Summary: cells("TOTAL", "10.00", "", "", "", "-2.50", "7.50"), type: "Section", group: "GrandTotal" },
      ],
      header,
    );
    const { rows, amounts } = read("aged_payable", body).report;
    expect(amounts).toMatchObject([{ subject: "party", subjectId: "Vendor:41", measure: "outstanding", amount: "7.50", currency: "USD" }]);
    expect(rows[0]?.cells).toEqual(["10.00", null, null, null, "-2.50", "7.50"]);
  });

  it("takes a report without data for what it is: no amounts", () => {
    expect(read("trial_balance", report("TrialBalance", ["", "Debit", "Credit"], [])).report.amounts).toEqual([]);
  });

  it.each([
    ["a web page", "<html>"],
    ["no report", { QueryResponse: {} }],
    ["of another date", report("TrialBalance", ["", "Debit", "Credit"], [], { EndPeriod: "2026-09-30" })],
    ["without the columns", report("TrialBalance", ["", "Amount"], [cells(named("Checking", "35"), "1.00")])],
    ["with a word for an amount", report("TrialBalance", ["", "Debit", "Credit"], [cells(named("Checking", "35"), "lots", "")])],
  ])("is refused when the answer is %s", (_what, body) => {
    expect(() => read("trial_balance", body)).toThrow(AnswerUnreadable);
  });
});
