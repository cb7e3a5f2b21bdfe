import { z } from "zod";
import { isCurrencyCode } from "#shared/kernel/currency-digits.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";

const FIELD_WORDS: Readonly<Record<string, string>> = {
  sourceStatus: "status in the ledger",
  approvalStatus: "approval",
  issueDate: "date",
  party: "contact",
  "total account": "bank or control account",
  totalBase: "total in base currency",
  outstanding: "amount due",
  unapplied: "unapplied amount",
  period: "accounting period",
  allocations: "payments and credits applied",
  createdAt: "time of entry",
  sourceType: "origin",
  lockedThrough: "lock date",
};

/** A watched field as accountants call it. */
export function fieldWords(field: string): string {
  return FIELD_WORDS[field] ?? field.replaceAll(/([a-z])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

const MONEY = /(?<![\w.,:-])(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g;
/** A line by its id or its place, also one that is no longer there. */
const LINE_FIELD = /^(?:a former )?line\b/;
/** What is stored of a line before its description, and of its tax before the amount. */
const LINE_KIND = /^(?:account|item) \| /;
const TAX_WORDS: Readonly<Record<string, string>> = { exclusive: "tax", inclusive: "tax included", none: "no tax", unknown: "tax" };
/** A tax: what it's calculated on, its amount, and the code, name and rate of each component. In a line it follows the net amount. */
const TAX_PART = /(^|(?<=\d\)? [A-Z]{3}) \| )(exclusive|inclusive|none|unknown)\b( \(?\d[\d.,]*\)? [A-Z]{3})?([^|]*?)(?= \||$)/g;
/** Under the field's own name an amount of tax needs no word. */
const TAX_BEFORE_AMOUNT = /^tax (?=\(?\d)/;
/** A status of a ledger, such as `AUTHORISED`. */
const LEDGER_WORD = /^[A-Z]{2,}(?:_[A-Z]+)*$/;

/** A watched value as people write it: amounts with their decimals, and no words of the store or of a ledger. */
export function valueWords(field: string, value: string): string;
export function valueWords(field: string, value: string | null): string | null;
export function valueWords(field: string, value: string | null): string | null {
  if (value === null) return null;
  if (field === "locks") return locksText(value);
  const isStatus = /status$/i.test(field);
  if (isStatus) return (LEDGER_WORD.test(value) ? value.toLowerCase() : value).replaceAll("_", " ");
  const amounts = value.replaceAll(MONEY, (all: string, amount: string, currency: string) =>
    isCurrencyCode(currency) ? moneyName({ amount: amount.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""), currency }) : all,
  );
  const isTax = field === "tax";
  if (!isTax && !LINE_FIELD.test(field)) return amounts;
  // Where a line begins there is no tax, whatever its description begins with.
  const words = (isTax ? amounts : amounts.replace(LINE_KIND, "| ")).replaceAll(TAX_PART, taxWords).replace(/^\| /, "");
  return isTax ? words.replace(TAX_BEFORE_AMOUNT, "") : words;
}

/** A code alone says nothing without a word for what it is; beside a name and a rate, it needs none. */
function taxWords(_all: string, divider: string, basis: string, amount = "", components: string): string {
  return `${divider}${TAX_WORDS[basis]}${amount}${components.replace(/^ (\S+)$/, " (code $1)")}`;
}

const LOCKS = z.array(z.object({ lockedThrough: z.string().nullish(), scope: z.object({ module: z.string().optional() }).optional() }));
const MODULE_WORDS: Readonly<Record<string, string>> = {
  ap: message(" (payables)"),
  ar: message(" (receivables)"),
  gl: message(" (general ledger)"),
};

/** The locks of a period, which are stored as they were read: their days, and what each applies to unless it is everything. */
function locksText(value: string): string {
  const { data = [] } = LOCKS.safeParse(parsed(value));
  const days = data.map(({ lockedThrough, scope }) => {
    const words = MODULE_WORDS[scope?.module ?? ""];
    return `${lockedThrough ?? "no date"}${words === undefined ? "" : t(words)}`;
  });
  return days.length === 0 ? "no lock" : days.join("; ");
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

const DIVIDER = " | ";

/** A value with several parts as a list; an amount that is there twice, as price and as total, is named once. */
export function partsText(value: string): string {
  return value
    .split(DIVIDER)
    .filter((part, at, parts) => part !== parts[at - 1])
    .join(", ");
}

/** A value without a change of its own: each lock of a period has one. */
export function isToldByLocks({ recordKind, field }: { readonly recordKind: string; readonly field: string }): boolean {
  return recordKind === "period" && field === "locks";
}

const LINES = "; ";

/** The lines of postings that differ, so that one word that moved isn't looked for in all of them; null where they don't pair. */
function differingLines(before: string | null, after: string | null): readonly [string, string] | null {
  const from = before?.includes(DIVIDER) ? before.split(LINES) : [];
  const to = after?.split(LINES) ?? [];
  if (from.length < 2 || from.length !== to.length) return null;
  const kept = (lines: readonly string[]) => partsText(lines.filter((_line, at) => from[at] !== to[at]).join(LINES));
  return [kept(from), kept(to)];
}

/** The differing parts of a value with several parts or lines; both whole where they don't pair. */
export function differingParts(before: string | null, after: string | null): readonly [string | null, string | null] {
  const lines = differingLines(before, after);
  if (lines !== null) return lines;
  const from = before?.split(DIVIDER) ?? [];
  const to = after?.split(DIVIDER) ?? [];
  if (before === null || after === null || from.length !== to.length || from.length === 1)
    return [before === null ? null : partsText(before), after === null ? null : partsText(after)];
  const differ = from.map((part, at) => part !== to[at]);
  const kept = (parts: readonly string[]) => partsText(parts.filter((_part, at) => differ[at]).join(DIVIDER));
  return [kept(from), kept(to)];
}
