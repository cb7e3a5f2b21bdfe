import type { NoteToAdd } from "#main/services/notes.ts";
import type { Act } from "#main/services/own-decisions.ts";
import type { TaskChange, TaskToAdd } from "#main/services/tasks.ts";
import type { WorkCount } from "#main/services/work-counts.ts";
import type { ClientWork, WorkItem } from "#main/services/work-items.ts";
import type { NoteView, TaskView, WorkEvent, WorkSubject } from "#shared/contract/notes.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

type Of<Source, Rest> = Source & Act & Rest;
type Note = Result<NoteView, Failure>;
type Task = Result<TaskView, Failure>;

/** Operations on what people write to each other: input, and result. */
export interface WorkOps<Source> {
  "notes.list": [Source & { readonly subject?: WorkSubject; readonly removed: boolean }, NoteView[]];
  "notes.add": [Source & NoteToAdd, Note];
  "notes.edit": [Of<Source, { readonly noteId: string; readonly text: string; readonly people: readonly string[] }>, Note];
  "notes.setRemoved": [Of<Source, { readonly noteId: string; readonly removed: boolean }>, Note];
  "tasks.list": [Source & { readonly subject?: WorkSubject; readonly state: "open" | "done" | "removed" | "all" }, TaskView[]];
  "tasks.add": [Source & TaskToAdd, Task];
  "tasks.change": [Of<Source, { readonly taskId: string; readonly change: TaskChange }>, Task];
  "tasks.setDone": [Of<Source, { readonly taskId: string; readonly done: boolean }>, Task];
  "tasks.setRemoved": [Of<Source, { readonly taskId: string; readonly removed: boolean }>, Task];
  "work.history": [Source & { readonly itemId: string }, WorkEvent[]];
  "work.counts": [Source, WorkCount[]];
  /** What waits in a client's file, to be repeated in the firm's. */
  "work.open": [Source, WorkItem[]];
  "firm.saveWork": [{ readonly clientId: string; readonly items: readonly WorkItem[] }, null];
  "firm.work": [Record<never, never>, ClientWork[]];
  "firm.markSeen": [{ readonly person: string; readonly keys: readonly string[]; readonly nowMs: number }, null];
  "firm.seen": [{ readonly person: string }, string[]];
}

/** Those that only look. */
export const WORK_READ_OPS = ["notes.list", "tasks.list", "work.history", "work.counts", "work.open", "firm.work", "firm.seen"] as const;
