import type { DocumentFilter } from "#shared/contract/documents.ts";
import { fromParts, monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, isDecimal, negateDecimal, scaleOf } from "#shared/kernel/decimal.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPE_WORDS, DOCUMENT_TYPES, statusWords } from "../../format/document-words.ts";
import { t } from "../../language/t.ts";

/** A part of what was typed that is more than words, what it stands for, and what it asks. */
interface TypedPart {
  readonly token: string;
  readonly words: string;
  readonly filter: Partial<DocumentFilter>;
}

/** What was typed into the filter, taken apart. */
export interface TypedFilter {
  /** The words that are looked for as they are. */
  readonly text: string;
  readonly parts: readonly TypedPart[];
}

const SMALLEST = "0.0001" as DecimalString;

/**
 * Takes typed text apart: `>1000`, `<=50.25`, `100..200`, `2026`, `2026-10`, `2026-10-05`, `party:acme`,
 * `status:open`, `type:bill`, `cur:EUR`, `is:open`, `is:gone`. What is none of these stays text, so that
 * nothing that is typed is ever ignored. Quotes keep words together.
 */
export function typedFilter(typed: string): TypedFilter {
  const text: string[] = [];
  const parts: TypedPart[] = [];
  for (const [token] of typed.matchAll(/[^\s"]*"[^"]*"|\S+/g)) {
    const part = readToken(token);
    if (part === null) text.push(token.replaceAll('"', ""));
    else parts.push({ token, ...part });
  }
  return { text: text.join(" "), parts };
}

/** The filter that is asked for: what was chosen with what was typed. */
export function askedFilter(filter: DocumentFilter): DocumentFilter {
  if (filter.text === undefined) return filter;
  const { text, parts } = typedFilter(filter.text);
  const { text: _, ...chosen } = filter;
  return Object.assign({}, chosen, text === "" ? {} : { text }, ...parts.map((part) => part.filter));
}

type ReadPart = Omit<TypedPart, "token">;

function readToken(token: string): ReadPart | null {
  const compared = /^([<>]=?|=)(-?\d[\d,]*(?:\.\d{1,4})?)$/.exec(token);
  if (compared !== null) return amountPart(compared[1] ?? "", (compared[2] ?? "").replaceAll(",", ""));
  const between = /^(-?\d+(?:\.\d{1,4})?)\.\.(-?\d+(?:\.\d{1,4})?)$/.exec(token);
  if (between !== null) {
    const [, from = "", to = ""] = between;
    return { words: t("Total {from} to {to}", { from, to }), filter: { totalFrom: from as DecimalString, totalTo: to as DecimalString } };
  }
  const named = /^(\w+):"?([^"]+)"?$/.exec(token);
  if (named !== null) return namedPart((named[1] ?? "").toLowerCase(), named[2] ?? "");
  return spanPart(token);
}

function amountPart(sign: string, digits: string): ReadPart | null {
  if (!isDecimal(digits) || scaleOf(digits) > 4) return null;
  const words = t("Total {sign} {digits}", { sign, digits });
  if (sign === "=") return { words, filter: { totalFrom: digits, totalTo: digits } };
  if (sign.startsWith(">")) return { words, filter: { totalFrom: sign === ">" ? addDecimals(digits, SMALLEST) : digits } };
  return { words, filter: { totalTo: sign === "<" ? addDecimals(digits, negateDecimal(SMALLEST)) : digits } };
}

function namedPart(name: string, value: string): ReadPart | null {
  const wanted = value.toLowerCase();
  if (["party", "vendor", "customer", "supplier"].includes(name))
    return { words: t("Party: {value}", { value }), filter: { party: value } };
  if (["cur", "currency"].includes(name) && /^[a-z]{3}$/i.test(value))
    return { words: value.toUpperCase(), filter: { currency: value.toUpperCase() } };
  if (name === "is" && wanted === "open") return { words: t("Only open"), filter: { onlyOpen: true } };
  if (name === "is" && wanted === "gone") return { words: t("Gone from the ledger"), filter: { removed: true } };
  if (name === "status") {
    const statuses = DOCUMENT_STATUSES.filter((status) => statusWords(status).word.toLowerCase().startsWith(wanted));
    if (statuses.length > 0) return { words: statuses.map((status) => statusWords(status).word).join(", "), filter: { statuses } };
  }
  if (name === "type") {
    const types = DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPE_WORDS[type].toLowerCase().includes(wanted));
    if (types.length > 0) return { words: types.map((type) => DOCUMENT_TYPE_WORDS[type]).join(", "), filter: { types } };
  }
  return null;
}

/** A day, a month or a year that was typed alone. */
function spanPart(token: string): ReadPart | null {
  const span = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(token);
  if (span === null) return null;
  const [, year = "", month, day] = span;
  // Four digits alone are as often a number as a year: only years that books are kept in are taken for one.
  if (month === undefined && !/^20[0-4]\d$/.test(year)) return null;
  const from = readCalendarDate(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (from === null) return null;
  if (day !== undefined) return { words: token, filter: { from, to: from } };
  return { words: token, filter: { from, to: month === undefined ? fromParts(Number(year), 12, 31) : monthEnd(from) } };
}
