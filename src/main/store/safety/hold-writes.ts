import { connect } from "#main/store/database/open.ts";
import { tableNames } from "./known-files.ts";

const HELD = {
  code: "conflict",
  message: "This update was pending when the backup was made and may have been sent since.",
  next: "Look for it in the ledger. If it's already there, cancel the update here. Otherwise, review and send it.",
};

/**
 * Turns the writes of a restored file that were about to be sent into drafts. The backup doesn't know what the
 * queue did after it, so sending such a write automatically could enter it twice (rule 28).
 * @returns how many were held
 */
export function holdWrites(path: string): number {
  const db = connect(path, { readonly: false, fileMustExist: true });
  try {
    // A file of an older release has no queue yet.
    if (!tableNames(db).includes("write_job")) return 0;
    const sql = `UPDATE write_job SET state = 'draft', body = json_set(body, '$.failure', json(?))
      WHERE state IN ('ready', 'queued') AND job_id NOT IN (SELECT job_id FROM write_attempt)`;
    const { changes } = db.prepare(sql).run(JSON.stringify(HELD));
    db.pragma("wal_checkpoint(TRUNCATE)");
    return changes;
  } finally {
    db.close();
  }
}
