import { z } from "zod";
import type { Operation } from "#main/operations/operation.ts";

/** Limits where a schema sets no maximum: characters of a text, entries of a list or object, levels of nesting. */
const TEXT_MAX = 10_000;
const LIST_MAX = 10_000;
const DEPTH_MAX = 24;
/** Days are calculated from dates, and results beyond the last four-digit year couldn't be written. */
const LAST_YEAR = /^9999-\d\d-\d\d$/;

export interface WrongInput {
  /** Names from the outside in, joined by points. */
  readonly field: string;
  readonly message: string;
}

/**
 * What no operation takes, whatever its schema says: a text, list or object that is too big, one that is nested too deep, a
 * text with a NUL character, a date in the last year of four digits. Only a schema that names a greater maximum (an uploaded file) lets a longer text through.
 */
export function tooBig(operation: Pick<Operation, "input">, input: unknown): WrongInput | null {
  return lookThrough(input, [], (path) => (path.length === 1 ? declaredMax(operation, path[0] as string) : TEXT_MAX));
}

function lookThrough(value: unknown, path: readonly string[], textMax: (path: readonly string[]) => number): WrongInput | null {
  const wrong = (message: string): WrongInput => ({ field: path.join("."), message });
  if (typeof value === "string") {
    if (value.includes("\0")) return wrong("contains a NUL character");
    if (LAST_YEAR.test(value)) return wrong("is a date beyond the year 9998");
    const most = value.length > TEXT_MAX ? textMax(path) : TEXT_MAX;
    return value.length > most ? wrong(`is longer than ${most.toLocaleString("en-US")} characters`) : null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= DEPTH_MAX) return wrong("is nested too deeply");
  const entries = Object.entries(value);
  if (entries.length > LIST_MAX) return wrong(`has more than ${LIST_MAX.toLocaleString("en-US")} entries`);
  for (const [name, entry] of entries) {
    if (name.length > TEXT_MAX || name.includes("\0")) return wrong("has a name that is too long or contains a NUL character");
    const found = lookThrough(entry, [...path, name], textMax);
    if (found !== null) return found;
  }
  return null;
}

/** The maximum that the schema itself names for a text of the input. */
function declaredMax({ input }: Pick<Operation, "input">, name: string): number {
  const { properties } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as {
    readonly properties?: Readonly<Record<string, { readonly maxLength?: number }>>;
  };
  return properties?.[name]?.maxLength ?? TEXT_MAX;
}
