import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { unbroken } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { comparisonWord } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import { Figure, NoFigure } from "../../ui/figures/figure.tsx";
import styles from "./flux.module.css";
import { effectWord, FluxPercent } from "./flux-columns.tsx";
import { currentWord, thresholdText } from "./flux-labels.ts";

/** The two figures of a row, the change between them, and the rule that it was measured by. */
export function FluxFigures({ review, row }: { readonly review: FluxReview; readonly row: FluxRow }) {
  const { currency, comparedWith } = review;
  const [only] = comparedWith;
  const name = comparisonWord(review);
  return (
    <>
      <table className={styles.figures} aria-label={t("Figures")}>
        <tbody>
          <FigureRow name={currentWord(review)} amount={row.current} currency={currency} />
          <FigureRow
            name={only === undefined || comparedWith.length > 1 ? name : `${name} (${spanText(only)})`}
            amount={row.comparative}
            currency={currency}
          />
          <FigureRow name={t("Change")} amount={row.change} currency={currency} strong />
          <tr>
            <th scope="row">{t("Change, %")}</th>
            <td>{row.change === null ? <NoFigure /> : <FluxPercent percent={row.percent} />}</td>
          </tr>
          {row.effect === null ? null : (
            <tr>
              <th scope="row">{t("Effect on profit")}</th>
              <td className={styles.word}>{effectWord(row.effect)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className={textStyles.muted}>{unbroken(thresholdText(row, currency))}</p>
    </>
  );
}

interface FigureRowProps {
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string;
  readonly strong?: boolean;
}

function FigureRow({ name, amount, currency, strong = false }: FigureRowProps) {
  return (
    <tr className={strong ? styles.strong : undefined}>
      <th scope="row">{name}</th>
      <td>
        <Figure amount={amount} currency={currency} showCurrency />
      </td>
    </tr>
  );
}
