import type { DocumentView } from "#shared/contract/documents.ts";
import type { ApiContext } from "./context.ts";

/** True where the ledger keeps a field-level trail itself (rule 25), by its discovered capabilities (rule 3). */
export async function hasAuditTrail(context: ApiContext, clientId: string): Promise<boolean> {
  return (await context.connections.find(clientId))?.discovery?.capabilities.hasAuditTrail ?? false;
}

/** Rule 25: says whose record a history is, and what is known of the ledger's own trail. */
export function auditOf(kept: boolean): NonNullable<DocumentView["audit"]> {
  return {
    ownRecord:
      "Our own record: what differed between two readings of the ledger. It names no actor, and what came and went between readings is not in it.",
    ledgerTrail: {
      kept,
      read: false,
      message: kept
        ? "The ledger keeps system notes of its own, with actor and time. They are not read here: look them up in the ledger."
        : "The ledger offers no field-level trail through its interface, so there is none to set beside ours.",
    },
  };
}
