import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { unbroken } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { comparisonWord } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import { Figure, NoFigure } from "../../ui/figures/figure.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import { effectWord, FluxPercent } from "./flux-columns.tsx";
import { currentWord, thresholdText } from "./flux-labels.ts";

/** The two figures of a row, the change between them, and the rule that it was measured by. */
export function FluxFigures({ review, row }: { readonly review: FluxReview; readonly row: FluxRow }) {
  const { currency, comparedWith } = review;
  const [only] = comparedWith;
  const name = comparisonWord(review);
  return (
    <>
      <Facts label={t("Figures")}>
        <Fact name={currentWord(review)} kind="figure">
          <Figure amount={row.current} currency={currency} showCurrency />
        </Fact>
        <Fact name={only === undefined || comparedWith.length > 1 ? name : `${name} (${spanText(only)})`} kind="figure">
          <Figure amount={row.comparative} currency={currency} showCurrency />
        </Fact>
        <Fact name={t("Change")} kind="sum">
          <Figure amount={row.change} currency={currency} showCurrency />
        </Fact>
        <Fact name={t("Change, %")} kind="figure">
          {row.change === null ? <NoFigure /> : <FluxPercent percent={row.percent} />}
        </Fact>
        {row.effect === null ? null : (
          <Fact name={t("Effect on net income")} kind="word">
            {effectWord(row.effect)}
          </Fact>
        )}
      </Facts>
      <p className={textStyles.muted}>{unbroken(thresholdText(row, currency))}</p>
    </>
  );
}
