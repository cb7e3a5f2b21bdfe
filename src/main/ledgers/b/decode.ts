import { type Instant, readInstant } from "#shared/kernel/instant.ts";
import { cutRecords, type RecordSlice } from "#shared/kernel/json-cut.ts";
import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import { AnswerUnreadable } from "../adapter.ts";

const utf8 = new TextDecoder();

type JsonObject = { [key: string]: ExactJson };

/** A record of a change feed answer, still bytes, with the entity it belongs to. */
export interface ChangedRecord {
  readonly entity: string;
  readonly bytes: Uint8Array;
}

/**
 * Cuts the records out of a query answer without parsing them.
 * @throws AnswerUnreadable when the body is not a query answer (HTML, a bare word, other JSON)
 */
export function queryRecords(body: Uint8Array, entity: string): Uint8Array[] {
  const slices = cut(body, ["QueryResponse", entity]);
  // No record at all is also what a body looks like that is no answer: only then is it worth a parse.
  if (slices.length === 0) requireObject(parseAnswer(body), "QueryResponse");
  return slices.map((slice) => body.subarray(slice.start, slice.end));
}

/**
 * Cuts the records of every entity out of a change feed answer.
 * @throws AnswerUnreadable when the body is no such answer, or one entity in it failed
 */
export function changedRecords(body: Uint8Array): ChangedRecord[] {
  const slices = cut(body, ["CDCResponse", "*", "QueryResponse", "*", "*"]);
  if (slices.length === 0 || contains(body, '"Fault"')) requireWholeFeed(parseAnswer(body));
  return slices.map((slice) => ({ entity: slice.key, bytes: body.subarray(slice.start, slice.end) }));
}

/**
 * The server's own time of the answer, from the body's first or last member.
 * @returns null when it states none
 */
export function answerTime(body: Uint8Array): Instant | null {
  const tail = /"time"\s*:\s*"([^"]{10,40})"\s*\}\s*$/.exec(utf8.decode(body.subarray(-200)));
  const head = /^\s*\{\s*"time"\s*:\s*"([^"]{10,40})"/.exec(utf8.decode(body.subarray(0, 200)));
  const text = tail?.[1] ?? head?.[1];
  return text === undefined ? null : readInstant(text);
}

/** The whole body as JSON with numerals as text. @throws AnswerUnreadable */
export function parseAnswer(body: Uint8Array): JsonObject {
  return asObject(refusalAsUnreadable(body, () => parseExactJson(utf8.decode(body)))) ?? fail(body);
}

/** The object under a key of an answer. @throws AnswerUnreadable when it is not there */
export function requireObject(answer: JsonObject, key: string): JsonObject {
  const value = asObject(answer[key]);
  if (value === null) throw new AnswerUnreadable(`The ledger's answer is incomplete: “${key}” is missing.`);
  return value;
}

/** One record's id and change time; absent fields are null. @throws AnswerUnreadable when the bytes are not an object */
export function recordStamp(bytes: Uint8Array): { readonly id: string | null; readonly changedAt: Instant | null } {
  const record = parseAnswer(bytes);
  const changed = asObject(record.MetaData)?.LastUpdatedTime;
  return {
    id: typeof record.Id === "string" ? record.Id : null,
    // Inventory adjustments say only on which day they changed.
    changedAt: typeof changed === "string" ? readInstant(/^\d{4}-\d{2}-\d{2}$/.test(changed) ? `${changed}T00:00:00Z` : changed) : null,
  };
}

/**
 * The bytes of the object under a top-level key, so that the answer's time, which differs on every
 * read, does not make an unchanged object look changed.
 * @throws AnswerUnreadable when it is not there
 */
export function memberBytes(body: Uint8Array, key: string): Uint8Array {
  requireObject(parseAnswer(body), key);
  const text = utf8.decode(body);
  const opens = new RegExp(`"${key}"\\s*:\\s*\\{`).exec(text);
  if (opens === null) return fail(body);
  const start = opens.index + opens[0].length - 1;
  return new TextEncoder().encode(text.slice(start, closingBrace(text, start) + 1));
}

/** One record put together from whole verbatim records: `{"<key>":[…]}`. */
export function composeList(key: string, records: readonly Uint8Array[]): Uint8Array {
  const parts = [`{"${key}":[`, ...records.flatMap((bytes, i) => (i === 0 ? [bytes] : [",", bytes])), "]}"];
  return new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part))));
}

/** A JSON object, or null for anything else. */
export function asObject(value: ExactJson | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

function requireWholeFeed(answer: JsonObject): void {
  if (!Array.isArray(answer.CDCResponse)) throw new AnswerUnreadable("The ledger's answer is incomplete: “CDCResponse” is missing.");
  for (const part of answer.CDCResponse) {
    const lists = asObject(part)?.QueryResponse;
    const faulty = Array.isArray(lists) && lists.some((list) => asObject(list)?.Fault !== undefined);
    if (asObject(part)?.Fault !== undefined || faulty)
      throw new AnswerUnreadable("The change feed returned an error for at least one record type.");
  }
}

function cut(body: Uint8Array, path: readonly string[]): RecordSlice[] {
  return refusalAsUnreadable(body, () => cutRecords(body, path));
}

function refusalAsUnreadable<T>(body: Uint8Array, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof JsonRefusal) return fail(body, cause);
    throw cause;
  }
}

function fail(body: Uint8Array, cause?: Error): never {
  const start = utf8.decode(body.subarray(0, 60));
  if (start.trim() === "") throw new AnswerUnreadable("The ledger's answer is empty.", { cause });
  throw new AnswerUnreadable(`The ledger's answer isn't the data that Tieout asked for. It begins with “${start}”.`, { cause });
}

function contains(body: Uint8Array, text: string): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(text);
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let at = open; at < text.length; at++) {
    const mark = text[at];
    if (inString) {
      if (mark === "\\") at++;
      else if (mark === '"') inString = false;
    } else if (mark === '"') inString = true;
    else if (mark === "{") depth++;
    else if (mark === "}" && --depth === 0) return at;
  }
  return text.length - 1;
}
