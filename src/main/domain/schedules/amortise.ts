import { addDays, type CalendarDate, daysBetween, monthEnd } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  isZero,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";

const ZERO = decimal("0");

/** A total in equal months, each rounded; the last takes what rounding left, so that all of them are the total exactly. */
export function byMonth(total: DecimalString, months: number, decimals: number): DecimalString[] {
  return byWeight(
    total,
    Array.from({ length: months }, () => 1),
    decimals,
  );
}

/** A total by the days of each calendar month, from the first day through the day before it ends. */
export function byDay(total: DecimalString, from: CalendarDate, months: number, decimals: number): DecimalString[] {
  const end = addDays(monthLater(from, months), -1);
  const days: number[] = [];
  for (let start = from; start <= end; start = addDays(monthEnd(start), 1)) {
    const last = monthEnd(start) < end ? monthEnd(start) : end;
    days.push(daysBetween(start, last) + 1);
  }
  return byWeight(total, days, decimals);
}

/** The same day some months later, or the last day of a shorter month. */
export function monthLater(from: CalendarDate, months: number): CalendarDate {
  const last = monthEnd(from, months);
  const day = from.slice(8);
  return day >= last.slice(8) ? last : (`${last.slice(0, 8)}${day}` as CalendarDate);
}

function byWeight(total: DecimalString, weights: readonly number[], decimals: number): DecimalString[] {
  const all = decimal(String(weights.reduce((sum, weight) => sum + weight, 0)));
  // An exact division takes long, and a schedule has few different months.
  const parts = new Map(
    [...new Set(weights)].map((weight) => [weight, divideDecimal(multiplyDecimals(total, decimal(String(weight))), all, decimals)]),
  );
  let left = total;
  return weights.map((weight, at) => {
    const part = parts.get(weight) ?? left;
    const amount = at === weights.length - 1 ? left : lesser(part, left);
    left = subtractDecimals(left, amount);
    return amount;
  });
}

/**
 * Depreciation by declining balance: a share of the carrying amount each month, or an equal part of what is left to
 * depreciate once that is more. Never less than salvage remains, and in the last month exactly that.
 * @param factor of the straight-line rate, such as 2
 */
export function decliningBalance(
  { cost, salvage, months, factor }: { cost: DecimalString; salvage: DecimalString; months: number; factor: DecimalString },
  decimals: number,
): DecimalString[] {
  let carrying = cost;
  return Array.from({ length: months }, (_, at) => {
    const left = subtractDecimals(carrying, salvage);
    const share = divideDecimal(multiplyDecimals(carrying, factor), decimal(String(months)), decimals);
    const even = divideDecimal(left, decimal(String(months - at)), decimals);
    const amount = at === months - 1 ? left : lesser(compareDecimals(share, even) < 0 ? even : share, left);
    carrying = subtractDecimals(carrying, amount);
    return amount;
  });
}

export interface LoanPayment {
  readonly payment: DecimalString;
  readonly interest: DecimalString;
  readonly principal: DecimalString;
}

interface Loan {
  readonly amount: DecimalString;
  readonly rate: DecimalString;
  readonly months: number;
  readonly payment: DecimalString | null;
}

/** The payments of a loan, each split into interest on the balance and principal. The last one pays off what is left. */
export function loanPayments({ amount, rate, months, payment }: Loan, decimals: number): LoanPayment[] {
  const regular = payment ?? levelPayment({ amount, rate, months }, decimals);
  const payments: LoanPayment[] = [];
  let left = amount;
  for (let at = 0; at < months && !isZero(left); at++) {
    const interest = monthsInterest(left, rate, decimals);
    const most = addDecimals(left, interest);
    const paid = at === months - 1 ? most : lesser(regular, most);
    const principal = subtractDecimals(paid, interest);
    payments.push({ payment: paid, interest, principal });
    left = subtractDecimals(left, principal);
  }
  return payments;
}

/** A twelfth of a year's interest on a balance. */
export function monthsInterest(balance: DecimalString, rate: DecimalString, decimals: number): DecimalString {
  return divideDecimal(multiplyDecimals(balance, rate), decimal("1200"), decimals);
}

/** The equal payment that pays a loan off: principal × r ÷ (1 − (1 + r)⁻ⁿ) with the monthly rate r. */
export function levelPayment({ amount, rate, months }: Pick<Loan, "amount" | "rate" | "months">, decimals: number): DecimalString {
  if (isZero(rate)) return divideDecimal(amount, decimal(String(months)), decimals);
  // Thirty digits are far more than any payment needs, and keep the powers short.
  const monthly = divideDecimal(rate, decimal("1200"), 30);
  let growth = decimal("1");
  for (let at = 0; at < months; at++) growth = roundDecimal(multiplyDecimals(growth, addDecimals(decimal("1"), monthly)), 30);
  const share = sumDecimals([growth, decimal("-1")]);
  return divideDecimal(multiplyDecimals(multiplyDecimals(amount, monthly), growth), share, decimals);
}

function lesser(a: DecimalString, b: DecimalString): DecimalString {
  return compareDecimals(a, b) <= 0 ? a : b;
}

/** The sum of amounts. */
export function total(amounts: readonly DecimalString[]): DecimalString {
  return sumDecimals([ZERO, ...amounts]);
}
