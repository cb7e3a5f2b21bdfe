import type { FluxReview } from "#shared/contract/flux.ts";
import type { FigureSource } from "#shared/model/statement.ts";
import { AccountDocuments } from "../../blocks/account-documents.tsx";
import type { ExplainedFigure } from "../../blocks/figure-panel.tsx";
import { formatPeriod } from "../../format/date.ts";
import { readFigureId } from "../../format/figure-id.ts";
import { type Span, spanWords } from "../../format/span.ts";
import { t } from "../../language/t.ts";

const COLUMNS = { current: t("this period"), comparative: t("compared with"), change: t("change") } as const;

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
      [t("Days"), spanWords({ from: period.start, to: period.end })],
      [t("Compared with"), comparedWith.length === 0 ? t("nothing") : comparedWith.map(spanWords).join(", ")],
      [t("Currency"), currency],
    ] as const,
  };
  if (row === undefined)
    return {
      ...common,
      title: t("Variances of {label}", { label: formatPeriod(period.label) }),
      place: `variances/${period.id}`,
      amounts: [],
      documents: <p>{t("Enter on an account lists the documents that its change is made of.")}</p>,
    };
  const column = columnId === "current" || columnId === "comparative" ? columnId : "change";
  const [before] = comparedWith;
  const span: Span = column === "comparative" && before !== undefined ? before : { from: period.start, to: period.end };
  return {
    ...common,
    title: `${row.label}, ${COLUMNS[column]}`,
    place: `variances/${period.id}/${row.accountId}/${column}`,
    amounts: [{ amount: row[column], currency }],
    documents: (
      <AccountDocuments clientId={clientId} accountId={row.accountId} span={span} basis="accrual" all={ownAddress(row.accountId)} />
    ),
  };
}
