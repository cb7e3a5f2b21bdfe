import type { StreamStatus } from "#shared/contract/sync/sync.ts";
import { hasPlace } from "../../format/labels/cursor-labels.ts";

/** A stream with what the mirror holds of it. */
export interface StreamLine {
  readonly stream: StreamStatus;
  /** Null while that is being counted. */
  readonly records: number | null;
  readonly removed: number;
  /** The last reading asked for it. */
  readonly asked: boolean;
  /** It is read, or waits to be, at this moment. */
  readonly moves: boolean;
}

interface Held {
  readonly stream: string;
  readonly records: number;
  readonly removed: number;
}

export function streamLines(streams: readonly StreamStatus[], held: readonly Held[]): readonly StreamLine[] {
  const byName = new Map(held.map((one) => [one.stream, one]));
  const runs = streams.some(moves);
  return streams.map((stream) => {
    const found = byName.get(stream.stream);
    return {
      stream,
      records: found === undefined || (runs && isBehind(stream, found)) ? null : Math.max(found.records, firstSeen(stream)),
      removed: found?.removed ?? 0,
      asked: stream.pages > 0,
      moves: moves(stream),
    };
  });
}

/** Read before, and not by the last reading, which ended before it got to anything of it. */
export function isOvertaken({ state, asOf, pages }: StreamStatus): boolean {
  return state === "incomplete" && asOf !== null && pages === 0;
}

/**
 * Its reading isn't done and continues from a place. Of one that is done, or that the last reading didn't get to, the place is only the
 * last change that the ledger had, which may be years old: it says nothing of how current the data set is.
 */
export function hasPlaceAhead(stream: StreamStatus): boolean {
  const { state, cursor } = stream;
  return state !== "up_to_date" && !isOvertaken(stream) && cursor !== null && hasPlace(cursor);
}

/** Nothing of it was ever read, so that there is nothing to count. */
export function isUnread({ asOf, pages, seen }: StreamStatus): boolean {
  return asOf === null && pages === 0 && seen === 0;
}

/** Its first page is on its way: what it holds isn't known yet. */
export function isComing({ state, pages, seen }: StreamStatus): boolean {
  return state === "reading" && pages === 0 && seen === 0;
}

/** The last reading asked for something of it or found something. */
export function hasBrought({ asked, stream: { seen, changed, removed } }: StreamLine): boolean {
  return asked || seen > 0 || changed > 0 || removed > 0;
}

function moves({ state }: StreamStatus): boolean {
  return state === "reading" || state === "queued";
}

/** A count of nothing from before the stream was read: it is counted again a moment later. */
function isBehind({ state, seen }: StreamStatus, { records, removed }: Held): boolean {
  return state === "up_to_date" && seen > 0 && records + removed === 0;
}

/** A first read holds at least what it has seen; counting the mirror again with every page would cost more than it says. */
function firstSeen({ pass, seen }: StreamStatus): number {
  return pass === "backfill" ? seen : 0;
}

/** The sums over all streams; records are unknown while one stream's are. */
export function streamTotals(lines: readonly StreamLine[]) {
  const sum = (of: (line: StreamLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    records: lines.some(({ records }) => records === null) ? null : sum(({ records }) => records ?? 0),
    pages: sum(({ stream }) => stream.pages),
    seen: sum(({ stream }) => stream.seen),
    changed: sum(({ stream }) => stream.changed),
    removed: sum(({ stream }) => stream.removed),
  };
}
