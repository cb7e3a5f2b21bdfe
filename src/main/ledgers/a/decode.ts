import { cutRecords } from "#shared/kernel/json-cut.ts";
import { type ExactJson, JsonRefusal, parseExactBytes } from "#shared/kernel/json-exact.ts";
import { AnswerUnreadable, type LedgerResponse } from "../adapter.ts";
import { readIfFits } from "./fields.ts";
import { headerOf } from "./header-of.ts";
import { paginationSchema } from "./schemas.ts";

/** What the server says about its own pages; numbers are counts, never amounts. */
interface Pagination {
  readonly pageSize?: number;
  readonly pageCount?: number;
  readonly itemCount?: number;
}

/** The records of one answer, still as bytes, and the page facts of its envelope. */
export interface DecodedPage {
  readonly records: readonly Uint8Array[];
  readonly pagination: Pagination | undefined;
}

/**
 * Cuts an answer into the records of its collection without parsing them. A 304 is an answer
 * without changes.
 * @throws AnswerUnreadable when the body is not the JSON envelope of that collection
 */
export function decodePage(response: LedgerResponse, collection: string): DecodedPage {
  if (response.status === 304 || response.status === 204) return { records: [], pagination: undefined };
  refuseOtherMedia(response, collection);
  try {
    const slices = cutRecords(response.body, [collection]);
    const envelope = readEnvelope(response.body, slices[0]?.start, slices.at(-1)?.end);
    const held = envelope[collection];
    if (!Array.isArray(held) && held !== null) throw new AnswerUnreadable(`The ledger's answer has no list named ${collection}.`);
    return { records: slices.map((slice) => response.body.subarray(slice.start, slice.end)), pagination: readPagination(envelope) };
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    throw new AnswerUnreadable(`Tieout can't read the ledger's answer for ${collection} (${cause.message}).`, { cause });
  }
}

/** Parses one record. @throws JsonRefusal when its bytes are not JSON text in UTF-8 */
export function parseRecord(bytes: Uint8Array): ExactJson {
  return parseExactBytes(bytes, decodeText);
}

function refuseOtherMedia(response: LedgerResponse, collection: string): void {
  const media = headerOf(response, "content-type") ?? "";
  const first = response.body.find((byte) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  if (/\b(?:html|xml)\b/i.test(media) || first !== 123) {
    throw new AnswerUnreadable(
      `The ledger's answer for ${collection} isn't data that Tieout can read (content type ${media || "not stated"}).`,
    );
  }
}

/** The answer without its records: small, so it is parsed whole. */
function readEnvelope(body: Uint8Array, start: number | undefined, end: number | undefined): Record<string, ExactJson> {
  const bytes = start === undefined ? body : Buffer.concat([body.subarray(0, start), body.subarray(end)]);
  const envelope = parseExactBytes(bytes, decodeText);
  if (envelope === null || typeof envelope !== "object" || Array.isArray(envelope)) throw new JsonRefusal("not an object");
  return envelope;
}

function readPagination(envelope: Record<string, ExactJson>): Pagination | undefined {
  // Page facts are optional: if they are malformed, paging relies on the records.
  const read = readIfFits(paginationSchema, envelope.pagination);
  if (read === null) return undefined;
  const { pageSize, pageCount, itemCount } = read;
  return {
    ...(pageSize === undefined ? {} : { pageSize: Number(pageSize) }),
    ...(pageCount === undefined ? {} : { pageCount: Number(pageCount) }),
    // A plan rests on it alone, so a count that is none is left out.
    ...(itemCount === undefined || !/^\d{1,12}$/.test(itemCount) ? {} : { itemCount: Number(itemCount) }),
  };
}

// A replacement character would silently lose what the ledger sent.
const utf8 = new TextDecoder("utf-8", { fatal: true });

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new JsonRefusal("not UTF-8", { cause });
  }
}
