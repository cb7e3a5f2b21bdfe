import { DOMAIN } from "./domain.ts";
import { answerKeyOf, compareIds, type Entity, entityNamed, isOutsideFeed } from "./entities.ts";
import { type JsonNode, type JsonObject, numeral } from "./json-writer.ts";
import { pacificTime, readTime } from "./pacific-time.ts";
import { QueryRefusal } from "./query-grammar.ts";
import type { Row, Tables } from "./rows.ts";

/** A permanently deleted record. */
export interface Grave {
  readonly entity: string;
  readonly id: string;
  readonly deletedMs: number;
}

export interface FeedLimits {
  readonly lookbackDays: number;
  readonly perEntity: number;
  /** Cap on a whole answer; null where only each entity has one. The vendor's documentation allows both. */
  readonly inTotal: number | null;
}

const DAY_MS = 86_400_000;

/**
 * What changed since a moment: one element per requested entity, in that order, `{}` when nothing did. Oldest
 * change first; anything beyond the cap is left out.
 * @throws QueryRefusal for an entity outside the feed, an unreadable time, or one too long ago
 */
export function changesSince(
  tables: Tables,
  graves: readonly Grave[],
  query: URLSearchParams,
  nowMs: number,
  limits: FeedLimits,
): JsonNode {
  const names = (query.get("entities") ?? "").split(",").map((name) => name.trim());
  const since = readTime(query.get("changedSince") ?? "");
  if (since === null) throw new QueryRefusal("changedSince is missing or not a time");
  if (nowMs - since > limits.lookbackDays * DAY_MS) throw new QueryRefusal(`changedSince is more than ${limits.lookbackDays} days ago`);
  let left = limits.inTotal ?? Number.POSITIVE_INFINITY;
  const answers = names.map((name) => {
    const found = changesOf(tables, graves, name, Math.floor(since / 1000) * 1000).slice(0, Math.min(limits.perEntity, left));
    left -= found.length;
    if (found.length === 0) return {};
    return {
      [answerKeyOf(name as Entity)]: found.map(({ record }) => record()),
      startPosition: numeral("1"),
      maxResults: numeral(String(found.length)),
    };
  });
  return [{ QueryResponse: answers }];
}

function changesOf(tables: Tables, graves: readonly Grave[], name: string, sinceMs: number): Pick<Row, "id" | "changedMs" | "record">[] {
  const entity = entityNamed(name);
  if (entity === undefined || isOutsideFeed(name)) throw new QueryRefusal(`entity ${name} is not in the change feed`);
  const changed = tables.rows(entity).map(({ id, changedMs, record }) => ({ id, changedMs, record }));
  const gone = graves
    .filter((grave) => grave.entity === name)
    .map(({ id, deletedMs }) => ({ id, changedMs: deletedMs, record: () => stub(id, deletedMs) }));
  return [...changed, ...gone]
    .filter(({ changedMs }) => changedMs >= sinceMs)
    .toSorted((a, b) => a.changedMs - b.changedMs || compareIds(a.id, b.id));
}

function stub(id: string, deletedMs: number): JsonObject {
  return { domain: DOMAIN, status: "Deleted", Id: id, MetaData: { LastUpdatedTime: pacificTime(deletedMs) } };
}
