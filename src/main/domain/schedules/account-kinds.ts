import { lookUp } from "#shared/kernel/look-up.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";

/** What is held on the balance sheet and goes to income or expenses month by month. */
export const HELD_KINDS = ["fixed_asset", "prepaid", "deferred_revenue"] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** Account types of the ledgers that say what the account is for. */
const TYPE_KINDS: Readonly<Record<string, HeldKind>> = {
  ...{ PREPAYMENT: "prepaid", DeferExpense: "prepaid", DeferRevenue: "deferred_revenue" },
  ...{ FIXED: "fixed_asset", FixedAsset: "fixed_asset", "Fixed Asset": "fixed_asset" },
};

/** What accounts of a type hold; null where the type doesn't say. */
export function heldKindOf(type: string): HeldKind | null {
  return lookUp(TYPE_KINDS, type) ?? null;
}

/** Types of other assets: every ledger has a type for fixed assets apart from them. */
const OTHER_ASSETS: ReadonlySet<string> = new Set([
  ...["BANK", "CURRENT", "INVENTORY", "NONCURRENT"],
  ...["Bank", "Accounts Receivable", "Other Current Asset", "Other Asset"],
  ...["AcctRec", "UnbilledRec", "OthCurrAsset", "OthAsset"],
]);

/** The other types of the one ledger that has types for prepaid expenses and for deferred revenue. */
const BESIDE_DEFERRALS: ReadonlySet<string> = new Set([
  ...["AcctRec", "UnbilledRec", "OthCurrAsset", "FixedAsset", "OthAsset"],
  ...["AcctPay", "CredCard", "OthCurrLiab", "LongTermLiab"],
]);
/** Two ledgers call it that. */
const BANK = "Bank";
/** A name that says otherwise than the type. */
const DEFERRED_NAME = /prepa(?:id|y)|deferred|unearned|in advance/i;

/**
 * Whether the types of accounts tell every fixed asset among them.
 * @param accounts those with a balance, null where the chart doesn't have one
 */
export function tellsFixedAssets(accounts: readonly StatementAccount[]): boolean {
  return accounts.every((one) => one !== null && (one.class !== "asset" || heldKindOf(one.type) !== null || OTHER_ASSETS.has(one.type)));
}

/** The same of prepaid expenses and deferred revenue. Where only bank accounts have a balance, the ledger could be another one. */
export function tellsDeferrals(accounts: readonly StatementAccount[]): boolean {
  const own = accounts.filter((one) => one === null || one.class === "asset" || one.class === "liability");
  const isTold = ({ type, name }: NonNullable<StatementAccount>) =>
    heldKindOf(type) !== null || type === BANK || (BESIDE_DEFERRALS.has(type) && !DEFERRED_NAME.test(name));
  return own.some((one) => one?.type !== BANK) && own.every((one) => one !== null && isTold(one));
}
