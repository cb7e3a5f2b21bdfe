import type { ReactNode } from "react";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import { useBarAge } from "../../state/window/bar-age.ts";
import layout from "../../styles/layout.module.css";
import { Chip } from "../controls/chip.tsx";
import { classes } from "../controls/classes.ts";
import fold from "../controls/fold.module.css";
import { Fold } from "../controls/fold.tsx";
import { AsOfWarning, isSaidInBar, SyncedAge } from "./as-of-label.tsx";
import styles from "./figure-head.module.css";
import { SourceWords } from "./figure-source.tsx";

interface HeadLineProps {
  readonly title: string;
  /** What the title begins with: the title of the whole screen, which what follows says the date of. */
  readonly name?: string;
  /** What the title goes on with is in a field right below it, so that only paper has it in the title. */
  readonly isInField?: boolean;
  /** What came out, right after the title. */
  readonly result?: ReactNode;
  /** How the figures are, which is never folded away. */
  readonly state?: ReactNode;
  /** The filter of the table below. */
  readonly filter?: ReactNode;
  /** What else has to be known to read the figures. Beside a panel, which repeats it, it's in a menu, so that no row moves. */
  readonly children: ReactNode;
}

/** The first line of a screen of figures. */
export function HeadLine({ title, name = "", isInField = false, result = null, state = null, filter = null, children }: HeadLineProps) {
  return (
    <div className={classes(styles.top, fold.bar)}>
      <div className={classes(styles.first, filter !== null && styles.filtered)}>
        <h2 title={title}>
          {name !== "" && title.startsWith(name) ? (
            <>
              <span className={styles.name}>{name}</span>
              <span className={classes(styles.rest, isInField && styles.inField)}>{title.slice(name.length)}</span>
            </>
          ) : (
            title
          )}
        </h2>
        {result}
        {children === null ? null : (
          <Fold label={t("Details")} below={filter === null ? "narrow" : "middle"} printed>
            {children}
          </Fold>
        )}
        {state}
        {filter}
      </div>
    </div>
  );
}

interface FigureHeadProps extends Pick<HeadLineProps, "title" | "name" | "result" | "filter"> {
  /** What else has to be known to read the figures, for example `Accrual, USD`. */
  readonly facts: string;
  readonly source?: FigureSource;
  /** Opens where the figures come from. */
  readonly onWhy?: () => void;
  readonly asOf: string | null;
  readonly nowMs: number;
  /** The books are being read right now. */
  readonly reading?: boolean;
}

/** What figures are of, how they were had, and as of when: above every table of figures and its toolbar. */
export function FigureHead({ title, name = "", result, filter, facts, source, onWhy, asOf, nowMs, reading = false }: FigureHeadProps) {
  const isSaid = isSaidInBar({ asOf, nowMs }, useBarAge());
  return (
    <HeadLine
      title={title}
      name={name}
      result={result}
      filter={filter}
      state={
        <>
          <AsOfWarning asOf={asOf} nowMs={nowMs} />
          {reading ? <Chip tone="syncing" word={t("Syncing")} title={t("Syncing. These figures update when the sync ends.")} /> : null}
        </>
      }
    >
      <span>{facts}</span>
      {source === undefined ? null : <SourceWords source={source} onWhy={onWhy} />}
      <SyncedAge asOf={asOf} nowMs={nowMs} className={isSaid ? styles.said : undefined} />
    </HeadLine>
  );
}

interface ComingHeadProps extends Pick<HeadLineProps, "title" | "name" | "isInField" | "filter"> {
  readonly failed?: boolean;
}

/** The head of figures that are on their way, or that couldn't be had: what they are of is known. */
export function ComingHead({ failed = false, ...head }: ComingHeadProps) {
  return <HeadLine {...head}>{failed ? null : <span className={styles.room} />}</HeadLine>;
}

/** What belongs to all of the figures, below their toolbar: pictures, gaps, and what is wrong with them. */
export function FigureNotes({ children }: { readonly children: ReactNode }) {
  return <div className={classes(styles.notes, layout.ends)}>{children}</div>;
}
