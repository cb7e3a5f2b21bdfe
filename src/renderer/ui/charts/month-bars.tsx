import { scaleBand } from "@visx/scale";
import { Bar } from "@visx/shape";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { formatAmount } from "../../format/amounts/amount.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { amountScale } from "./amount-scale.ts";
import styles from "./month-bars.module.css";

/** The amount of one month, `2026-10`. */
export interface MonthAmount {
  readonly month: string;
  readonly amount: DecimalString;
}

interface MonthBarsProps {
  /** What the bars are of, for those who can not see them. */
  readonly label: string;
  /** Months in their order, without holes. */
  readonly months: readonly MonthAmount[];
  /** Named beside the axis. */
  readonly currency: string;
  readonly height?: number;
}

const WIDTH = 280;
const START = 34;
const HEAD = 16;
const FOOT = 14;

/** Amounts month by month as bars from a common zero, with an axis in a named currency; the figures themselves stand in the table below. */
export function MonthBars({ label, months, currency, height = 80 }: MonthBarsProps) {
  // Heights in pixels only: the figures that are shown keep every digit.
  const sizes = months.map(({ amount }) => Number(amount));
  const across = scaleBand({ domain: months.map(({ month }) => month), range: [START, WIDTH], padding: 0.2 });
  const { y, zero, ticks } = amountScale(sizes, HEAD, height - FOOT, 2);
  const first = months[0];
  const last = months.at(-1);
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={`${label}: ${spoken(months, currency)}`}>
      <text className={styles.currency} x={0} y={8}>
        {currency}
      </text>
      {ticks.map((tick) => (
        <g key={tick.y}>
          <line className={styles.grid} x1={START} x2={WIDTH} y1={tick.y} y2={tick.y} />
          <text className={styles.text} x={START - 4} y={tick.y + 3} textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {months.map(({ month, amount }, index) => {
        const top = y(sizes[index] ?? 0);
        return (
          <g key={month}>
            <title>{`${formatPeriod(month)}: ${formatAmount(amount, currency)} ${currency}`}</title>
            <Bar
              className={styles.bar ?? ""}
              x={across(month) ?? 0}
              y={Math.min(top, zero)}
              width={across.bandwidth()}
              height={sizes[index] === 0 ? 0 : Math.max(1, Math.abs(zero - top))}
            />
          </g>
        );
      })}
      <line className={styles.zero} x1={START} x2={WIDTH} y1={zero} y2={zero} />
      {first === undefined || last === undefined ? null : (
        <>
          <text className={styles.text} x={START} y={height - 2}>
            {formatPeriod(first.month)}
          </text>
          <text className={styles.text} x={WIDTH} y={height - 2} textAnchor="end">
            {formatPeriod(last.month)}
          </text>
        </>
      )}
    </svg>
  );
}

function spoken(months: readonly MonthAmount[], currency: string): string {
  return months.map(({ month, amount }) => `${formatPeriod(month)} ${formatAmount(amount, currency)}`).join(", ");
}
