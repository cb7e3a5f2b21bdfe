import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { type DecimalString, roundDecimal } from "#shared/kernel/decimal.ts";
import { isLargePercent } from "#shared/kernel/percent.ts";
import { t } from "../../language/t.ts";

/** How a locale writes numerals: its separators and the sizes of its digit groups. */
export interface NumeralStyle {
  readonly group: string;
  readonly decimal: string;
  /** Digits of the group next to the decimal separator, then of every further one. */
  readonly sizes: readonly [number, number];
  /** Digits from which on groups are made at all. */
  readonly from: number;
}

const styles = new Map<string, NumeralStyle>();

/** The numeral style of a locale; asked once. */
export function numeralStyle(locale: string): NumeralStyle {
  const known = styles.get(locale);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, { numberingSystem: "latn", minimumFractionDigits: 1 });
  const parts = format.formatToParts(123456789012.5);
  const groups = parts.filter((part) => part.type === "integer").map((part) => part.value.length);
  const small = format.formatToParts(1234.5).some((part) => part.type === "group");
  const style: NumeralStyle = {
    group: parts.find((part) => part.type === "group")?.value ?? "",
    decimal: parts.find((part) => part.type === "decimal")?.value ?? ".",
    sizes: [groups.at(-1) ?? 3, groups.at(-2) ?? groups.at(-1) ?? 3],
    from: small ? 4 : 5,
  };
  styles.set(locale, style);
  return style;
}

/** True for a numeral below zero; `-0.00` is not. */
export function isNegative(value: string): boolean {
  return value.startsWith("-") && /[1-9]/.test(value);
}

/**
 * A decimal numeral without its sign, grouped for reading. Zeros are added up to `least` decimals
 * and taken away beyond them; a digit that counts is never dropped, so nothing is rounded.
 */
export function groupDigits(value: string, least: number, locale: string): string {
  const [whole = "0", fraction = ""] = value.replace(/^[-+]/, "").split(".");
  const style = numeralStyle(locale);
  const kept = fraction.slice(0, least).padEnd(least, "0") + fraction.slice(least).replace(/0+$/, "");
  const grouped = grouping(whole.replace(/^0+(?=\d)/, ""), style);
  return kept === "" ? grouped : `${grouped}${style.decimal}${kept}`;
}

type NegativeStyle = "parentheses" | "minus";

const NEGATIVES_KEY = "tieout.negatives";
let negatives: NegativeStyle = globalThis.localStorage?.getItem(NEGATIVES_KEY) === "minus" ? "minus" : "parentheses";

/** How amounts below zero are written. */
export function negativeStyle(): NegativeStyle {
  return negatives;
}

/** Takes the choice and keeps it; amounts that are drawn from now on follow it. */
export function setNegativeStyle(style: NegativeStyle): void {
  window.localStorage.setItem(NEGATIVES_KEY, style);
  negatives = style;
}

/** An amount in the accounting style: `(1,234.50)` below zero, or `−1,234.50` where a person chose so, `1,234.50` otherwise. */
export function formatAmount(value: string, currency: string, locale: string = userLocale()): string {
  return signed(value, groupDigits(value, currencyDigits(currency), locale));
}

/** The text of a size with the sign of its value. */
export function signed(value: string, text: string): string {
  if (!isNegative(value)) return text;
  return negatives === "minus" ? `−${text}` : `(${text})`;
}

/** An amount with its currency: `NZD 968.99`. */
export function formatMoney(value: string, currency: string, locale: string = userLocale()): string {
  return `${currency} ${formatAmount(value, currency, locale)}`;
}

/** An amount as it is read aloud: `minus 1,234.50 USD`. */
export function spokenAmount(value: string, currency: string, locale: string = userLocale()): string {
  return `${isNegative(value) ? t("minus ") : ""}${groupDigits(value, currencyDigits(currency), locale)} ${currency}`;
}

/** A quantity or rate: grouped, with the decimals that were sent and a leading minus. */
export function formatNumeral(value: string, locale: string = userLocale()): string {
  return `${isNegative(value) ? "−" : ""}${groupDigits(value, 0, locale)}`;
}

/** A share or change in percent, with one decimal: `12.0`; negatives as amounts have them. */
export function formatPercent(value: string, locale: string = userLocale()): string {
  return signed(value, groupDigits(value, 1, locale));
}

/** A change in percent of its base, with one decimal or as `>999`; negatives as amounts have them. */
export function formatChange(value: DecimalString, locale: string = userLocale()): string {
  const rounded = roundDecimal(value, 1);
  return isLargePercent(rounded) ? signed(rounded, ">999") : formatPercent(rounded, locale);
}

/** A count of things. */
export function formatCount(value: number, locale: string = userLocale()): string {
  return groupDigits(String(value), 0, locale);
}

/** A count where there is little room: a million and more is rounded, as in `1.2M`. */
export function formatShortCount(value: number, locale: string = userLocale()): string {
  if (value < 1_000_000) return formatCount(value, locale);
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1, numberingSystem: "latn" }).format(value);
}

/** The locale of the person at the window. */
export function userLocale(): string {
  return typeof navigator === "undefined" ? "en-GB" : navigator.language;
}

function grouping(whole: string, style: NumeralStyle): string {
  if (style.group === "" || whole.length < style.from) return whole;
  const [first, further] = style.sizes;
  const groups = [whole.slice(-first)];
  for (let end = whole.length - first; end > 0; end -= further) groups.unshift(whole.slice(Math.max(0, end - further), end));
  return groups.filter((part) => part !== "").join(style.group);
}
