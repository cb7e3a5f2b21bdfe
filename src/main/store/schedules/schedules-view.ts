import { fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { amountWriter, type Chart, ZERO } from "#main/domain/postings/account-sum.ts";
import { total } from "#main/domain/schedules/amortise.ts";
import { monthsLeft, type ScheduleMonth } from "#main/domain/schedules/schedule-table.ts";
import { chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import type { DueAdjustment } from "#main/store/close/adjusting-entries.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import type { ScheduleEntries, ScheduleItemRow, ScheduleMonthView, SchedulesView } from "#shared/contract/close/schedules.ts";
import { addDays, type CalendarDate, monthStart } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { type ScheduleSetting, scheduleBalances, type WorkedItem, workedItems } from "./schedule-balances.ts";
import { scheduleSuggestions } from "./schedule-suggestions.ts";

/** The states in which an entry is drafted when somebody asks for a month's entries. */
export const TO_DRAFT: ReadonlySet<string> = new Set(["due", "cancelled", "rejected", "voided"]);

/** The schedules of a client in a period: items, balances compared with the books, entries and suggestions. */
export function schedulesView(setting: ScheduleSetting): SchedulesView {
  const { reader, books, yearEnd, period } = setting;
  const items = workedItems(setting);
  const chart = chartOf(reader);
  const first = fiscalYearStart(period.end, fiscalCalendar(yearEnd, ledgerPeriods(reader)));
  const months = Array.from({ length: 12 }, (_, at) => monthStart(first, at).slice(0, 7));
  return {
    currency: books.baseCurrency,
    month: period.end.slice(0, 7),
    months,
    items: items.map((item) => itemRow(setting, chart, item, months)),
    accounts: scheduleBalances(setting, items),
    entries: periodEntries(setting, items),
    suggestions: scheduleSuggestions(setting, items),
  };
}

/** An item month by month, each with the state of its entry. */
export function itemMonths(item: WorkedItem, currency: string): ScheduleMonthView[] {
  const write = amountWriter(currency);
  const entries = entriesByMonth(item.entries);
  return item.table.map((row) => monthView(row, item.item.bookedThrough, entries.get(row.month), write));
}

/** The same of an item that isn't saved: nothing of it is posted. */
export function plannedMonths(table: readonly ScheduleMonth[], bookedThrough: string | null, currency: string): ScheduleMonthView[] {
  return table.map((row) => monthView(row, bookedThrough, undefined, amountWriter(currency)));
}

function monthView(
  row: ScheduleMonth,
  bookedThrough: string | null,
  entry: DueAdjustment | undefined,
  write: (amount: DecimalString) => DecimalString,
): ScheduleMonthView {
  const { month, date, interest, disposed } = row;
  return {
    ...{ month, date, disposed, interest: interest === null ? null : write(interest) },
    ...{ opening: write(row.opening), added: write(row.added), reduced: write(row.reduced), closing: write(row.closing) },
    state: stateOf(row, bookedThrough, entry),
    ...{ jobId: entry?.jobId ?? null, recordId: entry?.recordId ?? null, message: entry?.message ?? null },
  };
}

function stateOf(
  row: ScheduleMonth | undefined,
  bookedThrough: string | null,
  entry: DueAdjustment | undefined,
): ScheduleMonthView["state"] {
  if (row === undefined || row.entries.length === 0) return "none";
  if (bookedThrough !== null && row.date <= bookedThrough) return "booked";
  return entry?.state ?? "due";
}

/** The entry of each month, or its reversal where that is less far. */
function entriesByMonth(entries: readonly DueAdjustment[]): Map<string, DueAdjustment> {
  const byMonth = new Map<string, DueAdjustment>();
  for (const entry of entries) {
    const month = /-(\d{4}-\d{2})-[er]\d*$/.exec(entry.actionId)?.[1] ?? "";
    const known = byMonth.get(month);
    if (known === undefined || (known.state === "confirmed" && entry.state !== "confirmed")) byMonth.set(month, entry);
  }
  return byMonth;
}

function itemRow({ reader, books, period }: ScheduleSetting, chart: Chart, worked: WorkedItem, months: readonly string[]): ScheduleItemRow {
  const { itemId, item, decisionNo, person, at, table } = worked;
  const write = amountWriter(books.baseCurrency);
  const entries = entriesByMonth(worked.entries);
  const rows = new Map(table.map((row) => [row.month, row]));
  const own = table.filter(({ date }) => period.start <= date && date <= period.end);
  const closing = balanceAt(worked, period.end);
  const opening = balanceAt(worked, addDays(period.start, -1));
  const added = total(own.map((one) => one.added));
  const row = own.at(-1);
  const entry = row === undefined ? undefined : entries.get(row.month);
  return {
    ...{ itemId, item, decisionNo, person, at },
    account: chart.get(item.accountId)?.name ?? item.accountId,
    otherAccount: chart.get(item.otherAccountId)?.name ?? item.otherAccountId,
    source: item.sourceId === undefined ? null : documentNameOf(reader, item.sourceId),
    ...{ opening: write(opening), added: write(added), closing: write(closing) },
    // What an accrual reverses after its last month has no row of its own.
    reduced: write(subtractDecimals(addDecimals(opening, added), closing)),
    monthsLeft: monthsLeft(table, period.end),
    state: stateOf(row, item.bookedThrough, entry),
    ...{ jobId: entry?.jobId ?? null, recordId: entry?.recordId ?? null },
    cells: months.map((month) => {
      const cell = rows.get(month);
      const amount = cell === undefined ? null : postedAmount(cell);
      return { month, amount: amount === null ? null : write(amount), state: stateOf(cell, item.bookedThrough, entries.get(month)) };
    }),
  };
}

/** The balance of an item at the end of a day. A reversing accrual is off the books on the next day. */
function balanceAt({ item, table }: WorkedItem, day: CalendarDate): DecimalString {
  const last = table.findLast(({ date }) => date <= day);
  if (last === undefined) return ZERO;
  return item.kind === "accrual" && item.reverses && last.date < day ? ZERO : last.closing;
}

/** What the entry of a month comes to: its debits. */
function postedAmount({ entries }: ScheduleMonth): DecimalString | null {
  const entry = entries.find(({ part }) => part === "entry");
  return entry === undefined ? null : total(entry.lines.map(({ amount }) => amount).filter((amount) => !amount.startsWith("-")));
}

/** The entries that the schedules ask for in a period, and what drafting them comes to. */
export function periodEntries({ books, period }: ScheduleSetting, items: readonly WorkedItem[]): ScheduleEntries {
  const write = amountWriter(books.baseCurrency);
  const entries = items.flatMap(({ entries: all, table }) => {
    const months = new Set(table.filter(({ date }) => period.start <= date && date <= period.end).map(({ month }) => month));
    return all.filter(({ actionId }) => months.has(/-(\d{4}-\d{2})-[er]\d*$/.exec(actionId)?.[1] ?? ""));
  });
  const due = entries.filter(({ state }) => TO_DRAFT.has(state));
  const posted = entries.filter(({ state }) => state === "confirmed").length;
  const byAccount = Map.groupBy(
    due.flatMap(({ lines }) => lines),
    ({ accountId }) => accountId,
  );
  const totals = [...byAccount].map(([accountId, lines]) => {
    const side = (credit: boolean) => total(lines.map(({ amount }) => amount).filter((amount) => amount.startsWith("-") === credit));
    return { accountId, account: lines[0]?.account ?? accountId, debit: write(side(false)), credit: write(negateDecimal(side(true))) };
  });
  return {
    ...{ due: due.length, posted, drafted: entries.length - due.length - posted, totals },
    debits: write(total(totals.map(({ debit }) => debit))),
  };
}
