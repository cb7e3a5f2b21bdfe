import type { ReactNode } from "react";
import { classes } from "../controls/classes.ts";
import styles from "./facts.module.css";

interface FactsProps {
  /** Names the list where no title above it does. */
  readonly label?: string | undefined;
  /** For values with columns of their own, such as a file's name and its size: the class sets them as `--values`. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What there is to know of one thing, as labels and values: the one layout of such pairs in panels, dialogs and cards. */
export function Facts({ label, className, children }: FactsProps) {
  return (
    <dl className={classes(styles.facts, className)} aria-label={label}>
      {children}
    </dl>
  );
}

interface FactProps {
  readonly name: ReactNode;
  /**
   * An amount or a count that is read below others, what such amounts come to, or a word that says what they mean. A value without a kind
   * is read for itself.
   */
  readonly kind?: "figure" | "sum" | "word" | undefined;
  readonly children: ReactNode;
}

/**
 * One pair. Figures and the words for them end on one line, in a column as wide as the widest of them, and everything else begins where
 * that column does.
 */
export function Fact({ name, kind, children }: FactProps) {
  return (
    <div
      className={classes(styles.fact, kind !== undefined && styles.figure, kind === "sum" && styles.sum, kind === "word" && styles.word)}
    >
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
