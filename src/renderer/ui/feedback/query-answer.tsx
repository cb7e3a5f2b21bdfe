import type { UseQueryResult } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { CallFailure } from "../../api/call-failure.ts";
import { t } from "../../language/t.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { Button } from "../controls/button.tsx";
import { FailureDetails, FailureNote } from "./failure-message.tsx";
import styles from "./query-answer.module.css";
import { StateNote, stateOfFailure } from "./state-note.tsx";

/** What a question gave: nothing yet, why it could not be answered, or the answer; an old answer stays beside a newer failure. */
export function QueryAnswer<T>({
  query,
  label,
  waiting = <Waiting label={label} />,
  children,
}: {
  readonly query: UseQueryResult<T, CallFailure>;
  readonly label: string;
  /** The shape of what comes, where three lines are too far from it. */
  readonly waiting?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  const failure = query.error?.failure ?? null;
  useNothingToPrint(failure !== null && query.data === undefined);
  if (query.data === undefined) {
    if (failure === null) return waiting;
    const state = stateOfFailure(failure.code);
    // As where a list has a question of its own: a red note with what to do.
    if (state === "error")
      return (
        <div className={styles.failure}>
          <FailureNote failure={failure} />
        </div>
      );
    return (
      <StateNote state={state} title={failure.message} advised={failure.next !== undefined && state !== "offline"}>
        {failure.next === undefined ? null : <p>{failure.next}</p>}
        <FailureDetails failure={failure} />
        <div>
          <Button icon={<RotateCw size={14} aria-hidden />} disabled={query.isFetching} onClick={() => void query.refetch()}>
            {t("Try again")}
          </Button>
        </div>
      </StateNote>
    );
  }
  return (
    <>
      {failure === null ? null : (
        <div className={styles.failure}>
          <FailureNote failure={failure} />
        </div>
      )}
      {children(query.data)}
    </>
  );
}

/** Lines where text will be; what is awaited is read out. */
export function Waiting({ label }: { readonly label: string }) {
  return (
    <div className={styles.waiting} role="status" aria-busy="true" aria-label={t("Loading {label}", { label })}>
      <span className={styles.line} />
      <span className={styles.line} />
      <span className={styles.line} />
    </div>
  );
}
