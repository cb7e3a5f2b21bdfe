import { assert } from "#shared/kernel/assert.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Members } from "#shared/kernel/json-members.ts";

/**
 * Reads one member as it was sent, undefined where it is missing. Plain functions and no schema
 * library: every field of every line of a first read passes here, and a library costs a third of it.
 * @throws FieldMisfit
 */
export type Reader<Value> = (sent: ExactJson | undefined) => Value;

/** What a reader gives. */
export type Read<R> = R extends Reader<infer Value> ? Value : never;

/** A member that does not have the shape it should; `path` names it once it has passed its owners. */
export class FieldMisfit extends Error {
  override readonly name = "FieldMisfit";
  path = "";
}

/** Which members the readers of objects and lists read. */
const members = new WeakMap<Reader<unknown>, Members>();

/** What a reader of an object reads of it. */
export function membersOf(reader: Reader<unknown>): Members {
  const known = members.get(reader);
  assert(known !== undefined, "only objects and lists of them have members");
  return known;
}

/** A reader that reads the same members as the one it is made of. */
function alike<Value>(from: Reader<unknown>, reader: Reader<Value>): Reader<Value> {
  const known = members.get(from);
  if (known !== undefined) members.set(reader, known);
  return reader;
}

/** Text that may be absent: missing, null and empty all read as undefined. */
export const text: Reader<string | undefined> = (sent) => {
  if (sent === undefined || sent === null || sent === "") return undefined;
  if (typeof sent === "string") return sent;
  throw new FieldMisfit("isn't text");
};

/** Text that must be there. */
export const requiredText: Reader<string> = (sent) => {
  if (typeof sent === "string" && sent !== "") return sent;
  throw new FieldMisfit(sent === undefined || sent === null || sent === "" ? "is missing" : "isn't text");
};

/** A numeral that may be absent. Exact parsing hands it over as text; quoted numerals look the same. */
export const amount: Reader<DecimalString | undefined> = (sent) =>
  sent === undefined || sent === null || sent === "" ? undefined : requiredAmount(sent);

/** A numeral that must be there. */
export const requiredAmount: Reader<DecimalString> = (sent) => {
  const value = typeof sent === "string" ? readDecimal(sent) : null;
  if (value !== null) return value;
  throw new FieldMisfit(typeof sent === "string" && sent !== "" ? `isn't a number: ${sent.slice(0, 40)}` : "is missing or isn't a number");
};

/** A flag; some answers quote it. */
export const flag: Reader<boolean | undefined> = (sent) => {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent === "boolean") return sent;
  if (sent === "true" || sent === "false") return sent === "true";
  throw new FieldMisfit("is neither true nor false");
};

/** A list that may be absent or null; then it is empty. */
export function list<Element>(element: Reader<Element>): Reader<Element[]> {
  return alike(element, (sent) => {
    if (sent === undefined || sent === null) return [];
    if (!Array.isArray(sent)) throw new FieldMisfit("isn't a list");
    let at = 0;
    try {
      // A list that grows takes room for many more elements than most have.
      const elements = new Array<Element>(sent.length);
      for (; at < sent.length; at++) elements[at] = element(sent[at]);
      return elements;
    } catch (misfit) {
      throw named(misfit, String(at));
    }
  });
}

/** An object that may be absent or null. */
export function maybe<Value>(reader: Reader<Value>): Reader<Value | undefined> {
  return alike(reader, (sent) => (sent === undefined || sent === null ? undefined : reader(sent)));
}

/** An object of which these members are read; the others pass unseen. */
export function object<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
): Reader<{ [Name in keyof Fields]: Read<Fields[Name]> }> {
  const names = Object.keys(fields);
  const readers = Object.values(fields);
  const reader = (sent: ExactJson | undefined) => {
    if (sent === undefined || sent === null) throw new FieldMisfit("is missing");
    if (typeof sent !== "object" || Array.isArray(sent)) throw new FieldMisfit("isn't a record");
    const row: Record<string, unknown> = {};
    let at = 0;
    try {
      for (; at < names.length; at++) {
        const name = names[at] as string;
        row[name] = (readers[at] as Reader<unknown>)(sent[name]);
      }
    } catch (misfit) {
      throw named(misfit, names[at] as string);
    }
    return row as { [Name in keyof Fields]: Read<Fields[Name]> };
  };
  members.set(reader, Object.fromEntries(names.map((name) => [name, members.get(fields[name] as Reader<unknown>) ?? null])));
  return reader;
}

/** The members of an object as they were sent. */
export type Sent = Readonly<Record<string, ExactJson | undefined>>;

/**
 * Like `object` for what a first read has most of: `read` names the members once more, in a form that the engine compiles, which is
 * several times as fast. What doesn't fit is named by `fields`.
 */
export function frequent<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
  read: (sent: Sent) => { [Name in keyof Fields]: Read<Fields[Name]> },
): Reader<{ [Name in keyof Fields]: Read<Fields[Name]> }> {
  const named = object(fields);
  return alike(named, (sent) => {
    if (sent === undefined || sent === null || typeof sent !== "object" || Array.isArray(sent)) return named(sent);
    try {
      return read(sent);
    } catch (misfit) {
      if (misfit instanceof FieldMisfit) return named(sent);
      throw misfit;
    }
  });
}

/** What a reader gives, or null where the value does not fit. */
export function readIfFits<Value>(reader: Reader<Value>, sent: ExactJson | undefined): Value | null {
  try {
    return reader(sent);
  } catch (misfit) {
    if (misfit instanceof FieldMisfit) return null;
    throw misfit;
  }
}

function named(misfit: unknown, name: string): unknown {
  if (misfit instanceof FieldMisfit) misfit.path = misfit.path === "" ? name : `${name}.${misfit.path}`;
  return misfit;
}
