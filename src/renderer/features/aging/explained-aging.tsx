import type { OperationOutput } from "#main/operations/collection.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { agingGaps } from "../../ui/figures/aging-gaps.ts";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { AgedDocuments, figurePlace, figureTitle, type OpenedFigure } from "./aged-transactions-panel.tsx";
import { SIDE_LABELS } from "./aging-labels.ts";
import { isOwed, readOpened } from "./aging-rows.ts";

type Aging = OperationOutput<"reports.aging">;

interface Asked {
  readonly clientId: string;
  /** From `openedAddress` for one figure; anything else means all of them. */
  readonly id: string;
  readonly aging: Aging;
}

/** A figure of an aging, or all of them, with the documents behind it. */
export function explainedAging({ clientId, id, aging }: Asked): ExplainedFigure {
  const { side, asOfDate, asOf } = aging;
  const title = t("{title} as of {asOfDate}", { title: SIDE_LABELS[side].title, asOfDate: formatDay(asOfDate) });
  const common = {
    of: "open_items" as const,
    source: "mirror" as const,
    asOf,
    gaps: agingGaps(aging.gaps),
    checks: side === "receivable" ? (["aging_receivable", "receivable_control"] as const) : (["aging_payable", "payable_control"] as const),
    facts: [
      [t("As of"), formatDay(asOfDate)],
      [t("Aged by"), t("Due date (transaction date if there's no due date); each currency separately")],
    ] as const,
  };
  const opened = readOpened(id);
  if (opened?.kind !== "figure")
    return {
      ...common,
      title,
      place: `aging/${side}/${asOfDate}`,
      amounts: aging.totals.map(({ currency, outstanding }) => ({ amount: outstanding, currency })),
      documents: <p>{t("Press Enter on a figure to see the transactions behind it.")}</p>,
    };
  return {
    ...common,
    title: figureTitle(opened, aging),
    place: figurePlace(side, asOfDate, opened),
    amounts: amountsOf(opened, aging),
    documents: <AgedDocuments clientId={clientId} side={side} asOfDate={asOfDate} figure={opened} />,
  };
}

/** A party's unapplied cash may be in several lines, one for each kind. `unapplied` are all of them. */
function amountsOf({ party, currency, column }: OpenedFigure, { rows, unappliedCash }: Aging): ExplainedFigure["amounts"] {
  const isIt = (row: { readonly party: { readonly id: string } | null; readonly currency: string }) =>
    (row.party?.id ?? null) === party && row.currency === currency;
  if (!isOwed(column))
    return unappliedCash
      .filter((row) => isIt(row) && (column === "unapplied" || row.kind === column))
      .map(({ amount }) => ({ amount: negateDecimal(amount), currency }));
  return rows.filter(isIt).map((row) => ({ amount: row[column], currency }));
}
