import { Check } from "lucide-react";
import { classes } from "../controls/classes.ts";
import styles from "./progress-ring.module.css";

const SIZE = 18;
const STROKE = 3;
const RADIUS = (SIZE - STROKE) / 2;
const AROUND = 2 * Math.PI * RADIUS;

/** How much of something is done, as a ring; what it says is written beside it, so it's hidden from screen readers. */
export function ProgressRing({ done, of }: { readonly done: number; readonly of: number }) {
  const share = of === 0 ? 0 : Math.min(1, done / of);
  if (share === 1) {
    return (
      <span className={classes(styles.ring, styles.whole)} aria-hidden="true">
        <Check size={12} strokeWidth={3} />
      </span>
    );
  }
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, fill: "none", strokeWidth: STROKE };
  return (
    <svg className={styles.ring} width={SIZE} height={SIZE} aria-hidden="true">
      <circle {...circle} className={styles.track} />
      <circle
        {...circle}
        className={styles.done}
        strokeDasharray={`${share * AROUND} ${AROUND}`}
        strokeLinecap={share === 0 ? "butt" : "round"}
        transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
      />
    </svg>
  );
}
