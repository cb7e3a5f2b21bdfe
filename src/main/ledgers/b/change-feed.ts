import { assert } from "#shared/kernel/assert.ts";
import { type Instant, readInstant } from "#shared/kernel/instant.ts";
import type { LedgerRequest, LedgerResponse, PageRecord, Position, ReadContext, StreamPage } from "../adapter.ts";
import { answerTime, type ChangedRecord, changedRecords } from "./decode.ts";
import { changesRequest, type QueryEntity } from "./requests.ts";
import { verdictB } from "./verdicts.ts";

/** The most objects that the feed hands out; the ledger's text leaves open whether an entity or an answer is meant. */
const FEED_OBJECTS_MAX = 1000;

/** The entities of the feed, and how the records of each reach their stream. */
export interface FedEntity {
  readonly entity: QueryEntity;
  readonly stream: string;
  /** The stream's records are composed of all its ledger records: any change means reading it again. */
  readonly whole: boolean;
  /** The key of its records in answers, where that is not the entity's name. */
  readonly answerKey?: string | undefined;
  /** Some editions don't have the entity. A feed that refuses it is asked without it. */
  readonly isOptional?: boolean | undefined;
}

type Incomplete = NonNullable<StreamPage["incomplete"]>[number];

/**
 * Everything that changed since the position's instant, deletes included, as one page. An answer that
 * may have been cut off is asked for again entity by entity; one that is full even alone is reported.
 * What the feed of this edition does not know is read on its own.
 */
export function* readChanges(
  context: ReadContext,
  fed: readonly FedEntity[],
  position: Position,
): Generator<LedgerRequest, StreamPage, LedgerResponse> {
  const since = readSince(context, position);
  const answer = yield { ...changesRequest(context, fed.map(entityOf), since), allowRejection: true };
  const known = fed.filter(({ isOptional }) => isOptional !== true);
  if (verdictB(answer).kind !== "rejected") return yield* readAnswer(context, fed, since, answer);
  const again = yield changesRequest(context, known.map(entityOf), since);
  const page = yield* readAnswer(context, known, since, again);
  const unknown = fed.filter((entry) => !known.includes(entry));
  const unread = unknown.map(({ stream }) => ({
    stream,
    reason: "The change feed of this ledger edition doesn't include this data set.",
    reconcile: true,
  }));
  return { ...page, incomplete: [...(page.incomplete ?? []), ...unread] };
}

function entityOf({ entity }: FedEntity): QueryEntity {
  return entity;
}

function* readAnswer(
  context: ReadContext,
  fed: readonly FedEntity[],
  since: Instant,
  answer: LedgerResponse,
): Generator<LedgerRequest, StreamPage, LedgerResponse> {
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
        reason: `The ledger has more than ${FEED_OBJECTS_MAX - 1} changes since ${since}, so its change feed may be incomplete.`,
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
  const byEntity = new Map(
    fed.flatMap((entry): [string, FedEntity][] => [
      [entry.entity, entry],
      [entry.answerKey ?? entry.entity, entry],
    ]),
  );
  const records: PageRecord[] = [];
  const incomplete = new Map(cutOff.map((entry) => [entry.stream, entry]));
  for (const { entity, bytes } of changed) {
    const entry = byEntity.get(entity);
    if (entry === undefined) continue;
    if (!entry.whole) records.push({ stream: entry.stream, bytes });
    else if (!incomplete.has(entry.stream)) {
      incomplete.set(entry.stream, {
        stream: entry.stream,
        reason: "The list changed, so Tieout reads all of it again.",
        reconcile: false,
      });
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
