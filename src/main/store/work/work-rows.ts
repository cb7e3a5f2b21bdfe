import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { NoteView, TaskView, WorkEvent, WorkSubject } from "#shared/contract/clients/notes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

interface StampRow {
  readonly subject_kind: WorkSubject["kind"];
  readonly subject_id: string;
  readonly subject_label: string | null;
  readonly seen: string | null;
  readonly person: string;
  readonly made_ms: number;
  readonly changed_ms: number;
  readonly removed_by: string | null;
}

interface NoteRow extends StampRow {
  readonly note_id: string;
  readonly text: string;
  readonly mentions: string;
  readonly reply_to: string | null;
}

interface TaskRow extends StampRow {
  readonly task_id: string;
  readonly title: string;
  readonly assignee: string | null;
  readonly due: CalendarDate | null;
  readonly done_ms: number | null;
  readonly done_by: string | null;
}

/** Selects notes or tasks: the SQL after WHERE, and its values. */
export interface WorkFilter {
  readonly where: string;
  readonly values: readonly (string | number)[];
}

export function onSubject(subject: WorkSubject | undefined, rest: string): WorkFilter {
  if (subject === undefined) return { where: rest, values: [] };
  return { where: `subject_kind = ? AND subject_id = ? AND ${rest}`, values: [subject.kind, subject.id] };
}

export function readNotes(db: Sqlite, { where, values }: WorkFilter): NoteView[] {
  const rows = prepared(db, `SELECT * FROM note WHERE ${where} ORDER BY made_ms, note_id`).all(...values) as NoteRow[];
  return rows.map((row) => ({
    ...stamp(row),
    noteId: row.note_id,
    text: row.text,
    mentions: JSON.parse(row.mentions) as string[],
    replyTo: row.reply_to,
    edited: row.changed_ms > row.made_ms,
  }));
}

export function readTasks(db: Sqlite, { where, values }: WorkFilter): TaskView[] {
  const rows = prepared(db, `SELECT * FROM task WHERE ${where} ORDER BY COALESCE(due, '9999'), made_ms, task_id`).all(
    ...values,
  ) as TaskRow[];
  return rows.map((row) => ({
    ...stamp(row),
    taskId: row.task_id,
    title: row.title,
    assignee: row.assignee,
    due: row.due,
    done: row.done_ms === null || row.done_by === null ? null : { by: row.done_by, at: instantFromMs(row.done_ms) },
  }));
}

/** Records an event of a note or task; events are never overwritten. */
export function noteEvent(
  db: Sqlite,
  itemId: string,
  event: Pick<WorkEvent, "what" | "before" | "after" | "person"> & { readonly nowMs: number },
): void {
  prepared(db, "INSERT INTO work_event (item_id, what, before, after, person, at_ms) VALUES (?,?,?,?,?,?)").run(
    itemId,
    event.what,
    event.before,
    event.after,
    event.person,
    event.nowMs,
  );
}

export function workHistory(db: Sqlite, itemId: string): WorkEvent[] {
  const rows = prepared(db, "SELECT * FROM work_event WHERE item_id = ? ORDER BY event_no").all(itemId) as (Omit<WorkEvent, "at"> & {
    at_ms: number;
  })[];
  return rows.map(({ what, before, after, person, at_ms }) => ({ what, before, after, person, at: instantFromMs(at_ms) }));
}

function stamp(row: StampRow) {
  return {
    subject: { kind: row.subject_kind, id: row.subject_id, label: row.subject_label, seen: row.seen },
    person: row.person,
    madeAt: instantFromMs(row.made_ms),
    changedAt: instantFromMs(row.changed_ms),
    removedBy: row.removed_by,
  };
}
