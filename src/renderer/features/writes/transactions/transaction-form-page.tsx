import { type ReactNode, useEffect, useRef, useState } from "react";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { t } from "../../../language/t.ts";
import { useCommandEnter } from "../../../state/window/command-enter.ts";
import { useRoleBar } from "../../../state/window/current-role.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { useTypedFirst } from "../../../ui/fields/use-typed-first.ts";
import { EntryFields } from "../entry-fields.tsx";
import { checkedNote, markedNote, withoutEdited } from "../field-errors.ts";
import styles from "../form.module.css";
import { FormHead } from "../form-head.tsx";
import { ReviewStep } from "../review/review-step.tsx";
import { useFirstError } from "../use-first-error.ts";
import type { LedgerFacts } from "../use-ledger-facts.ts";
import { useUnfinishedForm } from "../use-unfinished-form.ts";
import entry from "./entry.module.css";
import { inclusiveErrors } from "./entry-operation.ts";
import { ledgerTaxOf, type TaxCodes } from "./entry-tax.ts";
import { EntryTotals } from "./entry-totals.tsx";
import { EntryWarnings } from "./entry-warnings.tsx";
import { FormNote } from "./form-note.tsx";
import { LineEditor, lineKinds } from "./line-editor.tsx";
import type { DocumentForm, FieldErrors } from "./transaction-draft.ts";
import { formErrors, withoutHiddenRate } from "./transaction-draft.ts";
import { DocumentFields, isFieldShown } from "./transaction-fields.tsx";
import { type EntryAids, suggestedDue, useEntryAids, useEntryWarnings } from "./use-entry-aids.ts";

/** What a form for a recurring transaction has besides: it is saved here instead of reviewed and sent. */
export interface Repeats {
  readonly fields: (form: DocumentForm, onChange: (change: Partial<DocumentForm>) => void) => ReactNode;
  /** What is wrong with its own fields, or null. */
  readonly wrong: (form: DocumentForm) => string | null;
  /** `forget` is for when it is saved. */
  readonly save: (operation: WriteOperation, forget: () => void) => void;
  /** Its own fields show what somebody entered before they went to another screen. */
  readonly isBack: boolean;
  readonly startOver: () => void;
}

interface DocumentFormPageProps {
  readonly clientId: string;
  readonly title: string;
  /** Titles that follow the type, where it is chosen in the form. */
  readonly titles?: Readonly<Partial<Record<DocumentForm["type"], string>>>;
  readonly facts: LedgerFacts;
  readonly start: DocumentForm;
  /** Why the form is open again. */
  readonly reason?: ReactNode;
  /** What is wrong with fields from the start. */
  readonly marked?: FieldErrors;
  readonly exists?: boolean;
  /** The unsent job that the new one replaces. */
  readonly replaces?: string | undefined;
  /** A due date that is empty at the start was cleared by a person, and the usual one isn't put in. */
  readonly keepsDue?: boolean;
  /** The operation for the form's content, or a message when there is nothing to send. */
  readonly operationOf: (form: DocumentForm, decimals: number, codes: TaxCodes) => WriteOperation | string;
  readonly repeats?: Repeats;
  readonly onLeave: () => void;
}

/** A form to enter or change a document, followed by the review. */
export function DocumentFormPage(props: DocumentFormPageProps) {
  const { clientId, start, exists = false, operationOf, repeats, marked = {} } = props;
  const { form: typed, setForm, isBack, round, startOver, forget } = useUnfinishedForm(start);
  const title = props.titles?.[typed.type] ?? props.title;
  // A due date that a person set or cleared is kept; until then it follows from the usual terms.
  const [ownDue, setOwnDue] = useState(exists || props.keepsDue === true || typed.dueDate !== "");
  const aids = useEntryAids(clientId, typed);
  const isShown = (field: string) => isFieldShown(field, { form: typed, exists, aids, organisation: props.facts.organisation });
  const [{ errors, note }, setFound] = useState({ errors: marked, note: markedNote(marked, isShown) });
  const [operations, setOperations] = useState<readonly WriteOperation[] | null>(null);
  const form = ownDue ? typed : { ...typed, dueDate: suggestedDue(typed, aids) };
  const decimals = currencyDigits(form.currency);
  const review = () => {
    const entered = exists ? form : withoutHiddenRate(form, props.facts.organisation?.baseCurrency);
    const kinds = lineKinds(form.type, props.facts.lineTarget, aids);
    const wrong = { ...formErrors(entered, decimals, kinds, start), ...(exists ? {} : inclusiveErrors(form, decimals, aids.taxCodes)) };
    const found = markedNote(wrong, isShown) ?? (repeats?.wrong(form) ? t("Fix the highlighted fields.") : null);
    const made = found ?? operationOf(entered, decimals, aids.taxCodes);
    setFound({ errors: wrong, note: typeof made === "string" ? made : null });
    if (typeof made === "string") return;
    if (repeats !== undefined) return repeats.save(made, forget);
    setOperations([made]);
  };
  if (operations !== null)
    return (
      <ReviewStep
        clientId={clientId}
        title={title}
        operations={operations}
        replaces={props.replaces}
        onKept={forget}
        onBack={(found) => {
          setOperations(null);
          setFound({ errors: found, note: checkedNote(found, isShown) });
        }}
      />
    );
  if (!aids.ready) return <div className={layout.column} aria-busy="true" />;
  return (
    <EntryForm
      {...props}
      key={round}
      title={title}
      form={form}
      isBack={isBack || repeats?.isBack === true}
      aids={repeats === undefined ? aids : { ...aids, refused: { ...aids.refused, number: t("Each transaction gets its own number.") } }}
      errors={errors}
      note={note}
      decimals={decimals}
      onChange={(change) => {
        if (change.dueDate !== undefined) setOwnDue(true);
        setForm({ ...typed, ...change });
        setFound({ errors: withoutEdited(errors, change), note: null });
      }}
      onStartOver={() => {
        startOver();
        repeats?.startOver();
        setOwnDue(exists || props.keepsDue === true || start.dueDate !== "");
        setFound({ errors: {}, note: null });
      }}
      onLeave={() => {
        forget();
        props.onLeave();
      }}
      onReview={review}
      onUnread={() => setFound((found) => ({ ...found, note: t("Fix the highlighted fields.") }))}
    />
  );
}

interface EntryFormProps extends DocumentFormPageProps {
  readonly form: DocumentForm;
  readonly aids: EntryAids;
  readonly errors: FieldErrors;
  readonly note: string | null;
  readonly decimals: number;
  readonly isBack: boolean;
  readonly onStartOver: () => void;
  readonly onChange: (change: Partial<DocumentForm>) => void;
  readonly onReview: () => void;
  /** A field has text that it can't read. */
  readonly onUnread: () => void;
}

function EntryForm(props: EntryFormProps) {
  const { clientId, title, facts, exists = false, form, aids, errors, note, decimals, onChange, onLeave, repeats } = props;
  const body = useRef<HTMLFormElement>(null);
  const onReview = useTypedFirst(body, props.onReview, props.onUnread);
  useEffect(() => {
    const first = body.current?.querySelector<HTMLElement>("[data-first-focus]");
    (first ?? body.current?.querySelector<HTMLElement>('[role="combobox"], input'))?.focus();
  }, []);
  useFirstError(body, note !== null);
  // All of it can be looked at; that nothing can be entered is said above.
  const bar = useRoleBar("preparer");
  const onKeyDown = useCommandEnter("preparer", onReview);
  return (
    <form
      ref={body}
      className={layout.column}
      aria-label={title}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <FormHead title={title} isBack={props.isBack} onStartOver={props.onStartOver} bar={bar}>
        <FormNote clientId={clientId} repeats={repeats !== undefined} isNewJournal={form.type === "journal" && !exists} />
      </FormHead>
      <div className={styles.body}>
        <div className={styles.content}>
          {props.reason}
          <EntryFields>
            {repeats?.fields(form, onChange)}
            <DocumentFields
              {...{ clientId, form, exists, aids, errors, onChange }}
              posted={exists && props.start.status === "open"}
              organisation={facts.organisation}
            />
            <LineEditor
              {...{ clientId, decimals, aids, errors }}
              form={{ ...form, basis: shownBasis(form, exists) }}
              lineTarget={facts.lineTarget}
              dimensions={facts.dimensions}
              saves={repeats !== undefined}
              onChange={(lines) => onChange({ lines })}
            />
          </EntryFields>
          {errors.lines === undefined ? null : <p className={styles.error}>{errors.lines}</p>}
          <Below {...{ clientId, form, exists, decimals, aids }} warns={repeats === undefined} />
        </div>
      </div>
      <div className={styles.foot}>
        <Button needs="preparer" kind="primary" data-key="review" onClick={onReview} title={t("Ctrl+Enter")}>
          {repeats === undefined ? t("Review") : t("Save")}
        </Button>
        <Button onClick={onLeave}>{t("Cancel")}</Button>
        <span className={styles.said} role="status">
          {note}
        </span>
      </div>
    </form>
  );
}

interface BelowProps {
  readonly clientId: string;
  readonly form: DocumentForm;
  readonly exists: boolean;
  readonly decimals: number;
  readonly aids: EntryAids;
  readonly warns: boolean;
}

/** A record's amounts are shown without tax, however the ledger wrote them. */
function shownBasis({ basis }: DocumentForm, exists: boolean): DocumentForm["basis"] {
  return exists && basis === "inclusive" ? "exclusive" : basis;
}

/** Warnings about the document, and its total. */
function Below({ clientId, form, exists, decimals, aids, warns }: BelowProps) {
  const codes = aids.taxCodes;
  const warnings = useEntryWarnings(clientId, form, decimals, codes);
  // A record isn't a duplicate of itself.
  const shown = exists ? (warnings === null ? null : { ...warnings, duplicates: [] }) : warnings;
  return (
    <div className={entry.below}>
      <EntryWarnings clientId={clientId} warnings={warns ? shown : null} />
      <EntryTotals {...{ decimals, codes }} form={{ ...form, basis: shownBasis(form, exists) }} ledgerTax={ledgerTaxOf(aids.refused)} />
    </div>
  );
}
