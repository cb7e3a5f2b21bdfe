import type { Column } from "#main/operations/command-form.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { tieOutLabel } from "#shared/model/labels/tie-out-label.ts";
import { isTotalOnly, shownOutcome, type TieOut } from "#shared/model/reports/tie-out.ts";
import { refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, textOption } from "../command.ts";
import { day } from "../report-options.ts";

type Row = Readonly<Record<string, unknown>>;
const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({ title, width, of: (row) => String(of(row) ?? "") });
const right = (title: string, width: number, of: (row: Row) => unknown): Column => ({ ...plain(title, width, of), right: true });
const label = (value: unknown) => codeLabel(String(value ?? ""));

const AMOUNTS: readonly Column[] = [
  right("tieout", 16, (row) => row.ours),
  right("ledger", 16, (row) => row.ledgers),
  right("difference", 14, (row) => row.difference),
  plain("currency", 8, (row) => row.currency),
];
const DOCUMENTS = plain("transactions", 60, (row) =>
  (row.documents as readonly { readonly id: string; readonly reasons: readonly string[] }[])
    .map(({ id, reasons }) => `${id} (${reasons.map(label).join(", ")})`)
    .join("; "),
);
/** The core adds to each row whether a sync has overtaken it. */
const result = plain("result", 16, (row) => label(shownOutcome(row.outcome as TieOut["outcome"], row.recheck === true)));
const CHECK_COLUMNS: readonly Column[] = [
  plain("check", 27, (row) => label(row.check)),
  plain("result", 28, (row) => tieOutLabel(row as TieOut & Row, row.recheck === true)),
  ...AMOUNTS,
  plain("compared with", 25, (row) => (isTotalOnly(row as TieOut & Row) ? "Trial balance, total only" : label(row.against))),
  plain("ledger read", 24, (row) => (row.asOf as TieOut["asOf"]).ledgers),
  plain("reason", 70, (row) => row.reason),
  DOCUMENTS,
];
const VARIANCE_COLUMNS: readonly Column[] = [
  plain("check", 27, (row) => label(row.check)),
  plain("account or contact", 34, (row) => row.label),
  result,
  ...AMOUNTS,
  plain("reason", 60, (row) => row.reason),
  DOCUMENTS,
];

const tieOutRun: Command = {
  noun: "tie-out",
  verb: "run",
  summary: "Get the ledger's reports as of a date and compare Tieout's figures with them",
  asks: ["tieOuts.run"],
  options: { client: "text", "as-of": "text" },
  required: ["client", "as-of"],
  sends: true,
  run: async (run) => {
    const asOfDate = day(run.options, "as-of");
    if (!asOfDate.ok) return refused(run, asOfDate.failure);
    const done = await reply(run, "tieOuts.run", { ...ofClient(run), asOfDate: asOfDate.value });
    if (!done.ok) return refused(run, done.failure);
    const { checks } = done.value;
    if (run.output.json) run.output.result(checks, []);
    else run.output.rows(checks, CHECK_COLUMNS);
    return EXIT.done;
  },
};

const tieOutList: Command = {
  noun: "tie-out",
  verb: "list",
  summary: "List the checks of the last tie-out, or of the last tie-out for the date in --as-of",
  asks: ["tieOuts.last"],
  options: { client: "text", "as-of": "text" },
  required: ["client"],
  run: async (run) => {
    const asked = textOption(run.options, "as-of") === undefined ? null : day(run.options, "as-of");
    if (asked !== null && !asked.ok) return refused(run, asked.failure);
    const last = await reply(run, "tieOuts.last", { ...ofClient(run), ...(asked === null ? {} : { asOfDate: asked.value }) });
    if (!last.ok) return refused(run, last.failure);
    const recheck = last.value?.recheck === true;
    const checks = (last.value?.checks ?? []).map((check) => ({ ...check, recheck }));
    run.output.rows(checks, CHECK_COLUMNS);
    run.output.endRows(checks.length);
    return EXIT.done;
  },
};

const varianceList: Command = {
  noun: "variance",
  verb: "list",
  summary: "List figures that are out of balance or couldn't be checked in the last tie-out, with accounts and transactions",
  asks: ["variances.list"],
  options: { client: "text" },
  required: ["client"],
  run: async (run) => {
    const found = await reply(run, "variances.list", ofClient(run));
    if (!found.ok) return refused(run, found.failure);
    const { rows, recheck } = found.value;
    run.output.rows(
      rows.map((row) => ({ ...row, recheck })),
      VARIANCE_COLUMNS,
    );
    run.output.endRows(rows.length);
    return EXIT.done;
  },
};

/** Tie-outs and their variances. */
export const tieOutCommands: readonly Command[] = [tieOutRun, tieOutList, varianceList];

function ofClient({ options }: CommandRun): { readonly clientId: string } {
  return { clientId: textOption(options, "client") as string };
}
