import type { ReactNode } from "react";
import styles from "./hidden-text.module.css";

/** Text for screen readers only. */
export function HiddenText({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
