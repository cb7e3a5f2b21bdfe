import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { today } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { lastBankAccount } from "../../state/views/last-bank-account.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { documentTitle } from "./document-title.ts";
import { PaymentFormPage } from "./payments/payment-form-page.tsx";
import { blankPayment } from "./queue/job-form.ts";
import { createOperation } from "./transactions/entry-operation.ts";
import { copiedForm, creditForm } from "./transactions/transaction-copy.ts";
import { DocumentFormPage } from "./transactions/transaction-form-page.tsx";
import type { LedgerFacts } from "./use-ledger-facts.ts";
import { WithLedgerFacts } from "./with-ledger-facts.tsx";

interface CopyPageProps {
  readonly clientId: string;
  /** A copy, a credit for it, or a payment of it. */
  readonly kind: "copy" | "credit" | "pay";
  readonly documentId: string;
}

/** A new form that begins with what a document says. */
export function CopyPage({ clientId, kind, documentId }: CopyPageProps) {
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  if (view.error !== null && view.data === undefined) return <FailureNote failure={view.error.failure} />;
  const { data } = view;
  if (data === undefined) return <div className={layout.column} aria-busy="true" />;
  return <WithLedgerFacts clientId={clientId}>{(facts) => <Copied {...{ clientId, kind, facts }} view={data} />}</WithLedgerFacts>;
}

interface CopiedProps extends Omit<CopyPageProps, "documentId"> {
  readonly facts: LedgerFacts;
  readonly view: DocumentView;
}

function Copied({ clientId, kind, facts, view }: CopiedProps) {
  const [, navigate] = useHashLocation();
  // As it was when the form opened: what a person types must not change below them.
  const [{ document, names }] = useState(view);
  const leave = () => navigate(documentAddress(clientId, document.id));
  if (kind === "pay") return <PaymentFormPage clientId={clientId} facts={facts} start={paymentOf(clientId, document)} onLeave={leave} />;
  const decimals = currencyDigits(document.currency);
  const form = (kind === "copy" ? copiedForm : creditForm)(document, names, today(), decimals);
  const title = insideSentence(documentTitle(view));
  const credits = { purchase_credit: t("Vendor credit for {title}", { title }), sales_credit: t("Credit note for {title}", { title }) };
  return (
    <DocumentFormPage
      clientId={clientId}
      title={t("Copy of {title}", { title })}
      titles={kind === "copy" ? {} : credits}
      facts={facts}
      start={form}
      operationOf={createOperation}
      onLeave={leave}
    />
  );
}

/** A payment of all that is open of a document, from the bank account that was used last. */
function paymentOf(clientId: string, { id, type, party, currency, entityId, outstanding }: DocumentView["document"]) {
  return {
    ...blankPayment(currency, today()),
    direction: type === "sales_invoice" ? ("received" as const) : ("made" as const),
    party: party === undefined ? null : { id: party.id, name: party.name },
    account: lastBankAccount(clientId, currency),
    entityId: entityId ?? "",
    amounts: { [id]: outstanding.amount },
  };
}
