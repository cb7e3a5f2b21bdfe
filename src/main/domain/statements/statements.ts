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
import { type DecimalString, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { t } from "#shared/language/t.ts";
import type { Statement, StatementAccount, StatementRow } from "#shared/model/reports/statement.ts";

/** Days that a statement column adds up. Earlier years' results belong to retained earnings. */
export interface StatementSpan {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly year: "earlier" | "current";
}

/** A profit and loss reads its own days; a balance sheet everything up to `to`, this fiscal year apart. */
export function statementSpans(kind: Statement["kind"], from: CalendarDate, to: CalendarDate, yearStart: CalendarDate): StatementSpan[] {
  if (kind === "profit_and_loss") return [{ from, to, year: "current" }];
  return [
    { from: null, to: addDays(yearStart, -1), year: "earlier" },
    { from: yearStart, to, year: "current" },
  ];
}

/** The sums of one column's spans. */
export type StatementColumn = readonly (StatementSpan & { readonly sums: readonly AccountSum[] })[];

type Section = StatementRow["section"];
type Write = (amount: DecimalString) => DecimalString;

/** One line of a statement before it is written: debits positive, one amount a column. */
interface Entry {
  readonly section: Section;
  readonly label: string;
  readonly account: StatementAccount;
  readonly nets: DecimalString[];
}

/**
 * Revenue, expenses and the net income of each column, flat, by class and in it by type (rule 23).
 * Amounts on unknown accounts have no class and are reported as gaps.
 */
export function profitAndLossRows(columns: readonly StatementColumn[], chart: Chart, currency: string): StatementRow[] {
  const write = amountWriter(currency);
  const entries = entriesOf(columns, chart, null).filter(({ section }) => section === "revenue" || section === "expense");
  const result = totalOf(entries, columns.length).map(negateDecimal);
  return [
    ...sectionRows(entries, "revenue", "Total income", columns.length, write),
    ...sectionRows(entries, "expense", "Total expenses", columns.length, write),
    computed("result", t("Net income"), result, write),
  ];
}

/**
 * Assets, liabilities and equity at the end of each column. Equity includes this year's earnings as a computed line, so
 * that the sheet balances; any imbalance is shown on a separate line.
 */
export function balanceSheetRows(columns: readonly StatementColumn[], chart: Chart, currency: string): StatementRow[] {
  const write = amountWriter(currency);
  const width = columns.length;
  const all = entriesOf(columns, chart, retainedEarningsAccount(chart));
  const isEarning = ({ section }: Entry) => section === "revenue" || section === "expense";
  const entries = all.filter((entry) => !isEarning(entry));
  const earned = totalOf(all.filter(isEarning), width).map(negateDecimal);
  const of = (section: Section) => entries.filter((entry) => entry.section === section);
  const equity = plus(totalOf(of("equity"), width).map(negateDecimal), earned);
  const financed = plus(totalOf(of("liability"), width).map(negateDecimal), equity);
  const unknown = totalOf(of("unknown"), width);
  const apart = financed.map((amount, at) =>
    subtractDecimals(sumDecimals([totalOf(of("asset"), width)[at] ?? ZERO, unknown[at] ?? ZERO]), amount),
  );
  const off = unknown.every(isZero)
    ? "Out of balance: assets less liabilities and equity"
    : "Out of balance: assets and unknown accounts less liabilities and equity";
  return [
    ...sectionRows(entries, "asset", "Total assets", width, write),
    ...sectionRows(entries, "liability", "Total liabilities", width, write),
    ...accountRows(entries, "equity", write),
    computed("equity", "Current year earnings", earned, write),
    { ...computed("equity", "Total equity", equity, write), kind: "section_total" },
    computed("result", "Total liabilities and equity", financed, write),
    ...(of("unknown").length === 0 ? [] : sectionRows(entries, "unknown", "Total for unknown accounts (debits positive)", width, write)),
    ...(apart.every(isZero) ? [] : [computed("unknown", off, apart, write)]),
  ];
}

function entriesOf(columns: readonly StatementColumn[], chart: Chart, retained: StatementAccount): Entry[] {
  const entries = new Map<string, Entry>();
  for (const [at, column] of columns.entries())
    for (const { year, sums } of column)
      for (const { accountId, net } of sums) {
        const own = accountId === null ? null : (chart.get(accountId) ?? null);
        const isRolled = year === "earlier" && isEarned(own);
        const entry = entryOf(entries, isRolled ? retained : own, isRolled, accountId, columns.length);
        entry.nets[at] = sumDecimals([entry.nets[at] ?? ZERO, net]);
      }
  return [...entries.values()]
    .filter(({ nets }) => !nets.every(isZero))
    .sort((a, b) => compareAccounts(a.account, b.account) || compareText(a.label, b.label));
}

function entryOf(
  entries: Map<string, Entry>,
  account: StatementAccount,
  isRolled: boolean,
  accountId: string | null,
  width: number,
): Entry {
  const key = account?.id ?? (isRolled ? "retained earnings" : `unknown ${accountId}`);
  let entry = entries.get(key);
  if (entry === undefined) {
    const section = account === null ? (isRolled ? "equity" : "unknown") : account.class === "non_posting" ? "unknown" : account.class;
    const label = account?.name ?? (isRolled ? NO_RETAINED_EARNINGS : unknownLabel(accountId));
    entry = { section, label, account, nets: new Array<DecimalString>(width).fill(ZERO) };
    entries.set(key, entry);
  }
  return entry;
}

function sectionRows(entries: readonly Entry[], section: Section, label: string, width: number, write: Write): StatementRow[] {
  const total = totalOf(
    entries.filter((entry) => entry.section === section),
    width,
  );
  const amounts = total.map((net) => write(shown(section, net)));
  return [...accountRows(entries, section, write), { kind: "section_total", section, label, account: null, amounts }];
}

function accountRows(entries: readonly Entry[], section: Section, write: Write): StatementRow[] {
  return entries
    .filter((entry) => entry.section === section)
    .map(({ label, account, nets }) => ({
      kind: "account",
      section,
      label,
      account,
      amounts: nets.map((net) => write(shown(section, net))),
    }));
}

/** The sign that a reader expects: income, liabilities and equity are credits. */
function shown(section: Section, net: DecimalString): DecimalString {
  return section === "revenue" || section === "liability" || section === "equity" ? negateDecimal(net) : net;
}

function computed(section: Section, label: string, amounts: readonly DecimalString[], write: Write): StatementRow {
  return { kind: "computed", section, label, account: null, amounts: amounts.map(write) };
}

function totalOf(entries: readonly Entry[], width: number): DecimalString[] {
  return Array.from({ length: width }, (_, at) => sumDecimals([ZERO, ...entries.map(({ nets }) => nets[at] ?? ZERO)]));
}

function plus(a: readonly DecimalString[], b: readonly DecimalString[]): DecimalString[] {
  return a.map((amount, at) => sumDecimals([amount, b[at] ?? ZERO]));
}
