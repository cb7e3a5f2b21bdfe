import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import { fromUnits } from "./money.ts";

/** Millionths of one US dollar; invented, of the right order. */
const DOLLARS: Readonly<Record<string, bigint>> = {
  USD: 1_000_000n,
  NZD: 597_400n,
  AUD: 655_100n,
  GBP: 1_283_600n,
  EUR: 1_091_800n,
  CAD: 728_900n,
  JPY: 6_711n,
  SGD: 748_300n,
  CHF: 1_122_700n,
};

/** Base units for one unit of `currency` on a day: drifts month by month, six decimals, `1` for the base currency. */
export function rateOn(base: string, currency: string, date: CalendarDate): DecimalString {
  if (base === currency) return "1" as DecimalString;
  const from = DOLLARS[currency];
  const to = DOLLARS[base];
  assert(from !== undefined && to !== undefined, `no rate between ${currency} and ${base}`);
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  // A slow wave of at most ±4 %, in hundredths of a percent, different for each pair.
  const phase = (month * 7 + currency.charCodeAt(0) * 5 + base.charCodeAt(1) * 3) % 80;
  const drift = BigInt(phase < 40 ? phase * 20 - 400 : (80 - phase) * 20 - 400);
  return canonicalDecimal(fromUnits((from * 1_000_000n * (10_000n + drift)) / (to * 10_000n), 6));
}
