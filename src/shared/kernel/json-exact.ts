/** JSON whose numbers are kept as the text that was sent: every numeral becomes a string. */
export type ExactJson = string | boolean | null | ExactJson[] | { [key: string]: ExactJson };

export class JsonRefusal extends Error {
  override readonly name = "JsonRefusal";
}

/**
 * Parses JSON without ever turning a numeral into a float: `100.00` comes back as the string
 * `100.00`, `9007199254740993.01` as itself. Numerals are quoted in one pass outside strings and
 * the platform's parser does the rest.
 * @throws JsonRefusal for text that is not JSON, repeats a key in one object, or holds `__proto__`
 */
export function parseExactJson(text: string): ExactJson {
  let quoted = "";
  let copied = 0;
  let at = 0;
  let keys = 0;
  const length = text.length;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = endOfString(text, at);
    } else if ((code >= 48 && code <= 57) || code === 45) {
      const end = endOfNumeral(text, at);
      quoted += `${text.slice(copied, at)}"${text.slice(at, end)}"`;
      copied = end;
      at = end;
    } else {
      if (code === 58) keys++;
      at++;
    }
  }
  let value: ExactJson;
  try {
    value = JSON.parse(copied === 0 ? text : quoted + text.slice(copied)) as ExactJson;
  } catch (cause) {
    throw new JsonRefusal(`not JSON: ${text.slice(0, 80)}`, { cause });
  }
  if (countKeys(value) !== keys) throw new JsonRefusal("an object repeats a key");
  return value;
}

const JSON_NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Index just past the numeral at `start`. Plain numerals are judged on the way; a leading zero, an
 * exponent or anything odd is left to the grammar.
 * @throws JsonRefusal when it is not a JSON number
 */
function endOfNumeral(text: string, start: number): number {
  const first = text.charCodeAt(start) === 45 ? start + 1 : start;
  let at = endOfDigits(text, first);
  let isPlain = at > first && (at === first + 1 || text.charCodeAt(first) !== 48);
  if (text.charCodeAt(at) === 46) {
    const point = at;
    at = endOfDigits(text, at + 1);
    isPlain &&= at > point + 1;
  }
  if (isPlain && !isNumeral(text.charCodeAt(at))) return at;
  while (at < text.length && isNumeral(text.charCodeAt(at))) at++;
  const numeral = text.slice(start, at);
  if (!JSON_NUMERAL.test(numeral)) throw new JsonRefusal(`not a JSON number: ${numeral.slice(0, 40)}`);
  return at;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at++;
  return at;
}

function isNumeral(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69;
}

/** Index just past the string that opens at `open`. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close > 0) {
    let slashes = 0;
    while (text.charCodeAt(close - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return close + 1;
    close = text.indexOf('"', close + 1);
  }
  return text.length;
}

/** Keys of every object inside; one fewer than the colons in the text when a key was repeated. */
function countKeys(value: ExactJson): number {
  if (value === null || typeof value !== "object") return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const element of value) count += countKeys(element);
    return count;
  }
  for (const key in value) {
    if (key === "__proto__") throw new JsonRefusal("an object has the key __proto__");
    const member = value[key] as ExactJson;
    count += typeof member === "object" ? 1 + countKeys(member) : 1;
  }
  return count;
}
