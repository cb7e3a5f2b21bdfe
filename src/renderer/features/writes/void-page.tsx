import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { formatAmount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { documentTitle } from "./edit-page.tsx";
import { ReviewStep } from "./review/review-step.tsx";

interface RemovalPageProps {
  readonly clientId: string;
  readonly kind: "void" | "delete";
  readonly documentId: string;
}

const WORDS = { void: t("Void"), delete: t("Delete") } as const;

/** Voiding or deleting a document: the review first, and for a delete a second question. */
export function RemovalPage({ clientId, kind, documentId }: RemovalPageProps) {
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  if (view.error !== null && view.data === undefined) return <FailureNote failure={view.error.failure} />;
  if (view.data === undefined) return <div className={layout.column} aria-busy="true" />;
  return <Removal clientId={clientId} kind={kind} view={view.data} />;
}

function Removal({ clientId, kind, view }: { readonly clientId: string; readonly kind: "void" | "delete"; readonly view: DocumentView }) {
  const [, navigate] = useHashLocation();
  const [seen] = useState(view);
  const { document } = seen;
  const { id, changeHash } = document;
  const operations = useMemo(() => [{ kind, id, seenHash: changeHash }], [kind, id, changeHash]);
  const title = documentTitle(seen);
  const facts = `${document.total.currency} ${formatAmount(document.total.amount, document.total.currency)}, ${formatDay(document.issueDate)}`;
  return (
    <ReviewStep
      clientId={clientId}
      title={`${WORDS[kind]} ${insideSentence(title)}`}
      operations={operations}
      sendWord={WORDS[kind]}
      askTwice={
        kind === "delete"
          ? t(
              "{title} ({facts}) will be deleted in the ledger, and you may not be able to restore it there. Tieout keeps its last version.",
              { title, facts },
            )
          : t("{title} ({facts}) will be voided in the ledger. It keeps its number and no longer counts in the books.", { title, facts })
      }
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
  const [, navigate] = useHashLocation();
  const operations = useMemo(() => [{ kind: "delete" as const, id: paymentId }], [paymentId]);
  return (
    <ReviewStep
      clientId={clientId}
      title={t("Delete payment")}
      operations={operations}
      sendWord={WORDS.delete}
      askTwice={t("The payment will be deleted in the ledger. Everything it settled will be outstanding again.")}
      onBack={() => navigate(documentAddress(clientId, documentId))}
    />
  );
}
