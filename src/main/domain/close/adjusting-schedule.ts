import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { evenPart } from "#shared/kernel/even-part.ts";
import { amountName } from "#shared/kernel/readable.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";

export interface DueLine {
  readonly accountId: string;
  /** Debits positive. */
  readonly amount: DecimalString;
  readonly description?: string | undefined;
}

/** One journal that a definition asks for in a period. A reversal is dated in the next one. */
export interface DueEntry {
  readonly part: "entry" | "reversal";
  readonly date: CalendarDate;
  readonly lines: readonly DueLine[];
}

interface PeriodDays {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

/**
 * The journals of a definition in a period, none where it asks for none.
 * @param periods every ordinary period, ascending; `period` is one of them
 * @param decimals of the books' currency
 */
export function dueEntries(entry: AdjustingEntry, period: PeriodDays, periods: readonly PeriodDays[], decimals: number): DueEntry[] {
  if (entry.kind === "prepayment" || entry.kind === "depreciation") return spread(entry, period, periods, decimals);
  const ends = entry.kind === "accrual" && entry.until === null ? entry.from : entry.until;
  // Without an end date an accrual covers one period and a recurring entry continues.
  const begun = entry.from <= period.end;
  const ended = ends !== null && ends < period.start;
  if (!begun || ended) return [];
  const lines = entry.lines.map(({ accountId, amount, description }) => ({ accountId, amount, description }));
  const posted: DueEntry = { part: "entry", date: period.end, lines };
  if (entry.kind === "recurring" || !entry.reverses) return [posted];
  return [
    posted,
    { part: "reversal", date: addDays(period.end, 1), lines: lines.map((line) => ({ ...line, amount: negateDecimal(line.amount) })) },
  ];
}

type Spread = Extract<AdjustingEntry, { readonly kind: "prepayment" | "depreciation" }>;

/** Equal parts that add up to the total exactly: each part takes the rounding the earlier ones left. */
function spread(
  { total, periods: parts, from, debitAccountId, creditAccountId }: Spread,
  period: PeriodDays,
  periods: readonly PeriodDays[],
  decimals: number,
): DueEntry[] {
  const at = periodsSince(from, period, periods);
  if (at === null || at >= parts) return [];
  const amount = evenPart(total, parts, at, decimals);
  if (isZero(amount)) return [];
  const lines = [
    { accountId: debitAccountId, amount },
    { accountId: creditAccountId, amount: negateDecimal(amount) },
  ];
  return [{ part: "entry", date: period.end, lines }];
}

/** How many periods after the one that holds `from`; null before it. Calendar months where the periods do not reach back. */
function periodsSince(from: CalendarDate, period: PeriodDays, periods: readonly PeriodDays[]): number | null {
  if (from > period.end) return null;
  const first = periods.findIndex(({ start, end }) => start <= from && from <= end);
  const own = periods.findIndex(({ start }) => start === period.start);
  if (first >= 0 && own >= 0) return own - first;
  const months = (date: CalendarDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(period.end) - months(from);
}

/** What keeps an entry from being posted: its debits and credits differ, or an amount makes no sense. Null when nothing does. */
export function entryRefusal(entry: AdjustingEntry): { readonly message: string; readonly field: string } | null {
  if (entry.kind === "accrual" || entry.kind === "recurring") {
    const left = sumDecimals(entry.lines.map(({ amount }) => amount));
    const larger = left.startsWith("-") ? "Credits exceed debits" : "Debits exceed credits";
    if (!isZero(left)) return { message: `${larger} by ${amountName(absoluteDecimal(left))}.`, field: "lines" };
    if (entry.until !== null && entry.until < entry.from) return { message: "The end date is before the start date.", field: "until" };
    return entry.lines.every(({ amount }) => isZero(amount)) ? { message: "Enter an amount on at least one line.", field: "lines" } : null;
  }
  if (entry.total.startsWith("-") || isZero(entry.total)) return { message: "Enter a total greater than zero.", field: "total" };
  return entry.debitAccountId === entry.creditAccountId
    ? { message: "Choose two different accounts to debit and credit.", field: "creditAccountId" }
    : null;
}
