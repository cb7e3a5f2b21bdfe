import { consolidate, type MemberBooks } from "#main/domain/consolidation/consolidation.ts";
import { rateBook } from "#main/domain/consolidation/group-translation.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { ConsolidatedRow, Consolidation } from "#shared/model/consolidation/consolidation.ts";
import { type EntityTree, type ExchangeRate, entityTree, type RateKind } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type TrialBalance, trialBalance } from "#shared/model/reports/statement.ts";

type AccountClass = "asset" | "liability" | "equity" | "revenue" | "expense";

/** An account and its balance, debits positive. */
export type Balance = readonly [id: string, kind: AccountClass, amount: string, more?: Readonly<Record<string, string>>];

export const FROM = calendarDate("2026-01-01");
export const TO = calendarDate("2026-10-31");

/** A made-up trial balance in which everything was posted inside the span. */
export function madeTrialBalance(currency: string, balances: readonly Balance[]): TrialBalance {
  const zero = "0.00";
  const rows = balances.map(([id, kind, amount, more]) => ({
    kind: "account",
    label: id,
    account: { id, name: id, type: kind, class: kind, ...more },
    group: null,
    opening: zero,
    debit: amount.startsWith("-") ? zero : amount,
    credit: amount.startsWith("-") ? absoluteDecimal(decimal(amount)) : zero,
    balance: amount,
  }));
  const total = (amounts: readonly string[]) => sumDecimals(amounts.map(decimal));
  return trialBalance.parse({
    from: FROM,
    to: TO,
    basis: "accrual",
    currency,
    source: "mirror",
    asOf: "2026-11-21T09:00:00.000Z",
    gaps: [],
    rows,
    totals: {
      debit: total(rows.map(({ debit }) => debit)),
      credit: total(rows.map(({ credit }) => credit)),
      balance: total(rows.map(({ balance }) => balance)),
    },
  });
}

/** What was earned in the span, as a statement shows it, when all of it was earned there. */
export function earnedIn({ rows }: TrialBalance): MemberBooks["profitAndLoss"] {
  return {
    rows: rows.flatMap(({ account, label, balance }) => {
      const section = account?.class;
      if (section !== "revenue" && section !== "expense") return [];
      return [{ kind: "account" as const, section, label, account, amounts: [section === "revenue" ? negateDecimal(balance) : balance] }];
    }),
  };
}

type GivenBooks = Pick<MemberBooks, "trialBalance"> & Partial<MemberBooks>;

/** A tree from its nodes and what differs from an empty one. */
export function madeTree(more: Partial<Record<keyof EntityTree, unknown>>): EntityTree {
  const empty = {
    treeId: "t",
    name: "Group",
    presentation: { currency: "EUR" },
    memberships: [],
    pairs: [],
    groupAccounts: [],
    mappings: [],
  };
  return entityTree.parse({ ...empty, ...more });
}

export const node = (id: string, functionalCurrency: string, more: Readonly<Record<string, string>> = {}) => ({
  id,
  name: `Company ${id}`,
  clientId: `client-${id}`,
  functionalCurrency,
  ...more,
});

export function rate(from: string, to: string, kind: RateKind, day: string, value: string): ExchangeRate {
  return { from, to, kind, day: calendarDate(day), rate: decimal(value), source: `fixing of ${day}` };
}

export function consolidated(
  tree: EntityTree,
  books: Readonly<Record<string, GivenBooks>>,
  rates: readonly ExchangeRate[],
  span = { from: FROM, to: TO },
): Result<Consolidation, Failure> {
  const whole = Object.entries(books).map(([id, one]) => [id, { profitAndLoss: earnedIn(one.trialBalance), ...one }] as const);
  return consolidate({ tree, version: 1, ...span, books: new Map(whole), rates: rateBook(rates) });
}

/** The last column of a row. */
export function whole(rows: readonly ConsolidatedRow[], key: string): DecimalString | undefined {
  return rows.find((row) => row.key === key)?.amounts.at(-1);
}
