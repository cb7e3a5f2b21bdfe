import { Check } from "lucide-react";
import { classes } from "../controls/classes.ts";
import styles from "./progress-ring.module.css";

const SIZE = 18;
const STROKE = 3;
const RADIUS = (SIZE - STROKE) / 2;
const AROUND = 2 * Math.PI * RADIUS;
/** The least that is drawn of what is done, and of what is left: one of many is seen, too. */
const LEAST = 4;

interface ProgressRingProps {
  readonly done: number;
  readonly of: number;
  /** Nobody has started the work, as for the bar. */
  readonly checked?: boolean;
}

/** How much of something is done, as a ring; what it says is written beside it, so it's hidden from screen readers. */
export function ProgressRing({ done, of, checked = false }: ProgressRingProps) {
  const share = of === 0 ? 0 : Math.min(1, done / of);
  if (share === 1) {
    return (
      <span className={classes(styles.ring, styles.whole, checked && styles.checked)} aria-hidden="true">
        <Check size={12} strokeWidth={3} />
      </span>
    );
  }
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, fill: "none", strokeWidth: STROKE };
  return (
    <svg className={classes(styles.ring, checked && styles.checked)} width={SIZE} height={SIZE} aria-hidden="true">
      <circle {...circle} className={styles.track} />
      <circle
        {...circle}
        className={styles.done}
        strokeDasharray={`${drawn(share)} ${AROUND}`}
        transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
      />
    </svg>
  );
}

function drawn(share: number): number {
  return share === 0 ? 0 : Math.min(AROUND - LEAST, Math.max(LEAST, share * AROUND));
}
