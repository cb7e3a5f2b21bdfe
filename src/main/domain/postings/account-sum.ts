import { canonicalDecimal, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";

/** What was posted to one account in a span of days, in base currency. `net` is debits less credits. */
export interface AccountSum {
  /** Null where the account isn't known. */
  readonly accountId: string | null;
  readonly debit: DecimalString;
  readonly credit: DecimalString;
  readonly net: DecimalString;
}

export const ZERO: DecimalString = decimal("0");

/** The accounts of the mirror by id: what the rows of a statement are named and grouped by. */
export type Chart = ReadonlyMap<string, NonNullable<StatementAccount>>;

/** True for accounts that start each year at zero, with earlier years in retained earnings. */
export function isEarned(account: StatementAccount): boolean {
  return account?.class === "revenue" || account?.class === "expense";
}

/** The account for the results of earlier years; null when the ledger has none. */
export function retainedEarningsAccount(chart: Chart): StatementAccount {
  const marked = [...chart.values()].filter(({ role }) => role === "retained_earnings");
  return marked.sort((a, b) => compareText(a.id, b.id))[0] ?? null;
}

export const NO_RETAINED_EARNINGS = "Retained earnings, prior years (the ledger has no account for them)";

/** How a row is named whose account is not in the mirror. */
export function unknownLabel(accountId: string | null): string {
  return accountId === null ? "Unknown account" : `Unknown account: ${accountId}`;
}

const CLASSES = ["asset", "liability", "equity", "revenue", "expense", "non_posting"];

/** Rule 23: flat, by class, in it by the ledger's own type and nothing else; accounts by code, then name. */
export function compareAccounts(a: StatementAccount, b: StatementAccount): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return (
    CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class) ||
    compareText(a.type, b.type) ||
    compareText(a.code ?? "", b.code ?? "") ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  );
}

/** Writes amounts with the decimals of their currency, and with more where a digit would be lost. */
export function amountWriter(currency: string): (amount: DecimalString) => DecimalString {
  const digits = currencyDigits(currency);
  const zero = decimal(digits === 0 ? "0" : `0.${"0".repeat(digits)}`);
  return (amount) => sumDecimals([canonicalDecimal(amount), zero]);
}

// Asking the locale data takes longer than adding up what is written with the answer.
const digitsOf = new Map<string, number>();

/** Decimals that a currency is written with; 2 where the code is unknown. */
export function currencyDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(currency, digits);
  return digits;
}
