import { useEffect, useRef, useState } from "react";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { currencyDigits } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { withoutEdited } from "../field-errors.ts";
import styles from "../form.module.css";
import { ReviewStep } from "../review/review-step.tsx";
import { useFirstError } from "../use-first-error.ts";
import type { LedgerFacts } from "../use-ledger-facts.ts";
import { LineEditor } from "./line-editor.tsx";
import type { DocumentForm, FieldErrors } from "./transaction-draft.ts";
import { formErrors } from "./transaction-draft.ts";
import { DocumentFields } from "./transaction-fields.tsx";
import { formTotals } from "./transaction-totals.ts";

interface DocumentFormPageProps {
  readonly clientId: string;
  readonly title: string;
  readonly facts: LedgerFacts;
  readonly start: DocumentForm;
  readonly exists?: boolean;
  /** The job whose place the new one takes, when it never left. */
  readonly replaces?: string | undefined;
  /** The operation of the form as it stands; a text when there is nothing to send. */
  readonly operationOf: (form: DocumentForm, decimals: number) => WriteOperation | string;
  readonly onLeave: () => void;
}

/** A form to enter or change a document, and the review that follows it. */
export function DocumentFormPage(props: DocumentFormPageProps) {
  const { clientId, title, start, operationOf, onLeave } = props;
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [note, setNote] = useState<string | null>(null);
  const [operations, setOperations] = useState<readonly WriteOperation[] | null>(null);
  const decimals = currencyDigits(form.currency);
  const review = () => {
    const wrong = formErrors(form, decimals);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return setNote(t("Some fields need attention; they're highlighted."));
    const made = operationOf(form, decimals);
    setNote(typeof made === "string" ? made : null);
    if (typeof made !== "string") setOperations([made]);
  };
  if (operations !== null)
    return (
      <ReviewStep
        clientId={clientId}
        title={title}
        operations={operations}
        replaces={props.replaces}
        onBack={(found) => {
          setOperations(null);
          setErrors(found);
          setNote(Object.keys(found).length === 0 ? null : t("The checks found something; see the field."));
        }}
      />
    );
  return (
    <EntryForm
      {...props}
      title={title}
      form={form}
      errors={errors}
      note={note}
      decimals={decimals}
      onChange={(change) => {
        setForm({ ...form, ...change });
        setErrors(withoutEdited(errors, change));
        setNote(null);
      }}
      onReview={review}
      onLeave={onLeave}
    />
  );
}

interface EntryFormProps extends DocumentFormPageProps {
  readonly form: DocumentForm;
  readonly errors: FieldErrors;
  readonly note: string | null;
  readonly decimals: number;
  readonly onChange: (change: Partial<DocumentForm>) => void;
  readonly onReview: () => void;
}

function EntryForm(props: EntryFormProps) {
  const { clientId, title, facts, exists = false, form, errors, note, decimals, onChange, onReview, onLeave } = props;
  const body = useRef<HTMLFormElement>(null);
  useEffect(() => body.current?.querySelector<HTMLElement>('[data-first-focus], [role="combobox"], input')?.focus(), []);
  useFirstError(body, note !== null);
  return (
    <form
      ref={body}
      className={layout.column}
      aria-label={title}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onReview();
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={textStyles.muted}>{t("Nothing is sent before you review it.")}</span>
      </div>
      <div className={styles.body}>
        <div className={styles.content}>
          <DocumentFields
            clientId={clientId}
            form={form}
            organisation={facts.organisation}
            exists={exists}
            errors={errors}
            onChange={onChange}
          />
          <LineEditor
            clientId={clientId}
            form={form}
            decimals={decimals}
            lineTarget={facts.lineTarget}
            dimensions={facts.dimensions}
            errors={errors}
            onChange={(lines) => onChange({ lines })}
          />
          {errors.lines === undefined ? null : <p className={styles.error}>{errors.lines}</p>}
        </div>
      </div>
      <div className={styles.foot}>
        <Sums form={form} decimals={decimals} />
        <span className={styles.push} role="status">
          {note ?? errors["total.amount"]}
        </span>
        <Button onClick={onLeave}>{t("Cancel")}</Button>
        <Button kind="primary" data-key="review" onClick={onReview} title={t("Ctrl+Enter")}>
          {t("Review")}
        </Button>
      </div>
    </form>
  );
}

function Sums({ form, decimals }: { readonly form: DocumentForm; readonly decimals: number }) {
  const totals = formTotals(form, decimals);
  const sums =
    form.type === "journal"
      ? ([
          [t("Debits"), totals.debit],
          [t("Credits"), totals.credit],
          [totals.balanced ? t("Balanced") : t("Out of balance"), totals.difference],
        ] as const)
      : ([[t("Net of tax"), totals.net]] as const);
  return (
    <div className={styles.sums}>
      {sums.map(([words, amount]) => (
        <span key={words} className={styles.sum}>
          {words}
          <strong>
            <Money amount={amount} currency={form.currency} showCurrency />
          </strong>
        </span>
      ))}
    </div>
  );
}
