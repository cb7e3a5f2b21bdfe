import { addNote, editNote, listNotes, setNoteRemoved } from "#main/services/notes.ts";
import { addTask, changeTask, listTasks, setTaskDone, setTaskRemoved } from "#main/services/tasks.ts";
import { workCounts } from "#main/services/work-counts.ts";
import { listWork, markSeen, openWork, saveWork, seenKeys } from "#main/services/work-items.ts";
import { workHistory } from "#main/services/work-rows.ts";
import type { Sqlite } from "#main/store/open.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource } from "./protocol.ts";
import type { WorkOps } from "./work-ops.ts";

type Ops = WorkOps<ClientSource>;
type Handlers = { readonly [O in keyof Ops]: (input: Ops[O][0]) => Ops[O][1] };

/** Answers and keeps what people write to each other. */
export function workHandlers(files: ClientFiles, firm: () => Sqlite): Handlers {
  const read = (source: ClientSource) => files.readable(source).db;
  return {
    "notes.list": (input) => listNotes(read(input), input),
    "notes.add": (input) => files.withWritable(input.clientId, (db) => addNote(db, input)),
    "notes.edit": (input) => files.withWritable(input.clientId, (db) => editNote(db, input)),
    "notes.setRemoved": (input) => files.withWritable(input.clientId, (db) => setNoteRemoved(db, input)),
    "tasks.list": (input) => listTasks(read(input), input),
    "tasks.add": (input) => files.withWritable(input.clientId, (db) => addTask(db, input)),
    "tasks.change": (input) => files.withWritable(input.clientId, (db) => changeTask(db, input)),
    "tasks.setDone": (input) => files.withWritable(input.clientId, (db) => setTaskDone(db, input)),
    "tasks.setRemoved": (input) => files.withWritable(input.clientId, (db) => setTaskRemoved(db, input)),
    "work.history": (input) => workHistory(read(input), input.itemId),
    "work.counts": (source) => workCounts(read(source)),
    "work.open": (source) => openWork(read(source)),
    "firm.saveWork": ({ clientId, items }) => done(saveWork(firm(), clientId, items)),
    "firm.work": () => listWork(firm()),
    "firm.markSeen": (input) => done(markSeen(firm(), input)),
    "firm.seen": ({ person }) => seenKeys(firm(), person),
  };
}

function done(_nothing: unknown): null {
  return null;
}
