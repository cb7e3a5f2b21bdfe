import type { AccountRow } from "#shared/contract/books/records.ts";
import { type DecimalString, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import { accountTypeOf, accountTypeRank } from "../../format/labels/account-type-labels.ts";
import { t } from "../../language/t.ts";

/** A line of the chart: the head of a type, or an account. Types are the only grouping (rule 23). */
export interface AccountLine {
  readonly key: string;
  readonly kind: "type" | "account";
  readonly label: string;
  readonly account: AccountRow | null;
  /** Null while the figures are not known, and on heads. */
  readonly figures: Readonly<Record<AccountFigure, DecimalString>> | null;
}

export type AccountFigure = "opening" | "movement" | "balance";

export interface AccountFilter {
  /** Leaves out accounts that are not in use and have no balance. */
  readonly used: boolean;
}

const CLASS_LABELS: Readonly<Record<AccountRow["class"], string>> = {
  asset: t("Assets"),
  liability: t("Liabilities"),
  equity: t("Equity"),
  revenue: t("Income"),
  expense: t("Expenses"),
  non_posting: t("Non-posting"),
};
const CLASSES = Object.keys(CLASS_LABELS);
const NOTHING = decimal("0");

/** The chart by type, in the order of statements, codes ascending; accounts without postings have nothing. */
export function accountLines(accounts: readonly AccountRow[], balance: TrialBalance | null, filter: AccountFilter): AccountLine[] {
  const figures = new Map(balance?.rows.flatMap((row) => (row.account === null ? [] : [[row.account.id, row] as const])));
  const shown = accounts
    .map((account): AccountLine => {
      const row = figures.get(account.id);
      const known = {
        opening: row?.opening ?? NOTHING,
        movement: row === undefined ? NOTHING : subtractDecimals(row.debit, row.credit),
        balance: row?.balance ?? NOTHING,
      };
      return { key: account.id, kind: "account", label: account.name, account, figures: balance === null ? null : known };
    })
    .filter((line) => matches(line, filter))
    .sort(inOrder);
  const classes = classesOf(shown);
  const lines: AccountLine[] = [];
  let head = "";
  for (const line of shown) {
    const type = `${line.account?.class}:${line.account?.type}`;
    if (type !== head && line.account !== null) lines.push(headOf(line.account, classes));
    head = type;
    lines.push(line);
  }
  return lines;
}

/** The classes that each type is in, by its words. */
function classesOf(lines: readonly AccountLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const classes = new Map<string, Set<string>>();
  for (const { account } of lines)
    if (account !== null) classes.set(accountTypeOf(account), (classes.get(accountTypeOf(account)) ?? new Set()).add(account.class));
  return classes;
}

function headOf(account: AccountRow, classes: ReadonlyMap<string, ReadonlySet<string>>): AccountLine {
  const { type, class: own } = account;
  const words = accountTypeOf(account);
  const label = (classes.get(words)?.size ?? 1) > 1 ? t("{type}, {class}", { type: words, class: CLASS_LABELS[own].toLowerCase() }) : words;
  return { key: `type ${own}:${type}`, kind: "type", label, account: null, figures: null };
}

function matches({ account, figures }: AccountLine, { used }: AccountFilter): boolean {
  if (account === null) return false;
  const isUsed = account.active && !account.removed;
  return !used || isUsed || (figures !== null && Object.values(figures).some((amount) => /[1-9]/.test(amount)));
}

function inOrder({ account: a }: AccountLine, { account: b }: AccountLine): number {
  if (a === null || b === null) return 0;
  return (
    CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class) ||
    accountTypeRank(a.type) - accountTypeRank(b.type) ||
    compare(a.type, b.type) ||
    // Codes are numbers in text more often than not: 90 before 1000.
    compare((a.code ?? "").padStart(12, "0"), (b.code ?? "").padStart(12, "0")) ||
    compare(a.name, b.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
