import { CircleAlert, CloudOff, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import { askFailedAgain, isFailedQuestion } from "../../state/core/failed-questions.ts";
import text from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import styles from "./failure-message.module.css";
import { RawLedgerError } from "./raw-ledger-error.tsx";
import { TechnicalDetails } from "./technical-details.tsx";

/** The code of the system, and the ledger's own answer, where there is one. */
export function FailureDetails({ failure: { detail, ledgerError } }: { readonly failure: Pick<Failure, "detail" | "ledgerError"> }) {
  if (detail === undefined && ledgerError === undefined) return null;
  return (
    <TechnicalDetails>
      {detail === undefined ? null : <p>{detail}</p>}
      {ledgerError === undefined ? null : <RawLedgerError error={ledgerError} />}
    </TechnicalDetails>
  );
}

/**
 * What went wrong, what to do, and the ledger's own answer where there is one. A question that failed can be asked again.
 * `quiet`: it goes on automatically, as once the ledger can be reached again.
 */
export function FailureNote({
  failure,
  quiet = false,
  children,
}: {
  readonly failure: Pick<Failure, "message" | "next" | "detail" | "ledgerError">;
  readonly quiet?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes(styles.note, quiet && styles.quiet)} role="alert">
      {quiet ? <CloudOff size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
      <div className={styles.body}>
        <p className={text.strong}>{failure.message}</p>
        {failure.next === undefined ? null : <p>{failure.next}</p>}
        {children}
        {isFailedQuestion(failure) ? (
          <div className={styles.again}>
            <Button icon={<RotateCw size={14} aria-hidden />} onClick={askFailedAgain}>
              {t("Try again")}
            </Button>
          </div>
        ) : null}
        <FailureDetails failure={failure} />
      </div>
    </div>
  );
}
