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
      const start = at;
      at++;
      while (at < length && isNumeral(text.charCodeAt(at))) at++;
      const numeral = text.slice(start, at);
      if (!JSON_NUMERAL.test(numeral)) throw new JsonRefusal(`not a JSON number: ${numeral.slice(0, 40)}`);
      quoted += `${text.slice(copied, start)}"${numeral}"`;
      copied = at;
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
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new JsonRefusal("an object has the key __proto__");
    count += 1 + countKeys(value[key] as ExactJson);
  }
  return count;
}
