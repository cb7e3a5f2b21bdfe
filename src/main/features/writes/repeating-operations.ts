import { z } from "zod";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { draftedLines } from "#main/operations/drafted-lines.ts";
import { oneByOne } from "#main/operations/one-by-one.ts";
import { command, query } from "#main/operations/operation.ts";
import { dueDrafts, keepDate, removeTemplate, repeatingRows, saveTemplate } from "#main/store/documents/repeating.ts";
import { type RepeatingRow, repeatingRow, repeatingTemplate } from "#shared/contract/books/repeating.ts";
import { clientId, day, done, madeJobs, shortId } from "#shared/contract/fields.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const templateId = shortId.describe("ID of the recurring transaction");
const drafting = z.object({
  clientId,
  templateId: templateId.optional().describe("Only the recurring transaction with this ID"),
  date: day.optional().describe("Only this date. It must be due already, or be the next date of a recurring transaction"),
});
type Drafting = z.output<typeof drafting>;
interface Drafted {
  readonly clientId: string;
  readonly templateId: string;
  readonly date: CalendarDate;
  readonly jobId: string;
}

const readDue = clientStep("repeating.readDue", "reader", ({ mirror, nowMs }: ClientWork, { templateId: asked, date }: Drafting) =>
  dueDrafts(mirror, {
    through: localDay(nowMs),
    ...(asked === undefined ? {} : { templateId: asked }),
    ...(date === undefined ? {} : { date }),
  }),
);
const link = clientStep("repeating.link", "writer", ({ mirror, person, nowMs }: ClientWork, { templateId: id, date, jobId }: Drafted) =>
  keepDate(mirror, { templateId: id, date, jobId, person, nowMs }),
);
export const repeatingSteps = [readDue, link] as const;

/** Transactions that come again: templates kept here, and drafts of what is due. Nothing is sent from here. */
export const repeatingOperations = [
  query("repeating.list", {
    summary: "List recurring transactions with the dates that are due",
    input: z.object({ clientId }),
    output: z.array(repeatingRow),
    runs: "reader",
    unread: [],
    perform: ({ mirror, nowMs }) => ok(repeatingRows(mirror, localDay(nowMs))),
    command: {
      verb: "repeating list",
      table: {
        rows: (rows) => rows,
        columns: [
          left("transaction", 18, (row) => codeLabel((row as unknown as RepeatingRow).template.document.type)),
          left("contact", 28, (row) => row.contact),
          left("every", 8, (row) => (row as unknown as RepeatingRow).template.every),
          right("amount", 14, (row) => row.amount),
          left("next", 10, (row) => row.next),
          right("due", 4, (row) => (row as unknown as RepeatingRow).due.length),
          left("id", 36, (row) => row.templateId),
        ],
      },
    },
  }),

  command("repeating.save", {
    summary: "Add or replace a recurring transaction",
    input: z.object({
      clientId,
      templateId: templateId.optional().describe("ID of the recurring transaction to replace"),
      template: repeatingTemplate.describe(
        "The recurring transaction as JSON, with the fields “document” (without dates, number and exchange rate), “every,” “first,” “until” and “dueAfterDays”",
      ),
    }),
    output: done.extend({ templateId: z.string() }),
    runs: "writer",
    prepare: async ({ uuid }) => ok(uuid()),
    perform: ({ mirror, person, nowMs }, { templateId: named, template }, newId) =>
      saveTemplate(mirror, { templateId: named ?? newId, template, person, nowMs }),
    command: {
      verb: "repeating add",
      options: { template: { option: "template", read: readTemplate }, templateId: "replaces" },
      lines: ({ templateId: id }) => [`Saved. The ID of the recurring transaction is ${id}.`],
    },
  }),

  command("repeating.remove", {
    summary: "Remove a recurring transaction but keep existing drafts",
    input: z.object({ clientId, templateId }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { templateId: id }) => removeTemplate(mirror, { templateId: id, person, nowMs }),
    command: { verb: "repeating remove", options: { templateId: "template" }, lines: () => ["Removed."] },
  }),

  command("repeating.skip", {
    summary: "Skip one date of a recurring transaction",
    input: z.object({ clientId, templateId, date: day.describe("Date to skip") }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { templateId: id, date }) => {
      const due = dueDrafts(mirror, { templateId: id, date, through: localDay(nowMs) });
      return due.ok ? keepDate(mirror, { templateId: id, date, jobId: null, person, nowMs }) : due;
    },
    command: { verb: "repeating skip", options: { templateId: "template" }, lines: () => ["Skipped."] },
  }),

  // Each draft is reviewed and sent like any other write.
  command("repeating.draft", {
    summary: "Draft the recurring transactions that are due, without sending them",
    input: drafting,
    output: madeJobs.extend({ decisionNos: z.array(z.number().int()) }),
    runs: "core",
    perform: async (context, input) => {
      const due = await context.perform(readDue, input);
      if (!due.ok) return due;
      const decisionNos: number[] = [];
      const made = await oneByOne(context, due.value, async ({ templateId: id, date, actionId, operation }) => {
        const job = await context.writes.submit({ clientId: input.clientId, operations: [operation], actionId, draft: true });
        if (!job.ok) return job;
        const { jobId, state } = job.value;
        const linked = await context.perform(link, { clientId: input.clientId, templateId: id, date, jobId });
        if (!linked.ok) return linked;
        context.publish("writes.changed", { clientId: input.clientId, jobId, state });
        decisionNos.push(linked.value.decisionNo);
        return job;
      });
      return made.ok ? ok({ ...made.value, decisionNos }) : made;
    },
    command: {
      verb: "repeating draft",
      options: { templateId: "template" },
      lines: draftedLines,
      failure: ({ failure }) => failure,
    },
  }),
] as const;

function readTemplate(text: string): Result<unknown, Failure> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail({ code: "invalid_input", message: "The recurring transaction isn't valid JSON.", field: "template" });
  }
}
