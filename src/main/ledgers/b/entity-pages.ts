import type { Instant } from "#shared/kernel/instant.ts";
import { readInstant } from "#shared/kernel/instant.ts";
import {
  AnswerUnreadable,
  type IdPage,
  type LedgerRequest,
  type LedgerResponse,
  type Position,
  type ReadContext,
  type StreamPage,
} from "../adapter.ts";
import { queryRecords, recordStamp } from "./decode.ts";
import { MAX_QUERY_ROWS, type QueryCondition, type QueryEntity, queryRequest } from "./requests.ts";
import { verdictB } from "./verdicts.ts";

/** How a stream of one entity is read. */
export interface EntityRead {
  readonly entity: QueryEntity;
  /** Queries return active records only, unless both are requested. */
  readonly hasActive: boolean;
  /** The key of its records in answers, where it differs from the entity's name. */
  readonly answerKey?: string | undefined;
  /** Some editions don't have the entity and refuse the query: the list is empty then. */
  readonly isOptional?: boolean | undefined;
}

/**
 * How far a pass has come. `since`: only records changed at or after it (null: all). `at`: the row to start
 * with. `anchor`: within a run of equal times, the id expected at row `at`. `restarts`: how often the run was
 * read again because another id was there.
 */
interface EntityPosition {
  readonly since: Instant | null;
  readonly at: number;
  readonly anchor: string | null;
  readonly restarts: number;
}

/** A ledger that sorts equal times differently on every call must not keep a pass running forever. */
const RESTARTS_MAX = 20;

/** Where a pass over an entity begins. */
export function startEntity(since: string | null): Position {
  return { since, at: 1 };
}

/**
 * One page in order of change time. The next page asks for what changed at or after the last record's time, so
 * a record that is edited during the pass only moves ahead and none is skipped. Where a whole page has one
 * time, rows are counted instead, and each page overlaps the previous one by a row. If that row differs,
 * something was edited out of the run and the run is read again from its start.
 */
export function* readEntityPage(
  context: ReadContext,
  read: EntityRead,
  position: Position,
): Generator<LedgerRequest, StreamPage, LedgerResponse> {
  const here = readPosition(position);
  // At least two rows, or a run of equal times couldn't overlap.
  const maxResults = Math.min(Math.max(context.pageSize, 2), MAX_QUERY_ROWS);
  const request = queryRequest(context, {
    entity: read.entity,
    where: conditions(read, here.since),
    orderBy: "MetaData.LastUpdatedTime",
    startPosition: here.at,
    maxResults,
  });
  const answer = yield read.isOptional === true ? { ...request, allowRejection: true } : request;
  if (read.isOptional === true && verdictB(answer).kind === "rejected") return { records: [], next: null };
  const records = queryRecords(answer.body, read.answerKey ?? read.entity);
  if (here.anchor !== null && here.restarts < RESTARTS_MAX && !overlaps(records, here)) {
    return { records: records.map((bytes) => ({ bytes })), next: { since: here.since, at: 1, restarts: here.restarts + 1 } };
  }
  const last = records.at(-1);
  const stamp = last === undefined ? null : recordStamp(last);
  const next = records.length < maxResults || stamp === null ? null : after(here, records.length, stamp);
  const page = { records: records.map((bytes) => ({ bytes })), next };
  return stamp?.changedAt == null ? page : { ...page, watermark: stamp.changedAt };
}

/** The ids of one page, for comparing the ledger with the mirror. */
export function* readEntityIds(
  context: ReadContext,
  read: EntityRead,
  position: Position | null,
): Generator<LedgerRequest, IdPage, LedgerResponse> {
  const page = yield* readEntityPage(context, read, position ?? startEntity(null));
  const ids = page.records.flatMap((record) => recordStamp(record.bytes).id ?? []);
  return { ids, next: page.next };
}

function conditions(read: EntityRead, since: Instant | null): QueryCondition[] {
  const active: QueryCondition = { property: "Active", operator: "IN", value: { anyOf: [{ truth: true }, { truth: false }] } };
  const changed: QueryCondition[] =
    since === null ? [] : [{ property: "MetaData.LastUpdatedTime", operator: ">=", value: { instant: since } }];
  return read.hasActive ? [active, ...changed] : changed;
}

function after(here: EntityPosition, length: number, last: ReturnType<typeof recordStamp>): Position {
  if (last.changedAt === null || last.id === null) {
    throw new AnswerUnreadable(
      "The last record that the ledger sent has no ID or change time, so Tieout can't request the records after it.",
    );
  }
  // Both are UTC instants with milliseconds, so they compare as text.
  if (here.since === null || last.changedAt > here.since) return { since: last.changedAt, at: 1 };
  return { since: here.since, at: here.at + length - 1, anchor: last.id, restarts: here.restarts };
}

/** True when the anchor is still in its place. With another time it is the same record, edited and moved to the end. */
function overlaps(records: readonly Uint8Array[], here: EntityPosition): boolean {
  const first = records[0];
  if (first === undefined) return false;
  const { id, changedAt } = recordStamp(first);
  return id === here.anchor && changedAt === here.since;
}

function readPosition(position: Position): EntityPosition {
  const { since, at, anchor, restarts } = position;
  return {
    since: typeof since === "string" ? readInstant(since) : null,
    at: typeof at === "number" ? at : 1,
    anchor: typeof anchor === "string" ? anchor : null,
    restarts: typeof restarts === "number" ? restarts : 0,
  };
}
