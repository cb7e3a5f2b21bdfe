import { IntlMessageFormat } from "intl-messageformat";
import { inTerms } from "#shared/language/english.ts";
import { CATALOGUE, LANGUAGE, TERMS } from "./languages.ts";
import { lengthened } from "./lengthened.ts";

type Syntax = ReturnType<IntlMessageFormat["getAst"]>;

const parsed = new Map<string, IntlMessageFormat>();

/** A text of the window without places to fill, in its language. */
export function plainMessage(english: string): string {
  const said = inLanguage(english);
  return LANGUAGE.lengthened ? lengthened(said) : said;
}

/**
 * The parts of a text in the window's language, in its order: words as strings, and what the places are filled with.
 * Places are ICU: `{name}`, `{count, plural, one {# row} other {# rows}}`.
 */
export function messageParts<Value>(english: string, values: Readonly<Record<string, Value>>): readonly (string | Value)[] {
  return formatOf(english)
    .formatToParts<Value>({ ...values })
    .map(({ value }) => value);
}

function inLanguage(english: string): string {
  return inTerms(CATALOGUE[english] ?? english, TERMS);
}

function formatOf(english: string): IntlMessageFormat {
  const known = parsed.get(english);
  if (known !== undefined) return known;
  const made = format(inLanguage(english));
  const shown = LANGUAGE.lengthened ? format(lengthenedSyntax(made.getAst())) : made;
  parsed.set(english, shown);
  return shown;
}

function format(message: string | Syntax): IntlMessageFormat {
  return new IntlMessageFormat(message, LANGUAGE.locale, undefined, { ignoreTag: true });
}

/** Only the words of the message are drawn longer, not what its places hold. */
function lengthenedSyntax(elements: Syntax): Syntax {
  return elements.map((element) => {
    if ("options" in element) {
      const options = Object.entries(element.options).map(([key, option]) => [key, { ...option, value: lengthenedSyntax(option.value) }]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element.type === 0 ? { ...element, value: lengthened(element.value) } : element;
  });
}
