import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { findAmongPeriods } from "#main/features/periods/find-period.ts";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { draftedLines, leftWords } from "#main/operations/drafted-lines.ts";
import { oneByOne } from "#main/operations/one-by-one.ts";
import { command, query } from "#main/operations/operation.ts";
import {
  type DueAdjustment,
  dueAdjustments,
  listDefinitions,
  removeDefinition,
  saveDefinition,
} from "#main/store/close/adjusting-entries.ts";
import { type AdjustingEntryView, adjustingDefinitionView, adjustingEntryView } from "#shared/contract/close/adjustments.ts";
import { clientId, done, type MadeJobs, madeJobs, shortId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import { adjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { entryStateLabel } from "#shared/model/labels/code-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";

const ofPeriod = z.object({
  clientId,
  period: shortId.describe("Period (ID, label or month, such as 2026-10)"),
  definitionId: shortId.optional().describe("Only the adjusting entry or schedule item with this ID"),
});
type OfPeriod = z.output<typeof ofPeriod>;
const options = { definitionId: "definition" } as const;

const readDue = clientStep("adjustments.readDue", "reader", due);
export const adjustmentSteps = [readDue] as const;

/** Adjusting entries and those of schedules: which are due in a period, drafted in the write queue, and their results. */
export const adjustmentOperations = [
  query("adjustments.definitions", {
    summary: "List the adjusting entries set up for a client",
    input: z.object({ clientId }),
    output: z.array(adjustingDefinitionView),
    runs: "reader",
    perform: ({ mirror }) => ok(listDefinitions(mirror)),
  }),

  // Entries that have a job stay as they are.
  command("adjustments.save", {
    summary: "Add or replace an adjusting entry",
    input: z.object({ clientId, definitionId: shortId.optional(), entry: adjustingEntry }),
    output: done.extend({ definitionId: z.string() }),
    runs: "writer",
    prepare: async ({ uuid }) => ok(uuid()),
    perform: ({ mirror, books, person, nowMs }, { definitionId, entry }, newId) =>
      saveDefinition(mirror, { definitionId: definitionId ?? newId, entry, currency: books.baseCurrency, person, nowMs }),
  }),

  command("adjustments.remove", {
    summary: "Remove an adjusting entry but keep its posted journals",
    input: z.object({ clientId, definitionId: shortId.describe("Adjusting entry ID") }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { definitionId }) => removeDefinition(mirror, { definitionId, person, nowMs }),
    command: { verb: "adjustment remove", options: { definitionId: "definition" }, lines: () => ["Removed."] },
  }),

  query("adjustments.list", {
    summary: "List a period's adjusting entries and schedule entries with their status",
    input: ofPeriod,
    output: z.array(adjustingEntryView),
    runs: "reader",
    perform: (work, input) => {
      const found = due(work, input);
      return found.ok ? ok(found.value.map(({ actionId: _actionId, operation: _operation, ...view }) => view)) : found;
    },
    command: {
      verb: "adjustment list",
      options,
      table: {
        rows: (entries) => entries,
        columns: [
          left("kind", 12, (row) => row.kind),
          left("entry", 34, (row) => row.title),
          left("part", 8, (row) => row.part),
          left("date", 10, (row) => row.date),
          right("debits", 16, (row) => debits(row.lines as AdjustingEntryView["lines"])),
          left("state", 17, (row) => entryStateLabel(String(row.state))),
          left("record", 36, (row) => row.recordId ?? row.jobId),
          left("message", 60, (row) => row.message),
        ],
      },
    },
  }),

  command("adjustments.draft", {
    summary: "Draft the adjusting entries and schedule entries that are due in a period, without sending them",
    input: ofPeriod,
    output: madeJobs,
    runs: "core",
    outdates: ["close"],
    perform: (context, input) =>
      each(context, input, ["due", "cancelled", "rejected", "voided"], ({ actionId, operation }) =>
        context.writes.submit({ clientId: input.clientId, operations: [operation], actionId, draft: true }),
      ),
    command: {
      verb: "adjustment draft",
      options,
      lines: draftedLines,
      failure: ({ failure }) => failure,
    },
  }),

  command("adjustments.post", {
    summary: "Post the adjusting entries and schedule entries that were drafted for a period",
    input: ofPeriod,
    output: madeJobs,
    runs: "core",
    outdates: ["close"],
    perform: (context, input) =>
      each(context, input, ["draft", "blocked", "queued"], ({ jobId }) => context.writes.go(input.clientId, jobId ?? "")),
    command: {
      verb: "adjustment post",
      sends: true,
      options,
      lines: ({ jobIds, left: rest }, { clientId: client }) => {
        if (jobIds.length === 0) return ["No drafted entries to post."];
        // One may be blocked by a check, and so not be sent.
        const tried = `Tried to send ${counted(jobIds.length, "entry", "entries")}${leftWords(rest)}.`;
        return [`${tried} To see the results: tieout job list --client ${client}`, ...jobIds];
      },
      failure: ({ failure }) => failure,
    },
  }),
] as const;

function due(work: ClientWork, { period: named, definitionId }: OfPeriod): Result<DueAdjustment[], Failure> {
  const found = findAmongPeriods(work, named);
  if (!found.ok) return found;
  const { periods } = found.value;
  const { id, label, start, end } = found.value.period;
  const currency = work.books.baseCurrency;
  return ok(dueAdjustments(work.mirror, { period: { id, label, start, end }, periods, currency, definitionId: definitionId ?? null }));
}

/** Drafts or sends every entry of a period in one of some states. */
async function each(
  context: ApiContext,
  input: OfPeriod,
  states: readonly AdjustingEntryView["state"][],
  act: (due: DueAdjustment) => Promise<Result<WriteJob, Failure>>,
): Promise<Result<MadeJobs, Failure>> {
  const found = await context.perform(readDue, input);
  if (!found.ok) return found;
  const entries = found.value.filter(({ state }) => states.includes(state));
  return oneByOne(context, entries, act);
}

function debits(lines: AdjustingEntryView["lines"]): string {
  return lines
    .filter(({ amount }) => !amount.startsWith("-"))
    .map(({ amount }) => amount)
    .join(" + ");
}
