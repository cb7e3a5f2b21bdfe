import type { Migration } from "#main/store/database/open.ts";

/**
 * Whether the ledger has a payment or a bank transaction reconciled with the bank; null where it doesn't say. Only Ledger A
 * tells it, with the record itself, so its payments and bank transactions that were read before are read again.
 */
export const clientLedgerReconciled: Migration = {
  number: 21,
  name: "ledger reconciled",
  up(db) {
    db.exec(`
ALTER TABLE document ADD COLUMN bank_reconciled INTEGER;
ALTER TABLE payment ADD COLUMN bank_reconciled INTEGER;
UPDATE stream SET needs_since = '${BEGINNING}', needs_pass = NULL, state = 'incomplete'
  WHERE first_completed_ms IS NOT NULL
    AND (name LIKE 'bank-transactions.%'
      OR (name = 'payments' AND EXISTS (SELECT 1 FROM stream WHERE name LIKE 'bank-transactions.%')));
`);
  },
};

/** The instant that stands for reading everything. */
const BEGINNING = "1970-01-01T00:00:00.000Z";
