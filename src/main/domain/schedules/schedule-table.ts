import type { DueEntry, DueLine } from "#main/domain/close/adjusting-schedule.ts";
import { addDays, type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal, isZero, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { ScheduleItem, ScheduleItemOf } from "#shared/model/close/schedule-item.ts";
import { byDay, byMonth, decliningBalance, loanPayments } from "./amortise.ts";

/** What an item moves on an account without an entry of its own: the bill, the loan paid out, a payment. Debits positive. */
export interface OutsideMovement {
  readonly what: "addition" | "payment" | "settlement";
  readonly date: CalendarDate;
  readonly accountId: string;
  readonly amount: DecimalString;
}

/** One month of an item. Amounts are without sign: `opening` + `added` − `reduced` is `closing`. */
export interface ScheduleMonth {
  /** `YYYY-MM` */
  readonly month: string;
  /** Its last day; the day of disposal in that month. */
  readonly date: CalendarDate;
  readonly opening: DecimalString;
  readonly added: DecimalString;
  /** Expensed, earned, depreciated, reversed or repaid; a disposal is in it. */
  readonly reduced: DecimalString;
  readonly closing: DecimalString;
  /** Part of a loan's payment. */
  readonly interest: DecimalString | null;
  readonly disposed: boolean;
  readonly entries: readonly DueEntry[];
  readonly outside: readonly OutsideMovement[];
}

const ZERO = decimal("0");

/** An item month by month, from its first to its last. @param decimals of the books' currency */
export function scheduleTable(item: ScheduleItem, decimals: number): ScheduleMonth[] {
  if (item.kind === "fixed_asset") return assetTable(item, decimals);
  if (item.kind === "accrual") return accrualTable(item);
  return item.kind === "loan" ? loanTable(item, decimals) : spreadTable(item, decimals);
}

/** Everything that an item moves on an account, entries and what happens outside of them. */
export function movementsOf(table: readonly ScheduleMonth[], accountId: string): { date: CalendarDate; amount: DecimalString }[] {
  return table
    .flatMap(({ entries, outside }) => [
      ...outside,
      ...entries.flatMap(({ date, lines }) => lines.map((line) => ({ date, accountId: line.accountId, amount: line.amount }))),
    ])
    .filter((movement) => movement.accountId === accountId)
    .map(({ date, amount }) => ({ date, amount }));
}

/**
 * The months after a day in which an item has an entry, or is reduced without one. What an accrual reverses after its last month was
 * entered in that month.
 */
export function monthsLeft(table: readonly ScheduleMonth[], day: CalendarDate): number {
  return table.filter(({ date, entries, reduced }) => date > day && (entries.length > 0 || !isZero(reduced))).length;
}

/** The balance sheet accounts that an item is part of. */
export function balanceAccounts(item: ScheduleItem): string[] {
  return item.kind === "fixed_asset" ? [...new Set([item.accountId, item.contraAccountId])] : [item.accountId];
}

function spreadTable(item: ScheduleItemOf<"prepaid" | "deferred_revenue">, decimals: number): ScheduleMonth[] {
  const { kind, amount, months, by, from, accountId, otherAccountId } = item;
  const parts = by === "day" ? byDay(amount, from, months, decimals) : byMonth(amount, months, decimals);
  const isAsset = kind === "prepaid";
  let left = amount;
  return parts.map((part, at) => {
    const opening = at === 0 ? ZERO : left;
    left = subtractDecimals(left, part);
    const date = monthEnd(from, at);
    return {
      ...{ ...monthOf(date), opening, added: at === 0 ? amount : ZERO, reduced: part, closing: left },
      entries: entryOf(date, isAsset ? transfer(otherAccountId, accountId, part) : transfer(accountId, otherAccountId, part)),
      outside: at === 0 ? [{ what: "addition" as const, date: from, accountId, amount: isAsset ? amount : negateDecimal(amount) }] : [],
    };
  });
}

function assetTable(item: ScheduleItemOf<"fixed_asset">, decimals: number): ScheduleMonth[] {
  const { amount: cost, salvage, months, method, factor, from, accountId, contraAccountId, otherAccountId, disposal } = item;
  const parts =
    method === "declining_balance"
      ? decliningBalance({ cost, salvage, months, factor }, decimals)
      : byMonth(subtractDecimals(cost, salvage), months, decimals);
  const gone = disposal?.date.slice(0, 7) ?? null;
  const kept = gone === null ? parts : parts.filter((_, at) => monthEnd(from, at).slice(0, 7) < gone);
  let left = cost;
  const acquired = { what: "addition" as const, date: from, accountId, amount: cost };
  const rows: ScheduleMonth[] = kept.map((part, at) => {
    const opening = at === 0 ? ZERO : left;
    left = subtractDecimals(left, part);
    const date = monthEnd(from, at);
    return {
      ...{ ...monthOf(date), opening, added: at === 0 ? cost : ZERO, reduced: part, closing: left },
      entries: entryOf(date, transfer(otherAccountId, contraAccountId, part)),
      outside: at === 0 ? [acquired] : [],
    };
  });
  if (disposal === null) return rows;
  const first = rows.length === 0;
  const lines = [
    { accountId: contraAccountId, amount: subtractDecimals(cost, left) },
    { accountId: disposal.accountId, amount: left },
    { accountId, amount: negateDecimal(cost) },
  ].filter(({ amount }) => !isZero(amount));
  const ended = { ...monthOf(disposal.date), opening: first ? ZERO : left, added: first ? cost : ZERO, reduced: left, disposed: true };
  return [...rows, { ...ended, closing: ZERO, entries: entryOf(disposal.date, lines), outside: first ? [acquired] : [] }];
}

function accrualTable({
  amount,
  months,
  reverses,
  settledOn,
  from,
  accountId,
  otherAccountId,
}: ScheduleItemOf<"accrual">): ScheduleMonth[] {
  let balance = ZERO;
  const rows: ScheduleMonth[] = [];
  for (let at = 0; at < months; at++) {
    const date = monthEnd(from, at);
    if (!reverses && settledOn !== null && settledOn.slice(0, 7) <= date.slice(0, 7)) break;
    const opening = balance;
    const lines = transfer(otherAccountId, accountId, amount);
    balance = reverses ? amount : addDecimals(balance, amount);
    rows.push({
      ...{ ...monthOf(date), opening, added: amount, reduced: reverses ? opening : ZERO, closing: balance },
      entries: [...entryOf(date, lines), ...(reverses ? reversalOf(date, lines) : [])],
      outside: [],
    });
  }
  if (reverses || settledOn === null || isZero(balance)) return rows;
  const settled = { what: "settlement" as const, date: settledOn, accountId, amount: balance };
  return [
    ...rows,
    { ...monthOf(monthEnd(settledOn)), opening: balance, added: ZERO, reduced: balance, closing: ZERO, entries: [], outside: [settled] },
  ];
}

function loanTable(item: ScheduleItemOf<"loan">, decimals: number): ScheduleMonth[] {
  const { amount, from, accountId, otherAccountId, paymentAccountId } = item;
  let left = amount;
  const drawn: ScheduleMonth = {
    ...{ ...monthOf(monthEnd(from)), opening: ZERO, added: amount, reduced: ZERO, closing: amount },
    ...{ entries: [], outside: [{ what: "addition", date: from, accountId, amount: negateDecimal(amount) }] },
  };
  const paid = loanPayments(item, decimals).map(({ payment, interest, principal }, at): ScheduleMonth => {
    const date = monthEnd(from, at + 1);
    const opening = left;
    left = subtractDecimals(left, principal);
    const lines =
      paymentAccountId === null
        ? transfer(otherAccountId, accountId, interest)
        : [
            { accountId, amount: principal },
            { accountId: otherAccountId, amount: interest },
            { accountId: paymentAccountId, amount: negateDecimal(payment) },
          ].filter((line) => !isZero(line.amount));
    const outside = paymentAccountId === null ? [{ what: "payment" as const, date, accountId, amount: payment }] : [];
    return { ...monthOf(date), opening, added: ZERO, reduced: principal, closing: left, interest, entries: entryOf(date, lines), outside };
  });
  return [drawn, ...paid];
}

function monthOf(date: CalendarDate): Pick<ScheduleMonth, "month" | "date" | "interest" | "disposed"> {
  return { month: date.slice(0, 7), date, interest: null, disposed: false };
}

function transfer(debit: string, credit: string, amount: DecimalString): DueLine[] {
  return [
    { accountId: debit, amount },
    { accountId: credit, amount: negateDecimal(amount) },
  ];
}

/** None where nothing is left to post. */
function entryOf(date: CalendarDate, lines: readonly DueLine[]): DueEntry[] {
  return lines.every(({ amount }) => isZero(amount)) ? [] : [{ part: "entry", date, lines }];
}

function reversalOf(date: CalendarDate, lines: readonly DueLine[]): DueEntry[] {
  return [{ part: "reversal", date: addDays(date, 1), lines: lines.map((line) => ({ ...line, amount: negateDecimal(line.amount) })) }];
}
