import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CallFailure } from "../../api/call-failure.ts";
import { t } from "../../language/t.ts";
import { FailureNote } from "./failure-message.tsx";
import styles from "./query-answer.module.css";

/** What a question gave: nothing yet, why it could not be answered, or the answer; an old answer stays beside a newer failure. */
export function QueryAnswer<T>({
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
        {t("Searching {label} …", { label })}
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
