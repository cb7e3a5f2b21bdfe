import type { ReactNode } from "react";
import styles from "./empty-note.module.css";

/** A calm word in an empty place: what is missing, why, and what to do. */
export function EmptyNote({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
