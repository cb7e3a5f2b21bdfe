import { JsonRefusal } from "#shared/kernel/json-exact.ts";
import type { LedgerRequest, LedgerResponse, PageRecord, Position, ReadContext, StreamPage } from "../adapter.ts";
import { AnswerUnreadable } from "../adapter.ts";
import { type DecodedPage, decodePage, parseRecord } from "./decode.ts";
import { nextPosition, type PagePosition, pageFacts, readPosition, recordsAfter, watermarkOf } from "./paging.ts";
import { journalsRequest, type PageQuery } from "./requests.ts";

type Reading<Result> = Generator<LedgerRequest, Result, LedgerResponse>;

/** How one paged endpoint is read. */
export interface PagedSource {
  /** The key of the answer that holds the records. */
  readonly collection: string;
  readonly idField: string;
  /** False where the endpoint has no change times, so that only the page number advances. */
  readonly movesSince: boolean;
  /** The endpoint's fixed page size, where none can be requested. */
  readonly pageSize?: number;
  request(context: ReadContext, query: PageQuery): LedgerRequest;
}

/** Reads one page of a paged endpoint. @throws AnswerUnreadable */
export function* readPaged(source: PagedSource, context: ReadContext, stored: Position): Reading<StreamPage> {
  const position = readPosition(stored);
  const { since, page } = position;
  const answer = decodePage(yield source.request(context, { since, page }), source.collection);
  const facts = pageFacts(answer, page, source.idField, source.pageSize ?? context.pageSize);
  const next = nextPosition(position, facts, source.movesSince);
  const repeated = facts.count > 0 && page > 1 && facts.digest === position.digest;
  const moved = page > 1 && !repeated ? yield* readMoved(source, context, position) : [];
  const itemCount = position.digest === null ? answer.pagination?.itemCount : undefined;
  return {
    records: asRecords([...moved, ...answer.records]),
    next,
    ...(source.movesSince ? watermarkOf(facts) : {}),
    ...(itemCount === undefined ? {} : { totalKnown: itemCount }),
  };
}

/**
 * Finds records that slipped to the previous page between two requests, because an earlier record was edited
 * and moved to the end. Everything after that page's last record is new. If that record is no longer there, the
 * pages before it are searched as well.
 */
function* readMoved(source: PagedSource, context: ReadContext, position: PagePosition): Reading<readonly Uint8Array[]> {
  let moved: readonly Uint8Array[] = [];
  for (let page = position.page - 1; page >= 1; page--) {
    const before = decodePage(yield source.request(context, { since: position.since, page }), source.collection);
    const behind = recordsAfter(before.records, source.idField, position.anchor);
    moved = [...behind.records, ...moved];
    if (behind.found) break;
  }
  return moved;
}

/** Reads an endpoint without pages in one answer. @throws AnswerUnreadable */
export function* readWhole(collection: string, request: LedgerRequest): Reading<StreamPage> {
  const answer: DecodedPage = decodePage(yield request, collection);
  return { records: asRecords(answer.records), next: null, totalKnown: answer.records.length };
}

/**
 * Reads up to a hundred journals after the highest number so far (rule 17). Only an empty answer proves the
 * end, because numbers may have gaps. A server that ignores `offset` (trap 4) is noticed when the numbers stop
 * rising.
 */
export function* readJournals(context: ReadContext, position: Position): Reading<StreamPage> {
  const offset = Number(position.offset ?? 0);
  const answer = decodePage(yield journalsRequest(context, offset), "Journals");
  const highest = answer.records.reduce((most, bytes) => Math.max(most, journalNumber(bytes)), offset);
  const rises = highest > offset;
  return {
    records: asRecords(answer.records),
    next: rises ? { offset: highest } : null,
    ...(rises ? { watermark: String(highest) } : {}),
  };
}

function journalNumber(bytes: Uint8Array): number {
  try {
    const record = parseRecord(bytes);
    const number = record !== null && typeof record === "object" && !Array.isArray(record) ? Number(record.JournalNumber) : Number.NaN;
    if (Number.isSafeInteger(number)) return number;
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    throw new AnswerUnreadable("Tieout can't read a journal in the ledger's answer, so the next journals can't be requested.", { cause });
  }
  throw new AnswerUnreadable("A journal in the ledger's answer has no valid number, so the next journals can't be requested.");
}

function asRecords(records: readonly Uint8Array[]): PageRecord[] {
  return records.map((bytes) => ({ bytes }));
}
