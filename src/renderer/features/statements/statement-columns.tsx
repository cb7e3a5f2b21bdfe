import type { Comparative, Statement, TrialBalance } from "#shared/model/statement.ts";
import { classes } from "../../components/classes.ts";
import { Figure } from "../../components/figure.tsx";
import { amountValue, type Column } from "../../components/grid-types.ts";
import { t } from "../../language/t.ts";
import styles from "./statement-columns.module.css";
import { columnWords, type StatementLine } from "./statement-lines.ts";
import { COMPARISON_WORDS } from "./statement-words.ts";

const ACCOUNT: Column<StatementLine> = {
  id: "account",
  header: t("Account"),
  help: t("Accounts stand flat, grouped by the ledger's own account type and by nothing else. Enter opens an account's ledger."),
  width: "minmax(260px, 2fr)",
  cell: (line) => (
    <span className={classes(styles.name, styles[line.kind])} title={line.label}>
      {line.kind === "account" ? <span className={styles.code}>{line.code}</span> : null}
      {line.label}
    </span>
  ),
  value: (line) => [line.kind === "account" ? line.code : "", line.label].filter((part) => part !== "" && part !== null).join(" "),
};

const TRIAL_BALANCE: readonly (readonly [id: string, header: string, help: string])[] = [
  [
    "opening",
    t("Opening"),
    t("The balance before the first day, debits positive. Income and expenses count from the start of the fiscal year."),
  ],
  ["debit", t("Debits"), t("What was posted as a debit between the two days.")],
  ["credit", t("Credits"), t("What was posted as a credit between the two days.")],
  ["debitBalance", t("Balance Dr"), t("The balance at the last day where it is a debit.")],
  ["creditBalance", t("Balance Cr"), t("The balance at the last day where it is a credit.")],
];

/** The columns of a trial balance. */
export function trialBalanceColumns({ currency }: TrialBalance): readonly Column<StatementLine>[] {
  return [ACCOUNT, ...TRIAL_BALANCE.map(([id, header, help], index) => amountColumn(id, header, help, index, currency))];
}

/** The columns of a profit and loss or balance sheet: the dates asked for, then the comparisons. */
export function statementColumns({ columns, kind, currency }: Statement): readonly Column<StatementLine>[] {
  const sign =
    kind === "balance_sheet"
      ? t("The balance at the end of that day: what is owned positive, what is owed and equity positive.")
      : t("Between these days, both inside: income positive, expenses positive.");
  const help = (name: Comparative["name"]) => (name === "current" ? sign : `${COMPARISON_WORDS[name]}. ${sign}`);
  return [
    ACCOUNT,
    ...columns.map((column, index) => amountColumn(column.name, columnWords(column, kind), help(column.name), index, currency)),
  ];
}

function amountColumn(id: string, header: string, help: string, index: number, currency: string): Column<StatementLine> {
  return {
    id,
    header,
    help,
    width: "minmax(132px, 1fr)",
    align: "end",
    cell: (line) => {
      const amount = line.amounts[index];
      if (amount === undefined) return null;
      return (
        <span className={classes(styles[line.kind])}>
          <Figure amount={amount} currency={currency} />
        </span>
      );
    },
    value: (line) => amountValue(line.amounts[index], currency),
  };
}
