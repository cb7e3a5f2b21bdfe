import { type FiscalYearEnd, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { completeItems, groupTitle } from "#main/domain/statements/layout.ts";
import { inOrderOfStatements, trialBalanceFigures, trialBalanceSpans } from "#main/domain/statements/trial-balance.ts";
import { type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import { layoutOf } from "./layouts.ts";

/** Dates inclusive. */
export interface TrialBalanceInput extends SumsSetting {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly yearEnd: FiscalYearEnd;
}

/** The trial balance of a range of dates (rules 17 and 18), flat (rule 23), each account with its group in the statements. */
export function trialBalanceReport(reader: MirrorReader, { from, to, yearEnd, ...setting }: TrialBalanceInput): TrialBalance {
  const spans = trialBalanceSpans(from, to, fiscalYearStart(to, fiscalCalendar(yearEnd, ledgerPeriods(reader))));
  const { sums, source, basis, asOf, gaps } = sumsOfSpans(reader, setting, spans);
  const figures = trialBalanceFigures(
    spans.map((span, at) => ({ ...span, sums: sums[at] ?? [] })),
    chartOf(reader),
    setting.baseCurrency,
  );
  const layouts = { profit_and_loss: layoutOf(reader, "profit_and_loss"), balance_sheet: layoutOf(reader, "balance_sheet") };
  const rows = inOrderOfStatements(
    figures.rows.map((row) => ({ ...row, group: groupTitle(row, layouts) })),
    (["balance_sheet", "profit_and_loss"] as const).flatMap((kind) => completeItems(kind, layouts[kind])).map(({ title }) => title),
  );
  return { from, to, basis, currency: setting.baseCurrency, source, asOf, gaps: [...gaps], totals: figures.totals, rows };
}
