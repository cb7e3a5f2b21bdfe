import { z } from "zod";
import { ENGLISH_LANGUAGES, OPEN_ITEM_TERMS } from "#shared/language/english.ts";

/** The English that the firm chose; `language` is null where each computer follows its own locale. */
export const englishChoice = z.object({ language: z.enum(ENGLISH_LANGUAGES).nullable(), terms: z.enum(OPEN_ITEM_TERMS) });
export type EnglishChoice = z.output<typeof englishChoice>;

export const englishView = englishChoice.extend({
  /** What is written here: the firm's choice, or else this computer's language. */
  used: z.enum(ENGLISH_LANGUAGES),
  person: z.string().nullable(),
  at: z.string().nullable(),
});
export type EnglishView = z.output<typeof englishView>;

/** Where the firm's settings keep the choice. */
export const ENGLISH_SETTING = "firm/english";

const saved = englishView.omit({ used: true });

/** The stored choice. Until the firm chose, each computer follows its own locale and open items are receivables and payables. */
export function savedEnglish(value: unknown): z.output<typeof saved> {
  const parsed = saved.safeParse(value);
  return parsed.success ? parsed.data : { language: null, terms: "receivables", person: null, at: null };
}
