import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  isZero,
  multiplyDecimals,
  subtractDecimals,
} from "#shared/kernel/decimal.ts";
import { groupedDecimal } from "#shared/kernel/grouped.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { amountName, percentName } from "#shared/kernel/readable.ts";
import type { AccountRisk, FluxComparison, FluxRule, FluxSection, FluxThreshold } from "#shared/model/reports/flux.ts";

/** A threshold someone set. */
export type StoredThreshold = FluxThreshold & { readonly decisionNo: number };

/** The limits alone. */
export type FluxLimits = Pick<FluxThreshold, "amount" | "percent" | "join">;

/** What an account is found by. */
export interface FluxSubject {
  readonly accountId: string;
  readonly accountType: string;
  readonly section: FluxSection;
  /** Null for accounts that are never reconciled. */
  readonly risk: AccountRisk | null;
  readonly statement: "profit_and_loss" | "balance_sheet";
}

const DEFAULT_PERCENT = decimal("10");
const LEAST_AMOUNT = decimal("500");

/** The default: 10 % and the larger of one percent of a twelfth of twelve months' revenue and 500. */
export function defaultLimits(revenueOfYear: DecimalString, decimals: number): FluxLimits {
  const share = divideDecimal(revenueOfYear, decimal("1200"), decimals);
  return { percent: DEFAULT_PERCENT, amount: compareDecimals(share, LEAST_AMOUNT) > 0 ? share : LEAST_AMOUNT, join: "and" };
}

const WIDTH = { account: 0, risk: 1, account_type: 2, section: 3, statement: 4 } as const;

/**
 * The threshold that holds for an account at a day: the narrowest scope, in it one for this comparison before one for all,
 * then the latest that is in effect; null where none fits.
 */
export function thresholdFor(
  thresholds: readonly StoredThreshold[],
  subject: FluxSubject,
  day: CalendarDate,
  comparison: FluxComparison,
): StoredThreshold | null {
  const fitting = thresholds.filter(
    (threshold) =>
      threshold.effectiveFrom <= day &&
      (threshold.comparison === null || threshold.comparison === comparison) &&
      isWithin(subject, threshold.scope),
  );
  fitting.sort(
    (a, b) =>
      WIDTH[a.scope.kind] - WIDTH[b.scope.kind] ||
      Number(a.comparison === null) - Number(b.comparison === null) ||
      (a.effectiveFrom < b.effectiveFrom ? 1 : a.effectiveFrom > b.effectiveFrom ? -1 : b.decisionNo - a.decisionNo),
  );
  return fitting[0] ?? null;
}

function isWithin(subject: FluxSubject, scope: StoredThreshold["scope"]): boolean {
  switch (scope.kind) {
    case "account":
      return scope.accountId === subject.accountId;
    case "risk":
      return scope.risk === subject.risk;
    case "account_type":
      return scope.accountType === subject.accountType;
    case "section":
      return scope.section === subject.section;
    case "statement":
      return scope.statement === subject.statement;
  }
}

/**
 * Compares a change with its limits; reaching a limit counts as exceeding it. Where no percentage can be calculated
 * (n/m), only the amount decides, if there is one. Without limits nothing is flagged.
 */
export function applyLimits(
  limits: FluxLimits,
  scope: FluxRule["scope"],
  decisionNo: number | null,
  figures: { readonly current: DecimalString; readonly comparative: DecimalString },
): FluxRule {
  const change = subtractDecimals(figures.current, figures.comparative);
  const percent = percentOf(figures.current, figures.comparative);
  const reached: boolean[] = [];
  if (limits.amount !== null) reached.push(compareDecimals(absoluteDecimal(change), limits.amount) >= 0);
  if (limits.percent !== null && percent !== null) reached.push(reachesPercent(change, figures.comparative, limits.percent));
  // From nothing, or past a turn of the sign, any change is beyond a percentage, but not beyond an amount.
  if (limits.percent !== null && percent === null && limits.amount === null) reached.push(true);
  const met = limits.join === "and" ? reached.every(Boolean) : reached.some(Boolean);
  const fired = reached.length > 0 && met && !isZero(change);
  const { amount, percent: share, join } = limits;
  return { decisionNo, scope, amount, percent: share, join, fired, words: wordsOf(limits, fired, change, percent) };
}

/** Exact, not by the rounded percentage that is shown. */
function reachesPercent(change: DecimalString, base: DecimalString, percent: DecimalString): boolean {
  const left = multiplyDecimals(absoluteDecimal(change), decimal("100"));
  return compareDecimals(left, multiplyDecimals(absoluteDecimal(base), percent)) >= 0;
}

/**
 * A change below only one of two limits joined by "and" isn't below both, so it is said not to reach them. Where the percentage is
 * n/m, only what decided is named.
 */
function wordsOf({ amount, percent, join }: FluxLimits, fired: boolean, change: DecimalString, moved: DecimalString | null): string {
  const share = percent === null || (moved === null && amount !== null) ? [] : [`${percent}%`];
  const limits = [...share, ...(amount === null ? [] : [groupedDecimal(amount)])];
  if (limits.length === 0) return "no threshold set";
  // Nothing is flagged without a change, not even where the limit is zero: then it was reached all the same.
  if (isZero(change)) return "no change";
  const reaches = moved === null && amount === null ? "counts as reaching" : "reaches";
  const misses = limits.length > 1 && join === "and" ? "doesn't reach both" : "doesn't reach";
  return `${fired ? reaches : misses} ${limits.join(` ${join} `)}: changed by ${amountName(change)}, ${moved === null ? "n/m" : percentName(moved)}`;
}
