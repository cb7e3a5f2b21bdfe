import type { CSSProperties } from "react";
import { classes } from "../controls/classes.ts";
import { Figure } from "../figures/figure.tsx";
import styles from "./amount-bars.module.css";
import { type BarPlaces, barPlaces } from "./bar-places.ts";
import chart from "./chart.module.css";
import { lookOf } from "./chart-looks.ts";
import type { ChartData } from "./chart-places.ts";

interface AmountBarsProps extends Pick<ChartData, "groups" | "series"> {
  /** What it is of, with the unit. */
  readonly title: string;
  /** What a row is: the header of their names. */
  readonly of: string;
  readonly currency: string;
}

/**
 * Figures of a few things to compare: a row for each, and after each figure a bar, which shares its scale with all others. Columns of so
 * few would leave most of a wide page empty, and their figures would have to be pointed at.
 */
export function AmountBars({ title, of, currency, groups, series }: AmountBarsProps) {
  const { zero, bars } = barPlaces({ groups, series });
  const looks = series.map(({ look }, at) => lookOf(look ?? at));
  return (
    <figure className={chart.figure}>
      <figcaption className={chart.name}>{title}</figcaption>
      <div role="table" aria-label={title} className={styles.table} style={{ "--series": series.length } as CSSProperties}>
        <div role="row" className={classes(styles.row, styles.head)}>
          <span role="columnheader">{of}</span>
          {series.map(({ name }, at) => (
            <span key={name} role="columnheader" className={styles.legend}>
              <svg className={chart.swatch} viewBox="0 0 10 10" aria-hidden="true">
                <rect className={classes(chart.mark, looks[at])} x={1} y={1} width={8} height={8} rx={2} />
              </svg>
              {name}
            </span>
          ))}
        </div>
        {groups.map(({ key, long }, group) => (
          <div key={key} role="row" className={styles.row}>
            <span role="rowheader" className={styles.name} title={long}>
              {long}
            </span>
            {series.map(({ name, amounts }, at) => (
              <span key={name} role="cell" className={styles.cell}>
                <span className={styles.figure}>
                  <Figure amount={amounts[group] ?? null} currency={currency} />
                </span>
                <Bar zero={zero} place={bars[at]?.[group] ?? null} look={looks[at] ?? ""} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </figure>
  );
}

interface BarProps extends Pick<BarPlaces, "zero"> {
  readonly place: BarPlaces["bars"][number][number];
  readonly look: string;
}

/** A bar from the line of zero. For the eye: the figure before it says the same. */
function Bar({ zero, place, look }: BarProps) {
  return (
    <svg className={styles.bar} aria-hidden="true">
      {place === null ? null : (
        <rect
          className={classes(chart.mark, look)}
          // A short one would be hidden by the line of zero.
          style={{ width: `max(2px, ${place.length}%)` }}
          x={`${place.from}%`}
          y="20%"
          height="60%"
          rx={2}
        />
      )}
      <line className={chart.zero} x1={`${zero}%`} x2={`${zero}%`} y1="0" y2="100%" />
    </svg>
  );
}
