import type { DocumentView } from "#shared/contract/books/documents.ts";

/**
 * Rule 25: whose record a history is, and what is known of the ledger's own trail.
 * @param kept whether the ledger keeps a field-level trail, as discovered (rule 3)
 */
export function auditOf(kept: boolean): NonNullable<DocumentView["audit"]> {
  return {
    ownRecord:
      "Tieout's own record of differences between syncs. It doesn't show who made a change, or changes that were reversed between two syncs.",
    ledgerTrail: {
      kept,
      read: false,
      message: kept
        ? "The ledger has system notes with the person and time. Tieout doesn't read them: see them in the ledger."
        : "The ledger's API has no field-level history, so this is the only record.",
    },
  };
}
