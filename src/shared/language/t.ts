import american from "./catalogues/en.json" with { type: "json" };
import british from "./catalogues/en-GB.json" with { type: "json" };
import { AMERICAN, type English, inTerms } from "./english.ts";

const CATALOGUES: Readonly<Record<English["language"], Readonly<Record<string, string>>>> = {
  en: american,
  "en-GB": { ...american, ...british },
};

let english = AMERICAN;

/** From now on this thread says everything in this English. One core serves one firm, so there is one per thread. */
export function writeIn(next: English): void {
  english = next;
}

/**
 * A text of the core in the firm's English. The American text is its name in the catalogue (`npm run texts` collects them), so it is a
 * literal here or was marked with `message`. Only texts that differ somewhere need this; a test names those that were forgotten.
 * Any other text, such as a task that the firm named itself, stays as it is.
 * @param values what the places are filled with, as it is: names and figures of the books are never reworded
 */
export function t(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const known = CATALOGUES[english.language][text];
  const said = known === undefined ? text : inTerms(known, english.terms);
  return said.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Marks a text for the catalogue where it is declared; `t` puts it into the firm's English where it is shown. */
export function message(text: string): string {
  return text;
}

/** The same for each text of a record, such as the evidence of a ledger's capabilities. */
export function tEach<T extends Readonly<Record<string, string>>>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, t(text)])) as T;
}
