import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { CARRIED_KINDS } from "#shared/model/close/decision-kinds.ts";
import type {
  CarriedDecision,
  CarriedEvent,
  CarriedNote,
  CarriedStatement,
  CarriedTask,
  ClientReview,
} from "#shared/model/close/review-bundle.ts";
import { readSignedInput } from "./signed-input-store.ts";

const SUBJECT = "subject_kind AS subjectKind, subject_id AS subjectId, subject_label AS subjectLabel, seen";
const LIFE = "person, made_ms AS madeMs, changed_ms AS changedMs, removed_ms AS removedMs, removed_by AS removedBy";

/** Everything in a client's review that is carried to other machines, including what was undone. */
export function readReview(db: Sqlite): ClientReview {
  const decisions = prepared(
    db,
    `${DECISIONS} WHERE kind IN (${CARRIED_KINDS.map((kind) => `'${kind}'`).join(", ")}) ORDER BY decision_no`,
  ).all() as CarriedDecision[];
  return {
    notes: readNotes(db),
    tasks: readTasks(db),
    events: readEvents(db),
    decisions,
    inputs: inputsOf(db, decisions),
    statements: readStatements(db),
    // They lie beside the client's file.
    files: [],
  };
}

const DECISIONS = `SELECT kind, subject, body, person, made_ms AS madeMs, undone_ms AS undoneMs, undone_by AS undoneBy FROM decision`;

/** The notes, or the one of an id. */
export function readNotes(db: Sqlite, id?: string): CarriedNote[] {
  const rows = prepared(
    db,
    `SELECT note_id AS id, ${SUBJECT}, reply_to AS replyTo, text, mentions, ${LIFE} FROM note WHERE ? IS NULL OR note_id = ? ORDER BY note_id`,
  ).all(id ?? null, id ?? null) as (Omit<CarriedNote, "mentions"> & { mentions: string })[];
  return rows.map((note) => ({ ...note, mentions: JSON.parse(note.mentions) as string[] }));
}

/** The tasks, or the one of an id. */
export function readTasks(db: Sqlite, id?: string): CarriedTask[] {
  return prepared(
    db,
    `SELECT task_id AS id, ${SUBJECT}, title, assignee, due, ${LIFE}, done_ms AS doneMs, done_by AS doneBy FROM task
     WHERE ? IS NULL OR task_id = ? ORDER BY task_id`,
  ).all(id ?? null, id ?? null) as CarriedTask[];
}

/** The life of all notes and tasks, or of one. */
export function readEvents(db: Sqlite, itemId?: string): CarriedEvent[] {
  return prepared(
    db,
    `SELECT item_id AS itemId, what, before, after, person, at_ms AS atMs FROM work_event ${itemId === undefined ? "" : "WHERE item_id = ? "}ORDER BY event_no`,
  ).all(...(itemId === undefined ? [] : [itemId])) as CarriedEvent[];
}

/** Every decision of a kind on a subject, undone ones too, oldest first. The kind may be one that bundles don't carry. */
export function decisionsOn(db: Sqlite, kind: string, subject: string): (CarriedDecision & { readonly decisionNo: number })[] {
  return prepared(
    db,
    `${DECISIONS.replace("SELECT", "SELECT decision_no AS decisionNo,")} WHERE kind = ? AND subject = ? ORDER BY decision_no`,
  ).all(kind, subject) as (CarriedDecision & { readonly decisionNo: number })[];
}

/** The imported bank statements with their lines, or the one of a number. */
export function readStatements(db: Sqlite, only?: number): CarriedStatement[] {
  const statements = prepared(
    db,
    `SELECT statement_no AS statementNo, account_id AS accountId, format, sha256, part, bank_account AS bankAccount, currency, from_date AS "from",
       to_date AS "to", opening, closing, person, made_ms AS madeMs, undone_ms AS undoneMs, undone_by AS undoneBy
     FROM bank_statement WHERE ? IS NULL OR statement_no = ? ORDER BY statement_no`,
  ).all(only ?? null, only ?? null) as (Omit<CarriedStatement, "lines"> & { readonly statementNo: number })[];
  const lines = prepared(
    db,
    `SELECT line_no AS lineNo, date, amount, payee, reference, description, bank_id AS bankId FROM bank_line
     WHERE statement_no = ? ORDER BY line_no`,
  );
  return statements.map(({ statementNo, ...one }) => ({ ...one, lines: lines.all(statementNo) as CarriedStatement["lines"] }));
}

/** Adds a statement as it was imported elsewhere; its file must be noted. */
export function putStatement(db: Sqlite, { lines, ...one }: CarriedStatement): void {
  const added = prepared(
    db,
    `INSERT INTO bank_statement (account_id, format, sha256, part, bank_account, currency, from_date, to_date, opening, closing, person, made_ms, undone_ms, undone_by)
     VALUES (@accountId, @format, @sha256, @part, @bankAccount, @currency, @from, @to, @opening, @closing, @person, @madeMs, @undoneMs, @undoneBy)`,
  ).run(one);
  const insert = prepared(
    db,
    `INSERT INTO bank_line (statement_no, line_no, date, amount, payee, reference, description, bank_id)
     VALUES (@statementNo, @lineNo, @date, @amount, @payee, @reference, @description, @bankId)`,
  );
  for (const line of lines) insert.run({ statementNo: Number(added.lastInsertRowid), ...line });
}

/** Marks a statement that counts here as removed. */
export function endStatement(
  db: Sqlite,
  { accountId, sha256, part, person, madeMs }: CarriedStatement,
  undoneMs: number,
  undoneBy: string,
): void {
  prepared(
    db,
    `UPDATE bank_statement SET undone_ms = ?, undone_by = ?
     WHERE account_id = ? AND sha256 = ? AND part = ? AND person = ? AND made_ms = ? AND undone_ms IS NULL`,
  ).run(undoneMs, undoneBy, accountId, sha256, part, person, madeMs);
}

/** The hashes that a decision refers to. */
function inputsOf(db: Sqlite, decisions: readonly CarriedDecision[]): { hash: string; text: string }[] {
  const hashes = new Set(decisions.flatMap(({ body }) => /"hash":"([0-9a-f]{64})"/.exec(body)?.[1] ?? []));
  return [...hashes].flatMap((hash) => {
    const text = readSignedInput(db, hash);
    return text === null ? [] : [{ hash, text }];
  });
}

export function putNote(db: Sqlite, note: CarriedNote): void {
  prepared(
    db,
    `INSERT OR REPLACE INTO note (note_id, subject_kind, subject_id, subject_label, seen, reply_to, text, mentions, person, made_ms, changed_ms, removed_ms, removed_by)
     VALUES (@id, @subjectKind, @subjectId, @subjectLabel, @seen, @replyTo, @text, @mentions, @person, @madeMs, @changedMs, @removedMs, @removedBy)`,
  ).run({ ...note, mentions: JSON.stringify(note.mentions) });
}

export function putTask(db: Sqlite, task: CarriedTask): void {
  prepared(
    db,
    `INSERT OR REPLACE INTO task (task_id, subject_kind, subject_id, subject_label, seen, title, assignee, due, person, made_ms, changed_ms, done_ms, done_by, removed_ms, removed_by)
     VALUES (@id, @subjectKind, @subjectId, @subjectLabel, @seen, @title, @assignee, @due, @person, @madeMs, @changedMs, @doneMs, @doneBy, @removedMs, @removedBy)`,
  ).run(task);
}

/** Adds an event of a note or task unless it exists. */
export function putEvent(db: Sqlite, event: CarriedEvent): void {
  prepared(
    db,
    `INSERT INTO work_event (item_id, what, before, after, person, at_ms)
     SELECT @itemId, @what, @before, @after, @person, @atMs WHERE NOT EXISTS (
       SELECT 1 FROM work_event WHERE item_id = @itemId AND what = @what AND before IS @before AND after IS @after AND person = @person AND at_ms = @atMs)`,
  ).run(event);
}

/** Adds a decision that was made elsewhere. */
export function putDecision(db: Sqlite, decision: CarriedDecision): void {
  prepared(
    db,
    "INSERT INTO decision (kind, subject, body, person, made_ms, undone_ms, undone_by) VALUES (@kind, @subject, @body, @person, @madeMs, @undoneMs, @undoneBy)",
  ).run(decision);
}

/** Marks an active decision as undone. */
export function endDecision(db: Sqlite, { kind, subject, person, madeMs }: CarriedDecision, undoneMs: number, undoneBy: string): void {
  prepared(
    db,
    "UPDATE decision SET undone_ms = ?, undone_by = ? WHERE kind = ? AND subject = ? AND person = ? AND made_ms = ? AND undone_ms IS NULL",
  ).run(undoneMs, undoneBy, kind, subject, person, madeMs);
}

/** Another end of a decision than the one that was noted here. */
export function changeEnd(db: Sqlite, { kind, subject, person, madeMs }: CarriedDecision, undoneMs: number, undoneBy: string): void {
  prepared(
    db,
    "UPDATE decision SET undone_ms = ?, undone_by = ? WHERE kind = ? AND subject = ? AND person = ? AND made_ms = ? AND undone_ms IS NOT NULL",
  ).run(undoneMs, undoneBy, kind, subject, person, madeMs);
}

export interface ConflictRow {
  readonly conflict_no: number;
  readonly item_key: string;
  readonly ours: string | null;
  readonly theirs: string;
  readonly events: string;
  readonly person: string;
  readonly imported_ms: number;
}

export function openConflicts(db: Sqlite): ConflictRow[] {
  return prepared(db, "SELECT * FROM review_conflict WHERE settled_ms IS NULL ORDER BY conflict_no").all() as ConflictRow[];
}

/** Keeps a conflict visible; a newer one about the same item replaces the previous one. */
export function putConflict(db: Sqlite, row: Omit<ConflictRow, "conflict_no">): void {
  prepared(db, "DELETE FROM review_conflict WHERE item_key = ? AND settled_ms IS NULL").run(row.item_key);
  prepared(
    db,
    "INSERT INTO review_conflict (item_key, ours, theirs, events, person, imported_ms) VALUES (@item_key, @ours, @theirs, @events, @person, @imported_ms)",
  ).run(row);
}

export function settleConflictRow(db: Sqlite, conflictNo: number, kept: "ours" | "theirs", person: string, nowMs: number): void {
  prepared(db, "UPDATE review_conflict SET settled_ms = ?, settled_by = ?, kept = ? WHERE conflict_no = ?").run(
    nowMs,
    person,
    kept,
    conflictNo,
  );
}
