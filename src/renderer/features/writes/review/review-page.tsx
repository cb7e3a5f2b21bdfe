import { useHashLocation } from "wouter/use-hash-location";
import { jobTitle, REMOVAL_WORDS } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { recordAddress, writesAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { removedBy, sentFor, severalQuestion } from "../removal.ts";
import { useKeptRemoval } from "../use-kept-removal.ts";
import { ReviewStep } from "./review-step.tsx";

interface ReviewPageProps {
  readonly clientId: string;
  readonly jobId: string;
  /** The bank account whose statement it was made from, to go back to. */
  readonly accountId: string | null;
}

/** A job that is kept and has not left, checked again with its exact requests before it is sent. */
export function ReviewPage({ clientId, jobId, accountId }: ReviewPageProps) {
  const [, navigate] = useHashLocation();
  const shown = useCoreQuery("writes.show", { clientId, jobId });
  const { operations, removal, isReady } = useKeptRemoval(clientId, shown.data?.job.operations);
  if (shown.error !== null && shown.data === undefined) return <FailureNote failure={shown.error.failure} />;
  if (shown.data === undefined || operations === undefined || !isReady) return <div className={layout.column} aria-busy="true" />;
  const { job } = shown.data;
  const bank = accountId === null ? undefined : recordAddress(clientId, "bank", accountId);
  const leave = () => navigate(bank ?? writesAddress(clientId, jobId));
  const [operation] = job.operations;
  if (job.state !== "draft" && job.state !== "blocked")
    return (
      <NothingToReview clientId={clientId} jobId={jobId} isConflict={job.state === "conflict" && operation?.kind === "update_document"} />
    );
  return (
    <ReviewStep
      clientId={clientId}
      title={removal?.title ?? jobTitle(job)}
      operations={operations}
      {...sentFor(jobId, removedBy(job.operations), removal?.act)}
      then={bank}
      seen={job.seen}
      askTwice={removal?.question ?? severalQuestion(operations)}
      {...(removal === undefined ? {} : { sendWord: REMOVAL_WORDS[removal.act] })}
      onBack={leave}
    />
  );
}

function NothingToReview({
  clientId,
  jobId,
  isConflict,
}: {
  readonly clientId: string;
  readonly jobId: string;
  readonly isConflict: boolean;
}) {
  if (isConflict)
    return (
      <EmptyState title={t("This update is in conflict")}>
        <ButtonLink href={`#${writesAddress(clientId, `conflict-${jobId}`)}`}>{t("Resolve field by field")}</ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={t("This update is no longer a draft")}>
      <ButtonLink href={`#${writesAddress(clientId, jobId)}`}>{t("See update")}</ButtonLink>
    </EmptyState>
  );
}
