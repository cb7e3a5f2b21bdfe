import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";

/** A JSON object from a request body, numerals as text; null when it is none. */
export function readJsonObject(body: string): { readonly [key: string]: ExactJson } | null {
  try {
    const value = parseExactJson(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch (refusal) {
    if (!(refusal instanceof JsonRefusal)) throw refusal;
    return null;
  }
}
