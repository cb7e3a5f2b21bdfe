import type { DecimalString } from "./decimal.ts";

/** An amount inside an English sentence of the core, its digits in threes: `113,554,515.67`. No digit is dropped. */
export function groupedDecimal(value: DecimalString): string {
  const [whole = "", fraction] = value.split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
