import { mentionsIn } from "#main/domain/contacts/mentions.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { NoteView, WorkSubject } from "#shared/contract/clients/notes.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Act } from "./own-decisions.ts";
import { noteEvent, onSubject, readNotes } from "./work-rows.ts";

export interface NoteToAdd extends Act {
  readonly noteId: string;
  readonly subject: NoteView["subject"];
  readonly text: string;
  /** Who can be asked to look. */
  readonly people: readonly string[];
  readonly replyTo: string | null;
}

export function listNotes(
  db: Sqlite,
  { subject, removed }: { readonly subject?: WorkSubject | undefined; readonly removed: boolean },
): NoteView[] {
  return readNotes(db, onSubject(subject, removed ? "removed_ms IS NOT NULL" : "removed_ms IS NULL"));
}

/** @returns a failure when what it answers is not there */
export function addNote(db: Sqlite, note: NoteToAdd): Result<NoteView, Failure> {
  const { noteId, subject, text, people, replyTo, person, nowMs } = note;
  const mentions = mentionsIn(text, people);
  if (replyTo !== null && one(db, replyTo) === null) return noSuchNote(replyTo);
  prepared(
    db,
    `INSERT INTO note (note_id, subject_kind, subject_id, subject_label, seen, reply_to, text, mentions, person, made_ms, changed_ms)
     VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
  ).run(noteId, subject.kind, subject.id, subject.label, subject.seen, replyTo, text, JSON.stringify(mentions), person, nowMs, nowMs);
  noteEvent(db, noteId, { what: "written", before: null, after: text, person, nowMs });
  return found(db, noteId);
}

/** Changes the text; the former one stays in the history. */
export function editNote(
  db: Sqlite,
  { noteId, text, people, person, nowMs }: Act & { readonly noteId: string; readonly text: string; readonly people: readonly string[] },
): Result<NoteView, Failure> {
  const note = one(db, noteId);
  if (note === null) return noSuchNote(noteId);
  prepared(db, "UPDATE note SET text = ?, mentions = ?, changed_ms = MAX(?, made_ms + 1) WHERE note_id = ?").run(
    text,
    JSON.stringify(mentionsIn(text, people)),
    nowMs,
    noteId,
  );
  noteEvent(db, noteId, { what: "edited", before: note.text, after: text, person, nowMs });
  return found(db, noteId);
}

/** Takes a note away, or puts it back. */
export function setNoteRemoved(
  db: Sqlite,
  { noteId, removed, person, nowMs }: Act & { readonly noteId: string; readonly removed: boolean },
): Result<NoteView, Failure> {
  const note = one(db, noteId);
  if (note === null) return noSuchNote(noteId);
  if ((note.removedBy !== null) === removed) return ok(note);
  prepared(db, "UPDATE note SET removed_ms = ?, removed_by = ? WHERE note_id = ?").run(
    removed ? nowMs : null,
    removed ? person : null,
    noteId,
  );
  noteEvent(db, noteId, { what: removed ? "removed" : "restored", before: null, after: null, person, nowMs });
  return found(db, noteId);
}

function one(db: Sqlite, noteId: string): NoteView | null {
  return readNotes(db, { where: "note_id = ?", values: [noteId] })[0] ?? null;
}

function found(db: Sqlite, noteId: string): Result<NoteView, Failure> {
  const note = one(db, noteId);
  return note === null ? noSuchNote(noteId) : ok(note);
}

function noSuchNote(noteId: string): Result<never, Failure> {
  return fail({ code: "not_found", message: `No note has the ID ${noteId}.`, field: "noteId" });
}
