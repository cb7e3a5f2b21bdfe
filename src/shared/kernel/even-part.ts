import { type DecimalString, decimal, divideDecimal, multiplyDecimals, roundDecimal, subtractDecimals } from "./decimal.ts";

/** The n-th part of a total, from 0: what is due by then less what was due before, so that all parts together are the total. */
export function evenPart(total: DecimalString, parts: number, at: number, decimals: number): DecimalString {
  if (at === parts - 1) return subtractDecimals(total, dueThrough(total, parts, at, decimals));
  return subtractDecimals(dueThrough(total, parts, at + 1, decimals), dueThrough(total, parts, at, decimals));
}

function dueThrough(total: DecimalString, parts: number, count: number, decimals: number): DecimalString {
  const exact = multiplyDecimals(total, decimal(String(count)));
  return count === 0 ? roundDecimal(decimal("0"), decimals) : divideDecimal(exact, decimal(String(parts)), decimals);
}
