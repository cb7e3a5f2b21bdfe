import { aligned } from "#main/hosts/node/output.ts";
import { type Column, left, right } from "#main/operations/command-form.ts";
import type { CloseStatus, CloseTaskView } from "#shared/contract/close/close.ts";
import { asSentence, counted, dayName, minuteName, periodName, withDays } from "#shared/kernel/readable.ts";
import { plannedChecklistText } from "#shared/model/labels/checklist-label.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { ask, must } from "../ask.ts";
import type { Command, CommandRun } from "../command.ts";

const BOARD_COLUMNS: readonly Column[] = [
  left("client", 30, (row) => row.name),
  left("period", 14, (row) => periodName(String(row.period))),
  left("status", 9, (row) => codeLabel(String(row.status))),
  right("done", 7, (row) => progressText(row.progress as CloseStatus["progress"] | null)),
  right("late", 5, (row) => row.daysLate),
  left("due", 10, (row) => row.due),
  left("held up by", 70, (row) => (row.blocks as readonly string[]).join("; ")),
];
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
      "Show every client's close: progress, business days late (of the most overdue task or, before the close is started, of the close itself), due date and blocking tasks",
    asks: ["close.board"],
    options: { fresh: "flag" },
    required: [],
    help: {
      fresh: "Before listing, recalculate the closes that are out of date. Nothing is read from the ledger",
    },
    run: (run) =>
      ask(run, "close.board", { refresh: run.options.fresh === true ? "now" : "none" }, ({ rows }) => {
        run.output.rows(rows, BOARD_COLUMNS);
        run.output.endRows(rows.length);
      }),
  },
];

function ofPeriod({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period") };
}

function statusLines({ period, status, progress, due, tasks: list, signatures, started, template, ledgerLock }: CloseStatus): string[] {
  // No task is late before the close is started.
  const standing = started ? `${progress.late} late` : `due ${dayName(due)}`;
  const head = `${periodName(period.label)}: ${codeLabel(status).toLowerCase()}. ${progressText(progress)} ${progress.tasks === 1 ? "task" : "tasks"} done (${progress.byHand} of them marked complete manually), ${status === "closed" ? `was due ${dayName(due)}` : standing}`;
  const rows = list.map((task) => [
    task.phase,
    codeLabel(task.state),
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

function progressText(progress: CloseStatus["progress"] | null): string {
  return progress === null ? "" : `${progress.done + progress.byHand}/${progress.tasks}`;
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
