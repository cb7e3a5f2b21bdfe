import { useState } from "react";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { isNeverOwed } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import styles from "../form.module.css";
import { FormField, SelectInput, TextInput } from "../form-field.tsx";
import { useJournalDayHint } from "../use-journal-day.ts";
import { isShownInLines } from "./line-editor.tsx";
import type { DocumentForm, FieldErrors } from "./transaction-draft.ts";
import { type EntryAids, suggestedDue } from "./use-entry-aids.ts";

interface DocumentFieldsProps {
  readonly clientId: string;
  readonly form: DocumentForm;
  readonly organisation: Organisation | null;
  /** The record exists: what it is, and its currency, stay. */
  readonly exists: boolean;
  /** The record was posted when the form opened, and may be paid since. */
  readonly posted: boolean;
  readonly aids: EntryAids;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<DocumentForm>) => void;
}

const CREDITS = [
  ["purchase_credit", t("From a vendor")],
  ["sales_credit", t("To a customer")],
] as const;

/** The head of a document. */
export function DocumentFields(props: DocumentFieldsProps) {
  const { clientId, form, exists, errors, onChange } = props;
  const isJournal = form.type === "journal";
  const contact = isSale(form) ? t("Customer") : t("Vendor");
  // Money that is spent or received may name nobody, where the ledger takes it.
  const isNamed = !isCash(form) || props.aids.refused["party.missing"] !== undefined;
  return (
    <div className={isJournal ? styles.journalFields : styles.documentFields}>
      {!exists && (form.type === "purchase_credit" || form.type === "sales_credit") ? (
        <FormField name={t("Type")}>
          {() => (
            <SelectInput
              label={t("Type")}
              value={form.type as "sales_credit"}
              options={CREDITS}
              onChange={(type) => onChange({ type, party: null })}
            />
          )}
        </FormField>
      ) : null}
      {isJournal ? null : (
        <FormField name={contact} error={errors["party.id"]} optional={!isNamed && !exists} wide>
          {(describedBy) => (
            <ComboboxField
              clientId={clientId}
              kind="party"
              label={contact}
              first
              required={isNamed}
              role={isSale(form) ? "customer" : "vendor"}
              value={form.party}
              error={errors["party.id"]}
              describedBy={describedBy}
              onChange={(party) =>
                onChange({ party, ...(exists || party?.currency == null || party.currency === "" ? {} : { currency: party.currency }) })
              }
            />
          )}
        </FormField>
      )}
      {hasBankAccount(form, exists) ? (
        <FormField name={t("Bank account")} error={errors.totalAccountId} wide>
          {(describedBy) => (
            <ComboboxField
              clientId={clientId}
              kind="account"
              label={t("Bank account")}
              value={form.totalAccount}
              only={({ role }) => role === "bank"}
              error={errors.totalAccountId}
              describedBy={describedBy}
              onChange={(totalAccount) => onChange({ totalAccount })}
            />
          )}
        </FormField>
      ) : null}
      <TextFields {...props} />
      <Settings {...props} />
    </div>
  );
}

/** What the ledger has no place for is left out, unless the form begins with something there: that can be seen and taken out. */
function TextFields({ clientId, form, aids, exists, errors, onChange }: DocumentFieldsProps) {
  const [begun] = useState({ form, errors });
  const dayHint = useJournalDayHint(clientId, form.issueDate);
  type Key = "number" | "reference" | "memo" | "issueDate" | "dueDate";
  const text = (key: Key, name: string, type: "text" | "date" = "text", hint?: string) => {
    const refused = aids.refused[key];
    if (refused !== undefined && begun.form[key] === "" && form[key] === "" && errors[key] === undefined) return null;
    const reason = form[key] === "" || !exists ? refused : undefined;
    // A ledger may keep what a record has, or ask for what it rejected an update without.
    const mayBeEmpty = (!exists || begun.form[key] === "") && begun.errors[key] === undefined;
    return (
      <FormField
        name={name}
        error={errors[key]}
        hint={reason ?? hint}
        optional={key !== "issueDate" && reason === undefined && mayBeEmpty}
        wide={key === "memo"}
      >
        {(describedBy) => (
          <TextInput
            label={name}
            type={type}
            value={form[key]}
            error={errors[key]}
            describedBy={describedBy}
            required={key === "issueDate"}
            disabled={reason !== undefined && form[key] === ""}
            onChange={(value) => onChange({ [key]: value })}
          />
        )}
      </FormField>
    );
  };
  return (
    <>
      {text("issueDate", t("Date"), "date", form.type === "journal" && !exists ? dayHint : undefined)}
      {form.type === "journal" ? null : text("dueDate", t("Due date"), "date", dueHint(form, aids))}
      {text("number", t("Number"))}
      {text("reference", t("Reference"))}
      {text("memo", t("Memo"))}
    </>
  );
}

/** Where the due date comes from, while it is the usual one. */
function dueHint(form: DocumentForm, aids: EntryAids): string | undefined {
  const days = aids.defaults?.termDays;
  if (days == null || form.dueDate === "" || form.dueDate !== suggestedDue(form, aids)) return undefined;
  if (aids.defaults?.termsOf === "contact")
    return isSale(form)
      ? t("{days, plural, =0 {Due on receipt} one {1-day terms} other {{days}-day terms}}, as usual for this customer", { days })
      : t("{days, plural, =0 {Due on receipt} one {1-day terms} other {{days}-day terms}}, as usual for this vendor", { days });
  return t("{days, plural, =0 {Due on receipt} one {1-day terms} other {{days}-day terms}}, as usual for this client", { days });
}

function Settings({ form, organisation, exists, posted, aids, errors, onChange }: DocumentFieldsProps) {
  const currencies = [...new Set([form.currency, organisation?.baseCurrency ?? form.currency, ...(organisation?.currencies ?? [])])];
  const entities = entityChoices({ form, organisation, aids });
  const base = otherBase(form, organisation);
  return (
    <>
      <FormField name={t("Currency")} error={errors.currency}>
        {() => (
          <SelectInput
            label={t("Currency")}
            value={form.currency}
            options={currencies.map((currency) => [currency, currency] as const)}
            disabled={exists}
            error={errors.currency}
            onChange={(currency) => onChange({ currency })}
          />
        )}
      </FormField>
      {base === null ? null : (
        <FormField name={t("Exchange rate to {currency}", { currency: base })} error={errors.exchangeRate}>
          {(describedBy) => (
            <TextInput
              amount
              label={t("Exchange rate")}
              value={form.exchangeRate}
              placeholder={t("Ledger's rate")}
              error={errors.exchangeRate}
              describedBy={describedBy}
              onChange={(exchangeRate) => onChange({ exchangeRate })}
            />
          )}
        </FormField>
      )}
      {entities.length === 0 ? null : (
        <FormField name={t("Entity")} error={errors.entityId} hint={aids.refused.entityId}>
          {() => (
            <SelectInput
              label={t("Entity")}
              value={form.entityId}
              options={[["", "–"] as const, ...entities.map(({ id, name }) => [id, name] as const)]}
              disabled={aids.refused.entityId !== undefined}
              onChange={(entityId) => onChange({ entityId })}
            />
          )}
        </FormField>
      )}
      {exists || form.type === "journal" ? null : <TaxBasis {...{ form, aids, errors, onChange }} />}
      <StatusField {...{ form, posted, aids, errors, onChange }} />
    </>
  );
}

type PartProps = Pick<DocumentFieldsProps, "form" | "aids" | "errors" | "onChange">;

/** Whether the amounts include tax. Where the ledger sets the tax, there is nothing to choose, and the totals say so. */
function TaxBasis({ form, aids, errors, onChange }: PartProps) {
  const refused = aids.refused.taxCode;
  if (refused !== undefined && form.basis !== "inclusive" && errors["tax.basis"] === undefined) return null;
  const rated = aids.taxList.some(({ rate }) => rate !== null);
  const options = [
    ["exclusive", t("Tax exclusive")],
    ["inclusive", t("Tax inclusive")],
    ["none", t("No tax")],
  ] as const;
  return (
    <FormField name={t("Amounts are")} error={errors["tax.basis"]} hint={refused}>
      {() => (
        <SelectInput
          label={t("Amounts are")}
          value={form.basis === "" ? "exclusive" : form.basis}
          options={rated ? options : options.filter(([basis]) => basis !== "inclusive")}
          disabled={refused !== undefined}
          onChange={(basis) => onChange({ basis })}
        />
      )}
    </FormField>
  );
}

const STATUSES = [
  ["open", t("Open")],
  ["draft", t("Draft in the ledger")],
  ["awaiting_approval", t("Awaiting approval")],
] as const;

/** What is never owed isn't open until it is paid: it is posted. So is a record that may be paid already. */
const POSTED_STATUSES = STATUSES.map(([status, word]) => [status, status === "open" ? t("Posted") : word] as const);

/** A status that is the only one is no choice, and its word says what the transaction will be. */
function StatusField({ form, posted, aids, errors, onChange }: PartProps & Pick<DocumentFieldsProps, "posted">) {
  const statuses = posted || isNeverOwed(form.type) ? POSTED_STATUSES : STATUSES;
  const options = statuses.filter(([status]) => status === form.status || aids.refused[`status.${status}`] === undefined);
  const [only, ...others] = options;
  return (
    <FormField name={t("Status")} error={errors.status}>
      {() =>
        only !== undefined && others.length === 0 ? (
          <span className={styles.value} title={aids.refused["status.draft"] ?? aids.refused["status.awaiting_approval"]}>
            {only[1]}
          </span>
        ) : (
          <SelectInput label={t("Status")} value={form.status} options={options} onChange={(status) => onChange({ status })} />
        )
      }
    </FormField>
  );
}

type Drawn = Pick<DocumentFieldsProps, "form" | "organisation" | "exists" | "aids">;

/** Only new cash transactions have it in their head. */
function hasBankAccount(form: DocumentForm, exists: boolean): boolean {
  return !exists && isCash(form);
}

function isCash({ type }: DocumentForm): boolean {
  return type === "cash_purchase" || type === "cash_sale";
}

/** The base currency of a transaction in another one. */
function otherBase({ currency }: DocumentForm, organisation: Organisation | null): string | null {
  return organisation === null || organisation.baseCurrency === currency ? null : organisation.baseCurrency;
}

/** The entities to choose from: none where there's only one, or where the ledger doesn't let it be chosen. */
function entityChoices({ form, organisation, aids }: Pick<Drawn, "form" | "organisation" | "aids">) {
  const entities = (organisation?.entities ?? []).filter((entity) => entity.active && !entity.isElimination);
  return entities.length < 2 || (aids.refused.entityId !== undefined && form.entityId === "") ? [] : entities;
}

/** Whether the form draws a field. What is left out while it's empty comes back with its error. */
export function isFieldShown(field: string, { form, organisation, exists, aids }: Drawn): boolean {
  const isJournal = form.type === "journal";
  if (field === "party.id" || field === "dueDate") return !isJournal;
  if (field === "tax.basis") return !exists && !isJournal;
  if (field === "totalAccountId") return hasBankAccount(form, exists);
  if (field === "exchangeRate") return otherBase(form, organisation) !== null;
  if (field === "entityId") return entityChoices({ form, organisation, aids }).length > 0;
  return ["issueDate", "number", "reference", "memo", "currency", "status"].includes(field) || isShownInLines(field);
}

/** True for what is sold. */
export function isSale({ type }: Pick<DocumentForm, "type">): boolean {
  return type === "sales_invoice" || type === "sales_credit" || type === "cash_sale";
}
