import { cutRecords } from "#shared/kernel/json-cut.ts";
import { JsonRefusal } from "#shared/kernel/json-exact.ts";
import { AnswerUnreadable, type LedgerResponse } from "../adapter.ts";

/** One row of an answer: its bytes as sent and the same bytes as text for finding keys. */
export interface Row {
  readonly bytes: Uint8Array;
  /** Latin-1 view of the bytes; only ASCII parts (ids, dates) may be taken from it. */
  readonly text: string;
}

/** The rows of one answer of the query service. */
export interface RowPage {
  readonly rows: readonly Row[];
  /** The ledger says, or the full page suggests, that more rows follow. */
  readonly more: boolean;
  /** Rows of the whole query, when the ledger tells. */
  readonly total?: number;
}

const LATIN = new TextDecoder("latin1");
const UTF8 = new TextDecoder();

/**
 * Cuts an answer into verbatim rows without parsing them.
 * @param limit the number of rows that was asked for
 * @throws AnswerUnreadable when the answer is not a query result
 */
export function readRows(response: LedgerResponse, limit: number): RowPage {
  const { body } = response;
  const slices = cutItems(body);
  const rows = slices.map(({ start, end }) => ({ bytes: body.subarray(start, end), text: LATIN.decode(body.subarray(start, end)) }));
  if (rows.some((row) => !row.text.startsWith("{"))) throw new AnswerUnreadable("The ledger's answer isn't a list of records.");
  const first = slices[0]?.start ?? body.length;
  const last = slices.at(-1)?.end ?? body.length;
  const envelope = LATIN.decode(body.subarray(0, first)) + LATIN.decode(body.subarray(last));
  if (slices.length === 0) requireEmptyResult(body);
  const total = /"totalResults"\s*:\s*"?(\d{1,12})(?![\d.])/i.exec(envelope)?.[1];
  // A full page is followed by a look for more even when `hasMore` denies it: a row limit may have cut the answer.
  const more = rows.length > 0 && (rows.length >= limit || /"hasMore"\s*:\s*true/i.test(envelope));
  return { rows, more, ...(total === undefined ? {} : { total: Number(total) }) };
}

/** True when a request with `allowRejection` was answered with a result. */
export function isAccepted(response: LedgerResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/**
 * The whole number in a column of a row, as text. Keys inside string values can't match, because
 * their quotes are escaped there.
 */
export function idOf(row: Row, column: string): string | undefined {
  return matcher(`"${column}"\\s*:\\s*"?(-?\\d+)"?\\s*[,}]`).exec(row.text)?.[1];
}

/** Like `idOf`. @throws AnswerUnreadable when the row has no such number */
export function requireId(row: Row, column: string): string {
  const id = idOf(row, column);
  if (id === undefined) throw new AnswerUnreadable(`A record in the ledger's answer has no whole number in column ${column}.`);
  return id;
}

/** The time in a column of a row, `YYYY-MM-DDTHH:MM:SS`, as text. */
export function momentOf(row: Row, column: string): string | undefined {
  const found = matcher(`"${column}"\\s*:\\s*"(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}:\\d{2})"`).exec(row.text);
  return found === null ? undefined : `${found[1]}T${found[2]}`;
}

/** Orders ids by value. */
export function compareIds(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  return difference !== 0 ? difference : a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** UTF-8 text of an answer, for the few small ones that are parsed whole. */
export function bodyText(response: LedgerResponse): string {
  return UTF8.decode(response.body);
}

const matchers = new Map<string, RegExp>();

function matcher(pattern: string): RegExp {
  let found = matchers.get(pattern);
  if (found === undefined) {
    found = new RegExp(pattern, "i");
    matchers.set(pattern, found);
  }
  return found;
}

function cutItems(body: Uint8Array): { start: number; end: number }[] {
  try {
    return cutRecords(body, ["items"]);
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    throw new AnswerUnreadable(`The ledger's answer isn't the data that Tieout asked for (${cause.message}).`, { cause });
  }
}

function requireEmptyResult(body: Uint8Array): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(UTF8.decode(body));
  } catch (cause) {
    throw new AnswerUnreadable("The ledger's answer isn't the data that Tieout asked for.", { cause });
  }
  const items = typeof parsed === "object" && parsed !== null && "items" in parsed ? parsed.items : undefined;
  if (!Array.isArray(items)) throw new AnswerUnreadable("The ledger's answer isn't in the expected format: it has no list of records.");
}
