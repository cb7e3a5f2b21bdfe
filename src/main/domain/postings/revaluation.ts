import type { StatementAccount } from "#shared/model/reports/statement.ts";

/** What ledgers call an entry that revalues balances in foreign currencies. */
export const REVALUATION_TYPES: readonly string[] = ["FxReval"];

/** What an entry is, apart from what it posts. */
export interface EntryKind {
  /** True for a journal and for an entry without a transaction; false for what an invoice or a payment posts. */
  readonly isJournal: boolean;
  /** The ledger's own word for it. */
  readonly sourceType: string | null;
}

/**
 * Whether an entry revalues some accounts: everything else in it is income or expenses, and the ledger calls it a revaluation or
 * posts all of that to the account for exchange differences. What an invoice or a payment posts is none, since a realized
 * difference settles something.
 * @param others the accounts of the entry's other postings, null where the chart doesn't have one
 */
export function isRevaluation({ isJournal, sourceType }: EntryKind, others: readonly StatementAccount[]): boolean {
  if (!isJournal || others.length === 0) return false;
  const isCalledSo = sourceType !== null && REVALUATION_TYPES.includes(sourceType);
  return others.every(
    (account) => (account?.class === "revenue" || account?.class === "expense") && (isCalledSo || account.role === "exchange_difference"),
  );
}
