import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CallFailure } from "../api/call-failure.ts";
import { FailureNote } from "../components/failure-note.tsx";
import { t } from "../language/t.ts";
import styles from "./answer.module.css";

/** What a question gave: nothing yet, why it could not be answered, or the answer; an old answer stays beside a newer failure. */
export function Answer<T>({
  query,
  label,
  children,
}: {
  readonly query: UseQueryResult<T, CallFailure>;
  readonly label: string;
  readonly children: (data: T) => ReactNode;
}) {
  const failure = query.error === null ? null : <FailureNote failure={query.error.failure} />;
  if (query.data === undefined)
    return failure === null ? (
      <p className={styles.waiting} aria-busy="true">
        {t("Looking through {label} …", { label })}
      </p>
    ) : (
      <div className={styles.failure}>{failure}</div>
    );
  return (
    <>
      {failure === null ? null : <div className={styles.failure}>{failure}</div>}
      {children(query.data)}
    </>
  );
}
