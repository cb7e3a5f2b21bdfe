import type { LogMark } from "./sliding-log.ts";

const DAY_MS = 86_400_000;
const BUCKET_MS = 60_000;
/** A call counted at the end of its minute may reach the ledger a little later. */
const EDGE_MS = 120_000;
/**
 * How long calls that only a quota header told of are believed. The header names no time, so after a
 * minute one call may ask again: it brings a fresh figure, or a refusal that says when to come back.
 */
const FOREIGN_BELIEVED_MS = 60_000;

interface Bucket {
  expiresAt: number;
  calls: number;
}

/**
 * Calls of the last 24 hours - rolling, not a calendar day - in minutes of wall-clock time. A minute
 * is forgotten only when its last call is surely older than a day.
 */
export class DayTally {
  readonly limit: number | null;
  #buckets: Bucket[] = [];
  #used = 0;
  #issued = 0;
  #foreign = 0;
  #told: Bucket[] = [];
  #now = Number.NEGATIVE_INFINITY;

  constructor(limit: number | null) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  get left(): number | null {
    return this.limit === null ? null : Math.max(0, this.limit - this.#used);
  }

  hold(nowMs: number): LogMark {
    this.#issued++;
    this.#add(1, nowMs);
    return { held: this.#used, issued: this.#issued, foreign: this.#foreign };
  }

  /** Calls of an earlier process, the last of them at `atMs`. */
  restore(calls: number, atMs: number): void {
    if (calls > 0) this.#add(calls, atMs);
  }

  advance(nowMs: number): void {
    // A wall clock that is set back must not bring calls back to life, nor lose new ones.
    this.#now = Math.max(this.#now, nowMs);
    for (const buckets of [this.#buckets, this.#told]) {
      while (buckets[0] !== undefined && buckets[0].expiresAt <= this.#now) {
        this.#used -= buckets[0].calls;
        buckets.shift();
      }
    }
  }

  /** Wall-clock instant at which `calls` calls are free. */
  freeAt(calls: number): number {
    let missing = calls - (this.left ?? calls);
    for (const bucket of [...this.#told, ...this.#buckets]) {
      if (missing <= 0) break;
      missing -= bucket.calls;
      if (missing <= 0) return bucket.expiresAt;
    }
    return this.#now;
  }

  /** See `SlidingLog.tighten`. */
  tighten(remaining: number, mark: LogMark, nowMs: number): void {
    if (this.limit === null) return;
    const explained = mark.held + (this.#issued - mark.issued) + (this.#foreign - mark.foreign);
    const unexplained = Math.min(this.limit - explained - remaining, this.limit - this.#used);
    if (unexplained <= 0) return;
    this.#foreign += unexplained;
    this.#used += unexplained;
    this.#told.push({ expiresAt: Math.max(nowMs, this.#now) + FOREIGN_BELIEVED_MS, calls: unexplained });
  }

  #add(calls: number, atMs: number): void {
    const at = Math.max(atMs, this.#buckets.length === 0 ? atMs : this.#now);
    const expiresAt = (Math.floor(at / BUCKET_MS) + 1) * BUCKET_MS + DAY_MS + EDGE_MS;
    this.#used += calls;
    const last = this.#buckets.at(-1);
    if (last !== undefined && last.expiresAt >= expiresAt) last.calls += calls;
    else this.#buckets.push({ expiresAt, calls });
  }
}
