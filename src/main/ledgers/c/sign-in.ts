import { AnswerUnreadable } from "../adapter.ts";
import type { LedgerSignIn, TypedAccount } from "../sign-in.ts";

/** The account is part of the ledger's own addresses, so a person types it before signing in. */
export const signInC: LedgerSignIn = {
  tenants: "one",
  account: { label: "Account ID", read: readAccount },
  certificates: true,
  revocation: "grant",
  oauth1: true,
  // biome-ignore lint/correctness/useYield: the account says it all
  *find({ account }) {
    const typed = readAccount(account);
    if (typed === null) throw new AnswerUnreadable("The account ID isn't valid.");
    return [{ tenantId: typed.tenantId, name: typed.tenantId }];
  },
  // biome-ignore lint/correctness/useYield: this ledger asks nothing for it
  *leave() {
    return false;
  },
};

/** `1234567_SB1` and `1234567-sb1` are the same sandbox: its id has the first form, its addresses the second. */
function readAccount(text: string): TypedAccount | null {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9]+([_-][A-Za-z0-9]+)*$/.test(trimmed) || trimmed.length > 40) return null;
  return { host: trimmed.toLowerCase().replaceAll("_", "-"), tenantId: trimmed.toUpperCase().replaceAll("-", "_") };
}
