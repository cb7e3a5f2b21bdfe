import type { Sqlite, Statement } from "./open.ts";

export interface NewFinding {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** The code of a lock that became earlier or vanished. */
const LOCK_MOVED_BACK = "lock_moved_back";

/** What people should look at: records that could not be mapped, counts that dropped, locks that moved back. */
export class FindingStore {
  readonly #open: Statement;
  readonly #insert: Statement;
  readonly #again: Statement;
  readonly #resolve: Statement;
  readonly #openOfStream: Statement;
  readonly #openOfLock: Statement;
  readonly #highestLock: Statement;

  constructor(db: Sqlite) {
    this.#open = db.prepare(
      `SELECT finding_no, code, field, message FROM finding WHERE rec_no = ? AND resolved_ms IS NULL AND code <> '${LOCK_MOVED_BACK}'`,
    );
    this.#openOfLock = db.prepare(
      `SELECT finding_no, first_ms FROM finding WHERE rec_no = ? AND field = ? AND resolved_ms IS NULL AND code = '${LOCK_MOVED_BACK}'`,
    );
    this.#highestLock = db
      .prepare("SELECT MAX(before) FROM field_change WHERE rec_no = ? AND record_id = ? AND field = 'lockedThrough' AND detected_ms >= ?")
      .pluck();
    this.#openOfStream = db
      .prepare("SELECT finding_no FROM finding WHERE stream_no = ? AND code = ? AND rec_no IS NULL AND resolved_ms IS NULL")
      .pluck();
    this.#insert = db.prepare("INSERT INTO finding (stream_no, rec_no, code, field, message, first_ms, last_ms) VALUES (?,?,?,?,?,?,?)");
    this.#again = db.prepare("UPDATE finding SET last_ms = ?, message = ? WHERE finding_no = ?");
    this.#resolve = db.prepare("UPDATE finding SET resolved_ms = ? WHERE finding_no = ?");
  }

  /**
   * Sets the findings about reading one record to those of its latest reading; the others are
   * resolved. A lock that moved back is no matter of reading: it has its own end.
   */
  replace(streamNo: number, recNo: number, findings: readonly NewFinding[], nowMs: number): void {
    const open = this.#open.all(recNo) as { finding_no: number; code: string; field: string; message: string }[];
    if (open.length === 0 && findings.length === 0) return;
    const kept = new Set<number>();
    for (const finding of findings) {
      const known = open.find((row) => row.code === finding.code && row.field === (finding.field ?? "") && !kept.has(row.finding_no));
      if (known === undefined) this.#insert.run(streamNo, recNo, finding.code, finding.field ?? "", finding.message, nowMs, nowMs);
      else {
        kept.add(known.finding_no);
        this.#again.run(nowMs, finding.message, known.finding_no);
      }
    }
    for (const row of open) if (!kept.has(row.finding_no)) this.#resolve.run(nowMs, row.finding_no);
  }

  /** Raises the finding that a lock became earlier or vanished; a second step back renews it. */
  raiseLock(streamNo: number, recNo: number, lockId: string, message: string, nowMs: number): void {
    const known = this.#openOfLock.get(recNo, lockId) as { finding_no: number } | undefined;
    if (known === undefined) this.#insert.run(streamNo, recNo, LOCK_MOVED_BACK, lockId, message, nowMs, nowMs);
    else this.#again.run(nowMs, message, known.finding_no);
  }

  /** Resolves the finding once the lock stands again where it stood, or later. */
  settleLock(recNo: number, lockId: string, lockedThrough: string, nowMs: number): void {
    const known = this.#openOfLock.get(recNo, lockId) as { finding_no: number; first_ms: number } | undefined;
    if (known === undefined) return;
    const highest = this.#highestLock.get(recNo, lockId, known.first_ms) as string | null;
    if (highest === null || lockedThrough >= highest) this.#resolve.run(nowMs, known.finding_no);
  }

  /** Raises a finding about a whole stream, or renews the one that is open. */
  raise(streamNo: number, code: string, message: string, nowMs: number): void {
    const known = this.#openOfStream.get(streamNo, code) as number | undefined;
    if (known === undefined) this.#insert.run(streamNo, null, code, "", message, nowMs, nowMs);
    else this.#again.run(nowMs, message, known);
  }

  settle(streamNo: number, code: string, nowMs: number): void {
    const known = this.#openOfStream.get(streamNo, code) as number | undefined;
    if (known !== undefined) this.#resolve.run(nowMs, known);
  }
}
