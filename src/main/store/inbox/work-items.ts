import { tickMentions } from "#main/store/close/close-checklist.ts";
import { signOffMentions } from "#main/store/close/close-signatures.ts";
import { overrideMentions } from "#main/store/close/gates/gate-overrides.ts";
import { reviewMentions } from "#main/store/close/review-notes.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { readNotes, readTasks } from "#main/store/records/review-store.ts";
import { listConflicts } from "#main/store/review-bundles/review-import.ts";
import type { WorkSubject } from "#shared/contract/clients/notes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { decisionLabel } from "#shared/model/labels/decision-label.ts";

/** A row of a period's checklist: a task, a gate or a sign-off. */
export interface ChecklistSubject {
  readonly kind: "close_row";
  readonly id: string;
}

/** A task, a mention or a conflict of two reviews that waits for somebody. */
export interface WorkItem {
  readonly itemId: string;
  readonly kind: "task" | "mention" | "review_conflict";
  /** The assigned person; null: anyone. */
  readonly person: string | null;
  readonly due: CalendarDate | null;
  readonly title: string;
  readonly detail: string | null;
  /** What it is about; null where it is about no record, and in what an earlier release repeated. */
  readonly subject: WorkSubject | ChecklistSubject | null;
  readonly at: Instant;
}

export type ClientWork = WorkItem & { readonly clientId: string };

const TITLE_MAX = 160;

/** A part of a decision's key, such as `month:2026-10`, as people write it. */
function spoken(part: string): string {
  return periodName(part.replace(/^month:/, "")).replaceAll("_", " ");
}

/** What waits in a client's file: open tasks, and notes that ask somebody to look. */
export function openWork(db: Sqlite): WorkItem[] {
  const tasks = readTasks(db).filter(({ removedMs, doneMs }) => removedMs === null && doneMs === null);
  const notes = readNotes(db).filter(({ removedMs }) => removedMs === null);
  return [
    ...tasks.map(
      ({ id, title, assignee, due, subjectKind, subjectId, subjectLabel, madeMs }): WorkItem => ({
        itemId: id,
        kind: "task",
        person: assignee,
        due: due as CalendarDate | null,
        title,
        detail: subjectLabel,
        subject: { kind: subjectKind, id: subjectId },
        at: instantFromMs(madeMs),
      }),
    ),
    ...notes.flatMap(({ id, text, mentions, person, subjectKind, subjectId, changedMs }) =>
      mentions.map(
        (name): WorkItem => ({
          itemId: id,
          kind: "mention",
          person: name,
          due: null,
          title: shortened(text),
          detail: person,
          subject: { kind: subjectKind, id: subjectId },
          at: instantFromMs(changedMs),
        }),
      ),
    ),
    ...reviewMentions(db).flatMap(({ noteId, about: { kind, id }, names, text, person, at }) =>
      names.map(
        (name): WorkItem => ({
          ...{ itemId: noteId, kind: "mention", person: name, due: null },
          ...{ title: shortened(text), detail: person, subject: { kind, id }, at },
        }),
      ),
    ),
    ...[...tickMentions(db), ...overrideMentions(db), ...signOffMentions(db)].flatMap(({ row, names, text, person, at }) =>
      names.map(
        (name): WorkItem => ({
          ...{ itemId: row, kind: "mention", person: name, due: null },
          ...{ title: shortened(text), detail: person, subject: { kind: "close_row", id: row }, at },
        }),
      ),
    ),
    ...listConflicts(db).map(
      ({ conflictNo, kind, subject, theirs, importedMs }): WorkItem => ({
        itemId: String(conflictNo),
        kind: "review_conflict",
        person: null,
        due: null,
        title: shortened(
          `Changed here and by someone else: ${[decisionLabel(kind).replace(/^./, (letter) => letter.toLowerCase()), ...subject.split("|").map(spoken)].join(", ")}`,
        ),
        detail: theirs.person,
        subject: null,
        at: instantFromMs(importedMs),
      }),
    ),
  ];
}

/** Replaces what the firm's file repeats of a client's open work. @returns false when it is the same, which writes nothing */
export function saveWork(db: Sqlite, clientId: string, items: readonly WorkItem[]): boolean {
  const columns = "client_id, item_id, kind, person, due, body, at_ms";
  const rows = items.map(({ itemId, kind, person, due, title, detail, subject, at }) => {
    return [clientId, itemId, kind, person, due, JSON.stringify({ title, detail, subject }), instantMs(at)];
  });
  const saved = db.prepare(`SELECT ${columns} FROM work_item WHERE client_id = ?`).raw().all(clientId) as unknown[][];
  const textOf = (of: readonly unknown[][]) => of.map((row) => JSON.stringify(row)).toSorted();
  if (textOf(saved).join("\n") === textOf(rows).join("\n")) return false;
  const insert = db.prepare(`INSERT INTO work_item (${columns}) VALUES (?,?,?,?,?,?,?)`);
  db.transaction(() => {
    db.prepare("DELETE FROM work_item WHERE client_id = ?").run(clientId);
    for (const row of rows) insert.run(...row);
  }).immediate();
  return true;
}

/** The open work of every client that is still there. */
export function listWork(db: Sqlite): ClientWork[] {
  const rows = db.prepare("SELECT w.* FROM work_item w JOIN client USING (client_id) ORDER BY COALESCE(due, '9999'), at_ms").all() as (Pick<
    WorkItem,
    "kind" | "person" | "due"
  > & { client_id: string; item_id: string; body: string; at_ms: number })[];
  return rows.map(({ client_id, item_id, kind, person, due, body, at_ms }) => {
    const { title, detail, subject } = JSON.parse(body) as Pick<WorkItem, "title" | "detail"> & { subject?: WorkItem["subject"] };
    return { clientId: client_id, itemId: item_id, kind, person, due, title, detail, subject: subject ?? null, at: instantFromMs(at_ms) };
  });
}

/** Notes that somebody has seen these items of the inbox. */
export function markSeen(
  db: Sqlite,
  { person, keys, nowMs }: { readonly person: string; readonly keys: readonly string[]; readonly nowMs: number },
): void {
  const save = db.prepare("INSERT INTO seen_item (person, item_key, seen_ms) VALUES (?,?,?) ON CONFLICT DO NOTHING");
  db.transaction(() => {
    for (const key of keys) save.run(person, key, nowMs);
  }).immediate();
}

export function seenKeys(db: Sqlite, person: string): string[] {
  return db.prepare("SELECT item_key FROM seen_item WHERE person = ?").pluck().all(person) as string[];
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= TITLE_MAX ? line : `${line.slice(0, TITLE_MAX - 1)}…`;
}
