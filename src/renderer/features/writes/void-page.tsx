import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import type { Withdrawal } from "#shared/model/ledger/write.ts";
import { actOf, REMOVAL_WORDS } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useWithdrawals } from "../../state/core/withdrawals.ts";
import { clientAddress, documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { isOfPayment, removalOf } from "./removal.ts";
import { ReviewStep } from "./review/review-step.tsx";

interface RemovalPageProps {
  readonly clientId: string;
  readonly kind: Withdrawal;
  readonly documentId: string;
}

/** Voiding or deleting a record, whichever its ledger does with it: the review first, then a second question. */
export function RemovalPage({ clientId, kind, documentId }: RemovalPageProps) {
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  const { possible, isKnown } = useWithdrawals(clientId, documentId);
  const isPayment = isOfPayment(view);
  if (isPayment && isKnown) {
    const act = actOf(kind, possible);
    return <PaymentReview clientId={clientId} act={act} paymentId={documentId} back={clientAddress(clientId, "writes")} />;
  }
  if (view.error !== null && view.data === undefined && !isPayment) return <FailureNote failure={view.error.failure} />;
  if (view.data === undefined || !isKnown) return <div className={layout.column} aria-busy="true" />;
  return <Review clientId={clientId} act={actOf(kind, possible)} view={view.data} />;
}

interface ReviewProps {
  readonly clientId: string;
  readonly act: Withdrawal;
  readonly view: DocumentView;
}

function Review({ clientId, act, view }: ReviewProps) {
  const [, navigate] = useHashLocation();
  const [seen] = useState(view);
  const { id, changeHash } = seen.document;
  const operations = useMemo(() => [{ kind: act, id, seenHash: changeHash }], [act, id, changeHash]);
  const { title, question } = removalOf(act, seen);
  return (
    <ReviewStep
      clientId={clientId}
      title={title ?? REMOVAL_WORDS[act]}
      operations={operations}
      sendWord={REMOVAL_WORDS[act]}
      askTwice={question}
      onBack={() => navigate(documentAddress(clientId, id))}
    />
  );
}

/** Deleting a payment: what it settled is open again. The review names the payment, and nothing is sent before it. */
export function PaymentRemovalPage({
  clientId,
  documentId,
  paymentId,
}: {
  readonly clientId: string;
  readonly documentId: string;
  readonly paymentId: string;
}) {
  return <PaymentReview clientId={clientId} act="delete" paymentId={paymentId} back={documentAddress(clientId, documentId)} />;
}

interface PaymentReviewProps {
  readonly clientId: string;
  readonly act: Withdrawal;
  readonly paymentId: string;
  readonly back: string;
}

function PaymentReview({ clientId, act, paymentId, back }: PaymentReviewProps) {
  const [, navigate] = useHashLocation();
  const operations = useMemo(() => [{ kind: act, id: paymentId }], [act, paymentId]);
  return (
    <ReviewStep
      clientId={clientId}
      title={act === "delete" ? t("Delete payment") : t("Void payment")}
      operations={operations}
      sendWord={REMOVAL_WORDS[act]}
      askTwice={removalOf(act, undefined).question}
      onBack={() => navigate(back)}
    />
  );
}
