import { aligned } from "#main/hosts/node/output.ts";
import { type Column, left, right } from "#main/operations/command-form.ts";
import type { CloseBoardRow, CloseStatus, CloseTaskView } from "#shared/contract/close/close.ts";
import { asSentence, counted, dayName, minuteName, periodName, withDays } from "#shared/kernel/readable.ts";
import { plannedChecklistText, taskStateLabel } from "#shared/model/labels/checklist-label.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { ask, must } from "../ask.ts";
import type { Command, CommandRun } from "../command.ts";

const DONE_WIDTH = 7;

/** A mark beside a count makes the column wider for all, and only where there is one. */
function boardColumns(rows: readonly CloseBoardRow[]): readonly Column[] {
  return [
    left("client", 30, (row) => row.name),
    left("period", 14, (row) => (row.period === null ? null : periodName(String(row.period)))),
    left("status", 11, (row) => stageText(row as unknown as CloseBoardRow)),
    right("done", Math.max(DONE_WIDTH, ...rows.map((row) => doneText(row).length)), (row) => doneText(row as unknown as CloseBoardRow)),
    left("late", 10, (row) => lateText(row as unknown as CloseBoardRow)),
    left("due", 10, (row) => row.due),
    left("next task", 70, (row) => nextTaskText(row.blocks as readonly string[])),
  ];
}

/** The state of a close. */
export const closeCommands: readonly Command[] = [
  {
    noun: "close",
    verb: "status",
    summary: "Show a period's checklist, each task with its evidence",
    asks: ["close.status"],
    options: { client: "text", period: "text" },
    required: ["client", "period"],
    run: (run) => ask(run, "close.status", ofPeriod(run), (status) => run.output.result(status, statusLines(status))),
  },
  {
    noun: "close",
    verb: "board",
    summary:
      "Show every client's close: progress, how many business days it's late (or, before it's due, how many tasks are), due date, and next task",
    asks: ["close.board"],
    options: { fresh: "flag" },
    required: [],
    help: {
      fresh: "Before listing, recalculate the closes that are out of date. Nothing is read from the ledger",
    },
    run: (run) =>
      ask(run, "close.board", { refresh: run.options.fresh === true ? "now" : "none" }, ({ rows }) => {
        run.output.rows(rows, boardColumns(rows));
        run.output.endRows(rows.length);
      }),
  },
];

function ofPeriod({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period") };
}

function statusLines(close: CloseStatus): string[] {
  const { period, status, progress, due, daysLate, tasks: list, signatures, started, template, ledgerLock } = close;
  // Late by its own due date; before that, by how many tasks are late.
  const standing =
    daysLate > 0
      ? `was due ${dayName(due)}, ${counted(daysLate, "business day")} late`
      : `due ${dayName(due)}${progress.late === 0 ? "" : `, ${progress.late} late`}`;
  const head = `${periodName(period.label)}: ${stageText(close).toLowerCase()}. ${progressText(progress)} ${progress.tasks === 1 ? "task" : "tasks"} done (${progress.byHand} of them marked complete manually), ${status === "closed" ? `was due ${dayName(due)}` : standing}`;
  const rows = list.map((task) => [
    task.phase,
    taskStateLabel(task),
    task.due,
    daysLateText(task),
    task.id,
    task.title,
    evidenceText(task),
  ]);
  const table = aligned([["phase", "status", "due", "late", "task", "title", "evidence"], ...rows], 7);
  const signed = signatures.map(
    ({ role, person, at, stale, waiting }) =>
      `${role === "preparer" ? "Prepared" : "Reviewed"} by ${person}, ${minuteName(at)}${stale ? " (no longer counts: the period's figures have changed since then)" : ""}${waiting ? " (not on the firm's server yet)" : ""}`,
  );
  return [
    head,
    ...(started ? [] : [plannedChecklistText({ status, template })]),
    ...table,
    ...signed,
    ...(status === "closed" ? [ledgerLock.message] : []),
  ];
}

/** An open period that nobody has begun to close isn't started, as in the window. */
function stageText({ status, started }: Pick<CloseBoardRow, "status" | "started">): string {
  return status === "open" && !started ? "Not started" : (codeLabel(status) ?? "");
}

function progressText(progress: CloseStatus["progress"] | null): string {
  return progress === null ? "" : `${progress.done + progress.byHand}/${progress.tasks}`;
}

/** A count with tie-outs from before a sync that ended without running them again says so. No sync runs beside a command. */
function doneText({ progress, rechecking }: Pick<CloseBoardRow, "progress" | "rechecking">): string {
  return rechecking === true ? `${progressText(progress)} (recheck needed)` : progressText(progress);
}

function lateText({ closeDaysLate, progress, status }: CloseBoardRow): string {
  if (closeDaysLate > 0) return counted(closeDaysLate, "day");
  return progress === null || progress.late === 0 || status === "closed" ? "" : counted(progress.late, "task");
}

/** The first by name, and how many there are besides. */
function nextTaskText([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}

function daysLateText({ daysLate }: CloseTaskView): string {
  return daysLate === 0 ? "" : counted(daysLate, "business day");
}

function evidenceText({ byHand, evidence, state, waitsFor }: CloseTaskView): string {
  const hand = byHand === null ? "" : `Marked complete by ${byHand.person}, ${minuteName(byHand.at)}: ${asSentence(byHand.why)} `;
  const isOpen = state === "open" || state === "waiting";
  const waits = waitsFor.length === 0 || !isOpen ? "" : ` Waiting for ${waitsFor.join(", ")}.`;
  return `${hand}${evidence === null ? (byHand === null ? "Done when someone marks it complete." : "") : withDays(evidence.summary)}${waits}`.trim();
}
