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
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return parseQuoted(units, new Uint16Array(roomFor(units)), textOfUnits);
}

/**
 * Like `parseExactJson` for bytes, several times as fast.
 * @param decode gives the text of UTF-8 bytes, and throws a JsonRefusal when they are none
 */
export function parseExactBytes(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): ExactJson {
  const room = roomFor(bytes);
  return parseQuoted(bytes, room <= shared.length ? shared : new Uint8Array(room), decode);
}

/** Most records fit here; nothing is parsed while another text is. */
const shared = new Uint8Array(65_536);

/** A numeral and what ends it take two units at least, and two quotes are added. */
function roomFor(sent: Uint8Array | Uint16Array): number {
  return 2 * sent.length + 2;
}

function parseQuoted<Units extends Uint8Array | Uint16Array>(sent: Units, quoted: Units, textOf: (units: Units) => string): ExactJson {
  const { length, keys } = quoteNumerals(sent, quoted);
  const text = textOf(quoted.subarray(0, length) as Units);
  let value: ExactJson;
  try {
    value = JSON.parse(text) as ExactJson;
  } catch (cause) {
    throw new JsonRefusal(`not JSON: ${text.slice(0, 80)}`, { cause });
  }
  if (countKeys(value) !== keys) throw new JsonRefusal("an object repeats a key");
  return value;
}

const UNITS_AT_ONCE = 8_192;

function textOfUnits(units: Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE) text += String.fromCharCode(...units.subarray(at, at + UNITS_AT_ONCE));
  return text;
}

const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const ESCAPE = 92;

/** Copies JSON text with every numeral in quotes. @throws JsonRefusal for a numeral that JSON doesn't know */
function quoteNumerals(
  bytes: Uint8Array | Uint16Array,
  quoted: Uint8Array | Uint16Array,
): { readonly length: number; readonly keys: number } {
  const end = bytes.length;
  let at = 0;
  let to = 0;
  let keys = 0;
  while (at < end) {
    const code = bytes[at] as number;
    if (code === QUOTE) {
      quoted[to++] = code;
      at++;
      while (at < end) {
        const inside = bytes[at++] as number;
        quoted[to++] = inside;
        if (inside === QUOTE) break;
        if (inside === ESCAPE && at < end) quoted[to++] = bytes[at++] as number;
      }
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const stop = endOfNumeral(bytes, at);
      quoted[to++] = QUOTE;
      while (at < stop) quoted[to++] = bytes[at++] as number;
      quoted[to++] = QUOTE;
    } else {
      if (code === COLON) keys++;
      quoted[to++] = code;
      at++;
    }
  }
  return { length: to, keys };
}

/** Longer than any numeral with an exponent that a ledger writes. */
const NUMERAL_MAX = 4_096;
const JSON_NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Index just past the numeral at `start`. Plain numerals are judged on the way; a leading zero, an
 * exponent or anything odd is left to the grammar.
 * @throws JsonRefusal when it is not a JSON number
 */
export function endOfNumeral(bytes: Uint8Array | Uint16Array, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = endOfDigits(bytes, first);
  let isPlain = at > first && (at === first + 1 || bytes[first] !== ZERO);
  if (bytes[at] === POINT) {
    const point = at;
    at = endOfDigits(bytes, at + 1);
    isPlain &&= at > point + 1;
  }
  if (isPlain && !isNumeral(bytes[at])) return at;
  while (at < bytes.length && isNumeral(bytes[at])) at++;
  const numeral = String.fromCharCode(...bytes.subarray(start, at).subarray(0, NUMERAL_MAX));
  if (at - start > NUMERAL_MAX) throw new JsonRefusal(`a number of ${at - start} characters`);
  if (!JSON_NUMERAL.test(numeral)) throw new JsonRefusal(`not a JSON number: ${numeral.slice(0, 40)}`);
  return at;
}

function endOfDigits(bytes: Uint8Array | Uint16Array, start: number): number {
  let at = start;
  for (let code = bytes[at] as number; code >= ZERO && code <= NINE; code = bytes[at] as number) at++;
  return at;
}

function isNumeral(code: number | undefined): boolean {
  if (code === undefined) return false;
  return (code >= ZERO && code <= NINE) || code === POINT || code === MINUS || code === 43 || code === 101 || code === 69;
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
