import {
  compareDecimals,
  type DecimalString,
  isDecimal,
  isZero,
  multiplyDecimals,
  readDecimal,
  roundDecimal,
} from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";
import { numeralStyle, userLocale } from "./amount.ts";

export const ZERO = "0" as DecimalString;
export const ONE = "1" as DecimalString;

/**
 * Reads an amount as people type it: `1234.5`, `1,234.50`, `1 234.50`, `.5`, `(12.00)` for less than zero; where decimals follow
 * a comma, `1.234,50` and `1234,5` too. What fields are filled with has a point. A text that a reader of such a language could
 * mean a thousandfold, `1,234`, is none; nor is `1.234` where the amount has fewer `decimals`.
 * @returns null when it is no amount; an empty text is none either
 */
export function readAmount(text: string, decimals = Number.POSITIVE_INFINITY, locale: string = userLocale()): DecimalString | null {
  if (isAmbiguous(text, decimals, locale)) return null;
  const written = bareAmount(text);
  const signed = hasComma(locale) ? pointed(written) : written;
  const whole = signed.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(whole) ? whole.replaceAll(",", "") : whole;
  return isDecimal(plain) ? readDecimal(plain) : null;
}

/** What to say of a text that is no amount: which two amounts it could be, else the other words. */
export function amountProblem(text: string, otherwise: string, locale: string = userLocale()): string {
  if (!isAmbiguous(text, 0, locale)) return otherwise;
  return t("The separator in {text} could mark thousands or decimals. For thousands, remove it; for decimals, add a zero at the end.", {
    text: text.trim(),
  });
}

/** Both `1.234` and `1,234` are thousands to some readers of a language with a decimal comma, and decimals to others. */
function isAmbiguous(text: string, decimals: number, locale: string): boolean {
  if (!hasComma(locale)) return false;
  const [separator] = /(?<=^-?[1-9]\d{0,2})[.,](?=\d{3}$)/.exec(bareAmount(text)) ?? [];
  return separator === "," || (separator === "." && decimals < 3);
}

/** Without spaces, and with a leading minus for what is below zero. */
function bareAmount(text: string): string {
  const bare = text.trim().replaceAll(/[\s\u00a0\u202f']/g, "");
  const inner = /^\((.+)\)$/.exec(bare)?.[1];
  return inner === undefined ? bare.replace(/^[−–]/, "-") : `-${inner}`;
}

function hasComma(locale: string): boolean {
  return numeralStyle(locale).decimal === ",";
}

/** A numeral with a decimal comma as one with a point; any other text as it is. */
function pointed(text: string): string {
  if (/^-?\d{1,3}(?:\.\d{3})+,\d*$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  if (/^-?\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return text.replaceAll(".", "");
  return /^-?\d*,\d*$/.test(text) ? text.replace(",", ".") : text;
}

/** Quantity times price at the decimals of the currency; no quantity is one. */
export function lineProduct(quantity: DecimalString | null, unitAmount: DecimalString, decimals: number): DecimalString {
  return roundDecimal(multiplyDecimals(quantity ?? ONE, unitAmount), decimals);
}

export function isPositive(amount: DecimalString): boolean {
  return !isZero(amount) && compareDecimals(amount, ZERO) > 0;
}
