import type { ExactJson } from "#shared/kernel/json-exact.ts";

/** The text at a path of member names, or undefined when there is none: asked of records that may have any shape. */
export function textAtPath(record: ExactJson, ...path: readonly string[]): string | undefined {
  let value: ExactJson | undefined = record;
  for (const name of path) {
    if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}
