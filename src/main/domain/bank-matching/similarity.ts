import type { BankLine, BankPosting } from "#shared/contract/close/bank.ts";

/** A line or posting with what comparing it again and again needs. */
export interface Told {
  readonly words: ReadonlySet<string>;
  /** All its text, letters and digits only. */
  readonly flat: string;
}

/** What a posting has that a bank's line may repeat, prepared once for thousands of comparisons. */
export interface Marks {
  readonly contact: string | null;
  /** The telling words of the contact's name. */
  readonly contactWords: readonly string[];
  /** Numbers and references: as they are written, and letters and digits only. */
  readonly references: readonly { readonly text: string; readonly flat: string }[];
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

export function marksOf({ contact, number, reference }: Pick<BankPosting, "contact" | "number" | "reference">): Marks {
  const words = contact === null ? [] : plainText(contact).split(" ");
  return {
    contact,
    contactWords: words.filter((word) => word.length >= WORD_MIN && !EMPTY.has(word)),
    references: [number, reference].flatMap((text) => {
      const flat = text === null ? "" : plainText(text).replaceAll(" ", "");
      // `12` is in every other line; `INV-0042` and `000117` aren't.
      return text === null || flat.length < REFERENCE_MIN || !/\d/.test(flat) ? [] : [{ text, flat }];
    }),
  };
}

/** A number or reference of the posting that the bank's line repeats. */
export function sharedReference(line: Told, { references }: Marks): string | null {
  const found = references.find(({ flat }) => (/^\d+$/.test(flat) ? isWholeNumber(line, flat) : line.flat.includes(flat)));
  return found?.text ?? null;
}

/** A number counts as a word of its own, leading zeros aside: 117 isn't part of 91175. */
function isWholeNumber(line: Told, digits: string): boolean {
  const bare = digits.replace(/^0+/, "");
  return bare.length >= REFERENCE_MIN && [...line.words].some((word) => /^\d+$/.test(word) && word.replace(/^0+/, "") === bare);
}

/** The contact's name, where most of its telling words are in the bank's line. */
export function sharedContact(line: Told, { contact, contactWords }: Marks): string | null {
  const found = contactWords.filter((word) => line.words.has(word) || (word.length > 4 && line.flat.includes(word))).length;
  return found > 0 && found * 2 >= contactWords.length ? contact : null;
}

export function plainText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
