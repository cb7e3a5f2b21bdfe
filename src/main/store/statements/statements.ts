import { type FiscalYearEnd, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { comparativeSpan, monthSpans } from "#main/domain/statements/statement-spans.ts";
import { balanceSheetRows, profitAndLossRows, type StatementColumn, statementSpans } from "#main/domain/statements/statements.ts";
import { type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Comparison, Statement } from "#shared/model/reports/statement.ts";

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

/** A profit and loss or a balance sheet with its comparatives (rules 17 to 19). */
export function statementReport(reader: MirrorReader, input: StatementInput): Statement {
  const { kind, from, to, yearEnd, compare, months, ...setting } = input;
  const periods = ledgerPeriods(reader);
  const calendar = fiscalCalendar(yearEnd, periods);
  const columns =
    months === undefined
      ? (["current", ...compare] as const).map((name) => comparativeSpan(name, { from, to }, calendar, periods))
      : monthSpans(to, months, periods);
  const spans = columns.map((column) => statementSpans(kind, column.from, column.to, fiscalYearStart(column.to, calendar)));
  const { sums, source, basis, asOf, gaps } = sumsOfSpans(reader, setting, spans.flat());
  let at = 0;
  const figures = spans.map((own): StatementColumn => own.map((span) => ({ ...span, sums: sums[at++] ?? [] })));
  const rowsOf = kind === "profit_and_loss" ? profitAndLossRows : balanceSheetRows;
  const rows = rowsOf(figures, chartOf(reader), setting.baseCurrency);
  return { kind, from, to, basis, currency: setting.baseCurrency, source, asOf, gaps: [...gaps], columns, rows };
}
