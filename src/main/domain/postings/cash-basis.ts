import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

/** A posting of a charge or credit, in ten-thousandths of the base currency, debits positive. */
export interface ChargePosting {
  readonly accountId: string | null;
  readonly units: bigint;
  readonly date: CalendarDate;
}

/** An invoice, bill or credit with its postings and settlements, in ten-thousandths of its currency. */
export interface Charge {
  /** True where the control account is debited: invoices, and credits of vendors. */
  readonly controlIsDebit: boolean;
  readonly total: bigint;
  readonly postings: readonly ChargePosting[];
  /** In any order. */
  readonly settled: readonly { readonly units: bigint; readonly date: CalendarDate }[];
}

/** What is to be added to the debits and the credits of each account; what no longer counts is negative. */
export type Adjustment = ReadonlyMap<string | null, { debit: bigint; credit: bigint }>;

/**
 * What turns a charge's accrual postings of a span into cash ones: the charge alone posts nothing, and
 * each time that a part of it is settled, the same part of every posting. Parts are rounded as they add up,
 * so that a charge settled in full has posted itself to the last digit; what rounding leaves of a part goes
 * to its largest line, so that every part balances. A charge of nothing has nothing to settle and stays.
 * @param step the smallest amount of the base currency in ten-thousandths
 */
export function cashAdjustment(charge: Charge, from: CalendarDate | null, to: CalendarDate, step: bigint): Adjustment {
  const sides = new Map<string | null, { debit: bigint; credit: bigint }>();
  if (charge.total <= 0n) return sides;
  const sideOf = (accountId: string | null) => {
    const known = sides.get(accountId) ?? { debit: 0n, credit: 0n };
    sides.set(accountId, known);
    return known;
  };
  const before = from === null ? new Map<string | null, bigint>() : recognised(charge, (date) => date < from, step);
  for (const [accountId, units] of recognised(charge, (date) => date <= to, step)) {
    const moved = units - (before.get(accountId) ?? 0n);
    if (moved > 0n) sideOf(accountId).debit += moved;
    else sideOf(accountId).credit -= moved;
  }
  for (const { accountId, units, date } of charge.postings) {
    if (date > to || (from !== null && date < from)) continue;
    if (units > 0n) sideOf(accountId).debit -= units;
    else sideOf(accountId).credit += units;
  }
  return sides;
}

/** What the parts settled so far have posted. */
function recognised(
  { controlIsDebit, total, postings, settled }: Charge,
  counts: (date: CalendarDate) => boolean,
  step: bigint,
): Map<string | null, bigint> {
  const whole = new Map<string | null, bigint>();
  for (const { accountId, units } of postings) add(whole, accountId, units);
  const part = settled.filter(({ date }) => counts(date)).reduce((sum, { units }) => sum + units, 0n);
  if (part >= total) return whole;
  const posted = new Map<string | null, bigint>();
  if (part <= 0n) return posted;
  for (const [accountId, units] of whole) posted.set(accountId, rounded(units * part, total, step));
  // What one entity has of a charge that several share need not balance alone.
  const rest = sumOf(posted) - rounded(sumOf(whole) * part, total, step);
  if (rest !== 0n) add(posted, restAccount(whole, controlIsDebit), -rest);
  return posted;
}

/** The control account must show what was paid, so the rest goes to the largest posting on the other side. */
function restAccount(whole: ReadonlyMap<string | null, bigint>, controlIsDebit: boolean): string | null {
  let largest: string | null = null;
  let size = 0n;
  for (const [accountId, units] of whole) {
    const other = controlIsDebit ? -units : units;
    if (other > size) [largest, size] = [accountId, other];
  }
  return largest;
}

/** numerator ÷ denominator to a whole multiple of `step`, halves away from zero. */
function rounded(numerator: bigint, denominator: bigint, step: bigint): bigint {
  const unit = denominator * step;
  const magnitude = numerator < 0n ? -numerator : numerator;
  const quotient = (2n * magnitude + unit) / (2n * unit);
  return (numerator < 0n ? -quotient : quotient) * step;
}

function sumOf(postings: ReadonlyMap<string | null, bigint>): bigint {
  return [...postings.values()].reduce((sum, units) => sum + units, 0n);
}

function add(sums: Map<string | null, bigint>, accountId: string | null, units: bigint): void {
  sums.set(accountId, (sums.get(accountId) ?? 0n) + units);
}
