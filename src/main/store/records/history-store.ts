import type { Sqlite, Statement } from "#main/store/database/open.ts";

/** Before and after of watched fields: the service's own record (rule 25). */
export class HistoryStore {
  readonly #insert: Statement;

  constructor(db: Sqlite) {
    this.#insert = db.prepare(
      "INSERT INTO field_change (rec_no, record_id, field, before, after, day, detected_ms) VALUES (?,?,?,?,?,?,?)",
    );
  }

  add(
    recNo: number,
    recordId: string,
    changes: readonly { readonly field: string; readonly before: string | null; readonly after: string | null }[],
    day: number | null,
    detectedMs: number,
  ): void {
    for (const change of changes) this.#insert.run(recNo, recordId, change.field, change.before, change.after, day, detectedMs);
  }
}

/** The number of the last change noted; the next pack counts from it. */
export function lastChangeNo(db: Sqlite): number {
  return db.prepare("SELECT COALESCE(MAX(change_no), 0) FROM field_change").pluck().get() as number;
}
