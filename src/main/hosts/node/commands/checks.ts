import { mirroredClient } from "#main/api/client-source.ts";
import type { Column } from "#main/operations/command-form.ts";
import type { ClientSource, OpInput, OpResult } from "#main/workers/protocol.ts";
import { dayNumber, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, exitOf, textOption } from "./command.ts";

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 1000;
const MODULES = ["ap", "ar", "gl"] as const;

export const postCheck: Command = {
  noun: "post",
  verb: "check",
  summary: "says whether a document of a date and module can be posted, and which locks forbid it",
  options: { client: "text", date: "text", module: "text", entity: "text", adjustment: "flag" },
  required: ["client", "date", "module"],
  run: async (run) => {
    const { options, output, context } = run;
    const date = readCalendarDate(textOption(options, "date") as string);
    if (date === null) return refuse(run, { code: "invalid_input", message: "--date takes a date, YYYY-MM-DD.", field: "date" });
    const module = MODULES.find((known) => known === textOption(options, "module"));
    if (module === undefined)
      return refuse(run, { code: "invalid_input", message: `--module takes one of ${MODULES.join(", ")}.`, field: "module" });
    const source = await mirrorOf(run);
    if (!source.ok) return refuse(run, source.failure);
    const entityId = textOption(options, "entity");
    const question = { date, module, isAdjustment: options.adjustment === true, ...(entityId === undefined ? {} : { entityId }) };
    const checked = await context.pool.perform("posting.check", { ...source.value, question });
    if (!checked.ok) return refuse(run, checked.failure);
    const { canPost, blockedBy, firstPostableDate } = checked.value;
    const locks = blockedBy.map(
      ({ id, scope, lockedThrough, readAt, exempts, closedBy }) =>
        `  ${id}: ${scope.module ?? "all"} through ${lockedThrough}${exempts === undefined ? "" : `, lets ${exempts} pass`}, ${closedBy === undefined ? "read" : `closed here by ${closedBy}`} ${readAt}`,
    );
    output.result(checked.value, [
      canPost ? `${date} can be posted.` : `${date} can not be posted; the first date that can is ${firstPostableDate}.`,
      ...locks,
    ]);
    return EXIT.done;
  },
};

type Row = Readonly<Record<string, unknown>>;
const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({ title, width, of: (row) => String(of(row) ?? "") });

const CHANGE_COLUMNS: readonly Column[] = [
  plain("detected", 24, (row) => row.detectedAt),
  plain("record", 60, (row) => row.recordName ?? row.recordId),
  plain("field", 16, (row) => row.field),
  plain("before", 28, (row) => row.before),
  plain("after", 28, (row) => row.after),
  plain("closed", 6, (row) => (row.inClosedPeriod === true ? "closed" : "")),
];

export const changeList: Command = {
  noun: "change",
  verb: "list",
  summary: "lists what changed between readings, before and after, and whether in a closed period",
  options: { client: "text", since: "text" },
  required: ["client"],
  run: async (run) => {
    const given = textOption(run.options, "since");
    const since = given === undefined ? null : readCalendarDate(given);
    if (given !== undefined && since === null)
      return refuse(run, { code: "invalid_input", message: "--since takes a date, YYYY-MM-DD.", field: "since" });
    const source = await mirrorOf(run);
    if (!source.ok) return refuse(run, source.failure);
    const sinceMs = since === null ? 0 : dayNumber(since) * DAY_MS;
    let count = 0;
    for (let after: number | null = 0; after !== null && !run.signal.aborted; ) {
      const asked: OpInput<"changes.list"> = { ...source.value, sinceMs, after, limit: ROWS_AT_ONCE };
      const page: Result<OpResult<"changes.list">, Failure> = await run.context.pool.perform("changes.list", asked);
      if (!page.ok) return refuse(run, page.failure);
      run.output.rows(page.value, CHANGE_COLUMNS);
      count += page.value.length;
      after = page.value.length === ROWS_AT_ONCE ? (page.value.at(-1)?.changeNo ?? null) : null;
    }
    run.output.endRows(count);
    return run.signal.aborted ? EXIT.failed : EXIT.done;
  },
};

/** The mirror of the client that is meant. */
function mirrorOf({ context, options }: CommandRun): Promise<Result<ClientSource, Failure>> {
  return mirroredClient(context, textOption(options, "client") as string);
}

function refuse({ output }: CommandRun, failure: Failure): ExitStatus {
  output.failure(failure);
  return exitOf(failure);
}
