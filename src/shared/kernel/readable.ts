import { type CalendarDate, monthEnd, monthStart } from "./calendar-date.ts";
import { currencyDigits } from "./currency-digits.ts";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** The name of a period: `2026-10` and a ledger's own `Oct 2026` are October 2026. A label that isn't a month stays as it is. */
export function periodName(label: string): string {
  const [, short, year] = /^([A-Z][a-z]{2}) (\d{4})$/.exec(label) ?? [];
  const named = MONTHS.find((month) => month.slice(0, 3) === short);
  if (named !== undefined) return `${named} ${year}`;
  const match = /^(\d{4})-(\d{2})$/.exec(label);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined ? label : `${month} ${match[1]}`;
}

/** A day as people write it: `2026-10-31` is 31 Oct 2026. Other text stays as it is. */
export function dayName(day: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined ? day : `${Number(match[3])} ${month.slice(0, 3)} ${match[1]}`;
}

/** A moment to the minute: 22 Nov 2026, 17:48 UTC. Files and terminals have no time zone. */
export function minuteName(instant: string): string {
  return `${dayName(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;
}

/** A sentence with its ISO moments and days as people write them. */
export function withDays(text: string): string {
  return text
    .replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g, (instant) => minuteName(instant))
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => dayName(day));
}

/** When books were last synced in full, to end "as of". */
export function asOfName(asOf: string | null): string {
  return asOf === null ? "an unfinished first sync" : minuteName(asOf);
}

/** A count with its noun: `1 document`, `2 documents`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** An amount in a sentence: thousands apart, negatives in parentheses. */
export function amountName(amount: string): string {
  const [whole = "", fraction] = amount.replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
  return amount.startsWith("-") ? `(${grouped})` : grouped;
}

/** Money in a sentence, with the decimals that its currency is written with: `5,678.05 EUR`, `120 JPY`. More decimals stay. */
export function moneyName({ amount, currency }: { readonly amount: string; readonly currency: string }): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const kept = fraction.padEnd(currencyDigits(currency), "0");
  return `${amountName(kept === "" ? whole : `${whole}.${kept}`)} ${currency}`;
}

/** A change in percent in a sentence, negatives as amounts have them: `11.6%`, `(11.6)%`. */
export function percentName(percent: string): string {
  return `${amountName(percent)}%`;
}

/** A range of days: a whole month by its name, otherwise both days. */
export function rangeName(from: CalendarDate, to: CalendarDate): string {
  if (from === monthStart(from) && to === monthEnd(from)) return periodName(from.slice(0, 7));
  const first = dayName(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} to ${dayName(to)}`;
}

/** Says that the books lack what was named, whose ID often names its kind already: `There's no account “Account:402” in …`. */
export function notInBooks(kind: string, named: string): string {
  return `There's no ${kind} “${named}” in this client's books.`;
}

/** A title inside a sentence: `Taxes payable` is taxes payable, and `VAT payable` stays as it is. */
export function insideSentence(title: string): string {
  return title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** What a person or a ledger wrote, as a sentence inside ours: with a full stop unless it ends with its own mark. */
export function asSentence(text: string): string {
  const written = text.trim();
  return written === "" || /[.!?…]$/.test(written) ? written : `${written}.`;
}

/** A reason as a sentence of its own. */
export function ownSentence(text: string): string {
  const said = asSentence(text);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** A size in words: `12 MB`, or in kB below one MB. */
export function megabytes(bytes: number, round = Math.ceil): string {
  return bytes < 1_048_576 ? `${round(bytes / 1024)} kB` : `${round(bytes / 1_048_576)} MB`;
}
