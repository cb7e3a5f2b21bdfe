import { addDays } from "#shared/kernel/calendar-date.ts";
import { isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Comparative, TrialBalance } from "#shared/model/reports/statement.ts";
import { monthOfSpan } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { classes } from "../../ui/controls/classes.ts";
import { AccountName } from "../../ui/figures/account-name.tsx";
import { Figure, NotMeaningful } from "../../ui/figures/figure.tsx";
import { Money, Percent } from "../../ui/figures/money.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./statement-columns.module.css";
import { COMPARISON_WORDS } from "./statement-labels.ts";
import { columnWords, type LineChange, lineChange, type StatementLine } from "./statement-rows.ts";

const STEPS = { 1: styles.oneStep, 2: styles.twoSteps } as const;

/** Groups are the sections of a trial balance, which has no others. */
function weightOf({ kind, indent }: StatementLine): string | undefined {
  return (kind === "type" || kind === "groupTotal") && indent === undefined ? styles.section : styles[kind];
}

const ACCOUNT: Column<StatementLine> = {
  id: "account",
  header: t("Account"),
  help: t("Accounts, grouped as in the client's statement layout. Press Enter on an account to open its account ledger."),
  width: "minmax(220px, 2fr)",
  cell: (line) => (
    <span className={classes(styles.name, weightOf(line), line.indent !== undefined && STEPS[line.indent])} title={line.label}>
      <AccountName code={line.kind === "account" ? line.code : null} name={line.label} />
    </span>
  ),
  value: (line) => [line.kind === "account" ? line.code : "", line.label].filter((part) => part !== "" && part !== null).join(" "),
};

const CASH_LINE: Column<StatementLine> = {
  ...ACCOUNT,
  id: "line",
  header: t("Cash flow"),
  help: t("Press Enter on a line to see the accounts and transactions behind it."),
};

/** Columns of the same days are told apart by their names. */
function namedColumn({ name }: Comparative): string {
  if (name === "budget") return `${t("Budget")}, `;
  return name === "year_to_date" ? `${t("YTD")}, ` : "";
}

const TRIAL_BALANCE: readonly (readonly [id: string, header: string, help: string])[] = [
  [
    "opening",
    t("Opening Dr (Cr)"),
    t(
      "Balance before the first day of the period, with debits positive. Income and expenses include only amounts since the start of the fiscal year.",
    ),
  ],
  ["debit", t("Debits"), t("Debits posted in the period. Income and expenses of earlier fiscal years are in retained earnings.")],
  ["credit", t("Credits"), t("Credits posted in the period. Income and expenses of earlier fiscal years are in retained earnings.")],
  ["debitBalance", t("Balance Dr"), t("Balance on the last day, if it's a debit.")],
  ["creditBalance", t("Balance Cr"), t("Balance on the last day, if it's a credit.")],
];

/** Where room is short, the opening balance goes first, then debits and credits; the balances are what a trial balance is read for. */
const ROOM: Readonly<Record<string, Partial<Column<StatementLine>>>> = {
  opening: { minor: true },
  debit: { pair: "movement" },
  credit: { pair: "movement" },
  debitBalance: { essential: true },
  creditBalance: { essential: true },
};

/** The columns of a trial balance. */
export function trialBalanceColumns({ currency }: Pick<TrialBalance, "currency">): readonly Column<StatementLine>[] {
  const figures = TRIAL_BALANCE.map(([id, header, help], index) => ({ ...amountColumn(id, header, help, index, currency), ...ROOM[id] }));
  return [ACCOUNT, ...figures];
}

/** What the columns of a statement are made from. */
export interface ColumnFacts {
  readonly columns: readonly Comparative[];
  readonly kind: "profit_and_loss" | "balance_sheet" | "cash_flow";
  readonly currency: string;
}

const SIGNS: Readonly<Record<ColumnFacts["kind"], string>> = {
  balance_sheet: t(
    "Balance on the date in the column title. Debit balances of assets and credit balances of liabilities and equity are positive.",
  ),
  profit_and_loss: t(
    "For the period in the column title, first and last day included. Credits to income and debits to expenses are positive.",
  ),
  cash_flow: t("For the period in the column title, first and last day included. Increases in cash are positive; decreases are negative."),
};

/** The columns of a statement: the dates asked for, then the comparisons. */
export function statementColumns({ columns, kind, currency }: ColumnFacts): readonly Column<StatementLine>[] {
  const sign = SIGNS[kind];
  const prior = priorWords(columns);
  const help = (name: Comparative["name"]) => {
    if (name === "current" || name === "month") return sign;
    return `${name === "prior_month" ? prior.column : COMPARISON_WORDS[name]}. ${sign}`;
  };
  const amounts = columns.flatMap((column, index) => {
    const amount = amountColumn(
      columnId(columns, index),
      `${namedColumn(column)}${columnWords(column, kind)}`,
      help(column.name),
      index,
      currency,
    );
    const before = columns[index - 1];
    const leads = before !== undefined && (isHeldAgainst(column) || isHeldAgainst(before));
    const first = leads ? { ...amount, leads } : amount;
    return isHeldAgainst(column) ? [first, ...changeColumns(column, index, currency, prior.figure)] : [first];
  });
  const sums = kind !== "balance_sheet" && columns.length > 1 && columns[0]?.name === "month";
  return [kind === "cash_flow" ? CASH_LINE : ACCOUNT, ...amounts, ...(sums ? [sumColumn(kind, currency)] : [])];
}

/** How the month before is called, which is the ledger's own period before where the dates are those of one. */
function priorWords(columns: readonly Comparative[]): { readonly column: string; readonly figure: string } {
  const before = columns.find(({ name }) => name === "prior_month");
  const current = columns.find(({ name }) => name === "current");
  const isPeriod = before !== undefined && current !== undefined && addDays(before.to, 1) === current.from && monthOfSpan(before) === null;
  return isPeriod
    ? { column: t("Prior period"), figure: t("the prior-period figure") }
    : { column: COMPARISON_WORDS.prior_month, figure: t("the prior-month figure") };
}

/** The days that a column of figures is of; those of the whole where it is none of the statement's own. */
export function columnDays(
  { columns, from, to }: Pick<Comparative, "from" | "to"> & { readonly columns: readonly Comparative[] },
  id: string,
): Pick<Comparative, "from" | "to"> {
  return columns.find((_, index) => id === columnId(columns, index)) ?? { from, to };
}

/** The column of amounts that a percentage is of: the change beside it. Any other column is its own. */
export function amountColumnId(id: string): string {
  return id.replace(/-percent$/, "-change");
}

/** Months are counted back from the last one, so that a person's arrangement holds for the next month too. */
function columnId(columns: readonly Comparative[], index: number): string {
  const name = columns[index]?.name ?? "current";
  return name === "month" ? `month-${columns.length - index}` : name;
}

/** The year to date holds the days themselves: a change to it would say nothing. */
function isHeldAgainst({ name }: Comparative): boolean {
  return name === "prior_month" || name === "prior_year" || name === "budget";
}

/** The change from a comparison to the dates asked for, in money and in percent. */
function changeColumns({ name }: Comparative, index: number, currency: string, prior: string): readonly Column<StatementLine>[] {
  const to = name === "prior_year" ? t("the figure for the same period last year") : name === "budget" ? t("the budget") : prior;
  const changeOf = (line: StatementLine) => lineChange(line, index);
  return [
    {
      id: `${name}-change`,
      header: t("Change"),
      help: t("The figure for the selected dates less {comparative}.", { comparative: to }),
      width: "minmax(84px, 0.8fr)",
      align: "end",
      cell: (line) => {
        const change = changeOf(line);
        return change === null ? null : (
          <span className={weightOf(line)}>
            <Figure amount={change.amount} currency={currency} />
          </span>
        );
      },
      value: (line) => amountValue(changeOf(line)?.amount, currency),
    },
    {
      id: `${name}-percent`,
      header: "%",
      help: t("Change as a percentage of {comparative}. Shows n/m (not meaningful) if the comparison figure is zero or the sign changed.", {
        comparative: to,
      }),
      width: "minmax(56px, 0.4fr)",
      align: "end",
      cell: (line) => <span className={weightOf(line)}>{percentCell(changeOf(line), currency)}</span>,
      value: (line) => changeOf(line)?.percent ?? null,
    },
  ];
}

function percentCell(change: LineChange | null, currency: string) {
  if (change === null) return null;
  if (isZero(change.amount)) return <Figure amount={change.amount} currency={currency} />;
  if (change.percent !== null) return <Percent percent={change.percent} />;
  return <NotMeaningful />;
}

/** All of the months together. Cash is what it was before the first of them and after the last: balances don't add up. */
function sumColumn(kind: ColumnFacts["kind"], currency: string): Column<StatementLine> {
  const sumOf = ({ key, amounts }: StatementLine) => {
    if (key === "opening_cash") return amounts[0] ?? null;
    if (key === "closing_cash") return amounts.at(-1) ?? null;
    return amounts.length === 0 ? null : sumDecimals(amounts.filter((amount) => amount !== null));
  };
  return {
    id: "sum",
    header: t("Total"),
    help:
      kind === "cash_flow"
        ? t("Total of the columns shown. Cash at beginning of period is from the first column, and cash at end of period is from the last.")
        : t("Total of the columns shown."),
    width: "minmax(88px, 1fr)",
    align: "end",
    cell: (line) => {
      const sum = sumOf(line);
      return sum === null ? null : (
        <span className={weightOf(line)}>
          <Figure amount={sum} currency={currency} />
        </span>
      );
    },
    value: (line) => amountValue(sumOf(line), currency),
  };
}

function amountColumn(id: string, header: string, help: string, index: number, currency: string): Column<StatementLine> {
  return {
    id,
    header,
    help,
    width: "minmax(88px, 1fr)",
    align: "end",
    cell: (line) => {
      const amount = line.amounts[index];
      if (amount === undefined) return null;
      // The total of a trial balance proves zero, so its zero is written out.
      const proves = line.kind === "result" && line.key === "total" && amount !== null;
      return (
        <span className={weightOf(line)}>
          {proves ? <Money amount={amount} currency={currency} /> : <Figure amount={amount} currency={currency} />}
        </span>
      );
    },
    value: (line) => amountValue(line.amounts[index], currency),
  };
}
