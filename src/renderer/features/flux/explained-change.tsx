import type { FluxReview } from "#shared/contract/reports/flux.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { readFigureId } from "../../format/addresses/figure-id.ts";
import { formatLongPeriodTo } from "../../format/dates/date.ts";
import { type Span, spanText } from "../../format/dates/date-range.ts";
import { comparisonWord } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import { AccountTransactions } from "../../ui/figures/account-transactions.tsx";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { currentSpan, currentWord } from "./flux-labels.ts";

/** A figure of the variance review, or all of them, with the documents behind it. */
export function explainedChange(review: FluxReview, id: string, ownAddress: (accountId: string) => string): ExplainedFigure {
  const { clientId, period, comparedWith, currency } = review;
  const { rowKey, columnId } = readFigureId(id);
  const row = review.rows.find(({ accountId }) => accountId === rowKey);
  const common = {
    of: "accounts" as const,
    source: review.source as FigureSource,
    asOf: review.asOf,
    gaps: review.gaps.map((gap) => ({ ...gap, recordIds: [] })),
    checks: ["trial_balance"] as const,
    facts: [
      [t("Dates"), spanText(currentSpan(review))],
      [t("Compared with"), comparedWith.length === 0 ? comparisonWord(review) : comparedWith.map(spanText).join(", ")],
      [t("Currency"), currency],
    ] as const,
  };
  if (row === undefined)
    return {
      ...common,
      title: t("Flux analysis for {label}", { label: formatLongPeriodTo(period.label, period.end) }),
      place: `variances/${period.id}`,
      amounts: [],
      documents: <p>{t("Press Enter on an account to see the transactions behind its change.")}</p>,
    };
  const column = columnId === "current" || columnId === "comparative" ? columnId : "change";
  const [before] = comparedWith;
  const last = comparedWith.at(-1);
  // An average is of several months in a row.
  const compared: Span | null = before === undefined || last === undefined ? null : { from: before.from, to: last.to };
  const span = column === "comparative" ? compared : currentSpan(review);
  return {
    ...common,
    title: `${row.label}, ${columnWord(review, column)}`,
    place: `variances/${period.id}/${row.accountId}/${column}`,
    amounts: [{ amount: row[column], currency }],
    documents:
      span === null ? (
        <p>{t("This comparison is with a budget or the last reviewed figures, so there are no transactions to list.")}</p>
      ) : (
        <AccountTransactions clientId={clientId} accountId={row.accountId} span={span} basis="accrual" all={ownAddress(row.accountId)} />
      ),
  };
}

function columnWord(review: FluxReview, column: "current" | "comparative" | "change"): string {
  if (column === "change") return t("change");
  return (column === "current" ? currentWord(review) : comparisonWord(review)).toLowerCase();
}
