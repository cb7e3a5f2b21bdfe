import { JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";

/** A JSON number as its digits were written. Fields that we do not know go back as they came, numbers as numbers. */
export interface Numeral {
  readonly [digits]: string;
}

const digits = Symbol("digits");

export type Json = string | boolean | null | Numeral | readonly Json[] | JsonObject;
/** A member that is undefined is left out. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

// The third argument of a reviver holds the source text of a number; the library's types do not know it yet.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** Marks decimal text to be written as a JSON number. */
export function numeral(text: string): Numeral {
  return { [digits]: text };
}

/** Parses JSON and keeps every number as its source text. @throws JsonRefusal */
export function readJson(text: string): Json {
  // Refuses what must not be guessed at: repeated keys, `__proto__`, text that is no JSON.
  parseExactJson(text);
  return parseWithSource(text, (_name, value, { source }) => (typeof value === "number" ? numeral(source ?? "") : value)) as Json;
}

/** Like `readJson` for an object. @throws JsonRefusal */
export function readJsonObject(text: string): JsonObject {
  const value = readJson(text);
  if (!isObject(value)) throw new JsonRefusal("not an object");
  return value;
}

/** JSON text; amounts are written digit by digit and never pass through a float (rule 2). */
export function writeJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (digits in value) return value[digits] as string;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const members = Object.entries(value as JsonObject).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(",")}}`;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(digits in value);
}

/** The objects of a list member; empty where there is none. */
export function objectsIn(owner: JsonObject, name: string): JsonObject[] {
  const list = owner[name];
  return Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];
}

/** Text, or the digits of a number; undefined where the member is empty or something else. */
export function textIn(owner: JsonObject, name: string): string | undefined {
  const value = owner[name];
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "object" && value !== null && digits in value ? (value[digits] as string) : undefined;
}

/** Text of a member of an object member. */
export function textWithin(owner: JsonObject, name: string, inner: string): string | undefined {
  const value = owner[name];
  return isObject(value) ? textIn(value, inner) : undefined;
}
