import { describe, expect, it } from "vitest";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import type { ReportFacts } from "#main/pack/print/report-facts.ts";
import { trendPart } from "#main/pack/print/trend-part.ts";
import { summarySheet } from "#main/pack/schedules/cash-flow-sheet.ts";
import { columnTitle, statementSheet } from "#main/pack/schedules/statement-sheet.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { StatementRow } from "#shared/model/reports/statement.ts";

function row(section: string, kind: string, amount: string): StatementRow {
  return { section, kind, label: section, account: null, amounts: [amount] } as unknown as StatementRow;
}

function statusOf(rows: readonly StatementRow[]): string {
  const statement = {
    kind: "balance_sheet",
    columns: [],
    currency: "AUD",
    rows,
    lines: [],
    items: [],
    title: "",
    gaps: [],
    source: "reconstructed",
    asOf: null,
  };
  return statementSheet({ profitAndLoss: statement, balanceSheet: statement } as unknown as PackFacts, "balance_sheet").status;
}

describe("a balance sheet in a pack", () => {
  it("does not balance while something stands on accounts that nobody knows", () => {
    const known = [row("asset", "section_total", "10.00"), row("liability", "section_total", "10.00")];
    expect(statusOf(known)).toBe("Balanced");
    expect(statusOf([...known, row("unknown", "section_total", "0.00")])).toBe("Balanced");
    expect(statusOf([...known, row("unknown", "section_total", "22.16")])).toBe("Out of balance: amounts on unknown accounts");
  });
});

describe("a pack of books whose periods are weeks", () => {
  const span = (from: string, to: string) => ({ from: calendarDate(from), to: calendarDate(to) });
  const calendar = [span("2026-09-01", "2026-09-30"), span("2026-10-01", "2026-10-31")] as const;
  const weeks = [span("2026-08-31", "2026-09-27"), span("2026-09-28", "2026-11-01")] as const;

  it("compares with the prior period, where other packs say month", () => {
    const titles = ([before]: typeof calendar) =>
      (["prior_month", "prior_year"] as const).map((name) => columnTitle({ name, ...before }, true).split(", ")[0]);
    expect(titles(calendar)).toEqual(["Prior month", "Same month last year"]);
    expect(titles(weeks)).toEqual(["Prior period", "Same period last year"]);
  });

  it("has a trend of periods", () => {
    const told = (spans: typeof calendar) => {
      const months = spans.map((one) => ({ name: "month", ...one }));
      const amounts = months.map(() => decimal("1.00"));
      const trends = { income: amounts, otherIncome: amounts, expenses: amounts, netProfit: amounts, cash: amounts };
      const summary = { ratios: [], title: "", currency: "USD", source: "mirror", asOf: null };
      const facts = { summary, trend: { months, trends } } as unknown as PackFacts;
      const manifest = { currency: "USD", period: { label: "Period 10", start: spans[1].from, end: spans[1].to } };
      const { columns } = summarySheet(facts);
      const [part] = trendPart({ facts, manifest } as unknown as ReportFacts);
      return [part?.title, columns[0]?.title, columns.at(-1)?.title];
    };
    expect(told(calendar)).toEqual(["Trend, 2 months", "Month", "Cash at end of month"]);
    expect(told(weeks)).toEqual(["Trend, 2 periods", "Period", "Cash at end of period"]);
  });
});
