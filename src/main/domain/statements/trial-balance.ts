import {
  type AccountSum,
  amountWriter,
  type Chart,
  compareAccounts,
  isEarned,
  NO_RETAINED_EARNINGS,
  retainedEarningsAccount,
  unknownLabel,
  ZERO,
} from "#main/domain/postings/account-sum.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import type { StatementAccount, TrialBalanceRow } from "#shared/model/reports/statement.ts";

/**
 * Days that one column adds up: those before the requested dates, or those between them. Income and expenses of an
 * `earlier` fiscal year belong to retained earnings.
 */
export interface TrialBalanceSpan {
  /** Null: since the beginning. */
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly column: "opening" | "movement";
  readonly year: "earlier" | "current";
}

/** The spans that make up a trial balance: they do not overlap, and together reach from the beginning to `to`. */
export function trialBalanceSpans(from: CalendarDate, to: CalendarDate, yearStart: CalendarDate): TrialBalanceSpan[] {
  const [first, second] = from < yearStart ? [from, yearStart] : [yearStart, from];
  const spans: TrialBalanceSpan[] = [{ from: null, to: addDays(first, -1), column: "opening", year: "earlier" }];
  if (first < second)
    spans.push(
      from < yearStart
        ? { from: first, to: addDays(second, -1), column: "movement", year: "earlier" }
        : { from: first, to: addDays(second, -1), column: "opening", year: "current" },
    );
  return [...spans, { from: second, to, column: "movement", year: "current" }];
}

export interface TrialBalanceFigures {
  readonly rows: Omit<TrialBalanceRow, "group">[];
  readonly totals: { readonly debit: DecimalString; readonly credit: DecimalString; readonly balance: DecimalString };
}

/** Amounts of one row, not yet summed. */
interface Cell {
  readonly kind: TrialBalanceRow["kind"];
  readonly label: string;
  readonly account: StatementAccount;
  readonly opening: DecimalString[];
  readonly debit: DecimalString[];
  readonly credit: DecimalString[];
}

/**
 * The trial balance of the sums of its spans. Where these balance, its debits equal its credits, and
 * every row's opening with its debits less its credits is its balance.
 */
export function trialBalanceFigures(
  spans: readonly (TrialBalanceSpan & { readonly sums: readonly AccountSum[] })[],
  chart: Chart,
  currency: string,
): TrialBalanceFigures {
  const cells = new Map<string, Cell>();
  const retained = retainedEarningsAccount(chart);
  for (const { column, year, sums } of spans)
    for (const sum of sums) {
      const own = sum.accountId === null ? null : (chart.get(sum.accountId) ?? null);
      const isRolled = year === "earlier" && isEarned(own);
      const cell = cellOf(cells, isRolled ? retained : own, isRolled, sum.accountId);
      if (column === "opening") cell.opening.push(sum.net);
      else {
        cell.debit.push(sum.debit);
        cell.credit.push(sum.credit);
      }
    }
  const write = amountWriter(currency);
  const rows = [...cells.values()]
    .map((cell) => rowOf(cell, write))
    .filter((row) => ![row.opening, row.debit, row.credit].every(isZero))
    .sort((a, b) => compareAccounts(a.account, b.account) || compareText(a.label, b.label));
  const total = (column: "debit" | "credit" | "balance") => write(sumDecimals(rows.map((row) => row[column])));
  return { rows, totals: { debit: total("debit"), credit: total("credit"), balance: total("balance") } };
}

function cellOf(cells: Map<string, Cell>, account: StatementAccount, isRolled: boolean, accountId: string | null): Cell {
  const key = account?.id ?? (isRolled ? "retained earnings" : `unknown ${accountId}`);
  let cell = cells.get(key);
  if (cell === undefined) {
    const kind = account !== null ? "account" : isRolled ? "retained_earnings" : "unknown";
    const label = account?.name ?? (isRolled ? NO_RETAINED_EARNINGS : unknownLabel(accountId));
    cell = { kind, label, account, opening: [], debit: [], credit: [] };
    cells.set(key, cell);
  }
  return cell;
}

function rowOf({ opening, debit, credit, ...cell }: Cell, write: (amount: DecimalString) => DecimalString): Omit<TrialBalanceRow, "group"> {
  const sums = { opening: sumDecimals([ZERO, ...opening]), debit: sumDecimals([ZERO, ...debit]), credit: sumDecimals([ZERO, ...credit]) };
  return {
    ...cell,
    opening: write(sums.opening),
    debit: write(sums.debit),
    credit: write(sums.credit),
    balance: write(subtractDecimals(sumDecimals([sums.opening, sums.debit]), sums.credit)),
  };
}

/** The types of a class in the order of their groups in the statements: a ledger's own names would have other income before income. */
export function inOrderOfStatements(rows: readonly TrialBalanceRow[], titles: readonly string[]): TrialBalanceRow[] {
  const classes = [...new Set(rows.map(({ account }) => account?.class))];
  const typeOf = ({ account }: TrialBalanceRow) => `${account?.class} ${account?.type}`;
  const place = ({ group }: TrialBalanceRow) => (group === null ? titles.length : titles.indexOf(group));
  const places = new Map([...Map.groupBy(rows, typeOf)].map(([type, members]) => [type, Math.min(...members.map(place))]));
  const placeOfType = (row: TrialBalanceRow) => places.get(typeOf(row)) ?? titles.length;
  return rows.toSorted(
    (one, other) => classes.indexOf(one.account?.class) - classes.indexOf(other.account?.class) || placeOfType(one) - placeOfType(other),
  );
}
