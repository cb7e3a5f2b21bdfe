import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { type DocumentType, unappliedKind } from "#shared/model/books/document.ts";
import { today } from "../../../api/clock.ts";
import {
  DOCUMENT_STATUSES,
  DOCUMENT_TYPE_WORDS,
  DOCUMENT_TYPES,
  recordTypeWord,
  statusLabel,
  TYPE_FILTER_WORDS,
} from "../../../format/labels/transaction-labels.ts";
import { plainText, type TypedMeaning, typedTerms } from "../../../format/text/typed-filter.ts";
import { t } from "../../../language/t.ts";

/** A part of what was typed that is more than words, what it stands for, and what it asks. */
interface TypedPart {
  readonly token: string;
  readonly words: string;
  readonly filter: Partial<DocumentFilter>;
}

/** What was typed into the filter, taken apart. */
interface TypedFilter {
  /** The words that are looked for as they are. */
  readonly text: string;
  readonly parts: readonly TypedPart[];
}

/** Takes typed text apart for documents: amounts are totals, and names are `party`, `status`, `type`, `cur` and `is`. */
export function typedFilter(typed: string): TypedFilter {
  const text: string[] = [];
  const parts: TypedPart[] = [];
  for (const { token, meaning } of typedTerms(typed, { today: today() })) {
    const meant = meaning ?? plainAmount(token);
    const part = meant === null ? null : partOf(meant);
    if (part === null) text.push(plainText(token));
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

/** A numeral with cents is an amount: no ledger numbers its transactions `968.99`. */
function plainAmount(token: string): TypedMeaning | null {
  return /^\d[\d,]*\.\d{2}$/.test(token) ? (typedTerms(`=${token}`, { today: today() })[0]?.meaning ?? null) : null;
}

type ReadPart = Omit<TypedPart, "token">;

function partOf(meaning: TypedMeaning): ReadPart | null {
  if (meaning.kind === "named") return namedPart(meaning);
  if (meaning.kind === "days") return { words: meaning.words, filter: { from: meaning.from, to: meaning.to } };
  const { from, to, words } = meaning;
  return {
    words: t("Total {words}", { words }),
    filter: { ...(from === undefined ? {} : { totalFrom: from }), ...(to === undefined ? {} : { totalTo: to }) },
  };
}

function namedPart({ name, value, inner }: Extract<TypedMeaning, { readonly kind: "named" }>): ReadPart | null {
  const wanted = value.toLowerCase();
  if (["contact", "party", "vendor", "customer", "supplier"].includes(name))
    return { words: t("Contact: {value}", { value }), filter: { party: value } };
  if (["total", "amount"].includes(name) && inner?.kind === "amount") return partOf(inner);
  if (name === "date" && inner?.kind === "days") return partOf(inner);
  if (["cur", "currency"].includes(name) && /^[a-z]{3}$/i.test(value))
    return { words: value.toUpperCase(), filter: { currency: value.toUpperCase() } };
  if (name === "is" && wanted === "open") return { words: t("Open only"), filter: { onlyOpen: true } };
  if (name === "is" && (wanted === "deleted" || wanted === "gone")) return { words: t("Deleted in ledger"), filter: { removed: true } };
  if (name === "status") {
    const statuses = DOCUMENT_STATUSES.filter((status) => statusLabel(status).word.toLowerCase().startsWith(wanted));
    const [only, ...others] = statuses.map((status) => statusLabel(status).word);
    if (only !== undefined) return { words: others.length === 0 ? only : t("Status: {value}", { value }), filter: { statuses } };
  }
  if (name === "type") {
    const types = DOCUMENT_TYPES.filter((type) => isCalled(type, wanted));
    if (types.length > 0) return { words: types.map((type) => TYPE_FILTER_WORDS[type]).join(", "), filter: { types } };
  }
  return null;
}

/**
 * Whether a type is meant by a word, of the filter or of its rows: a credit note is among the customer credits, and a row of either kind of
 * credit may be an overpayment, prepayment or deposit. Only the beginning of these counts, since a payment is neither of the first two.
 */
function isCalled(type: DocumentType, wanted: string): boolean {
  if ([TYPE_FILTER_WORDS[type], DOCUMENT_TYPE_WORDS[type]].some((words) => words.toLowerCase().includes(wanted))) return true;
  const isCredit = type === "sales_credit" || type === "purchase_credit";
  return isCredit && unappliedKind.options.some((kind) => recordTypeWord(kind).toLowerCase().startsWith(wanted));
}
