import { sumDecimals } from "#shared/kernel/decimal.ts";
import { isCash } from "#shared/model/reports/is-cash.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { readFigureId } from "../../format/addresses/figure-id.ts";
import { formatDay } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { AccountTransactions } from "../../ui/figures/account-transactions.tsx";
import { agingGaps } from "../../ui/figures/aging-gaps.ts";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { OpenDocuments } from "./open-transactions.tsx";
import type { Aging, OverviewFigures } from "./overview-figures.ts";
import { OPEN_COLUMNS, SIDE_TITLES } from "./overview-labels.ts";
import { resultLines } from "./overview-trends.ts";

/** A figure of the overview with the records behind it; null while it loads. */
export function explainedOverview(clientId: string, id: string, figures: OverviewFigures): ExplainedFigure | null {
  const { rowKey, columnId } = readFigureId(id);
  const [what = "", ...rest] = rowKey.split(" ");
  const name = rest.join(" ");
  if (what === "receivable" || what === "payable") {
    const aging = figures[what];
    return aging === undefined ? null : openItems(clientId, aging, name, columnId);
  }
  if (what === "result") return figures.result === undefined ? null : resultOf(clientId, figures.result, name, Number(columnId || "0"));
  return figures.balance === undefined ? null : bankOf(clientId, figures.balance, columnId);
}

function openItems(clientId: string, aging: Aging, currency: string, columnId: string): ExplainedFigure {
  const { side, asOfDate, asOf } = aging;
  const column = OPEN_COLUMNS.find(({ id }) => id === columnId) ?? OPEN_COLUMNS[0];
  const totals = aging.totals.filter((total) => currency === "" || total.currency === currency);
  return {
    title: [t("{title} as of {asOfDate}", { title: SIDE_TITLES[side], asOfDate: formatDay(asOfDate) }), column.word].join(", "),
    place: `aging/${side}/${asOfDate}/total/${currency}/${column.id}`,
    amounts: totals.map((total) => ({ amount: total[column.id], currency: total.currency })),
    of: "open_items",
    source: "mirror",
    asOf,
    gaps: agingGaps(aging.gaps),
    checks: side === "receivable" ? ["aging_receivable", "receivable_control"] : ["aging_payable", "payable_control"],
    facts: [
      [t("As of"), formatDay(asOfDate)],
      [t("Aged by"), t("Due date (transaction date if there's no due date); each currency separately")],
    ],
    documents: <OpenDocuments clientId={clientId} side={side} asOfDate={asOfDate} currency={currency} column={column} />,
  };
}

/** @param key names a total or the result of the profit and loss */
function resultOf(clientId: string, statement: LaidOutStatement, key: string, at: number): ExplainedFigure {
  const line = resultLines(statement).find((candidate) => candidate.key === key);
  const column = statement.columns[at] ?? statement;
  const accounts = statement.lines.filter(
    ({ kind, group }) => kind === "account" && (line === undefined || line.kind === "result" || `total:${group}` === key),
  );
  return {
    title: [line?.label ?? t("Profit and loss"), spanText(column)].join(", "),
    place: `profit-and-loss/${column.to}/${key}`,
    amounts: line === undefined ? [] : [{ amount: line.amounts[at] ?? null, currency: statement.currency }],
    of: "accounts",
    source: statement.source,
    asOf: statement.asOf,
    gaps: statement.gaps,
    checks: ["profit_and_loss"],
    facts: [
      [t("Dates"), spanText(column)],
      [t("Basis"), BASIS_WORDS[statement.basis].word],
      [t("Currency"), statement.currency],
    ],
    documents: <AccountList clientId={clientId} accounts={accounts} />,
  };
}

/** The accounts that a figure sums up, each leading to its ledger. */
function AccountList({ clientId, accounts }: { readonly clientId: string; readonly accounts: readonly SummedAccount[] }) {
  return (
    <ul>
      {accounts.map(({ label: name, account }) =>
        account === null ? (
          <li key={name}>{name}</li>
        ) : (
          <li key={account.id}>
            <a href={`#${recordAddress(clientId, "statements", account.id)}`}>{[account.code, account.name].filter(Boolean).join(" ")}</a>
          </li>
        ),
      )}
    </ul>
  );
}

type SummedAccount = Pick<TrialBalance["rows"][number], "label" | "account">;

function amountsOf(rows: TrialBalance["rows"], currency: string): ExplainedFigure["amounts"] {
  return rows.length === 0 ? [] : [{ amount: sumDecimals(rows.map(({ balance }) => balance)), currency }];
}

/** The place of the sum of all bank accounts among them. */
export const ALL_CASH = "all";

const CASH_WORDS = t(
  "Bank accounts that are assets. Credit cards aren't included. The “Bank balances” tie-out includes cards that the ledger lists as bank accounts.",
);

function bankOf(clientId: string, balance: TrialBalance, accountId: string): ExplainedFigure {
  const banks = accountId === ALL_CASH ? balance.rows.filter(({ account }) => isCash(account)) : [];
  const row = balance.rows.find(({ account }) => account?.id === accountId);
  const { from, to, basis, currency } = balance;
  return {
    title: t("{name} as of {to}", { name: row?.account?.name ?? t("Cash per books"), to: formatDay(to) }),
    place: `trial-balance/${to}/${accountId}`,
    amounts: amountsOf(row === undefined ? banks : [row], currency),
    of: "accounts",
    source: balance.source,
    asOf: balance.asOf,
    gaps: balance.gaps,
    checks: ["bank_balances"],
    facts: [
      [t("Dates"), spanText({ from, to })],
      [t("Basis"), BASIS_WORDS[basis].word],
      [t("Sign"), t("Debits positive")],
      ...(accountId === ALL_CASH ? [[t("Includes"), CASH_WORDS] as const] : []),
    ],
    documents:
      banks.length > 0 ? (
        <AccountList clientId={clientId} accounts={banks} />
      ) : row === undefined ? (
        <p>
          {balance.rows.some(({ account }) => isCash(account))
            ? t("To see postings, choose an account under “Cash and bank.”")
            : t("None of the ledger's bank accounts has a balance or postings in this period.")}
        </p>
      ) : (
        <AccountTransactions
          clientId={clientId}
          accountId={accountId}
          span={{ from, to }}
          basis={basis}
          all={recordAddress(clientId, "accounts", accountId)}
        />
      ),
  };
}
