import type { Sqlite } from "#main/store/database/open.ts";
import type { WorkSubject } from "#shared/contract/clients/notes.ts";

export interface WorkCount {
  readonly subject: WorkSubject;
  readonly notes: number;
  readonly openTasks: number;
}

/** The number of notes and open tasks of each subject that has any. */
export function workCounts(db: Sqlite): WorkCount[] {
  const rows = db
    .prepare(
      `SELECT subject_kind AS kind, subject_id AS id, SUM(is_note) AS notes, SUM(1 - is_note) AS tasks FROM (
         SELECT subject_kind, subject_id, 1 AS is_note FROM note WHERE removed_ms IS NULL
         UNION ALL SELECT subject_kind, subject_id, 0 FROM task WHERE removed_ms IS NULL AND done_ms IS NULL)
       GROUP BY subject_kind, subject_id ORDER BY subject_kind, subject_id`,
    )
    .all() as { kind: WorkSubject["kind"]; id: string; notes: number; tasks: number }[];
  return rows.map(({ kind, id, notes, tasks }) => ({ subject: { kind, id }, notes, openTasks: tasks }));
}
