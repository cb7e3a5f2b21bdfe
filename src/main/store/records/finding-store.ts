import type { Sqlite, Statement } from "#main/store/database/open.ts";

export interface NewFinding {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** The code of a lock that became earlier or vanished. */
export const LOCK_MOVED_BACK = "lock_moved_back";
/** The code of an automatic merge of contacts that was undone because its tax ID was masked. */
export const MERGED_ON_MASKED_TAX_ID = "merged_on_masked_tax_id";
/** The newest are those that wait for a record of the same sync; a ledger may have many old lines that never get an account. */
const MAPPED_AGAIN_MAX = 1_000;
/** Findings about events, not about how a record is mapped: they end separately. */
const WATCHED_CODES = [
  LOCK_MOVED_BACK,
  MERGED_ON_MASKED_TAX_ID,
  "deleted_document",
  "back_dated_document",
  "edited_in_closed_period",
] as const;

/** Findings that nobody has acknowledged; for a query over `finding`. */
export const NOT_ACKNOWLEDGED =
  "NOT EXISTS (SELECT 1 FROM decision WHERE kind = 'finding_acknowledged' AND subject = CAST(finding_no AS TEXT) AND undone_ms IS NULL)";

/** What the watch over changes found about one record. */
export interface WatchedFinding {
  readonly recNo: number;
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

interface OpenWatched {
  readonly finding_no: number;
  readonly first_ms: number;
  readonly message: string;
  readonly acknowledged: 0 | 1;
}

/** What people should look at: records that could not be mapped, counts that dropped, locks that moved back. */
export class FindingStore {
  readonly #open: Statement;
  readonly #insert: Statement;
  readonly #again: Statement;
  readonly #resolve: Statement;
  readonly #openOfStream: Statement;
  readonly #openWatched: Statement;
  readonly #openFields: Statement;
  readonly #streamOf: Statement;
  readonly #withoutAccount: Statement;

  constructor(db: Sqlite) {
    this.#open = db.prepare(
      `SELECT finding_no, code, field, message FROM finding WHERE rec_no = ? AND resolved_ms IS NULL AND code NOT IN (${WATCHED_CODES.map((code) => `'${code}'`).join(", ")})`,
    );
    this.#openWatched = db.prepare(
      `SELECT finding_no, first_ms, message, NOT ${NOT_ACKNOWLEDGED} AS acknowledged FROM finding
       WHERE code = ? AND field = ? AND rec_no = COALESCE(?, rec_no) AND resolved_ms IS NULL`,
    );
    this.#openFields = db.prepare("SELECT field FROM finding WHERE code = ? AND resolved_ms IS NULL").pluck();
    this.#withoutAccount = db.prepare(
      `SELECT DISTINCT rec_no AS recNo, stream.name AS stream FROM finding JOIN source_record USING (rec_no) JOIN stream ON stream.stream_no = source_record.stream_no
       WHERE code = 'unresolved_account' AND resolved_ms IS NULL AND removed_ms IS NULL ORDER BY rec_no DESC LIMIT ${MAPPED_AGAIN_MAX}`,
    );
    this.#streamOf = db.prepare("SELECT stream_no FROM source_record WHERE rec_no = ?").pluck();
    this.#openOfStream = db
      .prepare("SELECT finding_no FROM finding WHERE stream_no = ? AND code = ? AND rec_no IS NULL AND resolved_ms IS NULL")
      .pluck();
    this.#insert = db.prepare("INSERT INTO finding (stream_no, rec_no, code, field, message, first_ms, last_ms) VALUES (?,?,?,?,?,?,?)");
    this.#again = db.prepare("UPDATE finding SET last_ms = ?, message = ? WHERE finding_no = ?");
    this.#resolve = db.prepare("UPDATE finding SET resolved_ms = ? WHERE finding_no = ?");
  }

  /**
   * Sets the findings about reading one record to those of its latest reading; the others are
   * resolved. What the watch over changes found is no matter of reading.
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

  /** Records that refer to an account or item which the mirror didn't have when they were mapped, newest first, with their streams. */
  withoutAccount(): { readonly recNo: number; readonly stream: string }[] {
    return this.#withoutAccount.all() as { recNo: number; stream: string }[];
  }

  /**
   * Raises a finding of the watch over changes, or renews the one that is open: one a lock, one a record and code. One that
   * someone acknowledged covers what it said then: what has happened since is a new one, which tells of all since the first.
   * @param sinceMs when the first change it tells of was detected, which is before the run that found it ended
   */
  raiseWatched({ recNo, code, field, message }: WatchedFinding, nowMs: number, sinceMs = nowMs): void {
    const known = this.#watched(code, field, code === LOCK_MOVED_BACK ? null : recNo);
    if (known !== undefined && (known.acknowledged === 0 || known.message === message)) {
      this.#again.run(nowMs, message, known.finding_no);
      return;
    }
    if (known !== undefined) this.#resolve.run(nowMs, known.finding_no);
    this.#insert.run(this.#streamOf.get(recNo), recNo, code, field, message, known?.first_ms ?? sinceMs, nowMs);
  }

  /** Resolves a finding of the watch, of whichever record it is when `recNo` is null. */
  settleWatched(code: string, field: string, recNo: number | null, nowMs: number): void {
    const known = this.#watched(code, field, recNo);
    if (known !== undefined) this.#resolve.run(nowMs, known.finding_no);
  }

  /** Since when a finding of the watch is open; null when it is not. */
  openSince(code: string, recNo: number | null, field = ""): number | null {
    return this.#watched(code, field, recNo)?.first_ms ?? null;
  }

  /** The fields of the open findings of a code. */
  openFields(code: string): string[] {
    return this.#openFields.all(code) as string[];
  }

  #watched(code: string, field: string, recNo: number | null): OpenWatched | undefined {
    return this.#openWatched.get(code, field, recNo) as OpenWatched | undefined;
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
