import { describe, expect, it } from "vitest";
import { adapterA } from "#main/ledgers/a/index.ts";
import { AnswerUnreadable, type LedgerRequest, type ReportContext, type ReportReading } from "#main/ledgers/adapter.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import { answerA, contextA } from "./support.ts";

const account = (id: string, side: Account["class"]) =>
  [`Account:${id}`, { id: `Account:${id}`, name: id, class: side } as Account] as const;
const context: ReportContext = {
  ...contextA(),
  accounts: new Map([account("ac2", "revenue"), account("ac4", "expense"), account("ba1", "asset"), account("gs1", "liability")]),
  fiscalYearStart: () => calendarDate("2026-04-01"),
};
const question = (kind: LedgerReportKind, basis: ReportQuestion["basis"] = "accrual"): ReportQuestion => ({
  kind,
  from: calendarDate("2026-10-01"),
  to: calendarDate("2026-10-31"),
  basis,
});

function read(
  kind: LedgerReportKind,
  body: unknown,
  basis: ReportQuestion["basis"] = "accrual",
): ReportReading & { request: LedgerRequest } {
  const reading = adapterA.reports.read(context, question(kind, basis));
  const first = reading.next();
  if (first.done) throw new Error("nothing was asked");
  const step = reading.next(answerA(body));
  if (!step.done) throw new Error("more was asked");
  return { ...step.value, request: first.value };
}

const cell = (value: string, id?: string) =>
  id === undefined ? { Value: value } : { Value: value, Attributes: [{ Id: "account", Value: id }] };
const row = (id: string, ...values: readonly string[]) => ({ RowType: "Row", Cells: values.map((value) => cell(value, id)) });
const computed = (...values: readonly string[]) => ({ RowType: "Row", Cells: values.map((value) => cell(value)) });
const summary = (...values: readonly string[]) => ({ RowType: "SummaryRow", Cells: values.map((value) => cell(value)) });
const header = (...values: readonly string[]) => ({ RowType: "Header", Cells: values.map((value) => cell(value)) });
const section = (title: string, ...rows: readonly unknown[]) => ({ RowType: "Section", Title: title, Rows: rows });
const report = (name: string, ...rows: readonly unknown[]) => ({
  Reports: [{ ReportID: name, ReportName: name, ReportTitles: [name], Rows: rows }],
});

const trialBalance = report(
  "Trial Balance",
  header("Account", "Debit", "Credit", "YTD Debit", "YTD Credit"),
  section("Revenue", row("ac2", "Sales (200)", "", "900.00", "", "8200.00")),
  section("Assets", row("ba1", "Operating (090)", "900.00", "", "8200.00", "")),
  section("", summary("Total", "900.00", "900.00", "8200.00", "8200.00")),
);

describe("the reports of ledger A", () => {
  it("are refused with a row whose type is none, even one that every object has", () => {
    for (const RowType of ["Total", "constructor"])
      expect(() => read("trial_balance", report("Trial Balance", header("Account"), { RowType, Cells: [cell("1")] }))).toThrow(
        AnswerUnreadable,
      );
  });

  it("have no aged report of the whole organisation", () => {
    expect(adapterA.reports.kinds).toEqual(["trial_balance", "profit_and_loss", "balance_sheet", "bank_summary"]);
  });

  it("ask with the tenant header and the dates of each report; the cash basis by payments only", () => {
    const { request } = read("trial_balance", trialBalance, "cash");
    expect(request).toMatchObject({ method: "GET", path: "/Reports/TrialBalance", query: { date: "2026-10-31", paymentsOnly: "true" } });
    expect(Object.values(request.headers ?? {})).toContain(context.tenantId);
    const statement = report("Profit and Loss", header("", "31 Oct 26"));
    expect(read("profit_and_loss", statement).request).toMatchObject({
      path: "/Reports/ProfitAndLoss",
      query: { fromDate: "2026-10-01", toDate: "2026-10-31", standardLayout: "true" },
    });
    expect(read("profit_and_loss", statement).request.query).not.toHaveProperty("paymentsOnly");
  });

  it("read a trial balance: rows as sent, balances from the year-to-date columns, the text kept", () => {
    const { report: found, raw } = read("trial_balance", trialBalance);
    expect(JSON.parse(raw)).toEqual(trialBalance);
    expect(found).toMatchObject({ kind: "trial_balance", title: "Trial Balance", currency: context.discovery.organisation.baseCurrency });
    expect(found.columns).toEqual(["Debit", "Credit", "YTD Debit", "YTD Credit"]);
    expect(found.rows.map(({ role, depth, label }) => [role, depth, label])).toEqual([
      ["header", 0, "Account"],
      ["section", 0, "Revenue"],
      ["data", 1, "Sales (200)"],
      ["section", 0, "Assets"],
      ["data", 1, "Operating (090)"],
      ["section", 0, ""],
      ["summary", 1, "Total"],
    ]);
    expect(found.rows[2]).toMatchObject({ recordId: "Account:ac2", cells: [null, "900.00", null, "8200.00"] });
    expect(found.rows[6]?.recordId).toBeUndefined();
    expect(found.amounts.map(({ subject, subjectId, measure, amount }) => [subject, subjectId, measure, amount])).toEqual([
      ["account", "Account:ac2", "balance", "-8200.00"],
      ["account", "Account:ba1", "balance", "8200.00"],
    ]);
  });

  it("show the accounts of currency differences as one computed line where the ledger does", () => {
    const grouped = report("TB", header("Account", "YTD Debit", "YTD Credit"), section("X", row("FXGROUPID", "FX", "12.50", "")));
    expect(read("trial_balance", grouped).report.amounts).toMatchObject([
      { subject: "computed", subjectId: "currency_differences", amount: "12.50" },
    ]);
  });

  it("read a profit and loss with debits positive, by sections, and by the account where a section tells nothing", () => {
    const { amounts } = read(
      "profit_and_loss",
      report(
        "Profit and Loss",
        header("", "31 Oct 26"),
        section("Income", row("ac2", "Sales", "900.00"), summary("Total Income", "900.00")),
        section("Our own title", row("ac4", "Parking", "20.00")),
        section("", computed("Gross Profit", "900.00")),
        section("Less Operating Expenses", row("ac9", "Rent", "100.00"), row("ac8", "Refund", "-5.00")),
        section("", computed("NET PROFIT", "785.00")),
      ),
    ).report;
    expect(amounts.map(({ subjectId, measure, amount }) => [subjectId, measure, amount])).toEqual([
      ["Account:ac2", "movement", "-900.00"],
      ["Account:ac4", "movement", "20.00"],
      ["Account:ac9", "movement", "100.00"],
      ["Account:ac8", "movement", "-5.00"],
      ["net_profit", "movement", "-785.00"],
    ]);
  });

  it("read a balance sheet, its halves opened by empty sections, and this year's earnings", () => {
    const { amounts } = read(
      "balance_sheet",
      report(
        "Balance Sheet",
        header("", "31 Oct 2026"),
        section("Assets"),
        section("Bank", row("ba1", "Operating", "-50.00"), summary("Total Bank", "-50.00")),
        section("Liabilities"),
        section("Current Liabilities", row("gs1", "GST", "135.00")),
        section("Equity", computed("Current Year Earnings", "-185.00"), row("re1", "Retained Earnings", "0.00")),
      ),
    ).report;
    expect(amounts.map(({ subjectId, amount }) => [subjectId, amount])).toEqual([
      ["Account:ba1", "-50.00"],
      ["Account:gs1", "-135.00"],
      ["current_earnings", "185.00"],
      ["Account:re1", "0.00"],
    ]);
  });

  it("read the closing balances of a bank summary, whose cells name the account with another key", () => {
    const named = {
      RowType: "Row",
      Cells: ["Operating", "1.00", "3.00", "2.00", "2.00"].map((Value) => ({ Value, Attributes: [{ Id: "accountID", Value: "ba1" }] })),
    };
    const body = report(
      "Bank Summary",
      header("Bank Accounts", "Opening Balance", "Cash Received", "Cash Spent", "Closing Balance"),
      section("", named),
    );
    expect(read("bank_summary", body).report.amounts).toMatchObject([{ subjectId: "Account:ba1", measure: "balance", amount: "2.00" }]);
  });

  it.each([
    ["a web page", "<html>Sorry</html>"],
    ["no report", { Reports: [] }],
    ["another shape", { Reports: "none" }],
    ["no header", report("TB", section("Revenue", row("ac2", "Sales", "1.00")))],
    ["no year-to-date columns", report("TB", header("Account", "Debit", "Credit"), section("X", row("ac2", "Sales", "", "1.00")))],
    ["a word for an amount", report("TB", header("Account", "YTD Debit", "YTD Credit"), section("X", row("ac2", "Sales", "n/a", "")))],
    ["a row of another type", report("TB", header("Account", "YTD Debit", "YTD Credit"), { RowType: "Chart", Cells: [] })],
  ])("are refused when the answer is %s", (_what, body) => {
    expect(() => read("trial_balance", body)).toThrow(AnswerUnreadable);
  });

  it("are refused when neither the section nor the mirror tells which way round a row is", () => {
    const body = report("P&L", header("", "x"), section("Our own title", row("new", "New account", "1.00")));
    expect(() => read("profit_and_loss", body)).toThrow(/New account/);
  });
});
