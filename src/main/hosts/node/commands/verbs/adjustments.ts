import type { z } from "zod";
import { readNamedJson } from "#main/files/named-file.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import { reconcilingItem } from "#shared/contract/close/reconciliations.ts";
import { readDecimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { adjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { scheduleItem } from "#shared/model/close/schedule-item.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ask, given, must, refused } from "../ask.ts";
import { type Command, type CommandRun, textOption } from "../command.ts";

const OF_ACCOUNT = { client: "text", period: "text", account: "text" } as const;

const entries: readonly Command[] = [
  {
    noun: "adjustment",
    verb: "add",
    summary: "Add an accrual, prepaid expense, depreciation or recurring entry from a file. --definition replaces an existing entry",
    asks: ["adjustments.save"],
    options: { client: "text", file: "text", definition: "text" },
    required: ["client", "file"],
    help: {
      file: "JSON file with the adjusting entry",
      definition: "ID of the adjusting entry to replace",
    },
    run: (run) => {
      const entry = jsonFile(run, adjustingEntry);
      if (!entry.ok) return Promise.resolve(refused(run, entry.failure));
      const input = { clientId: must(run.options, "client"), ...given(run.options, { definition: "definitionId" }), entry: entry.value };
      return ask(run, "adjustments.save", input, (done) => run.output.result(done, [`Saved as ${done.definitionId}.`]));
    },
  },
];

const scheduled: readonly Command[] = [
  {
    noun: "schedule",
    verb: "add",
    summary: "Add a prepaid expense, fixed asset, deferred revenue, accrual or loan from a file. --item replaces an existing item",
    asks: ["schedules.save"],
    options: { client: "text", file: "text", item: "text" },
    required: ["client", "file"],
    help: {
      file: "JSON file with the schedule item",
      item: "ID of the schedule item to replace",
    },
    run: (run) => {
      const item = jsonFile(run, scheduleItem);
      if (!item.ok) return Promise.resolve(refused(run, item.failure));
      const input = { clientId: must(run.options, "client"), ...given(run.options, { item: "itemId" }), item: item.value };
      return ask(run, "schedules.save", input, (done) => run.output.result(done, [`Saved as ${done.itemId}.`]));
    },
  },
];

const reconciling: readonly Command[] = [
  {
    noun: "reconciliation",
    verb: "set",
    summary: "Set an account's balance per statement or support, and its reconciling items",
    asks: ["reconciliations.save"],
    options: { ...OF_ACCOUNT, support: "text", note: "text", file: "text" },
    required: ["client", "period", "account", "support"],
    help: {
      account: "Account (ID or code)",
      support: "Balance per statement, schedule or count",
      note: "Note on the reconciliation",
      file: "JSON file with a list of reconciling items. The list replaces the open items raised in this period. Required for each item: text, date and amount. The balance per support plus the amounts of all open items, including those from earlier periods, should equal the balance in the books. Optional: owner and expected (the date when the item should clear)",
    },
    run: (run) => {
      const support = readDecimal(must(run.options, "support"));
      if (support === null)
        return Promise.resolve(
          refused(run, { code: "invalid_input", message: "--support must be an amount, such as 1250.00.", field: "support" }),
        );
      const items = textOption(run.options, "file") === undefined ? ok(undefined) : jsonFile(run, reconcilingItem.array());
      if (!items.ok) return Promise.resolve(refused(run, items.failure));
      const input: OperationInput<"reconciliations.save"> = {
        ...ofAccount(run),
        support,
        ...(items.value === undefined ? {} : { items: items.value }),
        ...given(run.options, { note: "note" }),
      };
      return ask(run, "reconciliations.save", input, (done) => run.output.result(done, [`Saved (decision ${done.decisionNo}).`]));
    },
  },
  {
    noun: "reconciliation",
    verb: "require",
    summary: "Require an account to be reconciled, starting in a certain period. --off ends the requirement, starting in that period",
    asks: ["reconciliations.setPolicy"],
    options: { ...OF_ACCOUNT, off: "flag" },
    required: ["client", "period", "account"],
    help: {
      period: "First period that the change applies to (ID, label or month, such as 2026-10)",
      account: "Account (ID or code)",
      off: "Stop requiring the account to be reconciled",
    },
    run: (run) => {
      const input = { ...ofAccount(run), required: run.options.off !== true };
      return ask(run, "reconciliations.setPolicy", input, (done) => run.output.result(done, [`Saved (decision ${done.decisionNo}).`]));
    },
  },
];

/** Adjusting entries, schedules and reconciliations: the verbs that read a file with items, or whose flag means its opposite. */
export const adjustmentCommands: readonly Command[] = [...entries, ...scheduled, ...reconciling];

function ofAccount({ options }: CommandRun) {
  return { clientId: must(options, "client"), period: must(options, "period"), accountId: must(options, "account") };
}

function jsonFile<S extends z.ZodType>({ options }: CommandRun, schema: S): Result<z.output<S>, Failure> {
  const content = readNamedJson(must(options, "file"), "file");
  if (!content.ok) return content;
  const read = readGiven(schema, content.value);
  if (read.ok) return read;
  const field = read.failure.path.join(".");
  return fail({ code: "invalid_input", message: wrongField(field || "The file", read.failure.message), field: field || "file" });
}
