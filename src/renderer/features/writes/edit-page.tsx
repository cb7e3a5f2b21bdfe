import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { documentTitle } from "./document-title.ts";
import { changeOperation, changesOf, formOfDocument } from "./transactions/transaction-change.ts";
import { DocumentFormPage } from "./transactions/transaction-form-page.tsx";
import { WithLedgerFacts } from "./with-ledger-facts.tsx";

/** A document as it was seen, to be changed: only what was changed is sent, against the version that was seen. */
export function ChangePage({ clientId, documentId }: { readonly clientId: string; readonly documentId: string }) {
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  if (view.error !== null && view.data === undefined) return <FailureNote failure={view.error.failure} />;
  if (view.data === undefined) return <div className={layout.column} aria-busy="true" />;
  if (view.data.document.removedDetectedAt !== null)
    return <EmptyState title={t("This transaction was deleted in the ledger, so you can't change it")} />;
  return <Change clientId={clientId} view={view.data} />;
}

function Change({ clientId, view }: { readonly clientId: string; readonly view: DocumentView }) {
  const [, navigate] = useHashLocation();
  // The state when the form opened: a later change is a conflict, and isn't adopted silently.
  const [seen] = useState(view);
  const { document, names } = seen;
  const before = formOfDocument(document, names);
  return (
    <WithLedgerFacts clientId={clientId}>
      {(facts) => (
        <DocumentFormPage
          clientId={clientId}
          title={t("Edit {transaction}", { transaction: insideSentence(documentTitle(seen)) })}
          facts={facts}
          start={before}
          exists
          operationOf={(form, decimals) => {
            const changes = changesOf(before, form, decimals);
            if (Object.keys(changes).length === 0) return t("You haven't changed anything, so there's nothing to review.");
            return changeOperation(document.id, document.changeHash, changes);
          }}
          onLeave={() => navigate(documentAddress(clientId, document.id))}
        />
      )}
    </WithLedgerFacts>
  );
}
