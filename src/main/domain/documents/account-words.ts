import { message } from "#shared/language/t.ts";
import type { Account } from "#shared/model/books/account.ts";

/** What an account is, in a sentence: `Rent is an expense account`. */
export const CLASS_WORDS = {
  asset: "an asset account",
  liability: "a liability account",
  equity: "an equity account",
  revenue: "an income account",
  expense: "an expense account",
  non_posting: "a non-posting account",
} as const satisfies Readonly<Record<Account["class"], string>>;

export const CONTROL_WORDS = {
  receivable: message("a control account for receivables"),
  payable: message("a control account for payables"),
} as const;

/** Whether only totals of invoices, bills and credits post to it. */
export function isControl(account: Account): account is Account & { readonly role: keyof typeof CONTROL_WORDS } {
  return account.role === "receivable" || account.role === "payable";
}
