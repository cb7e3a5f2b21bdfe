import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import type { Withdrawal } from "#shared/model/ledger/write.ts";
import { isPaidByReceipt } from "../../format/labels/transaction-labels.ts";
import { actOf, REMOVAL_WORDS } from "../../format/labels/write-labels.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useWithdrawals } from "../../state/core/withdrawals.ts";
import { clientAddress, documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { isOfPayment, paymentRemoval, removalOf } from "./removal.ts";
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
    // Whether it is money from a customer isn't known here.
    const back = clientAddress(clientId, "writes");
    return <PaymentReview clientId={clientId} act={act} paymentId={documentId} isReceipt={false} back={back} />;
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
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  if (view.isPending) return <div className={layout.column} aria-busy="true" />;
  const isReceipt = view.data !== undefined && isPaidByReceipt(view.data.document.type);
  const back = documentAddress(clientId, documentId);
  return <PaymentReview clientId={clientId} act="delete" paymentId={paymentId} isReceipt={isReceipt} back={back} />;
}

interface PaymentReviewProps {
  readonly clientId: string;
  readonly act: Withdrawal;
  readonly paymentId: string;
  readonly isReceipt: boolean;
  readonly back: string;
}

function PaymentReview({ clientId, act, paymentId, isReceipt, back }: PaymentReviewProps) {
  const [, navigate] = useHashLocation();
  const { title, question } = paymentRemoval(act, isReceipt);
  const operations = useMemo(() => [{ kind: act, id: paymentId }], [act, paymentId]);
  return (
    <ReviewStep
      clientId={clientId}
      title={title}
      operations={operations}
      sendWord={REMOVAL_WORDS[act]}
      askTwice={question}
      onBack={() => navigate(back)}
    />
  );
}
