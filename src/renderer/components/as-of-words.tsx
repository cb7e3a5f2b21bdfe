import { formatInstant } from "../format/date.ts";
import { isStale } from "../format/figure-words.ts";
import { t } from "../language/t.ts";
import { AsOf } from "./as-of.tsx";
import styles from "./as-of-words.module.css";
import { Chip } from "./chip.tsx";

interface AsOfWordsProps {
  readonly asOf: string | null;
  readonly nowMs: number;
}

/** As of when figures are, beside them: incomplete and stale ones are marked, and a screen greys figures that are stale. */
export function AsOfWords({ asOf, nowMs }: AsOfWordsProps) {
  if (asOf === null) {
    return (
      <Chip
        tone="warning"
        word={t("Incomplete")}
        title={t("The books have not been read to their end yet. Figures may be too low, and nothing should be signed on them.")}
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
            title={t(
              "The books were last read to their end at {asOf}, more than a day ago. What moved since is in no figure: sync to have it.",
              {
                asOf: formatInstant(asOf),
              },
            )}
          />
        </span>
      ) : null}
    </>
  );
}
