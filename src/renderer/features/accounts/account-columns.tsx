import type { Account } from "#shared/model/books/account.ts";
import { withoutCurrency } from "../../format/amounts/one-currency.ts";
import { accountTypeOf } from "../../format/labels/account-type-labels.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import type { AccountFigure, AccountLine } from "./account-rows.ts";
import styles from "./accounts.module.css";

/**
 * The columns of the chart; figures are in the client's base currency, debits positive. Only where an account is in another one
 * do they say which is which: the title names the base currency.
 */
export function accountColumns(base: string, isForeign: boolean): readonly Column<AccountLine>[] {
  const columns: readonly Column<AccountLine>[] = [
    {
      id: "code",
      header: t("Code"),
      help: t("The account's code in the ledger, if it has one."),
      width: "96px",
      cell: ({ kind, label, account }) =>
        kind === "type" ? <span className={styles.typeName}>{label}</span> : <span className={text.muted}>{account?.code ?? "–"}</span>,
      value: ({ account, label }) => (account === null ? label : account.code),
    },
    {
      id: "name",
      essential: true,
      header: t("Account"),
      help: t("Accounts, grouped by the ledger's account type. Press Enter on an account to open its account ledger."),
      width: "minmax(220px, 2fr)",
      cell: ({ account }) =>
        account === null ? null : (
          <span className={classes(text.oneLine, text.name, account.removed && styles.gone)} title={account.name}>
            {account.name}
          </span>
        ),
      value: ({ account }) => account?.name ?? null,
    },
    {
      // The heading above the accounts says it.
      optional: true,
      minor: true,
      ...plain("type", t("Type"), t("The account type in the ledger."), "minmax(120px, 1fr)", typeOf),
      cell: (line) => (
        <span className={text.oneLine} title={line.account?.type}>
          {typeOf(line)}
        </span>
      ),
    },
    {
      minor: true,
      ...plain(
        "role",
        t("Role"),
        t("What the ledger uses the account for, such as banking, receivables or tax."),
        "120px",
        ({ account }) => (account?.role === null || account?.role === undefined ? null : ROLE_LABELS[account.role]),
      ),
    },
    {
      minor: true,
      ...plain("currency", t("Currency"), t("The account's currency, if the ledger specifies one."), "76px", ({ account }) =>
        account === null ? null : account.currency,
      ),
    },
    ...figures(base, isForeign ? base : ""),
    {
      id: "active",
      minor: true,
      header: t("Status"),
      help: t("Whether the ledger still accepts postings to the account."),
      width: "104px",
      cell: ({ account }) => (account === null ? null : <State removed={account.removed} active={account.active} />),
      value: ({ account }) => (account === null ? null : account.removed ? t("Deleted") : account.active ? t("Active") : t("Inactive")),
      blank: ({ account }) => account === null || (account.active && !account.removed),
    },
  ];
  return withoutCurrency(columns, isForeign ? null : base);
}

function figures(base: string, named: string): readonly Column<AccountLine>[] {
  return [
    figure(
      "opening",
      named === "" ? t("Opening") : t("Opening, {base}", { base: named }),
      t(
        "Balance before the first day of the period. Income and expenses of earlier fiscal years are in retained earnings. Debits are positive.",
      ),
      base,
      true,
    ),
    figure(
      "movement",
      named === "" ? t("Net change") : t("Net change, {base}", { base: named }),
      t(
        "Debits minus credits in the period. If the period spans a fiscal year-end, income and expenses through that date are in retained earnings.",
      ),
      base,
      false,
    ),
    {
      ...figure(
        "balance",
        named === "" ? t("Balance") : t("Balance, {base}", { base: named }),
        t("Balance on the last day of the period. Debits are positive."),
        base,
        false,
      ),
      essential: true,
    },
  ];
}

function typeOf({ account }: AccountLine): string | null {
  return account === null ? null : accountTypeOf(account);
}

function State({ removed, active }: { readonly removed: boolean; readonly active: boolean }) {
  if (removed)
    return <Chip quiet tone="deleted" word={t("Deleted")} title={t("Deleted in the ledger. Tieout keeps the account's postings.")} />;
  return active ? <span className={text.muted}>{t("Active")}</span> : <Chip tone="neutral" icon={null} word={t("Inactive")} />;
}

function plain(id: string, header: string, help: string, width: string, value: (line: AccountLine) => string | null): Column<AccountLine> {
  return { id, header, help, width, value, cell: (line) => <span className={text.oneLine}>{value(line)}</span> };
}

function figure(id: AccountFigure, header: string, help: string, currency: string, optional: boolean): Column<AccountLine> {
  return {
    id,
    header,
    help,
    optional,
    width: "minmax(128px, 1fr)",
    align: "end",
    cell: ({ figures }) => (figures === null ? null : <Figure amount={figures[id]} currency={currency} />),
    value: ({ figures }) => (figures === null ? null : amountValue(figures[id], currency)),
  };
}

const ROLE_LABELS: Readonly<Record<NonNullable<Account["role"]>, string>> = {
  bank: t("Bank"),
  receivable: t("Receivable"),
  payable: t("Payable"),
  tax: t("Tax"),
  retained_earnings: t("Retained earnings"),
  exchange_difference: t("Exchange gain or loss"),
  rounding: t("Rounding"),
};
