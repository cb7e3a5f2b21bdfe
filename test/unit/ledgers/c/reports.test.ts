import { describe, expect, it } from "vitest";
import {
  AnswerUnreadable,
  type LedgerRequest,
  type LedgerResponse,
  type ReportContext,
  type ReportReading,
} from "#main/ledgers/adapter.ts";
import { adapterC } from "#main/ledgers/c/index.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import { type Cells, context as readContext } from "./support.ts";

const account = (id: string, name: string, fields: Partial<Account> = {}) =>
  [`account:${id}`, { id: `account:${id}`, name, ...fields } as Account] as const;
const contextOf = (pageSize: number, retained: boolean): ReportContext => ({
  ...readContext({ pageSize }),
  accounts: new Map([account("1", "Bank"), account("9", "Retained", retained ? { role: "retained_earnings" } : {})]),
  fiscalYearStart: () => calendarDate("2026-04-01"),
});

interface Asked extends ReportReading {
  readonly requests: readonly LedgerRequest[];
  readonly texts: readonly string[];
}

function read(
  kind: LedgerReportKind,
  pages: readonly (readonly Cells[])[],
  options: { pageSize?: number; retained?: boolean } = {},
): Asked {
  const question: ReportQuestion = { kind, from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31"), basis: "accrual" };
  const reading = adapterC.reports.read(contextOf(options.pageSize ?? 1000, options.retained ?? true), question);
  const requests: LedgerRequest[] = [];
  let step = reading.next();
  for (let page = 0; !step.done; page++) {
    requests.push(step.value);
    step = reading.next(answer({ items: pages[page] ?? [], hasMore: false }));
  }
  return { ...step.value, requests, texts: requests.map(({ body }) => (JSON.parse(body ?? "{}") as { q: string }).q) };
}

function answer(body: unknown): LedgerResponse {
  const { fetchedAt } = readContext();
  return {
    status: 200,
    headers: {},
    body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
    receivedAt: fetchedAt,
  };
}

const balances: readonly Cells[] = [
  { account: "1", kind: "Bank", total: "730", year: "30" },
  { account: "5", kind: "Income", total: "-1000", year: "-200" },
  { ACCOUNT: "6", KIND: "Expense", TOTAL: "300", YEAR: "200" },
  { account: "9", kind: "Equity", total: "-30", year: "0" },
];

describe("the reports that replace ledger C's", () => {
  it("are sums of posted lines of the primary book, by account, with the fiscal year apart", () => {
    const { texts, requests, report } = read("trial_balance", [balances]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("tal.posting = 'T' AND tal.accountingbook = 1 AND t.trandate <= TO_DATE('2026-10-31','YYYY-MM-DD')");
    expect(texts[0]).toContain("CASE WHEN t.trandate >= TO_DATE('2026-04-01','YYYY-MM-DD')");
    expect(texts[0]).toMatch(/GROUP BY tal\.account, a\.accttype ORDER BY tal\.account$/);
    expect(requests[0]).toMatchObject({ method: "POST", headers: { Prefer: "transient" } });
    expect(report).toMatchObject({ method: "query", currency: "USD", columns: ["Debit", "Credit"] });
  });

  it("roll the results of earlier years into retained earnings, and balance", () => {
    const { amounts, rows } = read("trial_balance", [balances]).report;
    expect(amounts.map(({ subjectId, amount }) => [subjectId, amount])).toEqual([
      ["account:1", "730"],
      ["account:5", "-200"],
      ["account:6", "200"],
      ["account:9", "-730"],
    ]);
    expect(rows.at(-1)).toMatchObject({ role: "summary", label: "Total", cells: ["930", "930"] });
    expect(rows[0]).toMatchObject({ label: "Bank", recordId: "account:1", cells: ["730", null] });
  });

  it("keep them on a line of their own where no account is marked", () => {
    const { amounts } = read("trial_balance", [balances], { retained: false }).report;
    expect(amounts).toContainEqual(expect.objectContaining({ subject: "computed", subjectId: "retained_earnings", amount: "-700" }));
    expect(amounts).toContainEqual(expect.objectContaining({ subjectId: "account:9", amount: "-30" }));
  });

  it("make a balance sheet with this year's result as a line, and a profit and loss of the span", () => {
    const sheet = read("balance_sheet", [balances]).report;
    expect(sheet.amounts.map(({ subjectId, measure, amount }) => [subjectId, measure, amount])).toEqual([
      ["account:1", "balance", "730"],
      ["account:9", "balance", "-730"],
      ["current_earnings", "balance", "0"],
    ]);
    const { report, texts } = read("profit_and_loss", [[{ account: "5", kind: "Income", total: "-12.5" }]]);
    expect(texts[0]).toContain("t.trandate >= TO_DATE('2026-10-01','YYYY-MM-DD') AND t.trandate <= TO_DATE('2026-10-31','YYYY-MM-DD')");
    expect(report.amounts.map(({ subjectId, measure, amount }) => [subjectId, measure, amount])).toEqual([
      ["account:5", "movement", "-12.5"],
      ["net_profit", "movement", "-12.5"],
    ]);
  });

  it("make agings by the party of the line on the control accounts, what is owed positive", () => {
    const owed = read("aged_payable", [
      [
        { entity: "7", kind: "Vendor", total: "-80" },
        { entity: "8", kind: "Employee", total: "-5" },
        { entity: "9", kind: "Vendor", total: "0" },
      ],
    ]);
    expect(owed.texts[0]).toContain("a.accttype = 'AcctPay'");
    expect(owed.report.amounts.map(({ subjectId, measure, amount }) => [subjectId, measure, amount])).toEqual([
      ["vendor:7", "outstanding", "80"],
      ["employee:8", "outstanding", "5"],
    ]);
    expect(read("aged_receivable", [[{ entity: "7", kind: "CustJob", total: "-3" }]]).report.amounts[0]).toMatchObject({
      subjectId: "customer:7",
      amount: "-3",
    });
  });

  it("page by the key of the last group, and keep the text of every answer", () => {
    const { texts, raw } = read("trial_balance", [balances.slice(0, 2), [{ account: "6", kind: "Bank", total: "1", year: "1" }]], {
      pageSize: 2,
    });
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain("tal.account > 5");
    expect((JSON.parse(raw) as { items: unknown[] }[]).map(({ items }) => items.length)).toEqual([2, 1]);
  });

  it.each([
    ["a web page", "<html>"],
    ["no rows member", { count: 0 }],
    ["an amount that is a word", { items: [{ account: "1", kind: "Bank", total: "much", year: "0" }] }],
  ])("are refused when the answer is %s", (_what, body) => {
    const reading = adapterC.reports.read(contextOf(1000, true), {
      kind: "trial_balance",
      from: calendarDate("2026-10-01"),
      to: calendarDate("2026-10-31"),
      basis: "accrual",
    });
    reading.next();
    expect(() => reading.next(answer(body))).toThrow(AnswerUnreadable);
  });

  it("end where a page's last key can't be asked for", () => {
    for (const odd of ["5; DROP", "9999-12-31", "5.5"]) {
      const page = [
        { account: "1", kind: "Bank", total: "730", year: "30" },
        { account: odd, kind: "Income", total: "1", year: "1" },
      ];
      expect(() => read("trial_balance", [page, []], { pageSize: 2 })).toThrow(AnswerUnreadable);
    }
  });
});
