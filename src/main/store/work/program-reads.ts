import type { Sqlite } from "#main/store/database/open.ts";

/** What another program asked. */
export interface ProgramRead {
  readonly program: string;
  readonly operation: string;
  /** The operation in the words of its declaration. */
  readonly about: string;
  readonly asked: string;
}

/** Puts on record that another program asked something of a client's data, before it is answered. */
export function noteProgramRead(db: Sqlite, read: ProgramRead, person: string, nowMs: number): { readonly readNo: number } {
  const { lastInsertRowid } = db
    .prepare("INSERT INTO program_read (program, operation, about, asked, person, at_ms) VALUES (?, ?, ?, ?, ?, ?)")
    .run(read.program, read.operation, read.about, read.asked, person, nowMs);
  return { readNo: Number(lastInsertRowid) };
}
