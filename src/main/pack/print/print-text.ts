import { visibleText } from "#main/domain/documents/safe-text.ts";
import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { absoluteDecimal, type DecimalString, isDecimal, isZero, roundDecimal, scaleOf } from "#shared/kernel/decimal.ts";
import { isLargePercent } from "#shared/kernel/percent.ts";

// What the embedded typeface can draw: Latin, Greek, Cyrillic, Vietnamese, punctuation and currency signs.
const DRAWN =
  /[\u0020-\u007e\u00a0-\u024f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ff\u0400-\u0523\u1ea0-\u1ef9\u2010-\u2015\u2017-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2044\u20ac\u20a3\u20a4\u20a7\u20ab\u2122\u2212]/;
const RUN = new RegExp(`(?:(?!${DRAWN.source})[\\s\\S])+`, "gu");

/** Printed on every document that leaves letters out. */
export const TYPEFACE_NOTE = "Some characters can't be printed in this document. A number in brackets shows how many were left out.";

/** Text for print: invisible marks are shown, line ends become spaces, and letters the typeface lacks are counted. */
export function printText(text: string): string {
  const line = visibleText(text.normalize("NFC")).replaceAll(/[\t\r\n]+/g, " ");
  return line.replaceAll(RUN, (run) => `[${count([...run].length)}]`);
}

function count(letters: number): string {
  return letters === 1 ? "1 letter" : `${letters} letters`;
}

/** Whether printing a text would leave letters out. */
export function losesLetters(text: string): boolean {
  return (
    printText(text).includes("letter") && new RegExp(RUN.source, "u").test(visibleText(text.normalize("NFC")).replaceAll(/[\t\r\n]+/g, " "))
  );
}

/** A change in percent for print, in the form of the amounts beside it; null is not meaningful. */
export function printPercent(percent: DecimalString | null): string {
  if (percent === null) return "n/m\u00a0";
  if (isZero(percent)) return "\u2013\u00a0";
  const shown = isLargePercent(percent) ? ">999" : absoluteDecimal(percent);
  return percent.startsWith("-") ? `(${shown})` : `${shown}\u00a0`;
}

/** An amount for print: thousands separated, negatives in parentheses, an en dash for zero. The space keeps digits aligned. */
export function printAmount(text: string | null, currency: string): string {
  if (text === null) return "n/a";
  if (!isDecimal(text)) return printText(text);
  const amount: DecimalString = text;
  if (isZero(amount)) return "\u2013\u00a0";
  const digits = Math.max(currencyDigits(currency), scaleOf(amount));
  const [whole = "0", fraction] = roundDecimal(amount, digits).replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
  return amount.startsWith("-") ? `(${grouped})` : `${grouped}\u00a0`;
}
