import { Decimal } from "decimal.js";
import { assert } from "./assert.ts";
import type { Brand } from "./brand.ts";

/** A plain decimal numeral, digits as the ledger wrote them: `-?digits[.digits]`. */
export type DecimalString = Brand<string, "DecimalString">;

// decimal.js rounds to 20 significant digits unless told otherwise; sums of money must be exact.
const Exact = Decimal.clone({ precision: 1000, toExpNeg: -9e15, toExpPos: 9e15 });
const EXPONENT = /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/;

/** True for a plain decimal numeral without exponent. */
export function isDecimal(text: string): text is DecimalString {
  const first = text.charCodeAt(0) === 45 ? 1 : 0;
  let point = -1;
  let at = first;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 46 && point < 0) point = at;
    else if (code < 48 || code > 57) return false;
  }
  return at > first && point !== first && point !== at - 1;
}

/**
 * Reads a JSON numeral or a numeric string. Plain numerals come back untouched, trailing
 * zeros included; an exponent is written out exactly (`1e-7` is `0.0000001`).
 * @returns null when the text is not a number
 */
export function readDecimal(text: string): DecimalString | null {
  if (isDecimal(text)) return text;
  if (!EXPONENT.test(text)) return null;
  if (Math.abs(Number(text.slice(text.search(/[eE]/) + 1))) > 500) return null;
  return new Exact(text).toString() as DecimalString;
}

/** Like `readDecimal`. @throws Defect when the text is not a number */
export function decimal(text: string): DecimalString {
  const value = readDecimal(text);
  assert(value !== null, `not a decimal numeral: ${text}`);
  return value;
}

/** Digits after the point. */
export function scaleOf(value: DecimalString): number {
  const point = value.indexOf(".");
  return point < 0 ? 0 : value.length - point - 1;
}

/** The exact sum, written with the largest scale among the terms (an empty sum is `0`). */
export function sumDecimals(values: Iterable<DecimalString>): DecimalString {
  let units = 0;
  let total: Decimal | null = null;
  let scale = 0;
  for (const value of values) {
    scale = Math.max(scale, scaleOf(value));
    // Most sums fit a number of ten-thousandths, which is several times as fast.
    const more = total === null ? toTenThousandths(value) : null;
    if (total === null && more !== null && Number.isSafeInteger(units + more)) units += more;
    else total = (total ?? new Exact(units).dividedBy(10_000)).plus(value);
  }
  return total === null ? fromTenThousandths(units, scale) : withScale(total, scale);
}

/** a + b, exact, at the larger scale. */
export function addDecimals(a: DecimalString, b: DecimalString): DecimalString {
  return sumDecimals([a, b]);
}

/** a - b, exact, at the larger scale. */
export function subtractDecimals(a: DecimalString, b: DecimalString): DecimalString {
  const [from, less] = [toTenThousandths(a), toTenThousandths(b)];
  if (from !== null && less !== null && Number.isSafeInteger(from - less))
    return fromTenThousandths(from - less, Math.max(scaleOf(a), scaleOf(b)));
  return withScale(new Exact(a).minus(b), Math.max(scaleOf(a), scaleOf(b)));
}

/** a × b, exact, unrounded. */
export function multiplyDecimals(a: DecimalString, b: DecimalString): DecimalString {
  return new Exact(a).times(b).toString() as DecimalString;
}

/** Flips the sign and keeps every digit; zero stays without a sign. */
export function negateDecimal(value: DecimalString): DecimalString {
  if (value.startsWith("-")) return value.slice(1) as DecimalString;
  return (isZero(value) ? value : `-${value}`) as DecimalString;
}

/** The value without its sign. */
export function absoluteDecimal(value: DecimalString): DecimalString {
  return (value.startsWith("-") ? value.slice(1) : value) as DecimalString;
}

/** -1, 0 or 1 by value; `1.0` and `1.00` are equal. */
export function compareDecimals(a: DecimalString, b: DecimalString): -1 | 0 | 1 {
  const [small, other] = [toTenThousandths(a), toTenThousandths(b)];
  if (small !== null && other !== null) return small < other ? -1 : small > other ? 1 : 0;
  return new Exact(a).comparedTo(b) as -1 | 0 | 1;
}

/** True for `0`, `0.00`, `-0`. */
export function isZero(value: DecimalString): boolean {
  for (let at = 0; at < value.length; at++) if (value.charCodeAt(at) > 48) return false;
  return true;
}

/** The value without trailing zeros or a bare point: how two spellings of one amount compare. */
export function canonicalDecimal(value: DecimalString): DecimalString {
  const text = new Exact(value).toString();
  return (text === "-0" ? "0" : text) as DecimalString;
}

/**
 * Ten-thousandths as a safe integer, for sums in SQL, or null when the value has more than four
 * decimals or does not fit 2^53: such amounts stay text.
 */
export function toTenThousandths(value: DecimalString): number | null {
  const negative = value.charCodeAt(0) === 45;
  let scaled = 0;
  let decimals = -1;
  for (let at = negative ? 1 : 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === 46) decimals = 0;
    else {
      if (decimals >= 0) decimals++;
      scaled = scaled * 10 + (code - 48);
    }
  }
  if (decimals > 4) return null;
  scaled *= TENS[decimals < 0 ? 4 : 4 - decimals] as number;
  // Beyond 2^53 digits would be lost on the way; the sum above only grows, so the end tells.
  if (!Number.isSafeInteger(scaled)) return null;
  return negative ? -scaled : scaled;
}

const TENS = [1, 10, 100, 1_000, 10_000] as const;

/** The inverse of `toTenThousandths` for a value that had `scale` decimals (0 to 4). */
export function fromTenThousandths(scaled: number | bigint, scale: number): DecimalString {
  const negative = scaled < 0;
  const digits = (negative ? -scaled : scaled).toString().padStart(5, "0");
  const whole = digits.slice(0, -4);
  const fraction = digits.slice(-4, digits.length - 4 + scale);
  const text = scale > 0 ? `${whole}.${fraction}` : whole;
  return (negative ? `-${text}` : text) as DecimalString;
}

function withScale(value: Decimal, scale: number): DecimalString {
  const text = value.toString();
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const padded = fraction.padEnd(scale, "0");
  const body = padded === "" ? whole : `${whole}.${padded}`;
  return (isZero(body as DecimalString) ? body : sign + body) as DecimalString;
}

/** The value at exactly `decimals` digits after the point, halves away from zero. */
export function roundDecimal(value: DecimalString, decimals: number): DecimalString {
  return withScale(new Exact(value).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP), decimals);
}

/** a ÷ b at exactly `decimals` digits after the point, halves away from zero. @throws Defect when b is zero */
export function divideDecimal(a: DecimalString, b: DecimalString, decimals: number): DecimalString {
  assert(!isZero(b), "nothing is divided by zero");
  return withScale(new Exact(a).dividedBy(b).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP), decimals);
}
