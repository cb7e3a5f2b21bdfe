import { type FiscalCalendar, fiscalYearStart, fiscalYearStartsWithin } from "#main/domain/periods/fiscal-year.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";
import { type AccountSum, type Chart, isEarned, retainedEarningsAccount, ZERO } from "./account-sum.ts";

/** What has to be summed for the ends of one account's ledger. */
export interface DetailSpans {
  readonly before: { readonly from: null; readonly to: CalendarDate };
  readonly yearSoFar: { readonly from: CalendarDate; readonly to: CalendarDate };
  readonly asked: { readonly from: CalendarDate; readonly to: CalendarDate };
  /** Fiscal years that end within the dates asked for, whole. */
  readonly endedYears: readonly { readonly from: CalendarDate; readonly to: CalendarDate }[];
}

export function detailSpans(from: CalendarDate, to: CalendarDate, calendar: FiscalCalendar): DetailSpans {
  const yearStart = fiscalYearStart(from, calendar);
  const later = fiscalYearStartsWithin(from, to, calendar);
  return {
    before: { from: null, to: addDays(yearStart, -1) },
    yearSoFar: { from: yearStart, to: addDays(from, -1) },
    asked: { from, to },
    endedYears: later.map((start, at) => ({ from: later[at - 1] ?? yearStart, to: addDays(start, -1) })),
  };
}

/** A fiscal year's result on its way to retained earnings, on the first day of the next year. */
export interface YearEnd {
  readonly date: CalendarDate;
  readonly amount: DecimalString;
}

export interface DetailEnds {
  readonly opening: DecimalString;
  readonly closing: DecimalString;
  readonly yearEnds: readonly YearEnd[];
}

/**
 * Opening, closing and the year ends between them. An income or expense account opens with its fiscal
 * year so far and begins each later year at zero; retained earnings take over what all of them earned.
 * @param sums of the spans `before`, `yearSoFar`, `asked` and each of `endedYears`, in this order
 */
export function detailEnds(
  accountId: string | null,
  { endedYears }: DetailSpans,
  [before = [], yearSoFar = [], asked = [], ...years]: readonly (readonly AccountSum[])[],
  chart: Chart,
): DetailEnds {
  const account: StatementAccount = accountId === null ? null : (chart.get(accountId) ?? null);
  const own = (rows: readonly AccountSum[]) => totalOf(rows.filter((row) => row.accountId === accountId));
  const earned = (rows: readonly AccountSum[]) =>
    totalOf(rows.filter((row) => row.accountId !== null && isEarned(chart.get(row.accountId) ?? null)));
  const isRetained = account !== null && account.id === retainedEarningsAccount(chart)?.id;
  const rolled = (rows: readonly AccountSum[]) => (isEarned(account) ? negateDecimal(own(rows)) : isRetained ? earned(rows) : ZERO);
  const yearEnds = endedYears
    .map(({ to }, at) => ({ date: addDays(to, 1), amount: rolled(years[at] ?? []) }))
    .filter(({ amount }) => !isZero(amount));
  const opening = sumDecimals([own(before), rolled(before), own(yearSoFar)]);
  const closing = sumDecimals([opening, own(asked), ...yearEnds.map(({ amount }) => amount)]);
  return { opening, closing, yearEnds };
}

function totalOf(rows: readonly AccountSum[]): DecimalString {
  return sumDecimals([ZERO, ...rows.map(({ net }) => net)]);
}

/** One amount as a debit or a credit. */
export function sidesOf(amount: DecimalString): { readonly debit: DecimalString; readonly credit: DecimalString } {
  const isCredit = amount.startsWith("-");
  return { debit: isCredit ? ZERO : amount, credit: isCredit ? subtractDecimals(ZERO, amount) : ZERO };
}
