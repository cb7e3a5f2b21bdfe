import { classes } from "../controls/classes.ts";
import styles from "./progress-bar.module.css";

/** A thin bar from 0 to 1; without a share it only says that something moves. `checked`: of work that nobody has started. */
export function ProgressBar({
  share,
  label,
  tone = "syncing",
}: {
  readonly share: number | null;
  readonly label: string;
  readonly tone?: "syncing" | "queued" | "checked";
}) {
  const percent = share === null ? null : Math.max(0, Math.min(100, Math.floor(share * 100)));
  return (
    <span
      className={classes(styles.bar, styles[tone])}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { "aria-valuenow": percent })}
    >
      <span
        className={classes(styles.fill, percent === null && styles.unknown)}
        style={{ width: percent === null ? "30%" : `${percent}%` }}
      />
    </span>
  );
}
