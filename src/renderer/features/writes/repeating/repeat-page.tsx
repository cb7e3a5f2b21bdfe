import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import type { RepeatingRow } from "#shared/contract/books/repeating.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { documentAddress, writesAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "../form.module.css";
import { FormField, SelectInput, TextInput } from "../form-field.tsx";
import { createOperation } from "../transactions/entry-operation.ts";
import { copiedForm } from "../transactions/transaction-copy.ts";
import type { DocumentForm } from "../transactions/transaction-draft.ts";
import { DocumentFormPage } from "../transactions/transaction-form-page.tsx";
import type { LedgerFacts } from "../use-ledger-facts.ts";
import { useUnfinishedForm } from "../use-unfinished-form.ts";
import { WithLedgerFacts } from "../with-ledger-facts.tsx";
import { EVERY_OPTIONS, formOfTemplate, nextAfter, type RepeatRule, ruleError, templateOf } from "./repeat-form.ts";

const REPEATING = "repeating";

/** A template that begins with what a document says. */
export function RepeatPage({ clientId, documentId }: { readonly clientId: string; readonly documentId: string }) {
  const [, navigate] = useHashLocation();
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  if (view.error !== null && view.data === undefined) return <FailureNote failure={view.error.failure} />;
  const { data } = view;
  if (data === undefined) return <div className={layout.column} aria-busy="true" />;
  return (
    <WithLedgerFacts clientId={clientId}>
      {(facts) => (
        <RepeatForm
          {...{ clientId, facts }}
          templateId={null}
          start={{ form: repeatedForm(data), rule: { every: "month", until: "" } }}
          follows={data.document.issueDate}
          onLeave={() => navigate(documentAddress(clientId, documentId))}
        />
      )}
    </WithLedgerFacts>
  );
}

/** A saved template, to be changed. */
export function TemplatePage({ clientId, templateId }: { readonly clientId: string; readonly templateId: string }) {
  const [, navigate] = useHashLocation();
  const list = useCoreQuery("repeating.list", { clientId });
  if (list.error !== null && list.data === undefined) return <FailureNote failure={list.error.failure} />;
  if (list.data === undefined) return <div className={layout.column} aria-busy="true" />;
  const row = list.data.find((one) => one.templateId === templateId);
  if (row === undefined) return <EmptyState title={t("This recurring transaction was removed")} />;
  return (
    <WithLedgerFacts clientId={clientId}>
      {(facts) => (
        <RepeatForm
          {...{ clientId, facts, templateId }}
          start={startOf(row)}
          follows={null}
          onLeave={() => navigate(writesAddress(clientId, REPEATING))}
        />
      )}
    </WithLedgerFacts>
  );
}

interface Start {
  readonly form: DocumentForm;
  readonly rule: RepeatRule;
}

interface RepeatFormProps {
  readonly clientId: string;
  readonly facts: LedgerFacts;
  readonly templateId: string | null;
  readonly start: Start;
  /** Date of the transaction that it repeats; null where the template exists. */
  readonly follows: CalendarDate | null;
  readonly onLeave: () => void;
}

function RepeatForm({ clientId, facts, templateId, start, follows, onLeave }: RepeatFormProps) {
  const [, navigate] = useHashLocation();
  // As it was when the form opened: what a person types must not change below them.
  const [{ form: first, rule: firstRule }] = useState(start);
  const { form: rule, setForm: setRule, isBack, startOver, forget } = useUnfinishedForm(firstRule, "#rule");
  const { perform, pending } = useActs(clientId);
  const save = (template: ReturnType<typeof templateOf>, forgetForm: () => void) => {
    const id = templateId === null ? {} : { templateId };
    if (pending !== null) return;
    void perform({
      key: "save",
      words: t("Recurring transaction saved. Nothing has been sent."),
      run: () => call("repeating.save", { clientId, ...id, template }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
      // After a refusal the form stays with all that was typed.
      onDone: () => {
        forgetForm();
        forget();
        navigate(writesAddress(clientId, REPEATING));
      },
    });
  };
  return (
    <DocumentFormPage
      clientId={clientId}
      title={templateId === null ? t("New recurring transaction") : t("Edit recurring transaction")}
      facts={facts}
      start={first}
      keepsDue={templateId !== null}
      operationOf={createOperation}
      repeats={{
        fields: (form, onChange) => <RuleFields {...{ form, rule, follows, onChange }} onRule={setRule} />,
        wrong: (form) => ruleError(rule, form),
        save: (operation, forgetForm) => {
          if (operation.kind === "create_document") save(templateOf(operation.document, rule), forgetForm);
        },
        ...{ isBack, startOver },
      }}
      onLeave={() => {
        forget();
        onLeave();
      }}
    />
  );
}

interface RuleFieldsProps {
  readonly form: DocumentForm;
  readonly rule: RepeatRule;
  readonly follows: CalendarDate | null;
  readonly onChange: (change: Partial<DocumentForm>) => void;
  readonly onRule: (rule: RepeatRule) => void;
}

/** How often, and until when. While the date is the one that was worked out, it follows how often. */
function RuleFields({ form, rule, follows, onChange, onRule }: RuleFieldsProps) {
  return (
    <div className={form.type === "journal" ? styles.journalFields : styles.documentFields}>
      <FormField name={t("Repeats")}>
        {() => (
          <SelectInput
            label={t("Repeats")}
            value={rule.every}
            options={EVERY_OPTIONS}
            onChange={(every) => {
              onRule({ ...rule, every });
              if (follows === null || form.issueDate !== nextAfter(follows, rule.every, today())) return;
              onChange({ issueDate: nextAfter(follows, every, today()) });
            }}
          />
        )}
      </FormField>
      <FormField name={t("Ends")} error={ruleError(rule, form) ?? undefined} hint={t("Leave empty to repeat indefinitely.")}>
        {(describedBy) => (
          <TextInput
            label={t("Ends")}
            type="date"
            value={rule.until}
            describedBy={describedBy}
            onChange={(until) => onRule({ ...rule, until })}
          />
        )}
      </FormField>
    </div>
  );
}

function repeatedForm({ document, names }: DocumentView): DocumentForm {
  return copiedForm(document, names, nextAfter(document.issueDate, "month", today()), currencyDigits(document.currency));
}

function startOf({ template }: RepeatingRow): Start {
  return { form: formOfTemplate(template), rule: { every: template.every, until: template.until ?? "" } };
}
