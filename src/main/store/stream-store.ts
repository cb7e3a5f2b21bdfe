import { assert } from "#shared/kernel/assert.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { Sqlite } from "./open.ts";
import type { StreamRow } from "./schema-client.ts";

interface Counts {
  readonly seen: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** How each stream stands: the pass in progress, its resume point, the watermark, the counts of the run. */
export class StreamStore {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  ensure(name: string): void {
    this.#db.prepare("INSERT INTO stream (name) VALUES (?) ON CONFLICT (name) DO NOTHING").run(name);
  }

  get(name: string): StreamRow {
    const row = this.#db.prepare("SELECT * FROM stream WHERE name = ?").get(name) as StreamRow | undefined;
    assert(row !== undefined, `unknown stream ${name}`);
    return row;
  }

  all(): StreamRow[] {
    return this.#db.prepare("SELECT * FROM stream ORDER BY stream_no").all() as StreamRow[];
  }

  /** Zeroes the counts that one run reports. */
  startRun(): void {
    this.#db
      .prepare("UPDATE stream SET pages = 0, seen = 0, changed = 0, unchanged = 0, removed = 0, failure = NULL, resume_ms = NULL")
      .run();
  }

  startPass(name: string, kind: string, position: unknown): void {
    this.#db
      .prepare(
        "UPDATE stream SET pass_no = pass_no + 1, pass_kind = ?, pass_position = ?, pass_started_ms = NULL, pass_watermark = NULL, total_known = NULL, state = 'reading', failure = NULL WHERE name = ?",
      )
      .run(kind, position === null ? null : JSON.stringify(position), name);
  }

  /** Moves the resume point to after a page. The pass's watermark never falls. */
  advance(
    name: string,
    next: unknown,
    watermark: string | undefined,
    startedMs: number,
    counts: Counts,
    totalKnown: number | undefined,
  ): void {
    const row = this.get(name);
    this.#db
      .prepare(
        "UPDATE stream SET pass_position = ?, pass_watermark = ?, pass_started_ms = COALESCE(pass_started_ms, ?), total_known = COALESCE(?, total_known), pages = pages + 1, state = 'reading' WHERE name = ?",
      )
      .run(
        next === null ? null : JSON.stringify(next),
        later(row.pass_watermark, watermark ?? null),
        Math.trunc(startedMs),
        totalKnown ?? null,
        name,
      );
    this.addCounts(name, counts);
  }

  addCounts(name: string, counts: Counts): void {
    this.#db
      .prepare("UPDATE stream SET seen = seen + ?, changed = changed + ?, unchanged = unchanged + ?, removed = removed + ? WHERE name = ?")
      .run(counts.seen, counts.changed, counts.unchanged, counts.removed, name);
  }

  /**
   * Closes a pass. The new watermark is at most the pass's start by the ledger's clock: what changed
   * while the pass ran is read again by the next delta. It never goes backwards.
   */
  finishPass(name: string, removed: number, kind: string, nowMs: number): void {
    const row = this.get(name);
    if (kind === "ids") {
      this.#db
        .prepare(
          "UPDATE stream SET pass_kind = NULL, pass_position = NULL, state = 'up_to_date', reconciled_ms = ?, needs_reconcile = 0, removed = removed + ? WHERE name = ?",
        )
        .run(nowMs, removed, name);
      return;
    }
    const started = row.pass_started_ms as number;
    const reached =
      row.pass_watermark === null || !isInstant(row.pass_watermark)
        ? row.pass_watermark
        : earlier(row.pass_watermark, new Date(started).toISOString());
    this.#db
      .prepare(
        "UPDATE stream SET pass_kind = NULL, pass_position = NULL, state = 'up_to_date', watermark = ?, completed_ms = ?, first_completed_ms = COALESCE(first_completed_ms, ?), reconciled_ms = CASE WHEN ? <> 'delta' THEN ? ELSE reconciled_ms END, needs_since = NULL, removed = removed + ?, failure = NULL, resume_ms = NULL WHERE name = ?",
      )
      .run(later(row.watermark, reached), started, started, kind, nowMs, removed, name);
  }

  /** A feed closed its window: the streams it carries are as fresh as it is. */
  finishFed(names: readonly string[], feed: string, nowMs: number): void {
    const completed = this.get(feed).completed_ms ?? nowMs;
    const update = this.#db.prepare(
      "UPDATE stream SET state = 'up_to_date', completed_ms = ?, failure = NULL WHERE name = ? AND first_completed_ms IS NOT NULL AND needs_since IS NULL AND pass_kind IS NULL",
    );
    for (const name of names) update.run(completed, name);
  }

  /** A feed that starts late begins where the oldest first read of its streams began. */
  seedFeed(name: string, fed: readonly string[]): void {
    const marks = fed.map(() => "?").join(",");
    const from = this.#db
      .prepare(`SELECT MIN(first_completed_ms) FROM stream WHERE name IN (${marks})`)
      .pluck()
      .get(...fed) as number | null;
    if (from !== null)
      this.#db.prepare("UPDATE stream SET watermark = ? WHERE name = ? AND watermark IS NULL").run(new Date(from).toISOString(), name);
  }

  /** Something was missed: the stream must be read on its own from `since` (null: from the beginning). */
  needsReading(name: string, since: string | null, reconcile: boolean): void {
    this.#db
      .prepare("UPDATE stream SET needs_since = ?, needs_reconcile = MAX(needs_reconcile, ?), state = 'incomplete' WHERE name = ?")
      .run(since ?? "1970-01-01T00:00:00.000Z", reconcile ? 1 : 0, name);
  }

  setState(name: string, state: string, failure: Failure | null, resumeMs: number | null): void {
    this.#db
      .prepare("UPDATE stream SET state = ?, failure = ?, resume_ms = ? WHERE name = ?")
      .run(state, failure === null ? null : JSON.stringify(failure), resumeMs, name);
  }
}

function isInstant(watermark: string): boolean {
  return watermark.includes("T");
}

/** Later of two watermarks: instants by text (all UTC, same form), sequence numbers by value. */
function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  if (isInstant(a)) return a > b ? a : b;
  return BigInt(a) > BigInt(b) ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
