import { type ReactNode, useId } from "react";
import text from "../../styles/text.module.css";
import styles from "./head-figure.module.css";

interface HeadFigureProps {
  readonly label: string;
  /** How it's worked out. */
  readonly means?: string | undefined;
  /** Goes to where it comes from. */
  readonly onOpen?: (() => void) | null;
  /** Where that is, as the tip of the button. */
  readonly tip?: string | undefined;
  readonly children: ReactNode;
}

/** A figure in the head of a screen, below what it's called. */
export function HeadFigure({ label, means, onOpen = null, tip = means, children }: HeadFigureProps) {
  const id = useId();
  return (
    <div className={styles.figure} title={means}>
      <span id={id} className={text.label}>
        {label}
      </span>
      {onOpen === null ? (
        <div className={styles.plain}>{children}</div>
      ) : (
        <button
          type="button"
          id={`${id}figure`}
          data-printed=""
          className={styles.open}
          title={tip}
          // A count alone would say nothing of what it counts.
          aria-labelledby={`${id} ${id}figure`}
          onClick={onOpen}
        >
          {children}
        </button>
      )}
    </div>
  );
}
