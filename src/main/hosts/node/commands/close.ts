import type { OperationInput } from "#main/operations/collection.ts";
import type { Column } from "#main/operations/command-form.ts";
import type { CloseStatus, CloseTaskView } from "#shared/contract/close.ts";
import { aligned } from "../output.ts";
import { ask, given, must, refused } from "./ask.ts";
import { type Command, type CommandRun, listOption } from "./command.ts";
import { oneOf } from "./report-options.ts";

type Row = Readonly<Record<string, unknown>>;
const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({ title, width, of: (row) => String(of(row) ?? "") });
const right = (title: string, width: number, of: (row: Row) => unknown): Column => ({ ...plain(title, width, of), right: true });

const OF_PERIOD = { client: "text", period: "text" } as const;
const REQUIRED = ["client", "period"] as const;
const ROLES = ["preparer", "reviewer"] as const;

const BOARD_COLUMNS: readonly Column[] = [
  plain("client", 30, (row) => row.name),
  plain("period", 12, (row) => row.period),
  plain("state", 9, (row) => row.status),
  right("done", 7, (row) => progressWords(row.progress as CloseStatus["progress"] | null)),
  right("late", 5, (row) => row.daysLate),
  plain("due", 10, (row) => row.due),
  plain("blocked by", 70, (row) => (row.blocks as readonly string[]).join("; ")),
];
const CHANGE_COLUMNS: readonly Column[] = [
  plain("period", 10, (row) => row.periodLabel),
  plain("kind", 8, (row) => row.kind),
  plain("what", 60, (row) => row.label),
  right("result", 14, (row) => row.result),
  plain("disposition", 30, (row) => dispositionWords(row.disposition as { verdict: string; stands: boolean } | null)),
  plain("id", 60, (row) => row.id),
];

const looking: readonly Command[] = [
  {
    noun: "close",
    verb: "status",
    summary: "the checklist of a period, each task with its evidence",
    asks: ["close.status"],
    options: OF_PERIOD,
    required: REQUIRED,
    run: (run) => ask(run, "close.status", ofPeriod(run), (status) => run.output.result(status, statusLines(status))),
  },
  {
    noun: "close",
    verb: "board",
    summary: "every client's close: how far, how late in business days, and what blocks; --fresh looks again where a client was read since",
    asks: ["close.board"],
    options: { fresh: "flag" },
    required: [],
    run: (run) =>
      ask(run, "close.board", { refresh: run.options.fresh === true ? "now" : "none" }, ({ rows }) => {
        run.output.rows(rows, BOARD_COLUMNS);
        run.output.endRows(rows.length);
      }),
  },
  {
    noun: "close",
    verb: "changes",
    summary: "what changed in closed periods since they were closed, with its effect; --open only what waits for a disposition",
    asks: ["close.changes"],
    options: { ...OF_PERIOD, open: "flag" },
    required: ["client"],
    run: (run) => {
      const input = { clientId: must(run.options, "client"), ...given(run.options, { period: "period" }), open: run.options.open === true };
      return ask(run, "close.changes", input, (rows) => {
        run.output.rows(rows, CHANGE_COLUMNS);
        run.output.endRows(rows.length);
      });
    },
  },
];

const moving: readonly Command[] = [
  {
    noun: "close",
    verb: "set",
    summary: "moves the close of a period on any ledger: open, in_close, closed, reopened; over open tasks and to reopen with --why",
    asks: ["close.move"],
    options: { ...OF_PERIOD, status: "text", why: "text", template: "text" },
    required: [...REQUIRED, "status"],
    run: (run) => {
      const status = oneOf(run.options, "status", ["open", "in_close", "closed", "reopened"]);
      if (!status.ok) return Promise.resolve(refused(run, status.failure));
      const input = { ...ofPeriod(run), status: status.value, ...given(run.options, { why: "why", template: "template" }) };
      return ask(run, "close.move", input, (done) =>
        run.output.result(done, [
          `${done.periodId}: ${done.from} → ${done.status}`,
          ...(done.status === "closed" ? [done.ledgerLock.message] : []),
        ]),
      );
    },
  },
  {
    noun: "close",
    verb: "sign",
    summary: "signs a period as it stands, as preparer or as reviewer; never one person as both",
    asks: ["close.sign"],
    options: { ...OF_PERIOD, role: "text", note: "text" },
    required: [...REQUIRED, "role"],
    run: (run) => {
      const role = oneOf(run.options, "role", ROLES);
      if (!role.ok) return Promise.resolve(refused(run, role.failure));
      const input = { ...ofPeriod(run), role: role.value, ...given(run.options, { note: "note" }) };
      return ask(run, "close.sign", input, (done) => run.output.result(done, [`Signed, decision ${done.decisionNo}, on ${done.hash}.`]));
    },
  },
  {
    noun: "close",
    verb: "accept",
    summary: "accepts what a tie-out check found at the period's end, for as long as it finds the same",
    asks: ["close.acceptTieOut"],
    options: { ...OF_PERIOD, check: "text", why: "text" },
    required: [...REQUIRED, "check", "why"],
    run: (run) => {
      const check = must(run.options, "check") as OperationInput<"close.acceptTieOut">["check"];
      return ask(run, "close.acceptTieOut", { ...ofPeriod(run), check, why: must(run.options, "why") }, (done) =>
        run.output.result(done, [`Accepted, decision ${done.decisionNo}.`]),
      );
    },
  },
  {
    noun: "close",
    verb: "dispose",
    summary: "says what becomes of a change in a closed period (--id of close changes): accept, reopen or adjust, and why",
    asks: ["close.dispose"],
    options: { client: "text", id: "text", verdict: "text", why: "text" },
    required: ["client", "id", "verdict", "why"],
    run: (run) => {
      const verdict = oneOf(run.options, "verdict", ["accept", "reopen", "adjust"]);
      if (!verdict.ok) return Promise.resolve(refused(run, verdict.failure));
      const { options } = run;
      const input = { clientId: must(options, "client"), changeId: must(options, "id"), verdict: verdict.value, why: must(options, "why") };
      return ask(run, "close.dispose", input, (done) =>
        run.output.result(done, [`Noted, decision ${done.decisionNo}${done.reopened ? "; the period is reopened" : ""}.`]),
      );
    },
  },
];

const OF_TASK = { ...OF_PERIOD, task: "text" } as const;
const tasks: readonly Command[] = [
  {
    noun: "close",
    verb: "tick",
    summary: "ticks a task by hand, and says so with who, when and why",
    asks: ["close.tick"],
    options: { ...OF_TASK, why: "text" },
    required: [...REQUIRED, "task", "why"],
    run: (run) =>
      ask(run, "close.tick", { ...ofTask(run), why: must(run.options, "why") }, (done) => run.output.result(done, ["By hand."])),
  },
  {
    noun: "close",
    verb: "untick",
    summary: "takes a tick by hand back",
    asks: ["close.untick"],
    options: OF_TASK,
    required: [...REQUIRED, "task"],
    run: (run) => ask(run, "close.untick", ofTask(run), (done) => run.output.result(done, ["Open again, unless its evidence is there."])),
  },
  {
    noun: "close",
    verb: "edit",
    summary: "changes a task of a period's checklist, or adds one; what is left out stays",
    asks: ["close.editTask"],
    options: { ...OF_TASK, title: "text", phase: "text", role: "text", assignee: "text", due: "text", after: "list" },
    required: [...REQUIRED, "task"],
    run: (run) => {
      const { options } = run;
      const due = given(options, { due: "due" }).due;
      const role = given(options, { role: "role" }).role as OperationInput<"close.editTask">["role"];
      const after = listOption(options, "after");
      const input = {
        ...{ ...ofTask(run), ...given(options, { title: "title", phase: "phase", assignee: "assignee" }) },
        ...(role === undefined ? {} : { role }),
        ...(due === undefined ? {} : { dueDays: Number(due) }),
        ...(after.length === 0 ? {} : { dependsOn: [...after] }),
      };
      return ask(run, "close.editTask", input, (done) => run.output.result(done, [`Changed, decision ${done.decisionNo}.`]));
    },
  },
  {
    noun: "close",
    verb: "remove",
    summary: "takes a task out of a period's checklist; decision undo brings it back",
    asks: ["close.removeTask"],
    options: OF_TASK,
    required: [...REQUIRED, "task"],
    run: (run) => ask(run, "close.removeTask", ofTask(run), (done) => run.output.result(done, [`Removed, decision ${done.decisionNo}.`])),
  },
];

/** The close of a period, as commands. */
export const closeCommands: readonly Command[] = [...looking, ...moving, ...tasks];

function ofPeriod({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period") };
}

function ofTask(run: CommandRun) {
  return { ...ofPeriod(run), taskId: must(run.options, "task") };
}

function statusLines({ period, status, progress, tasks: list, signatures, started, ledgerLock }: CloseStatus): string[] {
  const head = `${period.label} is ${status.replace("_", " ")}: ${progressWords(progress)} done, ${progress.byHand} by hand, ${progress.late} late`;
  const rows = list.map((task) => [
    task.phase,
    task.state.replace("_", " "),
    task.due,
    lateWords(task),
    task.id,
    task.title,
    evidenceWords(task),
  ]);
  const table = aligned([["phase", "state", "due", "late", "task", "title", "evidence"], ...rows], 7);
  const signed = signatures.map(
    ({ role, person, at, stale }) => `${role}: ${person}, ${at}${stale ? " (the books have moved since)" : ""}`,
  );
  return [
    head,
    ...(started ? [] : ["The close has not begun; this is the checklist as it would be copied."]),
    ...table,
    ...signed,
    ...(status === "closed" ? [ledgerLock.message] : []),
  ];
}

function progressWords(progress: CloseStatus["progress"] | null): string {
  return progress === null ? "" : `${progress.done + progress.byHand}/${progress.tasks}`;
}

function lateWords({ daysLate }: CloseTaskView): string {
  return daysLate === 0 ? "" : `${daysLate} d`;
}

function evidenceWords({ byHand, evidence, waitsFor }: CloseTaskView): string {
  const hand = byHand === null ? "" : `by hand, ${byHand.person} ${byHand.at}: ${byHand.why}. `;
  const waits = waitsFor.length === 0 ? "" : ` Waits for ${waitsFor.join(", ")}.`;
  return `${hand}${evidence?.summary ?? (byHand === null ? "by hand only" : "")}${waits}`.trim();
}

function dispositionWords(disposition: { readonly verdict: string; readonly stands: boolean } | null): string {
  return disposition === null ? "" : `${disposition.verdict}${disposition.stands ? "" : " (changed since)"}`;
}
