import type { DocumentView } from "#shared/contract/books/documents.ts";

/**
 * Rule 25: whose record a history is, and what is known of the ledger's own trail.
 * @param kept whether the ledger keeps a field-level trail, as discovered (rule 3)
 */
export function auditOf(kept: boolean): NonNullable<DocumentView["audit"]> {
  return {
    ownRecord:
      "Tieout's own record of ledger changes comes from comparing each sync with the one before. Tieout can't tell who made a change in the ledger itself, and doesn't see a change that was undone between two syncs.",
    ledgerTrail: {
      kept,
      read: false,
      message: kept
        ? "The system notes in the ledger show who made each change. Tieout doesn't read them."
        : "This ledger doesn't share a change history.",
    },
  };
}
