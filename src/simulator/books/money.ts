import { assert } from "#shared/kernel/assert.ts";
import { type DecimalString, scaleOf } from "#shared/kernel/decimal.ts";

// Amounts are worked out in whole smallest units: exact, and fast enough for tens of thousands of documents.

/** Decimals that a currency's amounts have. */
export function decimalsOf(currency: string): number {
  return currency === "JPY" || currency === "KRW" || currency === "CLP" ? 0 : 2;
}

/** The amount in units of 10^-scale. @throws Defect when digits would be lost */
export function toUnits(value: DecimalString, scale: number): bigint {
  const have = scaleOf(value);
  const digits = BigInt(value.replace(".", ""));
  if (have <= scale) return digits * 10n ** BigInt(scale - have);
  const cut = 10n ** BigInt(have - scale);
  assert(digits % cut === 0n, `${value} has more than ${scale} decimals`);
  return digits / cut;
}

/** The inverse of `toUnits`. */
export function fromUnits(units: bigint, scale: number): DecimalString {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, "0");
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return (negative ? `-${text}` : text) as DecimalString;
}

/** a × b in units of 10^-scale, halves rounded away from zero. */
export function productUnits(a: DecimalString, b: DecimalString, scale: number): bigint {
  const product = BigInt(a.replace(".", "")) * BigInt(b.replace(".", ""));
  return rescale(product, scaleOf(a) + scaleOf(b), scale);
}

/** Units of one scale as units of another, halves rounded away from zero. */
export function rescale(units: bigint, from: number, to: number): bigint {
  if (from <= to) return units * 10n ** BigInt(to - from);
  const cut = 10n ** BigInt(from - to);
  const half = units < 0n ? -cut / 2n : cut / 2n;
  return (units + half) / cut;
}

/** `share` of `amount` out of `whole`, halves rounded away from zero. */
export function shareUnits(amount: bigint, share: bigint, whole: bigint): bigint {
  const product = amount * share;
  const negative = product < 0n !== whole < 0n;
  const numerator = product < 0n ? -product : product;
  const denominator = whole < 0n ? -whole : whole;
  const rounded = (2n * numerator + denominator) / (2n * denominator);
  return negative ? -rounded : rounded;
}
