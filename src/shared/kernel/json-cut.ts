import { JsonRefusal } from "./json-exact.ts";

/** The position of an array element in the bytes, and the array's own key. */
export interface RecordSlice {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the elements of arrays in JSON bytes without parsing them, so that an unchanged record
 * costs a hash and a look-up instead of a parse.
 * @param path the way to the array: object keys, or `*` for every key or every element on a level.
 *   `["Invoices"]`, `["QueryResponse", "Bill"]`, `["CDCResponse", "*", "QueryResponse", "*", "*"]`.
 * @returns the elements in order; an absent path yields none
 * @throws JsonRefusal when the bytes are not well-formed around the path
 */
export function cutRecords(bytes: Uint8Array, path: readonly string[]): RecordSlice[] {
  const found: RecordSlice[] = [];
  const start = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  const end = walk(bytes, start, path, 0, "", found);
  if (skipSpace(bytes, end) !== bytes.length) throw new JsonRefusal("text follows the JSON value");
  return found;
}

/** True when the bytes are one JSON object or array to its last bracket, with nothing after it; what is inside is not checked. */
export function isWholeJson(bytes: Uint8Array): boolean {
  const start = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[start] !== OPEN_OBJECT && bytes[start] !== OPEN_ARRAY) return false;
  try {
    return skipSpace(bytes, skipValue(bytes, start)) === bytes.length;
  } catch (error) {
    if (error instanceof JsonRefusal) return false;
    throw error;
  }
}

const QUOTE = 34;
const ESCAPE = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

function walk(bytes: Uint8Array, at: number, path: readonly string[], level: number, key: string, found: RecordSlice[]): number {
  const wanted = path[level];
  if (bytes[at] === OPEN_ARRAY && (wanted === undefined || wanted === "*")) {
    return elements(bytes, at, (start) => {
      if (wanted !== undefined) return walk(bytes, start, path, level + 1, key, found);
      const end = skipValue(bytes, start);
      found.push({ key, start, end });
      return end;
    });
  }
  if (bytes[at] === OPEN_OBJECT && wanted !== undefined) {
    return members(bytes, at, (name, start) =>
      wanted === "*" || wanted === name ? walk(bytes, start, path, level + 1, name, found) : skipValue(bytes, start),
    );
  }
  return skipValue(bytes, at);
}

function elements(bytes: Uint8Array, open: number, visit: (start: number) => number): number {
  let at = skipSpace(bytes, open + 1);
  while (bytes[at] !== CLOSE_ARRAY) {
    at = separator(bytes, visit(at), CLOSE_ARRAY);
  }
  return at + 1;
}

function members(bytes: Uint8Array, open: number, visit: (name: string, start: number) => number): number {
  let at = skipSpace(bytes, open + 1);
  while (bytes[at] !== CLOSE_OBJECT) {
    if (bytes[at] !== QUOTE) throw new JsonRefusal("a member name was expected");
    const end = skipString(bytes, at);
    const name = String.fromCharCode(...bytes.subarray(at + 1, end - 1));
    at = skipSpace(bytes, end);
    if (bytes[at] !== 58) throw new JsonRefusal("a colon was expected");
    at = separator(bytes, visit(name, skipSpace(bytes, at + 1)), CLOSE_OBJECT);
  }
  return at + 1;
}

function separator(bytes: Uint8Array, end: number, close: number): number {
  const at = skipSpace(bytes, end);
  if (bytes[at] === close) return at;
  if (bytes[at] !== 44) throw new JsonRefusal("a comma or a closing bracket was expected");
  return skipSpace(bytes, at + 1);
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at++;
  return at;
}

// Byte by byte: a call of `indexOf` a string costs more than the few bytes that most strings have.
function skipString(bytes: Uint8Array, open: number): number {
  const length = bytes.length;
  let at = open + 1;
  while (at < length) {
    const code = bytes[at++];
    if (code === QUOTE) return at;
    if (code === ESCAPE) at++;
  }
  throw new JsonRefusal("a string is not closed");
}

/** Index just past the value at `start`: brackets are balanced, strings jumped over. */
function skipValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === QUOTE) return skipString(bytes, start);
  let at = start;
  if (first !== OPEN_ARRAY && first !== OPEN_OBJECT) {
    while (at < bytes.length && !isEnd(bytes[at] as number)) at++;
    if (at === start) throw new JsonRefusal("a value was expected");
    return at;
  }
  const length = bytes.length;
  let depth = 0;
  while (at < length) {
    const code = bytes[at] as number;
    if (code === QUOTE) {
      at = skipString(bytes, at);
      continue;
    }
    at++;
    // Brackets and braces differ in one bit, so one comparison finds both.
    if ((code | 32) === OPEN_OBJECT) depth++;
    else if ((code | 32) === CLOSE_OBJECT && --depth === 0) return at;
  }
  throw new JsonRefusal("the JSON text ends inside a value");
}

function isEnd(code: number): boolean {
  return code === 44 || code === CLOSE_ARRAY || code === CLOSE_OBJECT || code <= 32;
}
