import { classes } from "../controls/classes.ts";
import styles from "./progress-bar.module.css";

/**
 * A thin bar from 0 to 1; without a share it only says that something moves. `part`: how much of the share is done only in part.
 * `checked`: of work that nobody has started. `queued`: it waits, and ends without anyone. Both are muted.
 */
export function ProgressBar({
  share,
  part = 0,
  label,
  words,
  tone = "syncing",
}: {
  readonly share: number | null;
  readonly part?: number;
  readonly label: string;
  /** What a screen reader says in place of the percentage. */
  readonly words?: string;
  readonly tone?: "syncing" | "queued" | "checked";
}) {
  const percent = share === null ? null : Math.max(0, Math.min(100, Math.floor(share * 100)));
  const inPart = Math.min(percent ?? 0, Math.floor(part * 100));
  return (
    <span
      className={classes(styles.bar, styles[tone])}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { "aria-valuenow": percent })}
      {...(words === undefined ? {} : { "aria-valuetext": words })}
    >
      <span
        className={classes(styles.fill, percent === null && styles.unknown)}
        {...(percent === null ? {} : { style: { width: `${percent - inPart}%` } })}
      />
      {inPart === 0 ? null : <span className={classes(styles.fill, styles.inPart)} style={{ width: `${inPart}%` }} />}
    </span>
  );
}
