import { CloudOff, Hourglass, Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { WritePlanView } from "#shared/contract/books/writes.ts";
import { formField, writeFieldLabel } from "#shared/model/labels/write-fields.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { knownFailure } from "../../../format/labels/problem-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { useOffline } from "../../../state/core/offline.ts";
import { useSafeMode } from "../../../state/core/safe-mode.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureDetails, FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { stateOfFailure } from "../../../ui/feedback/state-note.tsx";
import { TechnicalDetails } from "../../../ui/feedback/technical-details.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { useLostFocus } from "../../../ui/layout/use-lost-focus.ts";
import { checkErrors, failureErrors } from "../field-errors.ts";
import styles from "../form.module.css";
import { actionValue } from "../idempotency-key.ts";
import panel from "../queue/job-panel.module.css";
import type { FieldErrors } from "../transactions/transaction-draft.ts";
import { EffectList } from "./change-preview.tsx";
import { CheckList } from "./check-list.tsx";
import { RequestView } from "./request-view.tsx";

interface ReviewStepProps {
  readonly clientId: string;
  readonly title: string;
  readonly operations: readonly WriteOperation[];
  /** Check fields that the form names differently. */
  readonly known?: Readonly<Record<string, string>>;
  /** A job that was never sent and is replaced by this one. */
  readonly replaces?: string | undefined;
  /** The job that is already saved: it is sent as it is, without creating another. */
  readonly kept?: string | undefined;
  /** Where to go once it is sent; to the update itself where nothing is said. */
  readonly then?: string | undefined;
  /** The records as the person saw them, for a job that is already saved. */
  readonly seen?: WriteJob["seen"];
  /** A second confirmation before sending something that can't be undone. */
  readonly askTwice?: string | undefined;
  readonly sendWord?: string;
  readonly onBack: (errors: FieldErrors) => void;
  /** It is saved as a job: nothing that was entered is lost any more. */
  readonly onKept?: () => void;
}

/** Shows the checks and the exact requests before anything is sent. Nothing is sent without this step. */
export function ReviewStep(props: ReviewStepProps) {
  const { clientId, title, operations, known, onBack } = props;
  const plan = useCoreCommand("writes.plan");
  const { mutate } = plan;
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  useEffect(() => mutate({ clientId, operations: [...operations] }), [mutate, clientId, operations]);
  const failure = plan.error?.failure ?? null;
  const errors = { ...(failure === null ? {} : failureErrors(failure, known)), ...checkErrors(plan.data?.checks ?? [], known) };
  return (
    <section className={layout.column} aria-label={t("Review: {title}", { title })}>
      <div className={styles.head}>
        <h2 ref={heading} className={styles.title}>
          {t("Review: {title}", { title })}
        </h2>
        <span className={text.muted}>{t("Nothing has been sent.")}</span>
      </div>
      <ScrollSection className={styles.body} aria-busy={plan.isPending} aria-label={t("Update to review")}>
        <div className={styles.content}>
          {failure === null ? null : <PlanFailure failure={failure} />}
          {waitsForLedger(failure) ? (
            <section className={layout.mediumStack}>
              <h3 className={panel.sectionTitle}>{t("What changes")}</h3>
              <EffectList clientId={clientId} operations={operations} items={[]} seen={props.seen} />
            </section>
          ) : null}
          {plan.data === undefined ? (
            failure === null ? (
              <EmptyState title={t("Checking and preparing the update")} />
            ) : null
          ) : (
            <Plan plan={plan.data} clientId={clientId} operations={operations} seen={props.seen} />
          )}
        </div>
      </ScrollSection>
      <ReviewFoot
        {...props}
        plan={plan.data ?? null}
        failure={failure}
        onBack={() => onBack(errors)}
        onAgain={() => mutate({ clientId, operations: [...operations] })}
      />
    </section>
  );
}

/** The ledger can't be asked now, but the write can wait for it. */
export function waitsForLedger(failure: Failure | null): boolean {
  return failure !== null && ["ledger_unreachable", "cancelled", "needs_sign_in", "ledger_unreadable", "busy"].includes(failure.code);
}

/** A ledger that can't be asked is no error of the update: it waits, and one note says why and what to do. */
function PlanFailure({ failure }: { readonly failure: Failure }) {
  const isSafeMode = useSafeMode();
  const offline = useOffline();
  const known = knownFailure(failure, offline, t("Check the update again later, or add it to the queue."));
  // As wherever a ledger can't be reached; what waits for anything else, such as a sign-in, has the sign of a wait.
  const Icon = stateOfFailure(failure.code) === "offline" ? CloudOff : Hourglass;
  if (waitsForLedger(failure))
    return (
      <div className={styles.note} role="status">
        <Icon size={16} aria-hidden />
        <div className={styles.noteBody}>
          <p className={text.strong}>{known.message}</p>
          {known.next === undefined ? null : <p>{known.next}</p>}
          <p>{queuedText(failure, { isSafeMode, offline })}</p>
          <FailureDetails failure={failure} />
        </div>
      </div>
    );
  // The ledger's own words stay as they are; amounts in Tieout's are written as everywhere.
  const message = failure.ledgerError === undefined ? withAmounts(failure.message) : failure.message;
  return (
    <FailureNote failure={{ ...failure, message }}>
      {failure.field === undefined || formField(failure.field) === "id" ? null : (
        <p>{t("Field: {field}.", { field: writeFieldLabel(failure.field) })}</p>
      )}
    </FailureNote>
  );
}

/** What becomes of the update once it is queued. In safe mode, nothing is sent without a person. */
function queuedText(
  { code, ledgerError }: Failure,
  { isSafeMode, offline }: { readonly isSafeMode: boolean; readonly offline: boolean },
): string {
  if (isSafeMode)
    return t(
      "In safe mode, Tieout doesn't retry queued updates automatically. Once the problem is fixed, open the queued update and choose Retry now.",
    );
  if (code === "needs_sign_in")
    return t("Once the update is queued, it waits until the client is reconnected. Then Tieout checks the update and sends it.");
  return offline && code === "ledger_unreachable" && ledgerError === undefined
    ? t("Once the update is queued, Tieout checks it and sends it as soon as you're online.")
    : t("Once the update is queued, Tieout checks it and sends it as soon as the ledger answers.");
}

interface PlanProps extends Pick<ReviewStepProps, "clientId" | "operations" | "seen"> {
  readonly plan: WritePlanView;
}

function Plan({ plan, clientId, operations, seen }: PlanProps) {
  return (
    <>
      <section className={layout.mediumStack}>
        <h3 className={panel.sectionTitle}>{t("What changes")}</h3>
        <EffectList clientId={clientId} operations={operations} items={plan.items} seen={seen} />
      </section>
      <section className={layout.mediumStack}>
        <h3 className={panel.sectionTitle}>{t("Tieout's checks")}</h3>
        <CheckList checks={plan.checks} />
      </section>
      {plan.requests.length === 0 ? null : (
        <TechnicalDetails>
          <h3 className={panel.sectionTitle}>
            {t("{requests, plural, one {The exact request} other {The {requests} exact requests, in order}}", {
              requests: plan.requests.length,
            })}
          </h3>
          <p className={text.mutedSmall}>
            {t("The references and IDs that Tieout adds get new values when you send. Everything else is sent as shown.")}
          </p>
          {plan.requests.map((request, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests are identified by their order alone
            <RequestView key={index} request={request} />
          ))}
        </TechnicalDetails>
      )}
    </>
  );
}

interface ReviewFootProps extends Omit<ReviewStepProps, "onBack"> {
  readonly plan: WritePlanView | null;
  readonly failure: Failure | null;
  readonly onBack: () => void;
  readonly onAgain: () => void;
}

function ReviewFoot({
  clientId,
  title,
  operations,
  kept,
  replaces,
  askTwice,
  sendWord = t("Send"),
  plan,
  failure,
  onBack,
  onAgain,
  onKept,
  then,
}: ReviewFootProps) {
  const { keep, left, failure: notKept } = useKeeping({ clientId, operations, kept, replaces, onKept, then });
  const [asking, setAsking] = useState(false);
  const failed = plan?.checks.filter((check) => check.outcome === "blocked").length ?? 0;
  const blocked = failed > 0;
  const moved = plan?.checks.some((check) => check.name === "version" && check.outcome === "blocked") || failure?.code === "conflict";
  const waits = waitsForLedger(failure);
  // Where nothing was typed, there is nothing to go on with.
  const isTyped = operations.some(({ kind }) => kind !== "void" && kind !== "delete");
  const mayKeep = useMayAs("preparer");
  const sendable = (plan !== null && !blocked && failure === null) || waits;
  return (
    <>
      {notKept === null ? null : <FailureNote failure={notKept} />}
      <div className={styles.foot}>
        {kept !== undefined && moved && operations[0]?.kind === "update_document" ? (
          <ButtonLink kind="primary" href={`#${writesAddress(clientId, `conflict-${kept}`)}`}>
            {t("Resolve field by field")}
          </ButtonLink>
        ) : null}
        <Button
          needs="preparer"
          kind="primary"
          data-key="send"
          icon={<Send size={14} aria-hidden />}
          disabled={left || !sendable}
          onClick={() => (askTwice === undefined ? void keep(true) : setAsking(true))}
        >
          {waits ? t("Add to queue") : sendWord}
        </Button>
        {kept === undefined ? (
          <Button needs="preparer" disabled={left || (plan === null && failure === null)} onClick={() => void keep(false)}>
            {t("Save as draft")}
          </Button>
        ) : null}
        <Button onClick={onAgain}>{t("Check again")}</Button>
        <Button onClick={onBack}>
          {kept === undefined && isTyped && (blocked || failure?.field !== undefined) ? t("Back to editing") : t("Back")}
        </Button>
        <span className={styles.said} role="status">
          {blocked ? failedText(failed, kept === undefined && mayKeep) : null}
        </span>
      </div>
      {asking && askTwice !== undefined ? (
        <ConfirmDialog title={`${title}?`} act={sendWord} onClose={() => setAsking(false)} onAct={() => void keep(true)}>
          {askTwice}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function failedText(failed: number, mayKeep: boolean): string {
  return mayKeep
    ? t(
        "{failed, plural, one {One of Tieout's checks failed.} other {{failed} of Tieout's checks failed.}} You can save the update as a draft.",
        { failed },
      )
    : t("{failed, plural, one {One of Tieout's checks failed.} other {{failed} of Tieout's checks failed.}}", { failed });
}

type Keeping = Pick<ReviewStepProps, "clientId" | "operations" | "kept" | "replaces" | "then"> & {
  readonly onKept: (() => void) | undefined;
};

/** Saves the write as a job and sends it if requested; then shows the job. */
function useKeeping({ clientId, operations, kept, replaces, onKept, then }: Keeping) {
  const [, navigate] = useHashLocation();
  const [action] = useState(actionValue);
  const [left, setLeft] = useState(false);
  const submit = useCoreCommand("writes.submit");
  const send = useCoreCommand("writes.send");
  const cancel = useCoreCommand("writes.cancel");
  // Save first, then send: the job is visible from the first moment, however long the answer takes.
  const keep = async (thenSend: boolean) => {
    setLeft(true);
    try {
      if (kept !== undefined) {
        send.mutate({ clientId, jobId: kept });
        return navigate(then ?? writesAddress(clientId, kept));
      }
      const job = await submit.mutateAsync({ clientId, operations: [...operations], actionId: action, draft: true });
      onKept?.();
      if (thenSend) send.mutate({ clientId, jobId: job.jobId });
      if (replaces !== undefined) cancel.mutate({ clientId, jobId: replaces });
      navigate(writesAddress(clientId, job.jobId));
    } catch {
      // The note below explains why.
      setLeft(false);
    }
  };
  return { keep, left, failure: submit.error?.failure ?? null };
}
