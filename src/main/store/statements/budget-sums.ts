import { type AccountSum, type Chart, isEarned } from "#main/domain/postings/account-sum.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { budgetOf } from "#main/store/records/budget-store.ts";
import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";

const NOTHING = decimal("0");
const MONTHS_MAX = 12;

/**
 * What was budgeted for income and expense accounts in whole calendar months, as sums of accounts. People write income and expenses
 * as positive amounts. Null where the days are no whole months, more than a year, or nothing is budgeted for them.
 */
export function budgetSums(
  reader: MirrorReader,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
  chart: Chart,
): AccountSum[] | null {
  if (from !== monthStart(from) || to !== monthEnd(to)) return null;
  // A part of the months isn't what their actuals are compared with.
  if (monthStart(from, MONTHS_MAX) <= to) return null;
  const months: string[] = [];
  for (let month = from; month <= to; month = monthStart(month, 1)) months.push(month.slice(0, 7));
  const sums = [...budgetOf(reader.db, months)].flatMap(([accountId, amounts]): AccountSum[] => {
    const account = chart.get(accountId) ?? null;
    if (!isEarned(account)) return [];
    const amount = sumDecimals(amounts);
    const isIncome = account?.class === "revenue";
    return [
      {
        accountId,
        debit: isIncome ? NOTHING : amount,
        credit: isIncome ? amount : NOTHING,
        net: isIncome ? negateDecimal(amount) : amount,
      },
    ];
  });
  return sums.length === 0 ? null : sums;
}
