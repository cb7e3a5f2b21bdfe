import type { Column } from "#main/operations/command-form.ts";
import { ask, listed, plain } from "../asking.ts";
import { type Command, type CommandRun, type OptionValues, textOption } from "../command.ts";

type Row = Readonly<Record<string, unknown>>;
type Kind = "client" | "document" | "line" | "party" | "account" | "figure";

const KINDS: readonly Kind[] = ["document", "line", "party", "account", "figure"];
const ABOUT = { document: "text", line: "text", party: "text", account: "text", figure: "text" } as const;

const subjectText = (row: Row) => {
  const { kind, id, label } = row.subject as { kind: string; id: string; label: string | null };
  return label ?? `${kind} ${id}`.trim();
};
const NOTE_COLUMNS: readonly Column[] = [
  plain("note", 36, (row) => row.noteId),
  plain("on", 34, subjectText),
  plain("by", 22, (row) => row.person),
  plain("at", 24, (row) => row.madeAt),
  plain("text", 80, (row) => String(row.text).replaceAll(/\s+/g, " ")),
];
const TASK_COLUMNS: readonly Column[] = [
  plain("task", 36, (row) => row.taskId),
  plain("due", 10, (row) => row.due),
  plain("for", 22, (row) => row.assignee),
  plain("on", 34, subjectText),
  plain("done", 24, (row) => (row.done as { at: string } | null)?.at),
  plain("title", 60, (row) => row.title),
];

/** What it is about: at most one of --document, --line, --party, --account, --figure; none of them is the client. */
function subjectOf(options: OptionValues): { readonly kind: Kind; readonly id: string } | null {
  const named = KINDS.flatMap((kind) => {
    const id = textOption(options, kind);
    return id === undefined ? [] : [{ kind, id }];
  });
  return named[0] ?? null;
}

const ofClient = ({ options }: CommandRun) => ({ clientId: textOption(options, "client") });
const wanted = (run: CommandRun) => {
  const subject = subjectOf(run.options);
  return { ...ofClient(run), ...(subject === null ? {} : { subject }) };
};
const about = (run: CommandRun) => ({ ...ofClient(run), subject: subjectOf(run.options) ?? { kind: "client" as const } });

export const noteCommands: readonly Command[] = [
  {
    noun: "note",
    verb: "list",
    summary: "List the notes on a client, transaction, line, contact, account or figure",
    asks: ["notes.list"],
    options: { client: "text", removed: "flag", ...ABOUT },
    required: ["client"],
    help: {
      removed: "List removed notes instead",
    },
    run: (run) => listed(run, "notes.list", { ...wanted(run), removed: run.options.removed === true }, NOTE_COLUMNS),
  },
  {
    noun: "note",
    verb: "add",
    summary: "Add a note. Type @Name in the text to notify a person",
    asks: ["notes.add"],
    options: { client: "text", text: "text", "reply-to": "text", ...ABOUT },
    required: ["client", "text"],
    help: {
      text: "Text of the note",
      "reply-to": "ID of the note to reply to",
    },
    run: (run) => {
      const replyTo = textOption(run.options, "reply-to");
      const note = { ...about(run), text: textOption(run.options, "text"), ...(replyTo === undefined ? {} : { replyTo }) };
      return ask(run, "notes.add", note, (row) => [`Added with the ID ${String(row.noteId)}.`]);
    },
  },
];

export const taskCommands: readonly Command[] = [
  {
    noun: "task",
    verb: "list",
    summary: "List a client's open tasks, or other tasks with --state",
    asks: ["tasks.list"],
    options: { client: "text", state: "text", ...ABOUT },
    required: ["client"],
    help: {
      state: "open (the default), done, removed or all",
    },
    run: (run) => {
      const state = textOption(run.options, "state");
      return listed(run, "tasks.list", { ...wanted(run), ...(state === undefined ? {} : { state }) }, TASK_COLUMNS);
    },
  },
  {
    noun: "task",
    verb: "add",
    summary: "Add a task, with an assignee (--for) and a due date (--due)",
    asks: ["tasks.add"],
    options: { client: "text", title: "text", for: "text", due: "text", ...ABOUT },
    required: ["client", "title"],
    help: {
      title: "Title of the task",
      for: "Name of the assignee",
      due: "Due date, such as 2026-11-05",
    },
    run: (run) => {
      const { options } = run;
      const task = { title: textOption(options, "title"), assignee: textOption(options, "for"), due: textOption(options, "due") };
      return ask(run, "tasks.add", { ...about(run), ...task }, (row) => [`Added with the ID ${String(row.taskId)}.`]);
    },
  },
];
