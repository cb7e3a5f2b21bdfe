import {
  compareDecimals,
  type DecimalString,
  isDecimal,
  isZero,
  multiplyDecimals,
  readDecimal,
  roundDecimal,
} from "#shared/kernel/decimal.ts";

export const ZERO = "0" as DecimalString;
export const ONE = "1" as DecimalString;

/**
 * Reads an amount as people type it: `1234.5`, `1,234.50`, `1 234.50`, `.5`, `(12.00)` for less than zero.
 * @returns null when it is no amount; an empty text is none either
 */
export function readAmount(text: string): DecimalString | null {
  const bare = text.trim().replaceAll(/[\s\u00a0\u202f']/g, "");
  const inner = /^\((.+)\)$/.exec(bare)?.[1];
  const signed = inner === undefined ? bare.replace(/^[−–]/, "-") : `-${inner}`;
  const whole = signed.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(whole) ? whole.replaceAll(",", "") : whole;
  return isDecimal(plain) ? readDecimal(plain) : null;
}

/** Quantity times price at the decimals of the currency; no quantity is one. */
export function lineProduct(quantity: DecimalString | null, unitAmount: DecimalString, decimals: number): DecimalString {
  return roundDecimal(multiplyDecimals(quantity ?? ONE, unitAmount), decimals);
}

export function isPositive(amount: DecimalString): boolean {
  return !isZero(amount) && compareDecimals(amount, ZERO) > 0;
}
