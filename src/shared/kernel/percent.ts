import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  isZero,
  multiplyDecimals,
  subtractDecimals,
} from "./decimal.ts";

/** A change in percent of its base, one decimal; null (n/m) when the base is zero or the sign turned. */
export function percentOf(current: DecimalString, base: DecimalString): DecimalString | null {
  const turned = !isZero(current) && current.startsWith("-") !== base.startsWith("-");
  if (isZero(base) || turned) return null;
  return divideDecimal(multiplyDecimals(subtractDecimals(current, base), decimal("100")), absoluteDecimal(base), 1);
}

const LARGE = decimal("999.9");

/** Beyond this a percentage says no more than that the amount grew many times over: screens and print show `>999`. */
export function isLargePercent(percent: DecimalString): boolean {
  return compareDecimals(absoluteDecimal(percent), LARGE) > 0;
}
