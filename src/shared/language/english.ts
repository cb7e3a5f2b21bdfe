/** Spelling and terms of the US, or of the UK, Australia and New Zealand. */
export const ENGLISH_LANGUAGES = ["en", "en-GB"] as const;
export type EnglishLanguage = (typeof ENGLISH_LANGUAGES)[number];

/** What open invoices and bills are called: receivables and payables, or debtors and creditors. */
export const OPEN_ITEM_TERMS = ["receivables", "debtors"] as const;
export type OpenItemTerms = (typeof OPEN_ITEM_TERMS)[number];

/** The English that a firm writes. */
export interface English {
  readonly language: EnglishLanguage;
  readonly terms: OpenItemTerms;
}

export const AMERICAN: English = { language: "en", terms: "receivables" };

/** Regions that write English as the US does. */
const AMERICAN_REGIONS: ReadonlySet<string> = new Set(["US", "PR", "GU", "VI", "AS", "MP", "UM", "PH"]);

/** The English of a computer's locale: British where its English isn't American; American for every other language. */
export function languageOfLocale(locale: string): EnglishLanguage {
  try {
    const { language, region } = new Intl.Locale(locale).maximize();
    return language === "en" && !AMERICAN_REGIONS.has(region ?? "") ? "en-GB" : "en";
  } catch {
    // A computer may name a locale that isn't one, such as "C".
    return "en";
  }
}

/** “A, B, and C”. */
export function andList(words: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(words);
}

const TERMS: readonly (readonly [RegExp, string])[] = [
  [/\bAccounts receivable\b/g, "Trade debtors"],
  [/\bAccounts payable\b/g, "Trade creditors"],
  [/\bReceivables age?ing\b/g, "Aged debtors"],
  [/\bPayables age?ing\b/g, "Aged creditors"],
  [/\bDays receivable\b/g, "Debtor days"],
  [/\bDays payable\b/g, "Creditor days"],
  [/(?<=\w )AR\b/g, "debtors"],
  [/(?<=\w )AP\b/g, "creditors"],
  [/\bAR\b/g, "Debtors"],
  [/\bAP\b/g, "Creditors"],
  [/\bReceivables\b/g, "Debtors"],
  [/\breceivables\b/g, "debtors"],
  [/\bPayables\b/g, "Creditors"],
  [/\bpayables\b/g, "creditors"],
];

/** A text of ours in the firm's terms. Names of places, `{receivables}`, stay. */
export function inTerms(text: string, terms: OpenItemTerms): string {
  if (terms === "receivables") return text;
  return text
    .split(/(\{\w+)/)
    .map((part) => (part.startsWith("{") ? part : TERMS.reduce((said, [term, own]) => said.replace(term, own), part)))
    .join("");
}
