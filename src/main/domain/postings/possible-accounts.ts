import { isZero } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { PostingAccounts } from "./posting-accounts.ts";
import { controlOfSettled, type PostedDocument, type PostedPayment, type SettledDocument, sideOfDocument } from "./reconstruct-postings.ts";

type NamedAccount = Pick<Account, "id" | "role">;

/**
 * Whether a document that could not be valued whole may have an amount on an account: on one that it names, or on one
 * that documents of its kind post to without naming it. A cash purchase, for example, never reaches payables.
 */
export function documentMayPostTo(document: PostedDocument, { id, role }: NamedAccount, accounts: PostingAccounts): boolean {
  const { type, totalAccountId, unappliedKind, currency, lines, tax } = document;
  if (totalAccountId === id || lines.some(({ accountId }) => accountId === id)) return true;
  const isCash = type === "cash_sale" || type === "cash_purchase";
  const isForeign = currency !== accounts.baseCurrency;
  switch (role) {
    case "receivable":
    case "payable": {
      if (type === "journal" || sideOfDocument(document) !== role) return false;
      if (unappliedKind === undefined && (isCash || totalAccountId !== undefined)) return false;
      return isMeant(accounts.control(role, currency), id);
    }
    case "bank":
      return totalAccountId === undefined && (isCash || unappliedKind !== undefined);
    case "tax":
      return unappliedKind === undefined && isMeant(accounts.tax, id) && (tax.amount === undefined || !isZero(tax.amount.amount));
    case "exchange_difference":
      return isForeign && isMeant(accounts.exchangeDifference, id);
    case "rounding":
      return unappliedKind === undefined && isMeant(accounts.rounding, id);
    default:
      return false;
  }
}

/**
 * The same for a payment: its bank account, the control accounts of what it settled or of its direction, and exchange
 * differences.
 * @param settledBy a settled document by its id, where it is mirrored
 */
export function paymentMayPostTo(
  payment: PostedPayment,
  { id, role }: NamedAccount,
  settledBy: (documentId: string) => SettledDocument | undefined,
  accounts: PostingAccounts,
): boolean {
  if (payment.accountId === id) return true;
  const targets = payment.allocations.filter(({ fromId }) => fromId === payment.id).map(({ toId }) => settledBy(toId));
  switch (role) {
    case "bank":
      return payment.accountId === undefined;
    case "exchange_difference":
      return payment.currency !== accounts.baseCurrency && isMeant(accounts.exchangeDifference, id);
    case "receivable":
    case "payable": {
      const own = payment.direction === "received" ? "receivable" : "payable";
      // The unapplied part posts to the control account of the payment's direction.
      const control = accounts.control(own, payment.currency);
      return (
        (own === role && isMeant(control, id)) ||
        targets.some((target) => {
          if (target === undefined) return false;
          const settled = controlOfSettled(payment, target, accounts);
          return settled === null ? sideOfDocument(target) === role : settled === id;
        })
      );
    }
    default:
      return targets.some((target) => target !== undefined && controlOfSettled(payment, target, accounts) === id);
  }
}

/** Where several accounts share a role, any of them may be the one. */
function isMeant(only: string | null, id: string): boolean {
  return only === null || only === id;
}
