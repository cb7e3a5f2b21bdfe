import { z } from "zod";
import type { Operation } from "#main/operations/operation.ts";
import { readGiven, type WrongField } from "#shared/model/labels/given-input.ts";

/** Limits where a schema sets no maximum: characters of a text, entries of a list or object, levels of nesting. */
const TEXT_MAX = 10_000;
const LIST_MAX = 10_000;
const DEPTH_MAX = 24;
/** Days are calculated from dates, and results beyond the last four-digit year couldn't be written. */
const LAST_YEAR = /^9999-\d\d-\d\d$/;

/**
 * What no operation takes, whatever its schema says: a text, list or object that is too big, one that is nested too deep, a
 * text with a NUL character, a date in the last year of four digits. Only a schema that names a greater maximum for a field of
 * the input (an uploaded file, many matches to undo) lets a longer text or list through.
 */
export function tooBig(operation: Pick<Operation, "input">, input: unknown): WrongField | null {
  return lookThrough(input, [], (value, path) => aboveDeclared(operation, path, value));
}

/** What to say about a text or list that is longer than most may be; null where a greater maximum is declared. */
type AboveDeclared = (value: string | readonly unknown[], path: readonly string[]) => string | null;

function lookThrough(value: unknown, path: readonly string[], above: AboveDeclared): WrongField | null {
  const wrong = (message: string): WrongField => ({ path, message });
  if (typeof value === "string") {
    if (value.includes("\0")) return wrong("remove the NUL character");
    if (LAST_YEAR.test(value)) return wrong("use a date in the year 9998 or earlier");
    const words = value.length > TEXT_MAX ? above(value, path) : null;
    return words === null ? null : wrong(words);
  }
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= DEPTH_MAX) return wrong("is nested too deeply");
  const entries = Object.entries(value);
  const words = entries.length <= LIST_MAX ? null : Array.isArray(value) ? above(value, path) : atMost(LIST_MAX, "entries");
  if (words !== null) return wrong(words);
  for (const [name, entry] of entries) {
    if (name.length > TEXT_MAX || name.includes("\0")) return wrong("contains a field whose name is too long or has a NUL character");
    const found = lookThrough(entry, [...path, name], above);
    if (found !== null) return found;
  }
  return null;
}

function aboveDeclared(operation: Pick<Operation, "input">, path: readonly string[], value: string | readonly unknown[]): string | null {
  const name = path.length === 1 ? (path[0] as string) : null;
  const declared = name === null ? undefined : maximaOf(operation)[name];
  if (typeof value !== "string") {
    const most = declared?.maxItems ?? LIST_MAX;
    return value.length <= most ? null : atMost(most, "entries");
  }
  if (value.length <= (declared?.maxLength ?? TEXT_MAX)) return null;
  // The schema's own words, such as the size of a file that may be chosen.
  const { input } = operation;
  const shape = input instanceof z.ZodObject ? (input.shape as Readonly<Record<string, z.ZodType | undefined>>) : {};
  const field = name === null ? undefined : shape[name];
  const read = field === undefined ? null : readGiven(field, value);
  return read === null || read.ok ? atMost(TEXT_MAX, "characters") : read.failure.message;
}

function atMost(most: number, what: "characters" | "entries"): string {
  return `use at most ${most.toLocaleString("en-US")} ${what}`;
}

interface Maxima {
  readonly maxLength?: number;
  readonly maxItems?: number;
}

function maximaOf({ input }: Pick<Operation, "input">): Readonly<Record<string, Maxima | undefined>> {
  const { properties } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as {
    readonly properties?: Readonly<Record<string, Maxima>>;
  };
  return properties ?? {};
}
