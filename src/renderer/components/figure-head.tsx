import type { ReactNode } from "react";
import type { FigureSource } from "#shared/model/statement.ts";
import { SOURCE_WORDS } from "../format/figure-words.ts";
import { t } from "../language/t.ts";
import { AsOf } from "./as-of.tsx";
import { Chip } from "./chip.tsx";
import styles from "./figure-head.module.css";

interface FigureHeadProps {
  readonly title: string;
  /** What else has to be known to read the figures, for example `Accrual, USD`. */
  readonly facts: string;
  readonly source?: FigureSource;
  readonly asOf: string | null;
  readonly nowMs: number;
  /** The books are being read right now. */
  readonly reading?: boolean;
  /** Gaps and whatever else belongs to all of the figures. */
  readonly children?: ReactNode;
}

/** What figures are of, how they were had, and as of when: above every table of figures. */
export function FigureHead({ title, facts, source, asOf, nowMs, reading = false, children }: FigureHeadProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.line}>
        <span>{facts}</span>
        {source === undefined ? null : (
          <span className={styles.how} title={SOURCE_WORDS[source].means}>
            {SOURCE_WORDS[source].words}
          </span>
        )}
        {asOf === null ? (
          <Chip
            tone="warning"
            word={t("Incomplete")}
            title={t("The books have not been read to their end yet. Figures may be too low, and nothing should be signed on them.")}
          />
        ) : (
          <span>
            {t("As of")} <AsOf instant={asOf} nowMs={nowMs} ago />
          </span>
        )}
        {reading ? (
          <Chip
            tone="syncing"
            word={t("Being read")}
            title={t("The books are being read. These figures are worked out again when that has ended.")}
          />
        ) : null}
      </p>
      {children}
    </div>
  );
}
