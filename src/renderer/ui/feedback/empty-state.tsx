import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** A calm word in an empty place: what is missing, why, and what to do. `page`: it is all that the screen holds. */
export function EmptyNote({
  title,
  page = false,
  children,
}: {
  readonly title: string;
  readonly page?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {page ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {children}
    </div>
  );
}
