import type { OperationInput } from "#main/operations/collection.ts";
import type { Column } from "#main/operations/command-form.ts";
import { dayName, minuteName } from "#shared/kernel/readable.ts";
import { message } from "#shared/language/t.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { given, refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, textOption } from "../command.ts";
import { day, optionalDay } from "../report-options.ts";

const ROWS_AT_ONCE = 1000;
const MODULES = ["ap", "ar", "gl"] as const;

export const postCheck: Command = {
  noun: "post",
  verb: "check",
  summary: "Check whether a transaction can be posted on a date, and list any locks that block the date",
  asks: ["posting.check"],
  options: { client: "text", date: "text", module: "text", entity: "text", adjustment: "flag" },
  required: ["client", "date", "module"],
  help: {
    date: "Date of the transaction",
    module: message("ap (payables), ar (receivables) or gl (general ledger)"),
    adjustment: "The transaction goes into an adjustment period. Don't use this for ordinary adjusting entries",
  },
  run: async (run) => {
    const { options, output } = run;
    const asked = day(options, "date");
    if (!asked.ok) return refused(run, asked.failure);
    const date = asked.value;
    const module = MODULES.find((known) => known === textOption(options, "module"));
    if (module === undefined)
      return refused(run, { code: "invalid_input", message: `--module must be one of ${MODULES.join(", ")}.`, field: "module" });
    const checked = await reply(run, "posting.check", {
      clientId: textOption(options, "client") as string,
      ...{ date, module, isAdjustment: options.adjustment === true },
      ...given(options, { entity: "entityId" }),
    });
    if (!checked.ok) return refused(run, checked.failure);
    const { canPost, blockedBy, firstPostableDate, asOf } = checked.value;
    const locks = blockedBy.map(
      ({ id, scope, from, lockedThrough, readAt, exempts, closedBy }) =>
        `  ${id}: ${scope.module === undefined || scope.module === "all" ? "All modules" : codeLabel(scope.module)} locked ${from === null ? "" : `from ${dayName(from)} `}through ${dayName(lockedThrough)}${exempts === undefined ? "" : ", except for advisors"} (${closedBy === undefined ? "read from the ledger" : `closed in Tieout by ${nameOfNoted(closedBy)}`} on ${minuteName(readAt)})`,
    );
    output.result(checked.value, [
      canPost
        ? `No lock blocks posting on ${dayName(date)}.`
        : `${dayName(date)} is locked. The next open date is ${dayName(firstPostableDate)}.`,
      ...locks,
      ...(asOf === null ? ["The books aren't fully synced yet, so a lock may be missing."] : []),
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
  summary: "List the changes found by each sync: old value, new value and whether the record's period is closed or locked now",
  asks: ["changes.list"],
  options: { client: "text", since: "text" },
  required: ["client"],
  help: {
    since: "Only changes found on or after this day, such as 2026-10-01",
  },
  run: async (run) => {
    const since = optionalDay(run.options, "since");
    if (!since.ok) return refused(run, since.failure);
    const question = { clientId: textOption(run.options, "client") as string, since: since.value, limit: ROWS_AT_ONCE };
    let count = 0;
    for (let after: number | null = 0; after !== null && !run.signal.aborted; ) {
      const page: Awaited<ReturnType<typeof changesPage>> = await changesPage(run, { ...question, after });
      if (!page.ok) return refused(run, page.failure);
      // The contract's rows don't include the window's labels.
      const rows = page.value.rows.map(({ recordKind: _kind, label: _label, shown: _shown, by: _by, ...row }) => row);
      run.output.rows(rows, CHANGE_COLUMNS);
      count += rows.length;
      after = page.value.next;
    }
    run.output.endRows(count);
    return run.signal.aborted ? EXIT.failed : EXIT.done;
  },
};

function changesPage(run: CommandRun, question: OperationInput<"changes.list">) {
  return reply(run, "changes.list", question);
}
