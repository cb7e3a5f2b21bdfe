import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import { assert } from "#shared/kernel/assert.ts";
import { t } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

interface Counts {
  readonly seen: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

const BEGINNING = "1970-01-01T00:00:00.000Z";
// needs_reconcile: 0 no, 1 yes, and during an id comparison, that this one found unknown ids.
const UNKNOWN_IDS = 2;

/** The state of each stream: the pass in progress, its resume point, the watermark, the counts of the run. */
export class StreamStore {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  /** Adds a stream; its label may change with a release. */
  ensure(name: string, label = name): void {
    prepared(this.#db, "INSERT INTO stream (name, label) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET label = excluded.label").run(
      name,
      label,
    );
  }

  get(name: string): StreamRow {
    const row = prepared(this.#db, "SELECT * FROM stream WHERE name = ?").get(name) as StreamRow | undefined;
    assert(row !== undefined, `unknown data set ${name}`);
    return row;
  }

  all(): StreamRow[] {
    const rows = prepared(this.#db, "SELECT * FROM stream ORDER BY stream_no").all() as StreamRow[];
    return rows.map((row) => ({ ...row, label: t(row.label) }));
  }

  /** Resets the counts that a run reports. */
  startRun(): void {
    prepared(
      this.#db,
      "UPDATE stream SET pages = 0, seen = 0, changed = 0, unchanged = 0, removed = 0, failure = NULL, resume_ms = NULL",
    ).run();
  }

  startPass(name: string, kind: string, position: unknown): void {
    prepared(
      this.#db,
      "UPDATE stream SET pass_no = pass_no + 1, pass_kind = ?, pass_position = ?, pass_started_ms = NULL, pass_watermark = NULL, total_known = NULL, state = 'reading', failure = NULL WHERE name = ?",
    ).run(kind, position === null ? null : JSON.stringify(position), name);
  }

  /** Moves the resume point past a page. The pass's watermark never decreases. */
  advance(
    name: string,
    next: unknown,
    watermark: string | undefined,
    startedMs: number,
    counts: Counts,
    totalKnown: number | undefined,
  ): void {
    const row = this.get(name);
    prepared(
      this.#db,
      "UPDATE stream SET pass_position = ?, pass_watermark = ?, pass_started_ms = COALESCE(pass_started_ms, ?), total_known = COALESCE(?, total_known), pages = pages + 1, state = 'reading', resume_ms = NULL WHERE name = ?",
    ).run(
      next === null ? null : JSON.stringify(next),
      later(row.pass_watermark, watermark ?? null),
      Math.trunc(startedMs),
      totalKnown ?? null,
      name,
    );
    this.addCounts(name, counts);
  }

  addCounts(name: string, counts: Counts): void {
    prepared(
      this.#db,
      "UPDATE stream SET seen = seen + ?, changed = changed + ?, unchanged = unchanged + ?, removed = removed + ? WHERE name = ?",
    ).run(counts.seen, counts.changed, counts.unchanged, counts.removed, name);
  }

  /**
   * Ends a pass. The new watermark is at most the pass's start by the ledger's clock, so that changes during
   * the pass are read again by the next delta. It never goes backwards.
   */
  finishPass(name: string, removed: number, kind: string, nowMs: number): void {
    const row = this.get(name);
    if (kind === "ids") this.#finishIds(row, removed, nowMs);
    else this.#finishRead(row, removed, kind, nowMs);
  }

  #finishIds(row: StreamRow, removed: number, nowMs: number): void {
    prepared(
      this.#db,
      "UPDATE stream SET pass_kind = NULL, pass_position = NULL, state = ?, reconciled_ms = ?, needs_reconcile = needs_reconcile = ?, removed = removed + ? WHERE name = ?",
    ).run(row.needs_since === null ? "up_to_date" : "incomplete", nowMs, UNKNOWN_IDS, removed, row.name);
  }

  #finishRead(row: StreamRow, removed: number, kind: string, nowMs: number): void {
    const started = row.pass_started_ms as number;
    const reached =
      row.pass_watermark === null || !isInstant(row.pass_watermark)
        ? row.pass_watermark
        : earlier(row.pass_watermark, new Date(started).toISOString());
    // A gap noted while this pass ran isn't covered by it.
    const open = row.needs_since !== null && row.needs_pass === row.pass_no;
    const whole = kind === "delta" ? 0 : 1;
    prepared(
      this.#db,
      `UPDATE stream SET pass_kind = NULL, pass_position = NULL, state = ?, watermark = ?, completed_ms = ?,
         first_completed_ms = COALESCE(first_completed_ms, ?), reconciled_ms = IIF(?, ?, reconciled_ms), needs_reconcile = IIF(?, 0, needs_reconcile),
         needs_since = ?, needs_pass = NULL, removed = removed + ?, failure = NULL, resume_ms = NULL WHERE name = ?`,
    ).run(
      open ? "incomplete" : "up_to_date",
      later(row.watermark, reached),
      started,
      started,
      whole,
      nowMs,
      whole === 1 && !open ? 1 : 0,
      open ? row.needs_since : null,
      removed,
      row.name,
    );
  }

  /** A feed is complete: the streams it carries are as current as it is. */
  finishFed(names: readonly string[], feed: string, nowMs: number): void {
    const completed = this.get(feed).completed_ms ?? nowMs;
    const update = prepared(
      this.#db,
      "UPDATE stream SET state = 'up_to_date', completed_ms = ?, failure = NULL WHERE name = ? AND first_completed_ms IS NOT NULL AND needs_since IS NULL AND pass_kind IS NULL",
    );
    for (const name of names) update.run(completed, name);
  }

  /**
   * Sets the start of a feed whose watermark is missing or older than its reach: the start of the oldest read
   * of its streams, and now at the latest. A stream whose last read is older than the reach can't be caught up
   * by the feed and is marked to be read completely.
   * @param oldestMs how far back the feed reaches
   */
  seedFeed(name: string, fed: readonly string[], oldestMs: number, nowMs: number): void {
    if (!this.needsSeed(name, oldestMs)) return;
    let from = nowMs;
    for (const row of fed.map((each) => this.get(each))) {
      const reading = row.pass_kind === "full" || row.pass_kind === "backfill";
      const read = reading ? row.pass_started_ms : row.completed_ms;
      if (read === null) continue;
      if (read >= oldestMs) from = Math.min(from, read);
      else this.needsReading(row.name, null, true);
    }
    prepared(this.#db, "UPDATE stream SET watermark = ?, pass_kind = NULL, pass_position = NULL WHERE name = ?").run(
      new Date(from).toISOString(),
      name,
    );
  }

  /** Whether `seedFeed` would change anything. */
  needsSeed(name: string, oldestMs: number): boolean {
    const { watermark } = this.get(name);
    return watermark === null || Date.parse(watermark) < oldestMs;
  }

  /** Something was missed: the stream must be read separately from `since` (null: from the beginning). */
  needsReading(name: string, since: string | null, reconcile: boolean): void {
    const row = this.get(name);
    const from = since ?? BEGINNING;
    const pass = row.pass_kind === null || row.pass_kind === "ids" ? null : row.pass_no;
    prepared(
      this.#db,
      "UPDATE stream SET needs_since = ?, needs_pass = ?, needs_reconcile = MAX(needs_reconcile, ?), state = 'incomplete' WHERE name = ?",
    ).run(row.needs_since === null ? from : earlier(row.needs_since, from), pass, reconcile ? 1 : 0, name);
  }

  /**
   * The ledger listed ids that the mirror doesn't know. Most likely they were created since the last read, and
   * the next delta brings them; ids that are still unknown after it were missed.
   */
  foundUnknownIds(name: string): void {
    const row = this.get(name);
    if (row.needs_reconcile === 0) {
      prepared(this.#db, "UPDATE stream SET needs_reconcile = ? WHERE name = ?").run(UNKNOWN_IDS, name);
    } else if (row.needs_reconcile === 1) this.needsReading(name, null, false);
  }

  setState(name: string, state: string, failure: Failure | null, resumeMs: number | null): void {
    prepared(this.#db, "UPDATE stream SET state = ?, failure = ?, resume_ms = ? WHERE name = ?").run(
      state,
      failure === null ? null : JSON.stringify(failure),
      resumeMs,
      name,
    );
  }
}

function isInstant(watermark: string): boolean {
  return watermark.includes("T");
}

/** The later of two watermarks: instants as text (all UTC, same format), sequence numbers by value. */
function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  if (isInstant(a)) return a > b ? a : b;
  return BigInt(a) > BigInt(b) ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
