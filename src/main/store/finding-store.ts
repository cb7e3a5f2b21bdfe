import type { Sqlite, Statement } from "./open.ts";

export interface NewFinding {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** What people should look at: records that could not be mapped, counts that dropped, locks that moved back. */
export class FindingStore {
  readonly #open: Statement;
  readonly #insert: Statement;
  readonly #again: Statement;
  readonly #resolve: Statement;
  readonly #openOfStream: Statement;

  constructor(db: Sqlite) {
    this.#open = db.prepare("SELECT finding_no, code, field, message FROM finding WHERE rec_no = ? AND resolved_ms IS NULL");
    this.#openOfStream = db
      .prepare("SELECT finding_no FROM finding WHERE stream_no = ? AND code = ? AND rec_no IS NULL AND resolved_ms IS NULL")
      .pluck();
    this.#insert = db.prepare("INSERT INTO finding (stream_no, rec_no, code, field, message, first_ms, last_ms) VALUES (?,?,?,?,?,?,?)");
    this.#again = db.prepare("UPDATE finding SET last_ms = ?, message = ? WHERE finding_no = ?");
    this.#resolve = db.prepare("UPDATE finding SET resolved_ms = ? WHERE finding_no = ?");
  }

  /** Sets the findings of one record to those of its latest reading; the others are resolved. */
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
