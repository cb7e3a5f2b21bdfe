import type { CSSProperties, ReactNode } from "react";
import styles from "./indented-text.module.css";

/** Text with its line breaks, such as indented JSON, in a `ScrollText`. A long line goes on below where it begins, not at the left edge. */
export function IndentedText({ text }: { readonly text: string }) {
  return text.split(/(?<=\n)/).map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their order alone
    <IndentedLine key={at} text={line}>
      {line}
    </IndentedLine>
  ));
}

/** One line with its line break; `children` are its text, in which parts may be marked. */
export function IndentedLine({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const indent = text.length - text.trimStart().length;
  return (
    <span className={styles.line} style={{ "--indent": indent } as CSSProperties}>
      {children}
    </span>
  );
}
