import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { DocumentListRow } from "#shared/contract/books/documents.ts";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { today } from "../../../api/clock.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { typeLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { keepBankAccount } from "../../../state/views/last-bank-account.ts";
import { useCommandEnter } from "../../../state/window/command-enter.ts";
import { useRoleBar } from "../../../state/window/current-role.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { useTypedFirst } from "../../../ui/fields/use-typed-first.ts";
import { Money } from "../../../ui/figures/money.tsx";
import { EntryFields } from "../entry-fields.tsx";
import { checkedNote, markedNote, withoutEdited } from "../field-errors.ts";
import styles from "../form.module.css";
import { TextInput } from "../form-field.tsx";
import { FormHead } from "../form-head.tsx";
import { ReviewStep } from "../review/review-step.tsx";
import { EntryWarnings } from "../transactions/entry-warnings.tsx";
import { sameAmount } from "../transactions/transaction-change.ts";
import { type FieldErrors, withoutHiddenRate } from "../transactions/transaction-draft.ts";
import { useFirstError } from "../use-first-error.ts";
import type { LedgerFacts } from "../use-ledger-facts.ts";
import { useUnfinishedForm } from "../use-unfinished-form.ts";
import { type PaymentForm, paymentErrors, paymentOperation, paymentTotal, settledIds, unreadWords } from "./payment-draft.ts";
import { isPaymentFieldShown, PaymentFields } from "./payment-fields.tsx";

interface PaymentFormPageProps {
  readonly clientId: string;
  readonly facts: LedgerFacts;
  readonly start: PaymentForm;
  /** Why the form is open again. */
  readonly reason?: ReactNode;
  /** What is wrong with fields from the start. */
  readonly marked?: FieldErrors;
  readonly replaces?: string | undefined;
  readonly onLeave: () => void;
}

const OPEN_SHOWN = 500;

/** Noted in place of words that end once the open documents are there. */
const UNREAD = "unread";

/** The checks name a date as documents do. */
const KNOWN = { issueDate: "date" } as const;

/** Money over several open documents of one party, and the review that follows. */
export function PaymentFormPage({ clientId, facts, start, reason, marked = {}, replaces, onLeave }: PaymentFormPageProps) {
  const { form, setForm, isBack, round, startOver, forget } = useUnfinishedForm(start);
  const isShown = (field: string) => isPaymentFieldShown(field, form, facts.organisation);
  const [errors, setErrors] = useState<FieldErrors>(marked);
  const [noted, setNote] = useState(markedNote(marked, isShown));
  const [operations, setOperations] = useState<readonly WriteOperation[] | null>(null);
  const open = useOpenDocuments(clientId, form);
  const note = noted === UNREAD ? open.unread : noted;
  const body = useRef<HTMLFormElement>(null);
  const title = form.direction === "made" ? t("Pay bills") : t("Receive payment");
  const review = () => {
    const entered = withoutHiddenRate(form, facts.organisation?.baseCurrency);
    const wrong = paymentErrors(entered, open.unread === null ? open.rows : null);
    setErrors(wrong);
    const found = markedNote(wrong, isShown);
    if (found !== null) return setNote(found);
    if (open.unread !== null) return setNote(UNREAD);
    setNote(null);
    if (form.account !== null) keepBankAccount(clientId, form.currency, form.account);
    setOperations([paymentOperation(entered, open.rows)]);
  };
  const onReview = useTypedFirst(body, review, () => setNote(t("Fix the highlighted fields.")));
  if (operations !== null)
    return (
      <ReviewStep
        clientId={clientId}
        title={title}
        operations={operations}
        known={KNOWN}
        replaces={replaces}
        onKept={forget}
        onBack={(found) => {
          setOperations(null);
          setErrors(found);
          setNote(checkedNote(found, isShown));
        }}
      />
    );
  const clear = (then: () => void) => {
    forget();
    setErrors({});
    setNote(null);
    then();
  };
  const change = (part: Partial<PaymentForm>) => {
    setForm({ ...form, ...part });
    setErrors(withoutEdited(errors, part));
    setNote(null);
  };
  return (
    <PaymentEntry key={round} {...{ title, body, note, onReview, isBack }} onStartOver={() => clear(startOver)}>
      <div className={styles.body}>
        <div className={styles.content}>
          {reason}
          <EntryFields>
            <PaymentFields clientId={clientId} form={form} organisation={facts.organisation} errors={errors} onChange={change} />
          </EntryFields>
          <LockWarning clientId={clientId} form={form} />
          {open.failure === undefined ? (
            <OpenDocuments form={form} rows={open.rows} more={open.more} errors={errors} busy={open.busy} onChange={change} />
          ) : (
            <FailureNote failure={open.failure} />
          )}
        </div>
      </div>
      <PaymentFoot form={form} rows={open.rows} note={note} onLeave={() => clear(onLeave)} onReview={onReview} />
    </PaymentEntry>
  );
}

interface PaymentFootProps {
  readonly form: PaymentForm;
  readonly rows: readonly DocumentListRow[];
  readonly note: string | null;
  readonly onLeave: () => void;
  readonly onReview: () => void;
}

function PaymentFoot({ form, rows, note, onLeave, onReview }: PaymentFootProps) {
  return (
    <div className={styles.foot}>
      <Button needs="preparer" kind="primary" data-key="review" onClick={onReview} title={t("Ctrl+Enter")}>
        {t("Review")}
      </Button>
      <Button onClick={onLeave}>{t("Cancel")}</Button>
      <span className={styles.sum}>
        {sumLabel(form.direction, settledIds(form, rows).length)}
        <strong>
          <Money amount={paymentTotal(form, rows, currencyDigits(form.currency))} currency={form.currency} showCurrency />
        </strong>
      </span>
      <span className={styles.said} role="status">
        {note}
      </span>
    </div>
  );
}

function PaymentEntry({
  title,
  body,
  note,
  onReview,
  isBack,
  onStartOver,
  children,
}: {
  readonly title: string;
  readonly body: RefObject<HTMLFormElement | null>;
  readonly note: string | null;
  readonly onReview: () => void;
  readonly isBack: boolean;
  readonly onStartOver: () => void;
  readonly children: ReactNode;
}) {
  useEffect(() => body.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), [body]);
  useFirstError(body, note !== null);
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
      <FormHead title={title} isBack={isBack} onStartOver={onStartOver} bar={bar}>
        {t("Records the payment in the ledger. No money is moved. You review everything before it's sent.")}
      </FormHead>
      {children}
    </form>
  );
}

/** Says before the review that the payment's date is locked. */
function LockWarning({ clientId, form }: { readonly clientId: string; readonly form: PaymentForm }) {
  const date = readCalendarDate(form.date);
  const module = form.direction === "made" ? "ap" : "ar";
  const locks = useCoreQuery("posting.check", { clientId, date: date ?? today(), module }, { enabled: date !== null, keepPrevious: true });
  const lock = date === null || locks.data === undefined || locks.data.canPost ? null : locks.data;
  return <EntryWarnings clientId={clientId} warnings={lock === null ? null : { lock, duplicates: [], controlAccounts: [] }} />;
}

function sumLabel(direction: PaymentForm["direction"], count: number): string {
  return direction === "made"
    ? t("{count, plural, one {Applied to 1 bill} other {Applied to # bills}}", { count })
    : t("{count, plural, one {Applied to 1 invoice} other {Applied to # invoices}}", { count });
}

/** The party's documents that this direction of money can settle, the oldest due first. */
function useOpenDocuments(clientId: string, form: PaymentForm) {
  const partyId = form.party?.id;
  const list = useCoreQuery(
    "documents.list",
    {
      clientId,
      filter: {
        types: [form.direction === "made" ? "purchase_bill" : "sales_invoice"],
        statuses: ["open", "part_paid"],
        onlyOpen: true,
        currency: form.currency,
        sort: "dueDate",
        ...(partyId === undefined ? {} : { partyId }),
      },
      limit: OPEN_SHOWN,
    },
    { enabled: partyId !== undefined },
  );
  const rows = partyId === undefined ? [] : (list.data?.rows ?? []).filter((row) => !row.removed);
  const busy = partyId !== undefined && list.isPending;
  const failure = list.error?.failure;
  return {
    rows,
    more: list.data !== undefined && list.data.next !== null,
    busy,
    failure,
    unread: busy || failure !== undefined ? unreadWords(form.direction, busy) : null,
  };
}

interface OpenDocumentsProps {
  readonly form: PaymentForm;
  readonly rows: readonly DocumentListRow[];
  readonly more: boolean;
  readonly errors: FieldErrors;
  readonly busy: boolean;
  readonly onChange: (change: Partial<PaymentForm>) => void;
}

function OpenDocuments({ form, rows, more, errors, busy, onChange }: OpenDocumentsProps) {
  if (form.party === null)
    return (
      <p className={textStyles.mutedSmall}>
        {form.direction === "made" ? t("Choose a vendor to see its open bills.") : t("Choose a customer to see its open invoices.")}
      </p>
    );
  if (rows.length === 0 && !busy)
    return (
      <EmptyState
        title={
          form.direction === "made"
            ? t("{name} has no open bills in {currency}", { name: form.party.name, currency: form.currency })
            : t("{name} has no open invoices in {currency}", { name: form.party.name, currency: form.currency })
        }
      >
        <p>{form.direction === "made" ? t("Choose another vendor or currency.") : t("Choose another customer or currency.")}</p>
      </EmptyState>
    );
  const settled = settledIds(form, rows);
  const set = (id: string, text: string) => onChange({ amounts: { ...form.amounts, [id]: text } });
  return (
    <section className={layout.mediumStack} aria-busy={busy}>
      {errors.allocations === undefined ? null : <p className={styles.error}>{errors.allocations}</p>}
      <EntryFields>
        <table className={styles.open} aria-label={t("Open transactions")}>
          <thead>
            <tr>
              <th scope="col">{t("Transaction")}</th>
              <th scope="col">{t("Date")}</th>
              <th scope="col">{t("Due")}</th>
              <th scope="col" className={styles.end}>
                {t("Total")}
              </th>
              <th scope="col" className={styles.end}>
                {t("Outstanding")}
              </th>
              <th scope="col">
                <span className={textStyles.mutedSmall}>{t("Settle in full")}</span>
              </th>
              <th scope="col" className={classes(styles.end, styles.settle)}>
                {t("Amount to apply")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <OpenRow
                key={row.id}
                row={row}
                text={form.amounts[row.id] ?? ""}
                error={errors[`allocations[${settled.indexOf(row.id)}].amount`]}
                onText={(text) => set(row.id, text)}
              />
            ))}
          </tbody>
        </table>
      </EntryFields>
      {more ? (
        <p className={textStyles.mutedSmall}>{t("Showing the first {shown} transactions by due date.", { shown: OPEN_SHOWN })}</p>
      ) : null}
    </section>
  );
}

function OpenRow({
  row,
  text,
  error,
  onText,
}: {
  readonly row: DocumentListRow;
  readonly text: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}) {
  const name = `${typeLabel(row.type, row.unappliedKind)} ${row.number ?? row.reference ?? ""}`.trim();
  return (
    <tr>
      <th scope="row">
        {name}
        {row.reference === null || row.number === null ? null : <span className={textStyles.mutedSmall}> {row.reference}</span>}
      </th>
      <td>{formatDay(row.issueDate)}</td>
      <td>{row.dueDate === null ? "–" : formatDay(row.dueDate)}</td>
      <td className={styles.end}>
        <Money amount={row.total} currency={row.currency} />
      </td>
      <td className={styles.end}>
        <Money amount={row.outstanding} currency={row.currency} />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={t("Settle {name} in full", { name })}
          checked={sameAmount(text, row.outstanding)}
          onChange={(event) => onText(event.target.checked ? row.outstanding : "")}
        />
      </td>
      <td className={styles.settle}>
        <TextInput amount label={t("Amount to apply to {name}", { name })} value={text} error={error} onChange={onText} />
        {error === undefined ? null : <span className={styles.error}>{error}</span>}
      </td>
    </tr>
  );
}
