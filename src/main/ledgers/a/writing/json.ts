import { JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import { isNumeral, isObject, objectsIn as objectsOf, parseWire, type Wire, type WireObject } from "../../wire-json.ts";

export { isObject, numeral, type Wire as Json, type WireObject as JsonObject, writeWire as writeJson } from "../../wire-json.ts";

/** Parses JSON and keeps every number as its source text. @throws JsonRefusal */
export function readJson(text: string): Wire {
  // Refuses what must not be guessed at: repeated keys, `__proto__`, text that is no JSON.
  parseExactJson(text);
  return parseWire(text);
}

/** Like `readJson` for an object. @throws JsonRefusal */
export function readJsonObject(text: string): WireObject {
  const value = readJson(text);
  if (!isObject(value)) throw new JsonRefusal("not an object");
  return value;
}

/** The objects of a list member; empty where there is none. */
export function objectsIn(owner: WireObject, name: string): readonly WireObject[] {
  return objectsOf(owner[name]);
}

/** Text, or the digits of a number; undefined where the member is empty or something else. */
export function textIn(owner: WireObject, name: string): string | undefined {
  const value = owner[name];
  if (typeof value === "string") return value === "" ? undefined : value;
  return isNumeral(value) ? value.rawJSON : undefined;
}

/** Text of a member of an object member. */
export function textWithin(owner: WireObject, name: string, inner: string): string | undefined {
  const value = owner[name];
  return isObject(value) ? textIn(value, inner) : undefined;
}
