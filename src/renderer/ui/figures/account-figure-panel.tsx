import { useContext } from "react";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { type Span, spanText } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { QueryAnswer } from "../feedback/query-answer.tsx";
import { DetailPanel } from "../layout/detail-panel.tsx";
import { AccountTransactions, POSTINGS_SHOWN } from "./account-transactions.tsx";
import { FigurePanel } from "./figure-panel.tsx";

interface AccountFigure extends Span {
  readonly accountId: string;
  readonly basis: AccountingBasis;
}

const MARK = "balance";

/** The balance of an account as a figure that any screen can open. */
export function accountFigureId({ accountId, basis, from, to }: AccountFigure): string {
  return [MARK, basis, from, to, accountId].join("|");
}

/** The inverse of `accountFigureId`; null for other figures. */
export function readAccountFigure(id: string): AccountFigure | null {
  const [mark, basis, first = "", last = "", ...rest] = id.split("|");
  const from = readCalendarDate(first);
  const to = readCalendarDate(last);
  if (mark !== MARK || (basis !== "accrual" && basis !== "cash") || from === null || to === null) return null;
  return { accountId: rest.join("|"), basis, from, to };
}

/** Where the balance of an account comes from. */
export function AccountFigurePanel({ clientId, asked }: { readonly clientId: string; readonly asked: AccountFigure }) {
  const panels = useContext(PanelsContext);
  const query = useCoreQuery("reports.ledgerDetail", { clientId, ...asked, limit: POSTINGS_SHOWN });
  const { data } = query;
  if (data === undefined)
    return query.error === null ? (
      <FigurePanel clientId={clientId} figure={null} />
    ) : (
      <DetailPanel kind={t("Source")} title={t("Source")}>
        <QueryAnswer query={query} label={t("figure")}>
          {() => null}
        </QueryAnswer>
      </DetailPanel>
    );
  const { account, closing, opening, currency, basis, source, asOf, gaps, from, to } = data;
  const name = account === null ? t("Account") : [account.code, account.name].filter((part) => part !== undefined && part !== "").join(" ");
  return (
    <FigurePanel
      clientId={clientId}
      figure={{
        title: t("{name}, balance as of {to}", { name, to: formatDay(to) }),
        place: `trial-balance/${to}/${asked.accountId}`,
        amounts: [{ amount: closing, currency }],
        of: "accounts",
        source,
        asOf,
        gaps,
        checks: ["trial_balance"],
        facts: [
          [t("Dates"), spanText({ from, to })],
          [t("Basis"), BASIS_WORDS[basis].word],
          [t("Sign"), t("Debits positive")],
          [t("Opening balance"), formatMoney(opening, currency)],
        ],
        documents: (
          <AccountTransactions
            clientId={clientId}
            accountId={asked.accountId}
            span={{ from, to }}
            basis={asked.basis}
            all={panels?.addressOf({ kind: "account", id: asked.accountId }) ?? ""}
          />
        ),
      }}
    />
  );
}
