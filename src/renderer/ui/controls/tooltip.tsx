import type { ReactNode } from "react";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import styles from "./tooltip.module.css";

interface ExplainProps {
  /** The button's visible content, in place of plain text. */
  readonly words: ReactNode;
  /** What is explained, for screen readers. */
  readonly label: string;
  readonly tabIndex?: 0 | -1;
  /** What it rests on. */
  readonly children: ReactNode;
}

/** Text with an explanation on hover and focus. */
export function Explain({ words, label, tabIndex, children }: ExplainProps) {
  return (
    <TooltipTrigger delay={0} closeDelay={100} shouldCloseOnPress={false}>
      <Focusable>
        <button
          type="button"
          className={styles.words}
          aria-label={label}
          {...(tabIndex === undefined ? {} : { tabIndex })}
          onClick={(event) => event.stopPropagation()}
        >
          {words}
        </button>
      </Focusable>
      <Tooltip placement="bottom start" className={styles.tip ?? ""}>
        {children}
      </Tooltip>
    </TooltipTrigger>
  );
}
