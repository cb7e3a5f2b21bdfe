import { type ReactNode, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import {
  canCancel,
  fieldsOutsideForm,
  markedFields,
  mayRepeat,
  waitsForComputer,
  waitsForSignIn,
} from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { useSafeMode } from "../../../state/core/safe-mode.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { DismissUpdate } from "./dismiss-update.tsx";
import { formOfJob } from "./job-form.ts";
import styles from "./job-panel.module.css";

type Asked = "finish" | "cancel";
type Buttons = { readonly act: string; readonly dismiss?: string };

const WORDS: Readonly<Record<Asked, { readonly title: string; readonly words: string; readonly buttons: Buttons }>> = {
  finish: {
    title: t("Finish the rest?"),
    buttons: { act: t("Finish") },
    words: t(
      "Tieout creates a new update from the parts that were rejected or in conflict, checks it and sends it. What was posted doesn't change.",
    ),
  },
  cancel: {
    title: t("Cancel this update?"),
    buttons: { act: t("Cancel update"), dismiss: t("Keep update") },
    words: t("Nothing has been sent. The update stays in the list as canceled."),
  },
};

interface JobActsProps {
  readonly clientId: string;
  readonly job: WriteJob;
  /** What comes before the actions in Tieout where none of them helps yet. */
  readonly lead?: ReactNode;
}

/** The actions that a job's state allows; anything that sends asks first. */
export function JobActs({ clientId, job, lead = null }: JobActsProps) {
  const [, navigate] = useHashLocation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = useCoreCommand("writes.send");
  const resolve = useCoreCommand("writes.resolve");
  const finish = useCoreCommand("writes.finish");
  const cancel = useCoreCommand("writes.cancel");
  const again = useCoreCommand("writes.submit");
  const all = [send, resolve, finish, cancel, again];
  const busy = all.some((command) => command.isPending);
  const failure = all.find((command) => command.error !== null)?.error?.failure;
  const of = { clientId, jobId: job.jobId };
  const act = (what: Asked) => {
    if (what === "cancel") cancel.mutate(of);
    if (what === "finish") finish.mutate(of, { onSuccess: (made) => navigate(writesAddress(clientId, made.jobId)) });
  };
  const { state } = job;
  return (
    <>
      <Plain job={job} />
      <Acts lead={lead}>
        <ReviewLinks clientId={clientId} job={job} />
        <EditLink clientId={clientId} job={job} />
        {state === "queued" || state === "ready" ? (
          <Button needs="preparer" disabled={busy} onClick={() => send.mutate(of)}>
            {state === "ready" ? t("Send now") : t("Retry now")}
          </Button>
        ) : null}
        {state === "unknown" || state === "sent" || (state === "queued" && job.items.some((item) => item.outcome === "unknown")) ? (
          <Button needs="preparer" disabled={busy} onClick={() => resolve.mutate(of)}>
            {resolve.isPending ? t("Checking…") : t("Check again")}
          </Button>
        ) : null}
        {mayRepeat(job) ? (
          <Button
            needs="preparer"
            disabled={busy}
            title={t("Creates the same update again as a draft to review. The original update stays in the list.")}
            onClick={() =>
              again.mutate(
                { clientId, operations: [...job.operations], draft: true },
                { onSuccess: (made) => navigate(writesAddress(clientId, `review-${made.jobId}`)) },
              )
            }
          >
            {t("Copy to a new draft")}
          </Button>
        ) : null}
        {state === "partial" ? (
          <Button needs="preparer" kind={finishKind(job)} disabled={busy} onClick={() => setAsked("finish")}>
            {t("Finish the rest…")}
          </Button>
        ) : null}
        {canCancel(job) ? (
          <Button needs="preparer" disabled={busy} onClick={() => setAsked("cancel")}>
            {t("Cancel…")}
          </Button>
        ) : null}
        <DismissUpdate clientId={clientId} jobId={job.jobId} />
      </Acts>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {asked === null ? null : (
        <ConfirmDialog {...WORDS[asked].buttons} title={WORDS[asked].title} onClose={() => setAsked(null)} onAct={() => act(asked)}>
          {WORDS[asked].words}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The actions stay together where what leads them takes the line. */
function Acts({ lead, children }: { readonly lead: ReactNode; readonly children: ReactNode }) {
  const acts = <div className={styles.acts}>{children}</div>;
  if (lead === null) return acts;
  return (
    <div className={styles.acts}>
      {lead}
      {acts}
    </div>
  );
}

/** Links to a review or a decision: none of them sends anything directly. */
function ReviewLinks({ clientId, job }: { readonly clientId: string; readonly job: WriteJob }) {
  const { state, jobId } = job;
  const to = (part: string) => `#${writesAddress(clientId, part)}`;
  const [operation] = job.operations;
  const conflict = state === "conflict" ? operation : undefined;
  return (
    <>
      {state === "draft" || state === "blocked" ? (
        <ButtonLink kind="primary" href={to(`review-${jobId}`)}>
          {state === "draft" ? t("Review and send") : t("Check again")}
        </ButtonLink>
      ) : null}
      {conflict?.kind === "update_document" ? (
        <ButtonLink kind="primary" href={to(`conflict-${jobId}`)}>
          {t("Resolve field by field")}
        </ButtonLink>
      ) : null}
      {conflict?.kind === "void" || conflict?.kind === "delete" ? (
        <ButtonLink kind="primary" href={to(`${conflict.kind}-${conflict.id}`)}>
          {t("Review again")}
        </ButtonLink>
      ) : null}
    </>
  );
}

function EditLink({ clientId, job }: { readonly clientId: string; readonly job: WriteJob }) {
  const { state, jobId } = job;
  if (formOfJob(job) === null || !isFixedInForm(job)) return null;
  return (
    <ButtonLink needs="preparer" kind={state === "rejected" ? "primary" : "plain"} href={`#${writesAddress(clientId, `again-${jobId}`)}`}>
      {state === "rejected" || state === "conflict" ? t("Edit and review again") : t("Edit")}
    </ButtonLink>
  );
}

/** What a queued update waits for, and what a person must do where it's theirs to do. */
function waitingText(failure: WriteJob["failure"], isSafeMode: boolean): string {
  const isHeld = waitsForSignIn(failure) || waitsForComputer(failure);
  if (isSafeMode)
    return isHeld
      ? advised(failure, t("In safe mode, Tieout doesn't retry queued updates automatically. Once the problem is fixed, choose Retry now."))
      : t(
          "In safe mode, Tieout doesn't retry queued updates automatically. If you just sent this one, it may only be waiting for the ledger's rate limit. Otherwise, start Tieout normally or choose Retry now.",
        );
  if (isHeld)
    return advised(
      failure,
      waitsForSignIn(failure)
        ? t("Once the client is reconnected, Tieout checks the update and sends it.")
        : t("Once the problem is fixed, Tieout checks the update and sends it."),
    );
  return t(
    "Waiting for the ledger, the network or the ledger's rate limit. You don't need to do anything. Before sending the update, Tieout makes sure that its dates aren't locked.",
  );
}

function advised(failure: WriteJob["failure"], words: string): string {
  return [failure?.next, words].filter((part) => part !== undefined).join(" ");
}

/** What to do about a rejection. The ledger's own words are shown above and not read here, so it's said for any of them. */
export function rejectedText(job: WriteJob): string {
  const isLedgers = job.failure?.ledgerError !== undefined || job.items.some(({ ledgerError }) => ledgerError !== undefined);
  if (!isLedgers)
    return t(
      "Tieout doesn't retry this update automatically. Fix any problem first, then choose “Copy to a new draft.” You can review the update before it's sent.",
    );
  const hasForm = formOfJob(job) !== null;
  const outside = fieldsOutsideForm(job.items);
  if (outside !== null) return outsideText(outside, job.operations.every(isNewRecord));
  if (hasForm && Object.keys(markedFields(job.items)).length > 0)
    return t(
      "The update passed Tieout's checks, but the ledger rejected it. Nothing was posted. To fix the problem, choose “Edit and review again.”",
    );
  return !hasForm
    ? t(
        "The update passed Tieout's checks, but the ledger rejected it. Nothing was posted. If the problem is in the ledger, fix it there, then choose “Copy to a new draft.” You can review the update before it's sent. If the problem is in the update, send a corrected one.",
      )
    : t(
        "The update passed Tieout's checks, but the ledger rejected it. Nothing was posted. Fix the problem, then choose “Edit and review again.” If the ledger asks for a field that isn't in the form, enter the transaction in the ledger instead. Or ask the ledger's administrator to make the field optional.",
      );
}

function isNewRecord({ kind }: WriteJob["operations"][number]): boolean {
  return kind === "create_document" || kind === "create_payment";
}

/** What to do where no form of Tieout's has the fields that the ledger asks for. */
function outsideText(fields: number, isNew: boolean): string {
  return isNew
    ? t(
        "Nothing was posted. {fields, plural, one {This field isn't} other {These fields aren't}} in Tieout's form. Enter the transaction in the ledger instead. Or ask the ledger's administrator to make {fields, plural, one {the field} other {the fields}} optional, then choose “Copy to a new draft.”",
        { fields },
      )
    : t(
        "Nothing was posted. {fields, plural, one {This field isn't} other {These fields aren't}} in Tieout's form. Enter {fields, plural, one {it} other {them}} on the transaction in the ledger, or ask the ledger's administrator to make {fields, plural, one {the field} other {the fields}} optional. Then choose “Copy to a new draft.”",
        { fields },
      );
}

/** How many fields that no form has keep the rest of an update from being posted; null where there's anything else. */
function leftOutside({ items }: Pick<WriteJob, "items">): number | null {
  const left = items.filter(({ outcome }) => outcome !== "accepted");
  return left.every((item) => item.outcome === "rejected" && fieldsOutsideForm([item]) !== null) ? fieldsOutsideForm(left) : null;
}

/** Whether only the ledger's administrator can let an update through as it is. */
export function needsAdministrator(job: Pick<WriteJob, "state" | "items">): boolean {
  return (job.state === "rejected" || job.state === "partial") && leftOutside(job) !== null;
}

/** What would only be rejected again isn't the first thing to do. */
function finishKind(job: Pick<WriteJob, "items">): "primary" | "plain" {
  return leftOutside(job) === null ? "primary" : "plain";
}

/** What to do about the parts that weren't posted. */
export function partialText(job: Pick<WriteJob, "items">): string {
  const fields = leftOutside(job);
  return fields === null
    ? t("What's posted doesn't change. Fix the problem, then finish the rest.")
    : t(
        "What's posted doesn't change. The ledger rejected the rest because of {fields, plural, one {a field that isn't} other {fields that aren't}} in Tieout's form. Enter the rest in the ledger instead. Or ask the ledger's administrator to make {fields, plural, one {the field} other {the fields}} optional, then finish the rest.",
        { fields },
      );
}

/** What editing can put right, as far as is known: it can't fill in a field that no form has. */
function isFixedInForm({ state, items }: Pick<WriteJob, "state" | "items">): boolean {
  return state === "rejected" ? fieldsOutsideForm(items) === null : ["draft", "blocked", "conflict"].includes(state);
}

/** Explains waiting and unknown outcomes. */
function Plain({ job }: { readonly job: WriteJob }) {
  const { state, failure } = job;
  const isSafeMode = useSafeMode();
  const words: Partial<Record<WriteJob["state"], string>> = {
    queued: waitingText(failure, isSafeMode),
    sent: t(
      "The update was sent. If the ledger's answer is lost, Tieout resends the update or looks for it in the ledger, and never posts it twice.",
    ),
    unknown: t(
      "The ledger may or may not have this update. Checking again changes nothing in the ledger. You can't send the same update again until its outcome is known.",
    ),
    rejected: rejectedText(job),
    partial: partialText(job),
    conflict: t("Nothing was overwritten. Tieout won't send this update until you've reviewed it."),
  };
  return words[state] === undefined ? null : <p className={styles.plain}>{words[state]}</p>;
}
