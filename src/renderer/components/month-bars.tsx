import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { formatAmount } from "../format/amount.ts";
import { formatPeriod } from "../format/date.ts";
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
  readonly currency: string;
  readonly height?: number;
}

const WIDTH = 240;
const FOOT = 14;

/** Amounts month by month as bars from a common zero; the figures themselves stand in the table below. */
export function MonthBars({ label, months, currency, height = 64 }: MonthBarsProps) {
  // Heights in pixels only: the figures that are shown keep every digit.
  const sizes = months.map(({ amount }) => Number(amount));
  const across = scaleBand({ domain: months.map(({ month }) => month), range: [0, WIDTH], padding: 0.2 });
  const up = scaleLinear({ domain: [Math.min(0, ...sizes), Math.max(1, ...sizes)], range: [height - FOOT, 2] });
  const zero = up(0);
  const first = months[0];
  const last = months.at(-1);
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={`${label}: ${spoken(months, currency)}`}>
      {months.map(({ month, amount }, index) => {
        const top = up(sizes[index] ?? 0);
        return (
          <g key={month}>
            <title>{`${formatPeriod(month)}: ${formatAmount(amount, currency)} ${currency}`}</title>
            <Bar
              className={styles.bar ?? ""}
              x={across(month) ?? 0}
              y={Math.min(top, zero)}
              width={across.bandwidth()}
              height={Math.max(1, Math.abs(zero - top))}
            />
          </g>
        );
      })}
      <line className={styles.zero} x1={0} x2={WIDTH} y1={zero} y2={zero} />
      {first === undefined || last === undefined ? null : (
        <>
          <text className={styles.text} x={0} y={height - 2}>
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
