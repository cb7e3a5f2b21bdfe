import { basename } from "node:path";
import { readNamedFile, readNamedJson } from "#main/files/named-file.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import type { Column } from "#main/operations/command-form.ts";
import type { AdjustingEntryView } from "#shared/contract/adjustments.ts";
import { reconcilingItem } from "#shared/contract/reconciliations.ts";
import { readDecimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { adjustingEntry } from "#shared/model/adjusting-entry.ts";
import type { Failure } from "#shared/model/failure.ts";
import { ask, given, must, refused } from "./ask.ts";
import { type Command, type CommandRun, textOption } from "./command.ts";

const SUPPORT_BYTES_MAX = 50 * 1024 * 1024;

type Row = Readonly<Record<string, unknown>>;
const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({ title, width, of: (row) => String(of(row) ?? "") });
const right = (title: string, width: number, of: (row: Row) => unknown): Column => ({ ...plain(title, width, of), right: true });
const OF_PERIOD = { client: "text", period: "text", definition: "text" } as const;
const OF_ACCOUNT = { client: "text", period: "text", account: "text" } as const;

const ENTRY_COLUMNS: readonly Column[] = [
  plain("kind", 12, (row) => row.kind),
  plain("entry", 34, (row) => row.title),
  plain("part", 8, (row) => row.part),
  plain("date", 10, (row) => row.date),
  right("debits", 16, (row) => debits(row.lines as AdjustingEntryView["lines"])),
  plain("state", 10, (row) => row.state),
  plain("record", 36, (row) => row.recordId ?? row.jobId),
  plain("message", 60, (row) => row.message),
];
const RECONCILIATION_COLUMNS: readonly Column[] = [
  plain("account", 34, (row) => row.label),
  right("opening", 14, (row) => row.opening),
  right("up", 14, (row) => row.increases),
  right("down", 14, (row) => row.decreases),
  right("closing", 14, (row) => row.closing),
  right("support", 14, (row) => (row.support as { amount: string } | null)?.amount ?? ""),
  right("difference", 12, (row) => row.difference ?? ""),
  right("oldest", 6, (row) => row.oldestDays ?? ""),
  right("files", 5, (row) => (row.attachments as readonly unknown[]).length),
  plain("state", 13, (row) => String(row.state).replaceAll("_", " ")),
];

const entries: readonly Command[] = [
  {
    noun: "adjustment",
    verb: "add",
    summary: "adds an adjusting entry from a file: accrual, prepayment, depreciation or recurring; --definition replaces one",
    asks: ["adjustments.save"],
    options: { client: "text", file: "text", definition: "text" },
    required: ["client", "file"],
    run: (run) => {
      const entry = jsonFile(run, (content) => adjustingEntry.safeParse(content));
      if (!entry.ok) return Promise.resolve(refused(run, entry.failure));
      const input = { clientId: must(run.options, "client"), ...given(run.options, { definition: "definitionId" }), entry: entry.value };
      return ask(run, "adjustments.save", input, (done) => run.output.result(done, [`Kept as ${done.definitionId}.`]));
    },
  },
  {
    noun: "adjustment",
    verb: "remove",
    summary: "takes a definition back; entries that were posted stay",
    asks: ["adjustments.remove"],
    options: { client: "text", definition: "text" },
    required: ["client", "definition"],
    run: (run) =>
      ask(run, "adjustments.remove", { clientId: must(run.options, "client"), definitionId: must(run.options, "definition") }, (done) =>
        run.output.result(done, ["Removed."]),
      ),
  },
  {
    noun: "adjustment",
    verb: "list",
    summary: "the adjusting entries of a period and what became of each",
    asks: ["adjustments.list"],
    options: OF_PERIOD,
    required: ["client", "period"],
    run: (run) =>
      ask(run, "adjustments.list", ofPeriod(run), (rows) => {
        run.output.rows(rows, ENTRY_COLUMNS);
        run.output.endRows(rows.length);
      }),
  },
  ...(["draft", "post"] as const).map((verb) => ({
    noun: "adjustment",
    verb,
    summary:
      verb === "draft" ? "puts what is due in a period into the write queue as drafts; sends nothing" : "sends the drafts of a period",
    asks: [`adjustments.${verb}` as const],
    options: OF_PERIOD,
    required: ["client", "period"],
    ...(verb === "post" ? { sends: true as const } : {}),
    run: (run: CommandRun) =>
      ask(run, `adjustments.${verb}`, ofPeriod(run), (done) => run.output.result(done, [`${done.jobIds.length} jobs.`, ...done.jobIds])),
  })),
];

const reconciling: readonly Command[] = [
  {
    noun: "reconciliation",
    verb: "list",
    summary: "balance-sheet accounts of a period: roll-forward, support, items with age, difference",
    asks: ["reconciliations.list"],
    options: { client: "text", period: "text" },
    required: ["client", "period"],
    run: (run) =>
      ask(run, "reconciliations.list", { clientId: must(run.options, "client"), period: must(run.options, "period") }, (rows) => {
        run.output.rows(rows, RECONCILIATION_COLUMNS);
        run.output.endRows(rows.length);
      }),
  },
  {
    noun: "reconciliation",
    verb: "set",
    summary: "sets the support of an account; --file holds items, a list of {text, amount, date, documentId?}",
    asks: ["reconciliations.save"],
    options: { ...OF_ACCOUNT, support: "text", note: "text", file: "text" },
    required: ["client", "period", "account", "support"],
    run: (run) => {
      const support = readDecimal(must(run.options, "support"));
      if (support === null)
        return Promise.resolve(refused(run, { code: "invalid_input", message: "--support: a decimal numeral.", field: "support" }));
      const items =
        textOption(run.options, "file") === undefined ? ok([]) : jsonFile(run, (content) => reconcilingItem.array().safeParse(content));
      if (!items.ok) return Promise.resolve(refused(run, items.failure));
      const input: OperationInput<"reconciliations.save"> = {
        ...ofAccount(run),
        support,
        items: items.value,
        ...given(run.options, { note: "note" }),
      };
      return ask(run, "reconciliations.save", input, (done) => run.output.result(done, [`Kept, decision ${done.decisionNo}.`]));
    },
  },
  {
    noun: "reconciliation",
    verb: "attach",
    summary: "copies a file into the client's data and pins it to an account of a period",
    asks: ["reconciliations.attach"],
    options: { ...OF_ACCOUNT, file: "text" },
    required: ["client", "period", "account", "file"],
    run: (run) => {
      const file = must(run.options, "file");
      const content = readNamedFile(file, "file", SUPPORT_BYTES_MAX);
      if (!content.ok) return Promise.resolve(refused(run, content.failure));
      const input = { ...ofAccount(run), fileName: basename(file), content: content.value.toString("base64") };
      return ask(run, "reconciliations.attach", input, (done) =>
        run.output.result(done, [`${done.attachment.fileName}: ${done.attachment.sha256}`]),
      );
    },
  },
  {
    noun: "reconciliation",
    verb: "require",
    summary: "says that an account has to be reconciled at every close; with --off that it has not",
    asks: ["reconciliations.require"],
    options: { client: "text", account: "text", off: "flag" },
    required: ["client", "account"],
    run: (run) => {
      const input = { clientId: must(run.options, "client"), accountId: must(run.options, "account"), required: run.options.off !== true };
      return ask(run, "reconciliations.require", input, (done) => run.output.result(done, [`Noted, decision ${done.decisionNo}.`]));
    },
  },
];

/** Adjusting entries and reconciliations, as commands. */
export const adjustmentCommands: readonly Command[] = [...entries, ...reconciling];

function ofPeriod({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period"), ...given(options, { definition: "definitionId" }) };
}

function ofAccount({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period"), accountId: must(options, "account") };
}

function debits(lines: AdjustingEntryView["lines"]): string {
  return lines
    .filter(({ amount }) => !amount.startsWith("-"))
    .map(({ amount }) => amount)
    .join(" + ");
}

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
    };

function jsonFile<T>({ options }: CommandRun, parse: (content: unknown) => Parsed<T>): Result<T, Failure> {
  const content = readNamedJson(must(options, "file"), "file");
  if (!content.ok) return content;
  const parsed = parse(content.value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".") ?? "";
  return fail({
    code: "invalid_input",
    message: `${field === "" ? "file" : field}: ${issue?.message ?? "can not be read"}.`,
    field: field === "" ? "file" : field,
  });
}
