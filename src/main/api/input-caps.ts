import { z } from "zod";
import type { Operation } from "#main/operations/operation.ts";
import { readGiven, type WrongField } from "#shared/model/labels/given-input.ts";

/** Limits where a schema sets no maximum: characters of a text, entries of a list or object, levels of nesting. */
const TEXT_MAX = 10_000;
const TOO_LONG = `use at most ${TEXT_MAX.toLocaleString("en-US")} characters`;
const LIST_MAX = 10_000;
const DEPTH_MAX = 24;
/** Days are calculated from dates, and results beyond the last four-digit year couldn't be written. */
const LAST_YEAR = /^9999-\d\d-\d\d$/;

/**
 * What no operation takes, whatever its schema says: a text, list or object that is too big, one that is nested too deep, a
 * text with a NUL character, a date in the last year of four digits. Only a schema that names a greater maximum (an uploaded file) lets a longer text through.
 */
export function tooBig(operation: Pick<Operation, "input">, input: unknown): WrongField | null {
  return lookThrough(input, [], (text, path) => (path.length === 1 ? aboveDeclared(operation, path[0] as string, text) : TOO_LONG));
}

function lookThrough(
  value: unknown,
  path: readonly string[],
  tooLong: (text: string, path: readonly string[]) => string | null,
): WrongField | null {
  const wrong = (message: string): WrongField => ({ path, message });
  if (typeof value === "string") {
    if (value.includes("\0")) return wrong("remove the NUL character");
    if (LAST_YEAR.test(value)) return wrong("use a date in the year 9998 or earlier");
    const words = value.length > TEXT_MAX ? tooLong(value, path) : null;
    return words === null ? null : wrong(words);
  }
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= DEPTH_MAX) return wrong("is nested too deeply");
  const entries = Object.entries(value);
  if (entries.length > LIST_MAX) return wrong(`use at most ${LIST_MAX.toLocaleString("en-US")} entries`);
  for (const [name, entry] of entries) {
    if (name.length > TEXT_MAX || name.includes("\0")) return wrong("has a name that is too long or contains a NUL character");
    const found = lookThrough(entry, [...path, name], tooLong);
    if (found !== null) return found;
  }
  return null;
}

/** What to do about a text that is longer than most may be; null where the schema itself names a greater maximum. */
function aboveDeclared({ input }: Pick<Operation, "input">, name: string, text: string): string | null {
  const { properties } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as {
    readonly properties?: Readonly<Record<string, { readonly maxLength?: number }>>;
  };
  if (text.length <= (properties?.[name]?.maxLength ?? TEXT_MAX)) return null;
  // The schema's own words, such as the size of a file that may be chosen.
  const field = input instanceof z.ZodObject ? (input.shape as Readonly<Record<string, z.ZodType | undefined>>)[name] : undefined;
  const read = field === undefined ? null : readGiven(field, text);
  return read === null || read.ok ? TOO_LONG : read.failure.message;
}
