import { assert } from "#shared/kernel/assert.ts";
import { compareDecimals, type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";

/** A JSON number as the text it was written with; the platform writes it back without looking at it. */
export interface Numeral {
  readonly rawJSON: string;
}

/**
 * JSON in which text and number stay apart and no number becomes a float, so that a record can be read,
 * changed in one place and written back with every other digit as it was.
 */
export type Wire = string | boolean | null | Numeral | readonly Wire[] | WireObject;
export interface WireObject {
  readonly [key: string]: Wire | undefined;
}

const raw = JSON as typeof JSON & { rawJSON(text: string): Numeral; isRawJSON(value: unknown): value is Numeral };
const parse = JSON.parse as (text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown) => Wire;

/** Parses a record. @throws SyntaxError for text that is not JSON */
export function parseWire(text: string): Wire {
  return parse(text, (_key, value, { source }) => (typeof value === "number" ? raw.rawJSON(source ?? String(value)) : value));
}

/** A record that is an object. @throws Defect when it is not: mirrored payloads and accepted answers are */
export function parseWireObject(text: string): WireObject {
  const value = parseWire(text);
  assert(isObject(value), `not an object: ${text.slice(0, 60)}`);
  return value;
}

/** JSON text; numerals verbatim, absent members left out. */
export function writeWire(value: Wire): string {
  return JSON.stringify(value);
}

/** A number from its decimal text; leading zeros, which JSON forbids, are taken off. */
export function numeral(value: DecimalString): Numeral {
  return raw.rawJSON(value.replace(/^(-?)0+(?=\d)/, "$1"));
}

export function isNumeral(value: Wire | undefined): value is Numeral {
  return raw.isRawJSON(value);
}

export function isObject(value: Wire | undefined): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isNumeral(value);
}

export function isList(value: Wire | undefined): value is readonly Wire[] {
  return Array.isArray(value);
}

/** The objects of a list member; none where it is absent. */
export function objectsIn(value: Wire | undefined): readonly WireObject[] {
  return isList(value) ? value.filter(isObject) : [];
}

/** Text of a member; undefined where it is absent, empty or of another kind. */
export function textOf(value: Wire | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The number of a member, sent as a number or as text. */
export function decimalOf(value: Wire | undefined): DecimalString | undefined {
  const text = isNumeral(value) ? value.rawJSON : textOf(value);
  return text === undefined ? undefined : (readDecimal(text) ?? undefined);
}

/** The id inside a reference member. */
export function refOf(value: Wire | undefined): string | undefined {
  return isObject(value) ? textOf(value.value) : undefined;
}

/** Equal in meaning: numbers by value, members that are null, empty or missing alike. */
export function sameWire(a: Wire | undefined, b: Wire | undefined): boolean {
  return holds(a, b) && holds(b, a);
}

/**
 * True when everything that `part` says is in `whole`; what it does not mention is not asked.
 * References are equal when their ids are.
 */
export function holds(whole: Wire | undefined, part: Wire | undefined): boolean {
  if (isAbsent(part)) return true;
  if (isNumeral(part)) {
    const [ours, theirs] = [decimalOf(part), decimalOf(whole)];
    return ours !== undefined && theirs !== undefined && compareDecimals(ours, theirs) === 0;
  }
  if (isList(part)) return isList(whole) && whole.length === part.length && part.every((element, index) => holds(whole[index], element));
  if (!isObject(part)) return whole === part;
  if (!isObject(whole)) return Object.values(part).every(isAbsent);
  if (refOf(part) !== undefined) return refOf(whole) === refOf(part);
  return Object.entries(part).every(([key, value]) => holds(whole[key], value));
}

function isAbsent(value: Wire | undefined): boolean {
  return value === undefined || value === null || value === "" || (isList(value) && value.length === 0);
}
