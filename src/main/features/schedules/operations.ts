import { z } from "zod";
import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { readItemTable } from "#main/domain/schedules/item-table.ts";
import { scheduleRefusal } from "#main/domain/schedules/schedule-refusal.ts";
import { scheduleTable } from "#main/domain/schedules/schedule-table.ts";
import { tableOf } from "#main/features/budgets/table-file.ts";
import { findPeriod, ordinaryPeriods } from "#main/features/periods/find-period.ts";
import { bytesOf } from "#main/operations/base64.ts";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { draftedLines } from "#main/operations/drafted-lines.ts";
import { oneByOne } from "#main/operations/one-by-one.ts";
import { command, query } from "#main/operations/operation.ts";
import { accountFinder } from "#main/store/accounts/account-finder.ts";
import { type DueAdjustment, dueAdjustments } from "#main/store/close/adjusting-entries.ts";
import { rollForward as readRollForward } from "#main/store/schedules/roll-forward.ts";
import { type ScheduleSetting, scheduleBalances, workedItems } from "#main/store/schedules/schedule-balances.ts";
import { removeItem, saveItems, scheduleItems } from "#main/store/schedules/schedule-items.ts";
import { itemMonths, plannedMonths, schedulesView as readSchedules, TO_DRAFT } from "#main/store/schedules/schedules-view.ts";
import {
  rollForward,
  type ScheduleItemRow,
  scheduleAccount,
  scheduleMonth,
  scheduleSuggestion,
  schedulesView,
} from "#shared/contract/close/schedules.ts";
import { clientId, done, madeJobs, shortId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { scheduleItem } from "#shared/model/close/schedule-item.ts";
import { codeLabel, entryStateLabel } from "#shared/model/labels/code-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const ofPeriod = z.object({ clientId, period: shortId.describe("Period (ID, label or month, such as 2026-10)") });
const itemId = shortId.describe("Schedule item ID");
const itemIds = z.array(shortId).max(10_000).optional().describe("Only the schedule item with this ID; may be repeated");

const readDue = clientStep("schedules.readDue", "reader", dueOf);
export const scheduleSteps = [readDue] as const;

/** Balance sheet schedules: items, their monthly entries, and their balances compared with the books. */
export const balanceScheduleOperations = [
  query("schedules.list", {
    summary: "Show a client's balance sheet schedules in a period: items, entries, suggestions, and balances compared with the books",
    input: ofPeriod,
    output: schedulesView,
    runs: "reader",
    perform: (work, { period }) => withPeriod(work, period, (setting) => ok(readSchedules(setting))),
    command: {
      verb: "schedule list",
      table: {
        rows: ({ items }) => items,
        columns: [
          left("schedule", 16, (row) => codeLabel((row.item as ScheduleItemRow["item"]).kind)),
          left("item", 32, (row) => (row.item as ScheduleItemRow["item"]).title),
          left("account", 28, (row) => row.account),
          right("opening", 14, (row) => row.opening),
          right("additions", 14, (row) => row.added),
          right("reductions", 14, (row) => row.reduced),
          right("closing", 14, (row) => row.closing),
          right("months left", 11, (row) => row.monthsLeft),
          left("entry", 17, (row) => entryStateLabel(String(row.state))),
          left("id", 36, (row) => row.itemId),
        ],
        after: ({ entries, suggestions }) => [
          `${counted(entries.due, "entry", "entries")} to draft, ${entries.drafted} drafted but not confirmed as posted, ${entries.posted} posted.`,
          ...(suggestions.length === 0
            ? []
            : [
                "Some of the period's bills or expenses post to prepaid or fixed asset accounts but aren't fully on a schedule.",
                "To see them, run “tieout schedule suggestions” with the same --client and --period.",
              ]),
        ],
      },
    },
  }),

  query("schedules.balances", {
    summary: "Compare the balance per schedule with the books, account by account, and explain the difference",
    input: ofPeriod,
    output: z.array(scheduleAccount),
    runs: "reader",
    perform: (work, { period }) => withPeriod(work, period, (setting) => ok(scheduleBalances(setting))),
    command: {
      verb: "schedule balances",
      table: {
        rows: (accounts) => accounts,
        columns: [
          left("account", 34, (row) => row.label),
          right("per books", 16, (row) => row.perBooks),
          right("per schedule", 16, (row) => row.perSchedule),
          right("difference", 14, (row) => row.difference),
          left("explained by", 70, (row) =>
            (row.parts as { kind: string; amount: string }[]).map(({ kind, amount }) => `${codeLabel(kind)} ${amount}`).join("; "),
          ),
        ],
      },
    },
  }),

  query("schedules.item", {
    summary: "Show a schedule item month by month",
    input: z.object({ clientId, itemId }),
    output: z.array(scheduleMonth),
    runs: "reader",
    perform: ({ mirror, books }, { itemId: asked }) => {
      const item = workedItems({ reader: mirror, books }).find((one) => one.itemId === asked);
      return item === undefined
        ? fail({ code: "not_found", message: `Schedule item ${asked} doesn't exist.`, field: "itemId" })
        : ok(itemMonths(item, books.baseCurrency));
    },
    command: {
      verb: "schedule show",
      options: { itemId: "item" },
      table: {
        rows: (months) => months,
        columns: [
          left("month", 8, (row) => row.month),
          right("opening", 14, (row) => row.opening),
          right("additions", 14, (row) => row.added),
          right("reductions", 14, (row) => row.reduced),
          right("interest", 12, (row) => row.interest),
          right("closing", 14, (row) => row.closing),
          left("entry", 17, (row) => entryStateLabel(String(row.state))),
          left("journal", 36, (row) => row.recordId),
        ],
      },
    },
  }),

  query("schedules.preview", {
    summary: "Calculate a schedule item month by month without saving it",
    input: z.object({ clientId, item: scheduleItem }),
    output: z.array(scheduleMonth),
    runs: "reader",
    perform: ({ books }, { item }) => {
      const refused = scheduleRefusal(item, currencyDigits(books.baseCurrency));
      if (refused !== null) return fail({ code: "invalid_input", ...refused });
      return ok(plannedMonths(scheduleTable(item, currencyDigits(books.baseCurrency)), item.bookedThrough, books.baseCurrency));
    },
  }),

  command("schedules.save", {
    summary: "Add or replace an item of a balance sheet schedule",
    input: z.object({ clientId, itemId: shortId.optional(), item: scheduleItem }),
    output: done.extend({ itemId: z.string() }),
    runs: "writer",
    outdates: ["close"],
    prepare: async ({ uuid }) => ok(uuid()),
    perform: ({ mirror, books, person, nowMs }, { itemId: named, item }, newId) => {
      const saved = saveItems(mirror, { items: [{ itemId: named ?? newId, item }], currency: books.baseCurrency, person, nowMs });
      return saved.ok ? ok(saved.value[0] as NonNullable<(typeof saved.value)[0]>) : saved;
    },
  }),

  command("schedules.import", {
    summary: "Import schedule items from a CSV file or workbook, one item per row. If a row is invalid, nothing is imported",
    input: z.object({
      clientId,
      content: z
        .string()
        .min(1, "choose a file that isn't empty")
        .max(28_000_000, "choose a file of at most 20 MB")
        .describe(
          "CSV file or workbook with the columns “schedule”, “item”, “account”, “other account”, “amount”, “from” and “months”, and any others that the schedule needs",
        ),
    }),
    output: z.object({ itemIds: z.array(z.string()), decisionNos: z.array(z.number().int()) }),
    runs: "writer",
    outdates: ["close"],
    prepare: async (context, { content }) => {
      const bytes = bytesOf(content);
      if (!bytes.ok) return bytes;
      const cells = await tableOf(context, bytes.value);
      return cells.ok ? ok({ cells: cells.value, prefix: context.uuid() }) : cells;
    },
    perform: ({ mirror, books, person, nowMs }, _input, { cells, prefix }) => {
      const read = readItemTable(cells, accountFinder(mirror));
      if (!read.ok) return read;
      const items = read.value.map((item, at) => ({ itemId: `${prefix}-${at + 1}`, item }));
      const saved = saveItems(mirror, { items, currency: books.baseCurrency, person, nowMs });
      if (!saved.ok) return saved;
      return ok({ itemIds: saved.value.map((one) => one.itemId), decisionNos: saved.value.map(({ decisionNo }) => decisionNo) });
    },
    command: {
      verb: "schedule import",
      options: { content: { option: "file", file: "base64" } },
      lines: ({ itemIds: saved }) => [`${counted(saved.length, "item")} imported.`],
    },
  }),

  command("schedules.remove", {
    summary: "Remove an item from its schedule. Journals already drafted or posted are kept",
    input: z.object({ clientId, itemId }),
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: ({ mirror, person, nowMs }, { itemId: asked }) => removeItem(mirror, { itemId: asked, person, nowMs }),
    command: { verb: "schedule remove", options: { itemId: "item" }, lines: () => ["Removed."] },
  }),

  // An entry has one action id for its item and month, so the write queue never takes it twice.
  command("schedules.draft", {
    summary: "Draft a period's schedule entries without sending them",
    input: ofPeriod.extend({ itemIds }),
    output: madeJobs,
    runs: "core",
    outdates: ["close"],
    perform: async (context, input) => {
      const due = await context.perform(readDue, input);
      if (!due.ok) return due;
      return oneByOne(context, due.value, ({ actionId, operation }) =>
        context.writes.submit({ clientId: input.clientId, operations: [operation], actionId, draft: true }),
      );
    },
    command: {
      verb: "schedule draft",
      options: { itemIds: "item" },
      lines: draftedLines,
      failure: ({ failure }) => failure,
    },
  }),

  query("schedules.suggestions", {
    summary: "List bills and expenses that post to prepaid or fixed asset accounts but aren't fully on a schedule yet",
    input: ofPeriod,
    output: z.array(scheduleSuggestion),
    runs: "reader",
    perform: (work, { period }) => withPeriod(work, period, (setting) => ok(readSchedules(setting).suggestions)),
    command: {
      verb: "schedule suggestions",
      table: {
        rows: (suggestions) => suggestions,
        columns: [
          left("schedule", 14, (row) => codeLabel(String(row.kind))),
          left("account", 28, (row) => row.account),
          left("date", 10, (row) => row.date),
          left("transaction", 60, (row) => row.name),
          right("amount", 14, (row) => row.amount),
        ],
      },
    },
  }),

  query("schedules.rollForward", {
    summary: "Show a balance-sheet account's roll-forward: opening balance, additions, reductions, closing balance and transactions",
    input: ofPeriod.extend({ accountId: shortId.describe("Account (ID or code)") }),
    output: rollForward,
    runs: "reader",
    perform: (work, { period, accountId }) => withPeriod(work, period, (setting) => readRollForward(setting, accountId)),
    command: {
      verb: "schedule roll-forward",
      options: { accountId: "account" },
      table: {
        rows: ({ rows }) => rows,
        columns: [
          left("date", 10, (row) => row.date),
          left("number", 16, (row) => row.number),
          left("description", 40, (row) => row.description),
          right("addition", 14, (row) => row.addition),
          right("reduction", 14, (row) => row.reduction),
          left("schedule item", 28, (row) => row.item),
        ],
        after: ({ opening, additions, reductions, closing }) =>
          `Opening ${opening} + additions ${additions} - reductions ${reductions} = closing ${closing}.`,
      },
    },
  }),
] as const;

function withPeriod<T>(
  { mirror, books, yearEnd }: ClientWork,
  named: string,
  act: (setting: ScheduleSetting) => Result<T, Failure>,
): Result<T, Failure> {
  const period = findPeriod({ mirror, yearEnd }, named);
  return period.ok ? act({ reader: mirror, books, yearEnd, period: period.value }) : period;
}

/** The entries of a period that are to be drafted. */
function dueOf(
  { mirror, books, yearEnd }: ClientWork,
  {
    period: named,
    itemIds: asked,
  }: { readonly clientId: string; readonly period: string; readonly itemIds?: readonly string[] | undefined },
): Result<DueAdjustment[], Failure> {
  const period = findPeriod({ mirror, yearEnd }, named);
  if (!period.ok) return period;
  const items = new Set(scheduleItems(mirror).map(({ itemId: id }) => id));
  const wanted = (id: string) => items.has(id) && (asked === undefined || asked.includes(id));
  const { id, label, start, end } = period.value;
  const periods = ordinaryPeriods(mirror, yearEnd);
  const currency = books.baseCurrency;
  const due = dueAdjustments(mirror, { period: { id, label, start, end }, periods, currency, definitionId: null });
  return ok(due.filter(({ definitionId, state }) => wanted(definitionId) && TO_DRAFT.has(state)));
}
