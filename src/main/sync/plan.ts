import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { PassKind } from "#main/store/ingest/stream-pass.ts";
import type { StreamInfo } from "#main/workers/protocol.ts";

export interface PlanOptions {
  readonly full: boolean;
  /** Names or dotted prefixes of streams; null: all of them. */
  readonly only: readonly string[] | null;
  readonly nowMs: number;
}

export interface PlannedPass {
  readonly stream: string;
  readonly kind: PassKind;
}

const STREAMS_AT_ONCE_MIN = 4;
// Each has a page in memory.
const STREAMS_AT_ONCE_MAX = 10;
const DAY_MS = 86_400_000;
const RECONCILE_EVERY_MS = DAY_MS;
const NEVER = "1970-01-01T00:00:00.000Z";

/** Streams of one run that are read in parallel: as many as the ledger answers calls at once. */
export function streamsAtOnce(concurrency: number): number {
  return Math.min(STREAMS_AT_ONCE_MAX, Math.max(STREAMS_AT_ONCE_MIN, concurrency));
}

/**
 * What a run reads, in phases: passes of one phase may run in parallel, the next phase starts when they are
 * done. First reads come before what refers to them; a feed replaces the deltas it carries.
 */
export function planRun(infos: readonly StreamInfo[], rows: ReadonlyMap<string, StreamRow>, options: PlanOptions): PlannedPass[][] {
  const phases = new Map<number, PlannedPass[]>();
  for (const info of infos) {
    const row = rows.get(info.name);
    if (row === undefined || !isPlanned(info, infos, options.only)) continue;
    const kind = passKind(info, row, infos, rows, options);
    if (kind === null) continue;
    const phase = phases.get(info.phase) ?? [];
    phase.push({ stream: info.name, kind });
    phases.set(info.phase, phase);
  }
  return [...phases.entries()].sort(([a], [b]) => a - b).map(([, passes]) => passes);
}

/** The id comparisons that are due after the reads (rule 26: ghosts). */
export function planReconciliation(
  infos: readonly StreamInfo[],
  rows: ReadonlyMap<string, StreamRow>,
  options: PlanOptions & { readonly force: boolean },
): PlannedPass[] {
  return infos
    .filter((info) => info.listsIds && wanted(info.name, options.only) && isCompared(info, rows, options.force))
    .filter((info) => {
      const row = rows.get(info.name);
      if (row === undefined || row.first_completed_ms === null) return false;
      return (
        options.force ||
        row.needs_reconcile === 1 ||
        row.pass_kind === "ids" ||
        row.reconciled_ms === null ||
        row.reconciled_ms < options.nowMs - RECONCILE_EVERY_MS
      );
    })
    .map((info) => ({ stream: info.name, kind: "ids" }));
}

// An interrupted comparison that a person requested is continued, even where deletions are found otherwise.
function isCompared(info: StreamInfo, rows: ReadonlyMap<string, StreamRow>, force: boolean): boolean {
  return force || info.deletes === "reconcile" || rows.get(info.name)?.pass_kind === "ids";
}

function passKind(
  info: StreamInfo,
  row: StreamRow,
  infos: readonly StreamInfo[],
  rows: ReadonlyMap<string, StreamRow>,
  options: PlanOptions,
): PassKind | null {
  // A feed that no longer reaches back far enough starts over (see StreamStore.seedFeed); its streams are then read completely.
  if (info.isFeed) return "delta";
  if (row.first_completed_ms === null) return "backfill";
  const mustReadAll = options.full || row.needs_since === NEVER;
  // An interrupted pass continues with its kind, except that ids are compared after the reads.
  if (row.pass_kind === "full" || (row.pass_kind === "delta" && !mustReadAll)) return row.pass_kind;
  if (mustReadAll || info.delta === "full") return "full";
  if (info.delta !== "feed") return "delta";
  if (row.needs_since !== null) return row.needs_reconcile === 1 ? "full" : "delta";
  const feed = rows.get(info.feedStream ?? "");
  const feedInfo = infos.find((other) => other.name === info.feedStream);
  return feed === undefined || !feedReaches(feedInfo, feed, options.nowMs) ? "full" : null;
}

/** The earliest moment that a feed still covers, with a day to spare. */
export function feedReachMs(info: StreamInfo | undefined, nowMs: number): number {
  return nowMs - ((info?.lookbackDaysMax ?? 30) - 1) * DAY_MS;
}

/** How a feed begins that starts over: with the data sets it carries, and how far back it reaches. */
export function feedSeed(infos: readonly StreamInfo[], feed: string, nowMs: number) {
  const fed = infos.filter((info) => info.feedStream === feed).map((info) => info.name);
  const oldestMs = feedReachMs(
    infos.find((info) => info.name === feed),
    nowMs,
  );
  return { feed, fed, oldestMs, nowMs };
}

/** False when the feed doesn't reach back to the last read: its streams are read in full, including deletions. */
function feedReaches(info: StreamInfo | undefined, feed: StreamRow, nowMs: number): boolean {
  return feed.watermark === null || Date.parse(feed.watermark) >= feedReachMs(info, nowMs);
}

// Requesting a stream that a feed keeps up to date requests the feed.
function isPlanned(info: StreamInfo, infos: readonly StreamInfo[], only: readonly string[] | null): boolean {
  return wanted(info.name, only) || infos.some((other) => other.feedStream === info.name && wanted(other.name, only));
}

/** Whether a run that is limited to some data sets reads this one: they are names, or what names begin with. */
export function wanted(name: string, only: readonly string[] | null): boolean {
  return only === null || only.some((prefix) => name === prefix || name.startsWith(`${prefix}.`));
}
