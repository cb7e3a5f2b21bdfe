import { t } from "../../language/t.ts";
import type { SpendGrouping } from "../../state/views/figure-choices.ts";
import { classes } from "../../ui/controls/classes.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./spend-columns.module.css";
import { GROUPING_LABELS, SERIES_LABELS } from "./spend-labels.ts";
import { SERIES, type Spend, type SpendLine } from "./spend-rows.ts";

const NOTHING = "0";

/** The columns of spend: what a row is of, then the three series beside each other. */
export function spendColumns(by: SpendGrouping, series: Spend["series"]): readonly Column<SpendLine>[] {
  return [
    {
      id: "group",
      header: GROUPING_LABELS[by].word,
      help: GROUPING_LABELS[by].means,
      // Months are short: growing like names would only move their figures away from them.
      width: by === "total" ? "96px" : "minmax(240px, 2fr)",
      cell: (line) => (
        <span className={classes(styles.group, styles[line.kind])} title={line.label}>
          <bdi>{line.label}</bdi>
        </span>
      ),
      value: (line) => line.label,
    },
    {
      id: "currency",
      tellsApart: true,
      header: t("Currency"),
      help: t("Currency of the amounts in this row."),
      width: "76px",
      cell: ({ currency }) => currency,
      value: ({ currency }) => currency,
    },
    ...SERIES.map(
      (name): Column<SpendLine> => ({
        id: name,
        header: SERIES_LABELS[name],
        help: t("{contains} Tieout never adds the three columns together.", { contains: series[name].contains }),
        width: "minmax(150px, 1fr)",
        align: "end",
        cell: (line) => (line.kind === "month" ? null : <Figure amount={line.figures[name] ?? NOTHING} currency={line.currency} />),
        value: (line) => (line.kind === "month" ? null : amountValue(line.figures[name] ?? NOTHING, line.currency)),
      }),
    ),
  ];
}
