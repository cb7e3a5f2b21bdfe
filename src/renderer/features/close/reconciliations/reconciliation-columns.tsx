import type { ReactNode } from "react";
import { isAutomatic } from "#shared/contract/close/reconciliation-progress.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "../../../language/t.ts";
import text from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { AccountName } from "../../../ui/figures/account-name.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Percent } from "../../../ui/figures/money.tsx";
import { amountValue, type Column } from "../../../ui/grid/grid-types.ts";
import { ageWords, stateWords } from "./reconciliation-form.ts";
import { AUTOMATIC, automaticWords, policyWords, signedWords } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";

const LAST_COLUMNS: readonly Column<ReconciliationRow>[] = [
  {
    id: "oldest",
    header: t("Oldest item"),
    help: t(
      "Age of the oldest reconciling item at period end. For a bank account, that's the oldest outstanding transaction; those dated before its first imported statement count as cleared.",
    ),
    width: "96px",
    align: "end",
    counts: true,
    cell: ({ oldestDays }) => ageWords(oldestDays),
    value: ({ oldestDays }) => ageWords(oldestDays),
  },
  {
    id: "files",
    header: t("Files"),
    help: t("Attached files that support the balance, kept with the client's data."),
    width: "60px",
    align: "end",
    counts: true,
    cell: ({ attachments }) => (attachments.length === 0 ? "" : attachments.length),
    value: ({ attachments }) => String(attachments.length),
    blank: ({ attachments }) => attachments.length === 0,
  },
];

/** The columns of the reconciliations. */
export function reconciliationColumns(): readonly Column<ReconciliationRow>[] {
  const columns: readonly Column<ReconciliationRow>[] = [
    {
      id: "account",
      header: t("Account"),
      help: t("Balance-sheet accounts with a balance or activity. Press Enter for support, reconciling items and files."),
      width: "minmax(220px, 2fr)",
      cell: ({ account, label }) => (
        <span className={styles.account} title={label}>
          <AccountName code={account?.code || null} name={account?.name ?? label} />
        </span>
      ),
      value: ({ label }) => label,
    },
    {
      id: "state",
      header: t("Status"),
      help: t(
        "“Reconciled” means that support plus reconciling items equal the closing balance, within the policy's tolerance. “Balance changed” means that the closing balance has changed since support was entered.",
      ),
      width: "150px",
      cell: (row) => {
        const { tone, word, means } = stateWords(row);
        return <Chip quiet tone={tone} word={word} title={means} />;
      },
      value: (row) => stateWords(row).word,
    },
    SIGNED_COLUMN,
    amount(
      "opening",
      t("Opening"),
      t(
        "Balance at the end of the previous period. In a fiscal year's first period, retained earnings include the net income of prior years.",
      ),
      ({ opening }) => opening,
    ),
    amount("change", t("Change"), t("Balance per books less the opening balance."), ({ change }) => change),
    PERCENT_COLUMN,
    ...HIDDEN_COLUMNS,
    amount(
      "closing",
      t("Per books"),
      t("Closing balance, with the sign used on the balance sheet. What is owed on a credit card is positive."),
      ({ closing }) => closing,
    ),
    amount(
      "support",
      t("Per support"),
      t("Balance on the statement, aging, schedule or cash count. Zero if the policy expects a zero balance."),
      ({ support }) => support?.amount ?? null,
    ),
    ITEMS_COLUMN,
    DIFFERENCE_COLUMN,
    ...LAST_COLUMNS,
  ];
  const essential = new Set(["closing", "difference"]);
  const ordinary = new Set(["account", "state", "signed", "support", "items"]);
  return columns.map((column) => ({
    ...column,
    essential: essential.has(column.id),
    minor: !essential.has(column.id) && !ordinary.has(column.id),
  }));
}

/** How far the sign-offs of an account are; an automatic one is named as such. */
export function SignedChip({ row }: { readonly row: ReconciliationRow }) {
  const { tone, means: said } = signedWords(row);
  const means = isAutomatic(row) ? automaticWords(row.policy) : said;
  // An account that needn't be reconciled shows nothing until somebody signs off, even if that waits for the firm's server.
  const isUnsigned = row.signed === "open" && !row.signOffs.some(({ waiting }) => waiting);
  return isUnsigned && !row.required ? null : <Chip quiet tone={tone} word={signedWord(row)} title={means} />;
}

function signedWord(row: ReconciliationRow): string {
  return isAutomatic(row) ? AUTOMATIC : signedWords(row).word;
}

function amount(id: string, header: string, help: string, of: (row: ReconciliationRow) => string | null): Column<ReconciliationRow> {
  return {
    ...{ id, header, help, width: "minmax(104px, 1fr)", align: "end" as const },
    // What nobody has entered is neither nothing nor unknown.
    cell: (row) => (of(row) === null ? null : <Figure amount={of(row)} currency={row.currency} />),
    value: (row) => amountValue(of(row), row.currency),
  };
}

/** Columns that a person may add. */
const HIDDEN_COLUMNS: readonly Column<ReconciliationRow>[] = [
  { ...amount("increases", t("Increases"), t("Postings in the period that increased the balance."), ({ increases }) => increases) },
  { ...amount("decreases", t("Decreases"), t("Postings in the period that decreased the balance."), ({ decreases }) => decreases) },
  {
    id: "policy",
    header: t("Policy"),
    help: t("How often the account is reconciled, against what, its risk, and whether a file is required."),
    width: "minmax(160px, 1fr)",
    cell: ({ policy }: ReconciliationRow) => policyWords(policy),
    value: ({ policy }: ReconciliationRow) => policyWords(policy),
  },
].map((column) => ({ ...column, optional: true }));

const SIGNED_COLUMN: Column<ReconciliationRow> = {
  id: "signed",
  header: t("Sign-off"),
  help: t(
    "Prepared, then reviewed by someone else. “Sign off again” means that the balance, support, reconciling items, files or reconciliation type changed after sign-off.",
  ),
  width: "124px",
  cell: (row) => <SignedChip row={row} />,
  value: (row) => signedWord(row),
};

/** What is between a statement and the books, which every match changes: final only once every line has its own, as on the bank screen. */
function soFar(amount: string | null, { currency, toMatch }: Pick<ReconciliationRow, "currency" | "toMatch">, means: string): ReactNode {
  if (amount === null) return null;
  const figure = <Figure amount={amount} currency={currency} />;
  const count = toMatch ?? 0;
  return count === 0 ? (
    figure
  ) : (
    <span
      title={t(
        "{count, plural, one {1 bank statement line isn't matched yet.} other {# bank statement lines aren't matched yet.}} For now, {means}",
        { count, means },
      )}
    >
      <span className={text.mutedSmall}>{t("so far")}</span> {figure}
    </span>
  );
}

const ITEMS_SO_FAR = t(
  "reconciling items include all unmatched lines and, from the first imported statement on, all transactions without an accepted match.",
);
const DIFFERENCE_SO_FAR = t(
  "the difference also includes any older transactions, from before the first imported statement, that unmatched lines turn out to clear.",
);

const itemsOf = ({ support, items }: ReconciliationRow) => (support === null ? null : sumDecimals(items.map((item) => item.amount)));

const ITEMS_COLUMN: Column<ReconciliationRow> = {
  ...amount(
    "items",
    t("Reconciling items"),
    t("Total of reconciling items. Support plus reconciling items should equal the books."),
    itemsOf,
  ),
  cell: (row) => soFar(itemsOf(row), row, ITEMS_SO_FAR),
};

/** What is left to find stands out as on the bank screen: only once every statement line has its match. */
const DIFFERENCE_COLUMN: Column<ReconciliationRow> = {
  ...amount("difference", t("Difference"), t("Books less support and reconciling items."), ({ difference }) => difference),
  cell: (row) =>
    row.difference === null ? null : (
      <span className={isZero(row.difference) || (row.toMatch ?? 0) > 0 ? undefined : styles.offFigure}>
        {soFar(row.difference, row, DIFFERENCE_SO_FAR)}
      </span>
    ),
};

const PERCENT_COLUMN: Column<ReconciliationRow> = {
  id: "percent",
  header: "%",
  help: t("Percentage change. Not shown if the opening balance was zero or the sign changed."),
  width: "70px",
  align: "end",
  cell: ({ percent }) => (percent === null ? "" : <Percent percent={percent} />),
  value: ({ percent }) => percent ?? "",
};
