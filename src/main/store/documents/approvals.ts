import { z } from "zod";
import type { MirroredDocument, MirrorReader } from "#main/store/database/mirror-reader.ts";
import { signedDecisions } from "#main/store/facts/sync-state.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, notFound } from "#main/store/work/own-decisions.ts";
import type { ApprovalView } from "#shared/contract/close/reviews.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { findDocument } from "./documents.ts";

/** An approval is of the content that was seen: `changeHash` is the record's at that moment. */
const approvalBody = z.object({ verdict: z.enum(["approved", "returned"]), note: z.string().nullable(), changeHash: z.string() });

/**
 * The approval of a document (rule 12): the ledger's own state where it has a workflow, else what was
 * decided here. That the ledger took a document, or calls it submitted, is no approval.
 */
export function approvalOf(reader: MirrorReader, document: MirroredDocument, hasApprovalWorkflow: boolean): ApprovalView {
  if (hasApprovalWorkflow) return { ownedBy: "source", status: document.approvalStatus ?? null };
  const decision = signedDecisions(reader.db, "approval", approvalBody, { subject: document.id }).at(-1);
  if (decision === undefined) return { ownedBy: "us", status: "none", note: null, decided: null, changedSince: false, waiting: false };
  const { body, decisionNo, person, at, waiting } = decision;
  return {
    ownedBy: "us",
    status: body.verdict,
    note: body.note,
    decided: { decisionNo, person, at },
    changedSince: body.changeHash !== document.changeHash,
    waiting,
  };
}

/** Approves a document or returns it with a note. Only in the service: nothing is written to the ledger. */
export function decideApproval(
  reader: MirrorReader,
  input: Act & {
    readonly documentId: string;
    readonly verdict: "approved" | "returned";
    readonly note: string | null;
    readonly hasApprovalWorkflow: boolean;
  },
): Result<{ readonly decisionNo: number; readonly approval: ApprovalView }, Failure> {
  const { documentId, verdict, note, hasApprovalWorkflow, person, nowMs } = input;
  if (hasApprovalWorkflow)
    return fail({
      code: "not_supported",
      message: "This ledger has its own approval workflow.",
      field: "id",
      next: "Approve or reject the transaction in the ledger, then sync.",
    });
  const document = findDocument(reader, documentId);
  if (document === null || document.removedDetectedAt !== null)
    return fail(notFound(`Transaction ${documentId} isn't in this client's books.`, "id"));
  if (verdict === "returned" && (note === null || note.trim() === ""))
    return fail({ code: "invalid_input", message: "Add a note that says why you're returning the transaction.", field: "note" });
  const body = { verdict, note, changeHash: document.changeHash };
  const decisionNo = makeDecision(reader.db, { kind: "approval", subject: documentId, body, person, nowMs });
  return ok({ decisionNo, approval: approvalOf(reader, document, false) });
}
