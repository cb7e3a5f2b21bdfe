import type { ReactNode } from "react";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";
import { AsOfLabel } from "./as-of-label.tsx";
import styles from "./figure-head.module.css";
import { SourceWords } from "./figure-source.tsx";

interface FigureHeadProps {
  readonly title: string;
  /** What else has to be known to read the figures, for example `Accrual, USD`. */
  readonly facts: string;
  readonly source?: FigureSource;
  /** Opens where the figures come from. */
  readonly onWhy?: () => void;
  readonly asOf: string | null;
  readonly nowMs: number;
  /** The books are being read right now. */
  readonly reading?: boolean;
  /** Gaps and whatever else belongs to all of the figures. */
  readonly children?: ReactNode;
}

/** What figures are of, how they were had, and as of when: above every table of figures. */
export function FigureHead({ title, facts, source, onWhy, asOf, nowMs, reading = false, children }: FigureHeadProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.line}>
        <span>{facts}</span>
        {source === undefined ? null : <SourceWords source={source} onWhy={onWhy} />}
        <AsOfLabel asOf={asOf} nowMs={nowMs} />
        {reading ? <Chip tone="syncing" word={t("Syncing")} title={t("Syncing. These figures update when the sync ends.")} /> : null}
      </p>
      {children}
    </div>
  );
}
