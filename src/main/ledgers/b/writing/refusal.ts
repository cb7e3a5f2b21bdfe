import type { Failure } from "#shared/model/failure.ts";
import type { WriteOperation } from "#shared/model/write.ts";
import type { WriteContext } from "../../writing.ts";
import { canBeVoided, splitId } from "./entities.ts";

/** What this ledger can not do at all; null for everything else. Pure. */
export function refusalOf(_context: WriteContext, operation: WriteOperation): Failure | null {
  // Rule 12: approval is kept here, the ledger has no concept of it.
  if (operation.kind === "approve")
    return {
      code: "not_supported",
      message: "This ledger has no approval concept (capability hasApprovalWorkflow is false).",
      next: "Approvals of this client are kept here and not written to the ledger.",
    };
  if (operation.kind !== "void") return null;
  const { entity } = splitId(operation.id);
  if (canBeVoided(entity)) return null;
  return {
    code: "not_supported",
    message: `This ledger can not void a ${entity === "" ? "record" : entity}.`,
    field: "id",
    next: "Delete it instead; its last known content stays here.",
  };
}
