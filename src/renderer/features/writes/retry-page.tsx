import { useHashLocation } from "wouter/use-hash-location";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { fieldLabelTexts, fieldsOutsideForm, jobReason, jobTitle, markedFields, plainRejection } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { writesAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { PaymentFormPage } from "./payments/payment-form-page.tsx";
import { formOfJob } from "./queue/job-form.ts";
import { createOperation } from "./transactions/entry-operation.ts";
import { DocumentFormPage } from "./transactions/transaction-form-page.tsx";
import { WithLedgerFacts } from "./with-ledger-facts.tsx";

/** The form of a job that was rejected, blocked or saved: the changed version is reviewed as a new write. */
export function AgainPage({ clientId, jobId }: { readonly clientId: string; readonly jobId: string }) {
  const [, navigate] = useHashLocation();
  const shown = useCoreQuery("writes.show", { clientId, jobId });
  if (shown.error !== null && shown.data === undefined) return <FailureNote failure={shown.error.failure} />;
  if (shown.data === undefined) return <div className={layout.column} aria-busy="true" />;
  const { job } = shown.data;
  const form = formOfJob(job);
  if (form === null)
    return (
      <EmptyState title={t("This kind of update can't be edited")}>
        <ButtonLink href={`#${writesAddress(clientId, jobId)}`}>{t("See update")}</ButtonLink>
      </EmptyState>
    );
  const leave = () => navigate(writesAddress(clientId, jobId));
  // What never left is replaced; what was refused stays on record as it is.
  const replaces = job.state === "draft" || job.state === "blocked" ? jobId : undefined;
  const reason = ["rejected", "blocked", "conflict"].includes(job.state) ? <FailureNote failure={rejectionNote(job)} /> : null;
  const marked = job.state === "rejected" ? markedFields(job.items) : {};
  return (
    <div className={layout.column}>
      <WithLedgerFacts clientId={clientId}>
        {(facts) =>
          form.kind === "payment" ? (
            <PaymentFormPage {...{ clientId, facts, reason, marked, replaces }} start={form.form} onLeave={leave} />
          ) : (
            <DocumentFormPage
              {...{ clientId, facts, reason, marked, replaces }}
              title={jobTitle(job)}
              start={form.form}
              keepsDue
              operationOf={createOperation}
              onLeave={leave}
            />
          )
        }
      </WithLedgerFacts>
    </div>
  );
}

/** Why the update is here again: the plain fact first where there's one, then the ledger's own words and what to do. */
function rejectionNote(job: WriteJob): { readonly message: string; readonly next?: string } {
  if (job.state !== "rejected") return { message: jobReason(job) };
  const [plain] = job.items.flatMap((item) => plainRejection(item) ?? []);
  const next = correctionText(job);
  if (plain === undefined) return { message: jobReason(job), next };
  return { message: plain.fact, next: t("Ledger's answer: “{said}” {next}", { said: plain.said, next }) };
}

/** What to do about a rejection: a field that the ledger names by its ID may be one that no form has. */
export function correctionText({ items }: Pick<WriteJob, "items">): string {
  const fields = fieldLabelTexts(items);
  const outside = fieldsOutsideForm(items);
  if (outside !== null)
    return [
      ...fields,
      t(
        "Nothing was posted. {outside, plural, one {This field isn't} other {These fields aren't}} in Tieout's form. Enter the transaction in the ledger instead, or ask the ledger's administrator to make {outside, plural, one {the field} other {the fields}} optional.",
        { outside },
      ),
    ].join(" ");
  return fields.length === 0 || Object.keys(markedFields(items)).length > 0
    ? [...fields, t("Nothing was posted. Fix the problem, then review the update again.")].join(" ")
    : [
        ...fields,
        t(
          "Nothing was posted. Fix the problem. If the ledger asks for a field that isn't in this form, enter the transaction in the ledger instead. Or ask the ledger's administrator to make the field optional.",
        ),
      ].join(" ");
}
