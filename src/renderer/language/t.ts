import { LANGUAGE } from "./languages.ts";
import { messageParts, plainMessage } from "./message.ts";

/** What a place of a text may hold: words and figures already in their form, or a count that chooses a plural. */
export type TextValue = string | number | null | undefined;

/**
 * A text of the window in its language. The English text is its name in the catalogue (`npm run texts` collects them), so it is
 * written here as a literal, never put together: a translator must see the whole sentence.
 */
export function t(english: string, values?: Readonly<Record<string, TextValue>>): string {
  return values === undefined ? plainMessage(english) : messageParts(english, isolated(values)).join("");
}

/** Where the window runs from right to left, names and figures keep their own direction inside of a sentence. */
function isolated(values: Readonly<Record<string, TextValue>>): Readonly<Record<string, TextValue>> {
  if (LANGUAGE.direction === "ltr") return values;
  return Object.fromEntries(
    Object.entries(values).map(([place, value]) => [place, typeof value === "string" && value !== "" ? `\u2068${value}\u2069` : value]),
  );
}
