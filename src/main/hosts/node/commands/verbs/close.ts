import { aligned } from "#main/hosts/node/output.ts";
import { type Column, left, right } from "#main/operations/command-form.ts";
import type { CloseStatus, CloseTaskView } from "#shared/contract/close/close.ts";
import { ask, must } from "../ask.ts";
import type { Command, CommandRun } from "../command.ts";

const BOARD_COLUMNS: readonly Column[] = [
  left("client", 30, (row) => row.name),
  left("period", 12, (row) => row.period),
  left("state", 9, (row) => row.status),
  right("done", 7, (row) => progressWords(row.progress as CloseStatus["progress"] | null)),
  right("late", 5, (row) => row.daysLate),
  left("due", 10, (row) => row.due),
  left("blocked by", 70, (row) => (row.blocks as readonly string[]).join("; ")),
];
/** Where a close stands. */
export const closeCommands: readonly Command[] = [
  {
    noun: "close",
    verb: "status",
    summary: "the checklist of a period, each task with its evidence",
    asks: ["close.status"],
    options: { client: "text", period: "text" },
    required: ["client", "period"],
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
];

function ofPeriod({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period") };
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
