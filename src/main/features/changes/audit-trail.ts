import type { DocumentView } from "#shared/contract/books/documents.ts";

/**
 * Rule 25: whose record a history is, and what is known of the ledger's own trail.
 * @param kept whether the ledger keeps a field-level trail, as discovered (rule 3)
 */
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
