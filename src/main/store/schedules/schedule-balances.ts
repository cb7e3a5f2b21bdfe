import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import { amountWriter, currencyDigits, ZERO } from "#main/domain/postings/account-sum.ts";
import { total } from "#main/domain/schedules/amortise.ts";
import { explainDifference } from "#main/domain/schedules/explain-difference.ts";
import { balanceAccounts, movementsOf, type ScheduleMonth, scheduleTable } from "#main/domain/schedules/schedule-table.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { type DueAdjustment, itemEntries } from "#main/store/close/adjusting-entries.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { postingEntries } from "#main/store/postings/posting-entries.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import type { ScheduleAccount } from "#shared/contract/close/schedules.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { TrialBalanceRow } from "#shared/model/reports/statement.ts";
import { differenceParts, type ScheduleLine } from "./difference-parts.ts";
import { type StoredItem, scheduleItems } from "./schedule-items.ts";

/** More than any prepaid or fixed asset account has in a period. */
const MOST_POSTINGS = 100_000;

/** A period of a client's books. */
export interface ScheduleSetting {
  readonly reader: MirrorReader;
  readonly books: SumsSetting;
  readonly yearEnd: FiscalYearEnd;
  readonly period: { readonly start: CalendarDate; readonly end: CalendarDate };
}

/** An item with its months, and their entries with the state of their writes. */
export interface WorkedItem extends StoredItem {
  readonly table: readonly ScheduleMonth[];
  readonly entries: readonly DueAdjustment[];
}

/** Every item of a client with its months. */
export function workedItems({ reader, books: { baseCurrency } }: Pick<ScheduleSetting, "reader" | "books">): WorkedItem[] {
  const items = scheduleItems(reader).map((stored) => ({ ...stored, table: scheduleTable(stored.item, currencyDigits(baseCurrency)) }));
  const entries = itemEntries(reader, items, baseCurrency);
  return items.map((item) => ({ ...item, entries: entries.get(item.itemId) ?? [] }));
}

/**
 * The balance per schedule and per books of every balance sheet account that schedule items are on, with the sign of a
 * balance sheet, and what explains the difference.
 * @param items as `workedItems` gives them, where they are known already
 */
export function scheduleBalances(setting: ScheduleSetting, items: readonly WorkedItem[] = workedItems(setting)): ScheduleAccount[] {
  const { reader, books, yearEnd, period } = setting;
  const accountIds = [...new Set(items.flatMap(({ item }) => balanceAccounts(item)))];
  if (accountIds.length === 0) return [];
  const rows = trialBalanceReport(reader, { ...books, yearEnd, from: period.start, to: period.end }).rows;
  return accountIds.map((accountId) =>
    accountBalance(
      setting,
      accountId,
      rows.find(({ account }) => account?.id === accountId),
      items.filter(({ item }) => balanceAccounts(item).includes(accountId)),
    ),
  );
}

function accountBalance(
  setting: ScheduleSetting,
  accountId: string,
  row: TrialBalanceRow | undefined,
  items: readonly WorkedItem[],
): ScheduleAccount {
  const { books, period, reader } = setting;
  const account = row?.account ?? chartOf(reader).get(accountId) ?? null;
  const write = amountWriter(books.baseCurrency);
  const shown = (amount: DecimalString) => write(account?.class === "asset" ? amount : negateDecimal(amount));
  const moved = items.flatMap(({ table }) => movementsOf(table, accountId));
  const at = (keep: (date: CalendarDate) => boolean) => total(moved.filter(({ date }) => keep(date)).map(({ amount }) => amount));
  const before = at((date) => date < period.start);
  const lines = items.flatMap((item) => entryLines(item, accountId));
  const earlier = lines.filter(({ date, posted }) => date < period.start && !posted);
  const parts = explainDifference({
    opening: subtractDecimals(row?.opening ?? ZERO, before),
    postings: postingsOf(setting, accountId),
    entries: lines.filter(({ date }) => within(period, date)),
    expected: items.flatMap((item) => expectedOf(item, accountId)).filter(({ date }) => within(period, date)),
  });
  return {
    ...{ accountId, account, label: row?.label ?? account?.name ?? accountId, currency: books.baseCurrency },
    ...{ kinds: [...new Set(items.map(({ item }) => item.kind))], items: items.length },
    perSchedule: shown(at((date) => date <= period.end)),
    perBooks: shown(row?.balance ?? ZERO),
    difference: shown(parts.difference),
    parts: differenceParts(parts, earlier, shown),
  };
}

function within({ start, end }: ScheduleSetting["period"], date: CalendarDate): boolean {
  return start <= date && date <= end;
}

/** What the entries of an item post on an account, with how far each is. */
function entryLines({ item, entries }: WorkedItem, accountId: string): ScheduleLine[] {
  return entries.flatMap(({ date, lines, recordId, state }) =>
    lines
      .filter((line) => line.accountId === accountId)
      .map(({ amount }) => ({ text: item.title, date, amount, recordId, posted: state === "confirmed" })),
  );
}

/** The transactions that an item expects on an account; entries that were in the books before Tieout are among them. */
function expectedOf({ item, table }: WorkedItem, accountId: string): ScheduleLine[] {
  const named = (date: CalendarDate, amount: DecimalString, recordId: string | null) => ({
    ...{ text: item.title, date, amount, recordId, posted: false },
  });
  return table.flatMap(({ outside, entries, date: day }) => [
    ...outside
      .filter((one) => one.accountId === accountId)
      .map(({ what, date, amount }) => named(date, amount, what === "addition" ? (item.sourceId ?? null) : null)),
    ...(item.bookedThrough === null || day > item.bookedThrough ? [] : entries).flatMap(({ date, lines }) =>
      lines.filter((line) => line.accountId === accountId).map(({ amount }) => named(date, amount, null)),
    ),
  ]);
}

function postingsOf({ reader, books, period }: ScheduleSetting, accountId: string): ScheduleLine[] {
  const question = { accountId, after: [dayNumber(period.start), -1, -1] as const, throughDay: dayNumber(period.end) };
  return postingEntries(reader, { ...question, entityId: books.entityId, limit: MOST_POSTINGS }).map(
    ({ date, amount, documentId, number, description }) => ({
      ...{ text: number ?? description ?? "", date, amount, recordId: documentId, posted: true },
    }),
  );
}
