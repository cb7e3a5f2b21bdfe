import type { DecimalString } from "#shared/kernel/decimal.ts";

/** An amount the way this ledger writes it: no trailing zeros, no bare point, no `-0`. Works on the digits, for every row has several. */
export function plainNumeral(value: DecimalString): DecimalString {
  const text = value.includes(".") ? value.replace(/\.?0+$/, "") : value;
  return (text === "-0" ? "0" : text) as DecimalString;
}
