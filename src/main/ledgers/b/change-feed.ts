import { assert } from "#shared/kernel/assert.ts";
import { type Instant, readInstant } from "#shared/kernel/instant.ts";
import type { LedgerRequest, LedgerResponse, PageRecord, Position, ReadContext, StreamPage } from "../adapter.ts";
import { answerTime, type ChangedRecord, changedRecords } from "./decode.ts";
import { changesRequest, type QueryEntity } from "./requests.ts";

/** The most objects that the feed hands out; the ledger's text leaves open whether an entity or an answer is meant. */
const FEED_OBJECTS_MAX = 1000;

/** The entities of the feed, and how the records of each reach their stream. */
export interface FedEntity {
  readonly entity: QueryEntity;
  readonly stream: string;
  /** The stream's records are composed of all its ledger records: any change means reading it again. */
  readonly whole: boolean;
}

type Incomplete = NonNullable<StreamPage["incomplete"]>[number];

/**
 * Everything that changed since the position's instant, deletes included, as one page. An answer that
 * may have been cut off is asked for again entity by entity; one that is full even alone is reported.
 */
export function* readChanges(
  context: ReadContext,
  fed: readonly FedEntity[],
  position: Position,
): Generator<LedgerRequest, StreamPage, LedgerResponse> {
  const since = readSince(context, position);
  const answer = yield changesRequest(
    context,
    fed.map((entry) => entry.entity),
    since,
  );
  const changed = changedRecords(answer.body);
  // Later answers may hold later changes; the first one's time is what all of them reach.
  const watermark = answerTime(answer.body) ?? answer.receivedAt;
  if (changed.length < FEED_OBJECTS_MAX) return feedPage(fed, changed, [], watermark);
  const all: ChangedRecord[] = [];
  const incomplete: Incomplete[] = [];
  for (const entry of fed) {
    const own = changedRecords((yield changesRequest(context, [entry.entity], since)).body);
    all.push(...own);
    if (own.length >= FEED_OBJECTS_MAX) {
      incomplete.push({
        stream: entry.stream,
        reason: `More than ${FEED_OBJECTS_MAX - 1} changes since ${since}; the feed may have left some out.`,
        reconcile: true,
      });
    }
  }
  return feedPage(fed, all, incomplete, watermark);
}

function feedPage(
  fed: readonly FedEntity[],
  changed: readonly ChangedRecord[],
  cutOff: readonly Incomplete[],
  watermark: Instant,
): StreamPage {
  const byEntity = new Map(fed.map((entry) => [entry.entity as string, entry]));
  const records: PageRecord[] = [];
  const incomplete = new Map(cutOff.map((entry) => [entry.stream, entry]));
  for (const { entity, bytes } of changed) {
    const entry = byEntity.get(entity);
    if (entry === undefined) continue;
    if (!entry.whole) records.push({ stream: entry.stream, bytes });
    else if (!incomplete.has(entry.stream)) {
      incomplete.set(entry.stream, { stream: entry.stream, reason: "The list changed and is read again as a whole.", reconcile: false });
    }
  }
  const page = { records, next: null, watermark };
  return incomplete.size === 0 ? page : { ...page, incomplete: [...incomplete.values()] };
}

/** A feed that is read for the first time begins now: what is older comes with the first reads of the streams. */
function readSince(context: ReadContext, position: Position): Instant {
  if (position.since === null || position.since === undefined) return context.fetchedAt;
  const since = readInstant(String(position.since));
  assert(since !== null, `change feed position is not an instant: ${position.since}`);
  return since;
}
