import { assert } from "./assert.ts";
import { type ExactJson, endOfNumeral, JsonRefusal, parseExactBytes } from "./json-exact.ts";

/** Which members of an object are read: null for any value, else the members of the object, or of every object in the list. */
export type Members = { readonly [name: string]: Members | null };

/** Decoders of bytes. Both are native in any host, and much faster than text put together byte by byte. */
export interface Decoders {
  /** A character for each byte. */
  latin1(bytes: Uint8Array): string;
  /** @throws JsonRefusal for bytes that are not UTF-8 */
  utf8(bytes: Uint8Array): string;
}

/** Reads one text of JSON at a time; made once for all records of a kind. */
export type MembersParser = (bytes: Uint8Array, decoders: Decoders) => ExactJson;

/**
 * Makes a parser like `parseExactBytes` that keeps only some members. The others are checked and passed over, but nothing is made of
 * them: most of a ledger's record is never read. A member that isn't kept may be repeated.
 * @returns a parser that throws JsonRefusal for what isn't JSON or repeats a member that is kept
 */
export function membersParser(members: Members): MembersParser {
  const table = tableOf(members);
  return (bytes, decoders) => new Reading(bytes, decoders).whole(table);
}

interface Kept {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly table: Table | null;
}

/** Members by a hash of their names, with places left empty. */
interface Table {
  readonly places: readonly (Kept | undefined)[];
  readonly mask: number;
}

function tableOf(members: Members): Table {
  const names = Object.keys(members);
  const size = 2 ** Math.ceil(Math.log2(4 * names.length + 1));
  const places = new Array<Kept | undefined>(size).fill(undefined);
  for (const name of names) {
    assert(isAscii(name), `the member ${name} can't be looked for in bytes`);
    const bytes = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
    const inner = members[name] ?? null;
    let at = hashOf(bytes) & (size - 1);
    while (places[at] !== undefined) at = (at + 1) & (size - 1);
    places[at] = { name, bytes, table: inner === null ? null : tableOf(inner) };
  }
  return { places, mask: size - 1 };
}

function isAscii(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) > ASCII_MAX) return false;
  return true;
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}

const [QUOTE, ESCAPE, COLON, COMMA] = [34, 92, 58, 44];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const [MINUS, ZERO, NINE] = [45, 48, 57];
const ASCII_MAX = 127;
const SPACE = 32;
/** 1 for a byte inside a string that is its own character. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= SPACE && code <= ASCII_MAX && code !== QUOTE && code !== ESCAPE ? 1 : 0,
);
const [T, F, N] = [116, 102, 110];

class Reading {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #decoders: Decoders;
  /** A character for each byte, so that places are the same in both. */
  readonly #text: string;
  #at = 0;
  #isAscii = true;

  constructor(bytes: Uint8Array, decoders: Decoders) {
    this.#bytes = bytes;
    this.#end = bytes.length;
    this.#decoders = decoders;
    this.#text = decoders.latin1(bytes);
  }

  whole(table: Table): ExactJson {
    this.#space();
    const value = this.#value(table);
    this.#space();
    if (this.#at !== this.#end) this.#refuse();
    // What was passed over has to be text too.
    if (!this.#isAscii) this.#decoders.utf8(this.#bytes);
    return value;
  }

  #value(table: Table | null): ExactJson {
    const code = this.#bytes[this.#at] as number;
    if (code === QUOTE) return this.#string();
    if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const start = this.#at;
      this.#at = endOfNumeral(this.#bytes, start);
      return this.#text.slice(start, this.#at);
    }
    if (code === OPEN_OBJECT && table !== null) return this.#object(table);
    if (code === OPEN_ARRAY && table !== null) return this.#array(table);
    if (code !== OPEN_OBJECT && code !== OPEN_ARRAY) return this.#word(code);
    const start = this.#at;
    this.#skip();
    return parseExactBytes(this.#bytes.subarray(start, this.#at), this.#decoders.utf8);
  }

  #object(table: Table): ExactJson {
    const kept: Record<string, ExactJson> = {};
    const { places, mask } = table;
    const bytes = this.#bytes;
    for (let isFirst = true; this.#hasNext(CLOSE_OBJECT, isFirst); isFirst = false) {
      if (bytes[this.#at] !== QUOTE) this.#refuse();
      const start = this.#at + 1;
      let hash = 0;
      let at = start;
      for (let code = bytes[at] as number; PLAIN[code] === 1; code = bytes[++at] as number) hash = (Math.imul(hash, 31) + code) | 0;
      let found: Kept | undefined;
      if (bytes[at] === QUOTE) {
        found = places[hash & mask];
        for (let place = hash & mask; found !== undefined && !isSame(found.bytes, bytes, start, at); found = places[place])
          place = (place + 1) & mask;
        this.#at = at + 1;
      } else {
        // A name that is written in another way may still be one that is kept.
        const name = this.#string();
        found = places.find((each) => each?.name === name);
      }
      this.#space();
      if (bytes[this.#at] !== COLON) this.#refuse();
      this.#at++;
      this.#space();
      if (found === undefined) this.#skip();
      else {
        if (kept[found.name] !== undefined) throw new JsonRefusal("an object repeats a key");
        kept[found.name] = this.#value(found.table);
      }
    }
    return kept;
  }

  #array(table: Table): ExactJson {
    if (!this.#hasNext(CLOSE_ARRAY, true)) return [];
    const elements = [this.#value(table)];
    while (this.#hasNext(CLOSE_ARRAY, false)) elements.push(this.#value(table));
    return elements;
  }

  /** Goes to the next member or element; false past the last. */
  #hasNext(close: number, isFirst: boolean): boolean {
    if (isFirst) {
      this.#at++;
      this.#space();
      if (this.#bytes[this.#at] !== close) return true;
      this.#at++;
      return false;
    }
    this.#space();
    const code = this.#bytes[this.#at++];
    if (code === close) return false;
    if (code !== COMMA) this.#refuse();
    this.#space();
    return true;
  }

  #string(): string {
    const start = this.#at + 1;
    const isPlain = this.#passString();
    if (isPlain) return this.#text.slice(start, this.#at - 1);
    const quoted = this.#decoders.utf8(this.#bytes.subarray(start - 1, this.#at));
    try {
      return JSON.parse(quoted) as string;
    } catch (cause) {
      throw new JsonRefusal(`not JSON: ${quoted.slice(0, 80)}`, { cause });
    }
  }

  /** Goes past a string. @returns false when its bytes aren't its characters */
  #passString(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let isPlain = true;
    let at = this.#at + 1;
    while (at < end) {
      // Past the end there is no byte, and so none that is plain.
      while (PLAIN[bytes[at] as number] === 1) at++;
      const code = bytes[at++] as number;
      if (code === QUOTE) {
        this.#at = at;
        return isPlain;
      }
      if (code === ESCAPE) {
        isPlain = false;
        at++;
      } else if (code < SPACE) break;
      else if (code > ASCII_MAX) {
        isPlain = false;
        this.#isAscii = false;
      }
    }
    return this.#refuse();
  }

  /** Goes past a value of which nothing is made. */
  #skip(): void {
    const code = this.#bytes[this.#at] as number;
    if (code === QUOTE) this.#skipString();
    else if ((code >= ZERO && code <= NINE) || code === MINUS) this.#at = endOfNumeral(this.#bytes, this.#at);
    else if (code === OPEN_ARRAY) for (let isFirst = true; this.#hasNext(CLOSE_ARRAY, isFirst); isFirst = false) this.#skip();
    else if (code === OPEN_OBJECT) {
      for (let isFirst = true; this.#hasNext(CLOSE_OBJECT, isFirst); isFirst = false) {
        if (this.#bytes[this.#at] !== QUOTE) this.#refuse();
        this.#skipString();
        this.#space();
        if (this.#bytes[this.#at] !== COLON) this.#refuse();
        this.#at++;
        this.#space();
        this.#skip();
      }
    } else this.#word(code);
  }

  #skipString(): void {
    const start = this.#at;
    if (this.#passString()) return;
    // Escapes have a grammar of their own, which the platform's parser knows.
    this.#at = start;
    this.#string();
  }

  #word(code: number): boolean | null {
    const [word, value] = code === T ? ["true", true] : code === F ? ["false", false] : code === N ? ["null", null] : [undefined, null];
    if (word === undefined || !this.#text.startsWith(word, this.#at)) return this.#refuse();
    this.#at += word.length;
    return value;
  }

  #space(): void {
    const bytes = this.#bytes;
    if ((bytes[this.#at] as number) > SPACE) return;
    for (let code = bytes[this.#at]; code === SPACE || code === 10 || code === 13 || code === 9; code = bytes[this.#at]) this.#at++;
  }

  #refuse(): never {
    throw new JsonRefusal(`not JSON: ${this.#text.slice(0, 80)}`);
  }
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at++) if (name[at] !== bytes[start + at]) return false;
  return true;
}
