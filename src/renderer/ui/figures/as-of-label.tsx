import { formatInstant } from "../../format/dates/date.ts";
import { isStale } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";
import { AsOf } from "./as-of.tsx";
import styles from "./as-of-label.module.css";

interface AsOfLabelProps {
  readonly asOf: string | null;
  readonly nowMs: number;
}

/** As of when figures are, beside them: incomplete and stale ones are marked, and a screen greys figures that are stale. */
export function AsOfLabel({ asOf, nowMs }: AsOfLabelProps) {
  if (asOf === null) {
    return (
      <Chip
        tone="warning"
        word={t("Incomplete")}
        title={t("The books aren't fully synced yet. Figures may be too low, so don't sign off on them.")}
      />
    );
  }
  return (
    <>
      <span>
        {t("As of")} <AsOf instant={asOf} nowMs={nowMs} ago />
      </span>
      {isStale(asOf, nowMs) ? (
        <span className={styles.stale}>
          <Chip
            tone="warning"
            word={t("Stale")}
            title={t("The last complete sync ended at {asOf}, more than a day ago. Sync to get later changes.", {
              asOf: formatInstant(asOf),
            })}
          />
        </span>
      ) : null}
    </>
  );
}
