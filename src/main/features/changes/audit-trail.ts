import type { DocumentView } from "#shared/contract/books/documents.ts";

/**
 * Rule 25: whose record a history is, and what is known of the ledger's own trail.
 * @param kept whether the ledger keeps a field-level trail, as discovered (rule 3)
 */
export function auditOf(kept: boolean): NonNullable<DocumentView["audit"]> {
  return {
    ownRecord:
      "Changes in the ledger are from Tieout's own record, made by comparing each sync with the one before. It doesn't show who made them, and leaves out changes that were undone before the next sync.",
    ledgerTrail: {
      kept,
      read: false,
      message: kept
        ? "For who changed what and when, see the system notes in the ledger. Tieout doesn't read them."
        : "This ledger doesn't share a change history.",
    },
  };
}
