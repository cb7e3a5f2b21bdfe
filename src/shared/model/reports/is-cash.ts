import type { StatementAccount } from "./statement.ts";

/**
 * Cash is money in banks: a card is owed, whatever the ledger calls it, and so is a liability. Every figure named cash, on a
 * screen, in a statement or in a pack, counts these accounts and no others.
 */
export function isCash(account: StatementAccount): boolean {
  return account?.role === "bank" && account.class === "asset";
}
