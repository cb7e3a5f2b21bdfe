/**
 * Text of ledgers and people on its way into files that other programs open (spreadsheets, readers of
 * PDF, file systems). Amounts and dates never come this way: they are typed.
 */

// The first visible character decides; full-width twins count, and so do white space and zero-width marks before it.
const FORMULA = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/;

/** Text that a spreadsheet could run as a formula gets an apostrophe; any other comes back as it is. */
export function neutralText(text: string): string {
  // A letter or digit comes first nearly always, and then nothing can be a formula.
  const first = text.charCodeAt(0);
  if ((first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122)) return text;
  return FORMULA.test(text) ? `'${text}` : text;
}

// Invisible characters and direction marks would let one name look like another.
const HIDDEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// XML has no place for these, whatever they are escaped as. Surrogates that stand alone are no text.
const NOT_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

// As nearly every text is.
const PLAIN = /^[\x20-\x7e]*$/;

/** Text to be read by people: marks that hide or turn other text show as their code points. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(HIDDEN, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`)
    .replaceAll(NOT_XML, "\ufffd");
}

const NAME_MAX = 60;

/** A part of a file name that every file system takes: Latin letters, digits and single hyphens; `instead` where nothing is left. */
export function safeNamePart(text: string, instead: string): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .slice(0, NAME_MAX)
    .replaceAll(/^-+|-+$/g, "");
  return plain === "" || RESERVED.test(plain) ? instead : plain;
}

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
