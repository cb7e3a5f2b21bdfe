import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CARD_TYPE } from "#shared/model/reports/is-cash.ts";
import { listStatements } from "./statement-store.ts";

export interface BankAccount {
  readonly accountId: string;
  readonly code: string | null;
  readonly name: string;
  readonly isCard: boolean;
  /** Its balance is what is owed, as a card's. */
  readonly isLiability: boolean;
  readonly currency: string;
}

/** The accounts that a bank has its own statement of: bank accounts, cards, and any other that a statement was imported for. */
export function bankAccounts(reader: MirrorReader, baseCurrency: string): BankAccount[] {
  const stated = new Set(listStatements(reader).map(({ accountId }) => accountId));
  return mirroredAccounts(reader)
    .filter((account) => stated.has(account.id) || (account.active && (account.role === "bank" || CARD_TYPE.test(account.type))))
    .map((account) => bankAccountOf(account, baseCurrency))
    .sort((a, b) => Number(a.isCard) - Number(b.isCard) || compareText(a.code ?? a.name, b.code ?? b.name));
}

/** A bank account by its id, code or name. Any balance-sheet account may have statements: a loan's does, too. */
export function findBankAccount(reader: MirrorReader, named: string, baseCurrency: string): Result<BankAccount, Failure> {
  const own = mirroredAccounts(reader).filter(mayHaveStatements);
  const found =
    own.find(({ id }) => id === named) ??
    own.find(({ code }) => code === named) ??
    own.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found !== undefined) return ok(bankAccountOf(found, baseCurrency));
  return fail({
    code: "not_found",
    message: `There is no bank or card account ${named}.`,
    field: "accountId",
    next: "Choose an account under Bank, or list the accounts: tieout bank accounts --client ID --period 2026-10",
  });
}

/** The accounts that their statements reconcile: those in the currency of the books. */
export function accountsByStatement(reader: MirrorReader, baseCurrency: string): ReadonlySet<string> {
  const stated = new Set(listStatements(reader).map(({ accountId }) => accountId));
  if (stated.size === 0) return stated;
  const own = mirroredAccounts(reader).filter((account) => stated.has(account.id) && mayHaveStatements(account));
  return new Set(own.filter(({ currency }) => (currency ?? baseCurrency) === baseCurrency).map(({ id }) => id));
}

function mayHaveStatements({ class: side }: Account): boolean {
  return side === "asset" || side === "liability";
}

function bankAccountOf({ id, code, name, type, class: side, currency }: Account, baseCurrency: string): BankAccount {
  const is = { isCard: CARD_TYPE.test(type), isLiability: side === "liability" };
  return { accountId: id, code: code ?? null, name, ...is, currency: currency ?? baseCurrency };
}
