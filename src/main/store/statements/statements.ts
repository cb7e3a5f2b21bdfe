import { type FiscalYearEnd, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { completeItems, laidOutLines } from "#main/domain/statements/layout.ts";
import { comparativeSpan, monthSpans } from "#main/domain/statements/statement-spans.ts";
import { balanceSheetRows, profitAndLossRows, type StatementColumn, statementSpans } from "#main/domain/statements/statements.ts";
import { type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { statementTitle } from "#shared/model/labels/statement-title.ts";
import type { Comparative, Comparison, Statement } from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { budgetSums } from "./budget-sums.ts";
import { layoutOf } from "./layouts.ts";

/**
 * Dates inclusive; a balance sheet is made at `to`. `compare` adds columns, in the order asked for; `months`
 * puts so many months up to `to` in their stead.
 */
export interface StatementInput extends SumsSetting {
  readonly kind: Statement["kind"];
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly yearEnd: FiscalYearEnd;
  readonly compare: readonly Comparison[];
  readonly months?: number | undefined;
}

type SpanInput = Pick<StatementInput, "from" | "to" | "yearEnd" | "compare" | "months">;

/** The columns that a question asks for, the days themselves first, or its months with the oldest first. */
export function columnsOf(reader: MirrorReader, { from, to, yearEnd, compare, months }: SpanInput): Comparative[] {
  const periods = ledgerPeriods(reader);
  if (months !== undefined) return monthSpans(to, months, periods);
  const calendar = fiscalCalendar(yearEnd, periods);
  return (["current", ...compare] as const).map((name) => comparativeSpan(name, { from, to }, calendar, periods));
}

/** A profit and loss or a balance sheet with its comparatives (rules 17 to 19). A budget that isn't there has no column. */
export function statementReport(reader: MirrorReader, input: StatementInput): Statement {
  const { kind, from, to, yearEnd, compare: _compare, months: _months, ...setting } = input;
  const calendar = fiscalCalendar(yearEnd, ledgerPeriods(reader));
  const chart = chartOf(reader);
  const budget = kind === "profit_and_loss" ? budgetSums(reader, { from, to }, chart) : null;
  const columns = columnsOf(reader, input).filter(({ name }) => name !== "budget" || budget !== null);
  const spans = columns.map((column) =>
    column.name === "budget" ? [] : statementSpans(kind, column.from, column.to, fiscalYearStart(column.to, calendar)),
  );
  const { sums, source, basis, asOf, gaps } = sumsOfSpans(reader, setting, spans.flat());
  let at = 0;
  const figures = spans.map((own, index): StatementColumn => {
    if (columns[index]?.name === "budget") return [{ from, to, year: "current", sums: budget ?? [] }];
    return own.map((span) => ({ ...span, sums: sums[at++] ?? [] }));
  });
  const rowsOf = kind === "profit_and_loss" ? profitAndLossRows : balanceSheetRows;
  const rows = rowsOf(figures, chart, setting.baseCurrency);
  return { kind, from, to, basis, currency: setting.baseCurrency, source, asOf, gaps: [...gaps], columns, rows };
}

/** The same with its lines in the client's layout, as people read it. */
export function laidOutStatement(reader: MirrorReader, input: StatementInput): LaidOutStatement {
  const statement = statementReport(reader, input);
  const layout = layoutOf(reader, statement.kind);
  const first = statement.columns[0]?.name === "month" ? statement.columns[0].from : statement.from;
  return {
    ...statement,
    title: statementTitle(statement.kind, first, statement.to),
    lines: laidOutLines(statement, layout),
    items: [...completeItems(statement.kind, layout)],
    customLayout: layout !== null,
  };
}
