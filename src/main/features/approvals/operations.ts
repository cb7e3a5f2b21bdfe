import { z } from "zod";
import { command } from "#main/operations/operation.ts";
import { decideApproval } from "#main/store/documents/approvals.ts";
import { approvalView } from "#shared/contract/close/reviews.ts";
import { clientId, done, note, shortId } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";

/** Approvals of documents where the ledger keeps none; nothing is written to the ledger. */
export const approvalOperations = [
  command("approvals.set", {
    summary: "Approve a transaction or return it for correction",
    input: z.object({ clientId, documentId: shortId, verdict: z.enum(["approved", "returned"]), note: note.optional() }),
    output: done.extend({ approval: approvalView }),
    runs: "writer",
    signs: true,
    prepare: async ({ connections }, input) =>
      ok((await connections.find(input.clientId))?.discovery?.capabilities.hasApprovalWorkflow ?? false),
    perform: ({ mirror, person, nowMs }, { documentId, verdict, note: noted }, hasApprovalWorkflow) =>
      decideApproval(mirror, { documentId, verdict, note: noted ?? null, hasApprovalWorkflow, person, nowMs }),
  }),
] as const;
