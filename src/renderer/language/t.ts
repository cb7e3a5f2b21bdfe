import { messageParts, plainMessage } from "./message.ts";

/** What a place of a text may hold: words and figures already in their form, or a count that chooses a plural. */
export type TextValue = string | number | null | undefined;

/**
 * A text of the window in its language. The English text is its name in the catalogue (`npm run texts` collects them), so it is
 * written here as a literal, never put together: a translator must see the whole sentence.
 */
export function t(english: string, values?: Readonly<Record<string, TextValue>>): string {
  return values === undefined ? plainMessage(english) : messageParts(english, values).join("");
}
