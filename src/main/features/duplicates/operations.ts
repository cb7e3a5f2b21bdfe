import { z } from "zod";
import { notComparedWords } from "#main/domain/duplicates/duplicates.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { dismissDuplicate, restoreDuplicate } from "#main/store/duplicates/duplicate-dismissals.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { type DuplicatePage, duplicatePage } from "#shared/contract/close/reviews.ts";
import { clientId, done, note, shortId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";

const PAIR_ID = "ID of the pair, as listed; put it in double quotation marks";
const ofPair = z.object({ clientId, a: shortId.describe(PAIR_ID), b: shortId.describe(PAIR_ID) });
/** The id of a pair names both bills: `a|b`. */
const pairOptions = {
  a: { option: "id", read: (pair: string) => ok(pair.split("|")[0]) },
  b: { option: "id", read: (pair: string) => ok(pair.split("|")[1] ?? "") },
} as const;

type Bills = DuplicatePage["rows"][number]["documents"];
const billOf = (row: object, at: 0 | 1) => (row as { readonly documents: Bills }).documents[at];

/** Bills that may have been entered twice. Nothing is ever removed: a person says which pairs are none. */
export const duplicateOperations = [
  query("duplicates.list", {
    summary: "List possible duplicate bills and expenses with the reasons",
    input: z.object({
      clientId,
      dismissed: z.boolean().optional().describe("Only pairs that were dismissed"),
      from: calendarDateString.optional().describe("Only pairs with a bill or expense dated on or after this date"),
      to: calendarDateString.optional().describe("Only pairs with a bill or expense dated on or before this date"),
      documentId: shortId.optional().describe("Only pairs with this bill or expense"),
      offset: z.number().int().min(0).optional().describe("Number of pairs to skip"),
      limit: z.number().int().min(1).max(5000).optional().describe("Maximum number of pairs to list"),
    }),
    output: duplicatePage,
    runs: "reader",
    perform: ({ mirror }, { dismissed, from, to, documentId, offset, limit }) =>
      ok(
        listDuplicates(mirror, {
          ...(dismissed === undefined ? {} : { dismissed }),
          within: { ...(from === undefined ? {} : { start: from }), ...(to === undefined ? {} : { end: to }) },
          ...(documentId === undefined ? {} : { documentId }),
          ...(offset === undefined ? {} : { offset }),
          ...(limit === undefined ? {} : { limit }),
        }),
      ),
    command: {
      verb: "duplicate list",
      table: {
        rows: ({ rows }) => rows,
        columns: [
          right("score", 5, (row) => row.score),
          left("vendor", 26, (row) => billOf(row, 0).partyName),
          right("amount", 18, (row) => `${billOf(row, 0).total} ${billOf(row, 0).currency}`),
          left("dates", 23, (row) => `${billOf(row, 0).date}, ${billOf(row, 1).date}`),
          left("reasons", 90, (row) => (row.reasons as readonly string[]).join("; ")),
          left("id", 60, (row) => row.id),
        ],
        after: ({ rows, found, cut }) => [
          ...(found > rows.length ? [`${counted(found, "pair")} found. Use --offset and --limit to see the others.`] : []),
          ...cut.map(notComparedWords),
        ],
      },
    },
  }),

  command("duplicates.dismiss", {
    summary: "Dismiss a pair that isn't a duplicate. If either one changes, the dismissal no longer counts",
    input: ofPair.extend({ note: note.optional() }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { a, b, note: noted }) => dismissDuplicate(mirror, { a, b, note: noted ?? null, person, nowMs }),
    command: { verb: "duplicate dismiss", options: pairOptions, lines: ({ decisionNo }) => [`Dismissed (decision ${decisionNo}).`] },
  }),

  command("duplicates.restore", {
    summary: "Undo the dismissal of a possible duplicate",
    input: ofPair,
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { a, b }) => restoreDuplicate(mirror, { a, b, person, nowMs }),
    command: { verb: "duplicate restore", options: pairOptions, lines: () => ["Dismissal undone."] },
  }),
] as const;
