import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { dimensionBook } from "#main/store/dimensions/dimension-book.ts";
import { assignOwnValue, removeOwnDimension, saveOwnDimension } from "#main/store/dimensions/own-dimensions.ts";
import { decided } from "#shared/contract/close/reviews.ts";
import { clientId, done } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";
import { dimension } from "#shared/model/books/dimension.ts";

/** What a value is assigned to: one line, or every line of an account or a party. */
const target = z.object({ kind: z.enum(["line", "account", "party"]), id: z.string().min(1) });

/** The ledger's dimensions, and those that are kept here alone; no ledger is ever sent one (rule 20). */
export const dimensionOperations = [
  query("dimensions.list", {
    summary: "List the dimensions kept in the ledger and in Tieout, with the assignments made in Tieout",
    input: z.object({ clientId }),
    output: z.object({
      dimensions: z.array(dimension),
      assignments: z.array(decided.extend({ dimensionId: z.string(), valueId: z.string(), target, targetName: z.string() })),
    }),
    runs: "reader",
    perform: ({ mirror }) => ok(dimensionBook(mirror)),
  }),

  command("dimensions.save", {
    summary: "Add or change a dimension in Tieout",
    input: z.object({
      clientId,
      dimensionId: z.string().optional().describe("ID of the dimension to change. To add a dimension, leave this out"),
      name: z.string(),
      values: z.array(z.string()).max(1000),
    }),
    output: done.extend({ dimension }),
    runs: "writer",
    prepare: async ({ uuid }) => ok(uuid()),
    perform: ({ mirror, person, nowMs }, { dimensionId = null, name, values }, newId) =>
      saveOwnDimension(mirror, { person, nowMs, dimensionId, newId, name, values }),
  }),

  command("dimensions.assign", {
    summary: "Assign a value of a Tieout dimension to a line, or to every line of an account or contact",
    input: z.object({ clientId, dimensionId: z.string(), value: z.string(), target }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { dimensionId, value, target: to }) =>
      assignOwnValue(mirror, { person, nowMs, dimensionId, value, target: to }),
  }),

  command("dimensions.remove", {
    summary: "Remove a Tieout dimension, or only its value from a line, account or contact",
    input: z.object({ clientId, dimensionId: z.string(), target: target.optional() }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { dimensionId, target: of = null }) =>
      removeOwnDimension(mirror, { person, nowMs, dimensionId, target: of }),
  }),
] as const;
