import { classes } from "../controls/classes.ts";
import styles from "./sparkline.module.css";
import { barPlaces, type SparkPoint, sparkLabel, trendPath } from "./sparkline-path.ts";

interface SparklineProps {
  /** The name of the figures, for screen readers. */
  readonly label: string;
  readonly points: readonly SparkPoint[];
  /** Balances are a line; amounts of a month or a day are bars. */
  readonly kind: "line" | "bars";
  /** A point's figure as text. */
  readonly words: (point: SparkPoint) => string;
}

const WIDTH = 96;
const HEIGHT = 20;

/** Figures over time, small enough for a cell; the size is fixed. Its text has the first, last, lowest and highest figure. */
export function Sparkline({ label, points, kind, words }: SparklineProps) {
  const text = sparkLabel(points, words);
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${text.replaceAll("\n", "; ")}`}
    >
      <title>{`${label}\n${text}`}</title>
      {kind === "line" ? <Line points={points} /> : <Bars points={points} />}
    </svg>
  );
}

function Line({ points }: Pick<SparklineProps, "points">) {
  const { path, zero } = trendPath(points, WIDTH, HEIGHT);
  return (
    <>
      {zero === null ? null : <line className={styles.zero} x1={0} x2={WIDTH} y1={zero} y2={zero} />}
      <path className={styles.line} d={path} />
    </>
  );
}

function Bars({ points }: Pick<SparklineProps, "points">) {
  return barPlaces(points, WIDTH, HEIGHT).map(({ x, y, width, height, below }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position and have no state
    <rect key={index} className={classes(below ? styles.below : styles.bar)} x={x} y={y} width={width} height={height} />
  ));
}
