import type { Summary } from "#shared/model/reports/statement-layout.ts";
import { ALL_FIGURES } from "../../format/addresses/figure-id.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";

/** Where the figures of a summary come from, all at once: each of them is explained on the statement that it is taken from. */
export function explainedSummary(summary: Summary, title: string): ExplainedFigure {
  const { from, to, basis, currency, source, asOf, gaps } = summary;
  return {
    title,
    place: `summary/${to}/${ALL_FIGURES}`,
    amounts: [],
    of: "accounts",
    source,
    asOf,
    gaps,
    checks: ["profit_and_loss", "balance_sheet", "bank_balances", "aging_receivable", "aging_payable"],
    facts: [
      [t("Dates"), spanText({ from, to })],
      [t("Basis"), BASIS_WORDS[basis].word],
      [t("Currency"), currency],
    ],
    documents: <p>{t("To see the accounts behind a figure, choose its statement. For open items, go to Aging.")}</p>,
  };
}
