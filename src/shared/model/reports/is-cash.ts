import type { StatementAccount } from "./statement.ts";

/**
 * Cash is money in banks: a card is owed, whatever the ledger calls it, and so is a liability. Every figure named cash, on a
 * screen, in a statement or in a pack, counts these accounts and no others.
 */
export function isCash(account: StatementAccount): boolean {
  return account?.role === "bank" && account.class === "asset";
}

/** Two of the ledgers name a card's account by its type; the third keeps cards among its bank accounts. */
export const CARD_TYPE = /^cred(it)?[\s_-]?card$/i;

/** True for an account of a card, by whichever of its facts the ledger says it. */
export function isCard(account: StatementAccount): boolean {
  return account !== null && (CARD_TYPE.test(account.type) || (account.role === "bank" && account.class !== "asset"));
}
