import type { BankLine, BankPosting } from "#shared/contract/close/bank.ts";

/** A line or posting with what comparing it again and again needs. */
export interface Told {
  readonly words: ReadonlySet<string>;
  /** All its text, letters and digits only. */
  readonly flat: string;
}

/** Words that say nothing about who it was. */
const EMPTY: ReadonlySet<string> = new Set(
  "the and ltd limited inc llc plc pty gmbh corp company co card payment payments pmt transfer deposit direct debit credit bank from ref purchase pos visa mastercard online".split(
    " ",
  ),
);
const WORD_MIN = 3;
const REFERENCE_MIN = 3;

export function told(...texts: readonly (string | null)[]): Told {
  const plain = plainText(texts.filter((text) => text !== null).join(" "));
  return { words: new Set(plain.split(" ").filter((word) => word.length >= WORD_MIN)), flat: plain.replaceAll(" ", "") };
}

export function lineTold(line: Pick<BankLine, "payee" | "reference" | "description">): Told {
  return told(line.payee, line.reference, line.description);
}

/** A number or reference of the posting that the bank's line repeats. */
export function sharedReference(line: Told, posting: Pick<BankPosting, "number" | "reference">): string | null {
  for (const reference of [posting.number, posting.reference]) {
    if (reference === null) continue;
    const flat = plainText(reference).replaceAll(" ", "");
    // `12` is in every other line; `INV-0042` and `000117` aren't.
    if (flat.length < REFERENCE_MIN || !/\d/.test(flat)) continue;
    if (/^\d+$/.test(flat) ? isWholeNumber(line, flat) : line.flat.includes(flat)) return reference;
  }
  return null;
}

/** A number counts as a word of its own, leading zeros aside: 117 isn't part of 91175. */
function isWholeNumber(line: Told, digits: string): boolean {
  const bare = digits.replace(/^0+/, "");
  return bare.length >= REFERENCE_MIN && [...line.words].some((word) => /^\d+$/.test(word) && word.replace(/^0+/, "") === bare);
}

/** The contact's name, where most of its telling words are in the bank's line. */
export function sharedContact(line: Told, contact: string | null): string | null {
  if (contact === null) return null;
  const words = plainText(contact)
    .split(" ")
    .filter((word) => word.length >= WORD_MIN && !EMPTY.has(word));
  const found = words.filter((word) => line.words.has(word) || (word.length > 4 && line.flat.includes(word))).length;
  return found > 0 && found * 2 >= words.length ? contact : null;
}

export function plainText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
