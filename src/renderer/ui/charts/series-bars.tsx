import { scaleBand } from "@visx/scale";
import { Bar } from "@visx/shape";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { formatAmount } from "../../format/amounts/amount.ts";
import { classes } from "../controls/classes.ts";
import unseen from "../controls/hidden-text.module.css";
import { Figure } from "../figures/figure.tsx";
import { amountScale } from "./amount-scale.ts";
import styles from "./series-bars.module.css";

/** Up to three series are told apart without colour: full, lighter, outlined. */
export interface BarSeries {
  readonly name: string;
  readonly amounts: readonly DecimalString[];
}

interface SeriesBarsProps {
  /** What the bars are of, with the currency. */
  readonly title: string;
  readonly currency: string;
  /** What stands below each group of bars, and in full where it is read out. */
  readonly groups: readonly { readonly key: string; readonly short: string; readonly long: string }[];
  readonly series: readonly BarSeries[];
  /** The figures in sight instead of the bars. */
  readonly asTable: boolean;
}

const WIDTH = 760;
const HEIGHT = 126;
const START = 44;
const HEAD = 8;
const FOOT = 18;
const LOOKS = [styles.first, styles.second, styles.third];

/** Series side by side, group after group, from a common zero. The same figures are always there as a table. */
export function SeriesBars({ title, currency, groups, series, asTable }: SeriesBarsProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        <span className={styles.name}>{title}</span>
        {asTable
          ? null
          : series.map(({ name }, at) => (
              <span key={name} className={styles.legend} aria-hidden="true">
                <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
                  <Bar className={classes(LOOKS[at])} x={1} y={1} width={8} height={8} />
                </svg>
                {name}
              </span>
            ))}
      </figcaption>
      {asTable ? null : <Bars currency={currency} groups={groups} series={series} />}
      <div className={asTable ? styles.scroll : unseen.hidden} {...(asTable ? { tabIndex: 0, role: "group", "aria-label": title } : {})}>
        <table className={styles.table}>
          <caption className={unseen.hidden}>{title}</caption>
          <thead>
            <tr>
              <td />
              {groups.map(({ key, long }) => (
                <th key={key} scope="col">
                  {long}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map(({ name, amounts }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {groups.map(({ key }, at) => (
                  <td key={key}>
                    <Figure amount={amounts[at] ?? null} currency={currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Drawn for the eye alone: who can not see it has the table. */
function Bars({ currency, groups, series }: Pick<SeriesBarsProps, "currency" | "groups" | "series">) {
  // Heights in pixels only: the figures that are shown keep every digit.
  const sizes = series.map(({ amounts }) => amounts.map(Number));
  const across = scaleBand({ domain: groups.map(({ key }) => key), range: [START, WIDTH], padding: 0.24 });
  const inside = scaleBand({ domain: series.map(({ name }) => name), range: [0, across.bandwidth()], padding: 0.08 });
  const { y, zero, ticks } = amountScale(sizes.flat(), HEAD, HEIGHT - FOOT, 4);
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick.y}>
          <line className={styles.grid} x1={START} x2={WIDTH} y1={tick.y} y2={tick.y} />
          <text className={styles.text} x={START - 6} y={tick.y + 3.5} textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {groups.map(({ key, short, long }, group) => (
        <g key={key}>
          {series.map(({ name, amounts }, at) => {
            const size = sizes[at]?.[group] ?? 0;
            return (
              <g key={name}>
                <title>{`${name}, ${long}: ${formatAmount(amounts[group] ?? "0", currency)} ${currency}`}</title>
                <Bar
                  className={classes(LOOKS[at])}
                  x={(across(key) ?? 0) + (inside(name) ?? 0)}
                  y={Math.min(y(size), zero)}
                  width={inside.bandwidth()}
                  height={size === 0 ? 0 : Math.max(1, Math.abs(zero - y(size)))}
                />
              </g>
            );
          })}
          <text className={styles.text} x={(across(key) ?? 0) + across.bandwidth() / 2} y={HEIGHT - 4} textAnchor="middle">
            {short}
          </text>
        </g>
      ))}
      <line className={styles.zero} x1={START} x2={WIDTH} y1={zero} y2={zero} />
    </svg>
  );
}
