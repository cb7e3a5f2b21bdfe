import { useHashLocation } from "wouter/use-hash-location";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { jobTitle } from "../../format/write-words.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { writesAddress } from "../../state/place.ts";
import { createOperation } from "./document-draft.ts";
import { DocumentFormPage } from "./document-form-page.tsx";
import styles from "./form.module.css";
import { formOfJob } from "./job-form.ts";
import { PaymentFormPage } from "./payment-form-page.tsx";
import { WithLedgerFacts } from "./with-ledger-facts.tsx";

/** The form of a job that was refused, blocked or kept: changed, it is reviewed as a write of its own. */
export function AgainPage({ clientId, jobId }: { readonly clientId: string; readonly jobId: string }) {
  const [, navigate] = useHashLocation();
  const shown = useCoreQuery("writes.show", { clientId, jobId });
  if (shown.error !== null && shown.data === undefined) return <FailureNote failure={shown.error.failure} />;
  if (shown.data === undefined) return <div className={styles.page} aria-busy="true" />;
  const { job } = shown.data;
  const form = formOfJob(job);
  if (form === null) return <EmptyNote title={t("This write has no form of its own")} />;
  const leave = () => navigate(writesAddress(clientId, jobId));
  // What never left is replaced; what was refused stays on record as it is.
  const replaces = job.state === "draft" || job.state === "blocked" ? jobId : undefined;
  return (
    <WithLedgerFacts clientId={clientId}>
      {(facts) =>
        form.kind === "payment" ? (
          <PaymentFormPage clientId={clientId} facts={facts} start={form.form} replaces={replaces} onLeave={leave} />
        ) : (
          <DocumentFormPage
            clientId={clientId}
            title={jobTitle(job)}
            facts={facts}
            start={form.form}
            replaces={replaces}
            operationOf={createOperation}
            onLeave={leave}
          />
        )
      }
    </WithLedgerFacts>
  );
}
