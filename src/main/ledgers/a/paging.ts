import { z } from "zod";
import { type Instant, instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { type ExactJson, JsonRefusal } from "#shared/kernel/json-exact.ts";
import type { Position } from "../adapter.ts";
import { readMoment } from "./dates.ts";
import { type DecodedPage, parseRecord } from "./decode.ts";

/**
 * How far a pass has come. `since` advances with the records that were read, and `page` counts pages within one
 * `since`. `digest` identifies the last page, to notice when the server repeats it; `anchor` is its last record
 * in the state that was read. Both are null at the start of a pass.
 */
export type PagePosition = Position & {
  readonly since: string | null;
  readonly page: number;
  readonly digest: string | null;
  readonly anchor: string | null;
};

const positionSchema = z.object({
  since: z.string().nullable(),
  page: z.number().int().min(1),
  digest: z.string().nullable(),
  anchor: z.string().nullable(),
});

/** The first position of a pass. */
export function startPosition(since: string | null): PagePosition {
  return { since, page: 1, digest: null, anchor: null };
}

/** Reads a stored position. @throws when it is not one of this adapter's: a defect */
export function readPosition(position: Position): PagePosition {
  return positionSchema.parse(position);
}

/** What the paging needs to know of one page, read from its first and last record. */
export interface PageFacts {
  readonly count: number;
  /** Records in a full page, by the server's own account where it gives one. */
  readonly size: number;
  /** False only when the server itself says that more pages follow. */
  readonly lastByCount: boolean;
  readonly lastChange: Instant | undefined;
  readonly digest: string;
  readonly anchor: string | null;
}

/** The page size that an endpoint falls back to when it ignores the one requested. */
const DEFAULT_PAGE_SIZE = 100;
const SECOND_MS = 1000;

/** Reads the facts of a page. `idField` names the record's id, `asked` is the page size of the request. */
export function pageFacts(page: DecodedPage, pageNumber: number, idField: string, asked: number): PageFacts {
  const { records, pagination } = page;
  const count = records.length;
  const first = count === 0 ? undefined : fieldsOf(records[0] as Uint8Array);
  const last = lastReadable(records);
  const anchor = versionOf(last, idField);
  const size = pagination?.pageSize ?? (count === DEFAULT_PAGE_SIZE ? DEFAULT_PAGE_SIZE : asked);
  return {
    count,
    size: Math.max(1, size),
    lastByCount: (pagination?.pageCount ?? 0) <= pageNumber,
    lastChange: last === undefined ? undefined : changeOf(last),
    digest: `${count}:${records.reduce((sum, bytes) => sum + bytes.length, 0)}:${versionOf(first, idField)}:${anchor}`,
    anchor,
  };
}

/**
 * The position after a page, or null at the end. In a list sorted by change time, pages shift when a record is
 * edited, because the record moves to the end (trap 2). So instead of counting pages the pass asks again from
 * one second before the last change it saw. It counts pages only when a whole page has the same second.
 */
export function nextPosition(position: PagePosition, facts: PageFacts, movesSince: boolean): PagePosition | null {
  if (facts.count === 0 || (facts.count < facts.size && facts.lastByCount)) return null;
  // Trap 1: a server that ignores `page` would repeat itself forever.
  if (position.page > 1 && position.digest === facts.digest) return null;
  const { digest, anchor } = facts;
  const since = movesSince ? secondBefore(facts.lastChange) : null;
  if (since !== null && (position.since === null || since > position.since)) return { since, page: 1, digest, anchor };
  return { since: position.since, page: position.page + 1, digest, anchor };
}

/** Records after the anchor. All of them when the page doesn't contain the anchor or it has been edited. */
export function recordsAfter(records: readonly Uint8Array[], idField: string, anchor: string | null) {
  const found = anchor === null ? -1 : records.findLastIndex((bytes) => versionOf(fieldsOf(bytes), idField) === anchor);
  return { found: found >= 0, records: records.slice(found + 1) };
}

/** The highest change time that a page shows: that of its last record. */
export function watermarkOf(facts: PageFacts): { readonly watermark?: string } {
  return facts.lastChange === undefined ? {} : { watermark: facts.lastChange };
}

function secondBefore(change: Instant | undefined): Instant | null {
  if (change === undefined) return null;
  const ms = instantMs(change);
  const since = ms - (((ms % SECOND_MS) + SECOND_MS) % SECOND_MS) - SECOND_MS;
  // Zero and negative change times exist (trap 5); a header cannot usefully name them.
  return since > 0 ? instantFromMs(since) : null;
}

/** A record that doesn't parse is the mapper's concern; paging uses the last one that does. */
function lastReadable(records: readonly Uint8Array[]): Readonly<Record<string, ExactJson>> | undefined {
  for (let at = records.length - 1; at >= 0; at--) {
    const fields = fieldsOf(records[at] as Uint8Array);
    if (fields !== undefined) return fields;
  }
  return undefined;
}

function fieldsOf(bytes: Uint8Array): Readonly<Record<string, ExactJson>> | undefined {
  try {
    const record = parseRecord(bytes);
    return record !== null && typeof record === "object" && !Array.isArray(record) ? record : undefined;
  } catch (refusal) {
    if (!(refusal instanceof JsonRefusal)) throw refusal;
    return undefined;
  }
}

/** Identifies a record in the state that was read. An edited record has moved, so it no longer marks a position. */
function versionOf(record: Readonly<Record<string, ExactJson>> | undefined, idField: string): string | null {
  const id = record === undefined ? null : textOf(record[idField]);
  return id === null ? null : `${id} ${textOf(record?.UpdatedDateUTC)}`;
}

function changeOf(record: Readonly<Record<string, ExactJson>>): Instant | undefined {
  const sent = textOf(record.UpdatedDateUTC) ?? textOf(record.UpdatedDateUTCString);
  return sent === null ? undefined : (readMoment(sent) ?? undefined);
}

function textOf(value: ExactJson | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
