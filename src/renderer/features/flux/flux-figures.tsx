import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { comparisonWord } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import { Figure, NoFigure } from "../../ui/figures/figure.tsx";
import styles from "./flux.module.css";
import { FluxPercent } from "./flux-columns.tsx";
import { currentWord, decidingLimits } from "./flux-labels.ts";

/** The two figures of a row, the change between them, and the rule that it was measured by. */
export function FluxFigures({ review, row }: { readonly review: FluxReview; readonly row: FluxRow }) {
  const { currency, comparison, comparedWith } = review;
  const [only] = comparedWith;
  const name = comparisonWord(comparison);
  return (
    <>
      <table className={styles.figures} aria-label={t("Figures")}>
        <tbody>
          <FigureRow name={currentWord(comparison)} amount={row.current} currency={currency} />
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
        </tbody>
      </table>
      <p className={textStyles.muted}>{thresholdText(row)}</p>
    </>
  );
}

/**
 * What the change is measured by. A change that reaches only one of two limits isn't below both, so it is said not to reach them.
 * Where the percentage is n/m, the amount decides alone, and without one any change counts.
 */
function thresholdText(row: FluxRow): string {
  const { comparative, percent, rule, material } = row;
  if (comparative === null) return t("There is no figure to compare with.");
  if (rule.amount === null && rule.percent === null) return t("No threshold is set.");
  const limits = decidingLimits(row);
  const isUnknown = percent === null && rule.percent !== null;
  if (isUnknown && rule.amount === null && material)
    return t("The percentage can't be calculated, so any change counts as reaching the threshold of {limits}.", { limits });
  const reached = material
    ? t("The change is at or above its threshold of {limits}.", { limits })
    : t("The change doesn't reach its threshold of {limits}.", { limits });
  return isUnknown && rule.amount !== null ? `${reached} ${t("The percentage can't be calculated, so only the amount counts.")}` : reached;
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
        <Figure amount={amount} currency={currency} />
      </td>
    </tr>
  );
}
