import type { Column } from "#main/operations/command-form.ts";
import { refused } from "../ask.ts";
import { ask, listed, plain } from "../asking.ts";
import { type Command, type CommandRun, type ExitStatus, type OptionValues, textOption } from "../command.ts";

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

/** What was named: at most one of --document, --line, --party, --account, --figure; none of them is the client. */
function subjectsOf(options: OptionValues): readonly { readonly kind: Kind; readonly id: string }[] {
  return KINDS.flatMap((kind) => {
    const id = textOption(options, kind);
    return id === undefined ? [] : [{ kind, id }];
  });
}

/** Refuses several subjects: a note or task is about one, and those of two can't be listed together. */
async function ofOneSubject(run: CommandRun, act: () => Promise<ExitStatus>): Promise<ExitStatus> {
  const [, second] = subjectsOf(run.options);
  if (second === undefined) return act();
  const message = "Add at most one of --document, --line, --party, --account and --figure.";
  return refused(run, { code: "invalid_input", message, field: second.kind });
}

const ofClient = ({ options }: CommandRun) => ({ clientId: textOption(options, "client") });
const wanted = (run: CommandRun) => {
  const [subject] = subjectsOf(run.options);
  return { ...ofClient(run), ...(subject === undefined ? {} : { subject }) };
};
const about = (run: CommandRun) => ({ ...ofClient(run), subject: subjectsOf(run.options)[0] ?? { kind: "client" as const } });

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
    run: (run) =>
      ofOneSubject(run, () => listed(run, "notes.list", { ...wanted(run), removed: run.options.removed === true }, NOTE_COLUMNS)),
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
      return ofOneSubject(run, () => ask(run, "notes.add", note, (row) => [`Added with the ID ${String(row.noteId)}.`]));
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
      const tasks = { ...wanted(run), ...(state === undefined ? {} : { state }) };
      return ofOneSubject(run, () => listed(run, "tasks.list", tasks, TASK_COLUMNS));
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
      const added = { ...about(run), ...task };
      return ofOneSubject(run, () => ask(run, "tasks.add", added, (row) => [`Added with the ID ${String(row.taskId)}.`]));
    },
  },
];
