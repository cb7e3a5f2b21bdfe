import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { isNeverOwed } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import styles from "../form.module.css";
import { FormField, SelectInput, TextInput } from "../form-field.tsx";
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
  return (
    <div className={isJournal ? styles.journalFields : styles.documentFields}>
      {!exists && (form.type === "purchase_credit" || form.type === "sales_credit") ? (
        <FormField name={t("Credit note")}>
          {() => (
            <SelectInput
              label={t("Credit note")}
              value={form.type as "sales_credit"}
              options={CREDITS}
              onChange={(type) => onChange({ type, party: null })}
            />
          )}
        </FormField>
      ) : null}
      {isJournal ? null : (
        <FormField name={contact} error={errors["party.id"]} wide>
          {(describedBy) => (
            <ComboboxField
              clientId={clientId}
              kind="party"
              label={contact}
              first
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
      {!exists && (form.type === "cash_purchase" || form.type === "cash_sale") ? (
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

function TextFields({ form, aids, exists, errors, onChange }: DocumentFieldsProps) {
  type Key = "number" | "reference" | "memo" | "issueDate" | "dueDate";
  const text = (key: Key, name: string, type: "text" | "date" = "text", hint?: string) => {
    const reason = form[key] === "" || !exists ? aids.refused[key] : undefined;
    return (
      <FormField name={name} error={errors[key]} hint={reason ?? hint} wide={key === "memo"}>
        {(describedBy) => (
          <TextInput
            label={name}
            type={type}
            value={form[key]}
            error={errors[key]}
            describedBy={describedBy}
            disabled={reason !== undefined && form[key] === ""}
            onChange={(value) => onChange({ [key]: value })}
          />
        )}
      </FormField>
    );
  };
  return (
    <>
      {text("issueDate", t("Date"), "date")}
      {form.type === "journal" ? null : text("dueDate", t("Due date"), "date", dueHint(form, aids))}
      {text("number", t("Number"))}
      {text("reference", t("Reference"))}
      {form.memo === "" && aids.refused.memo !== undefined ? null : text("memo", t("Memo"))}
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
  const entities = (organisation?.entities ?? []).filter((entity) => entity.active && !entity.isElimination);
  const foreign = organisation !== null && form.currency !== organisation.baseCurrency;
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
      {foreign ? (
        <FormField name={t("Exchange rate to {currency}", { currency: organisation.baseCurrency })} error={errors.exchangeRate}>
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
      ) : null}
      {entities.length < 2 ? null : (
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

/** Whether the amounts include tax; where the ledger sets the tax, there is nothing to choose. */
function TaxBasis({ form, aids, errors, onChange }: PartProps) {
  const refused = aids.refused.taxCode;
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

function StatusField({ form, posted, aids, errors, onChange }: PartProps & Pick<DocumentFieldsProps, "posted">) {
  const statuses = posted || isNeverOwed(form.type) ? POSTED_STATUSES : STATUSES;
  const options = statuses.filter(([status]) => status === form.status || aids.refused[`status.${status}`] === undefined);
  const reason = aids.refused["status.draft"] ?? aids.refused["status.awaiting_approval"];
  return (
    <FormField name={t("Status")} error={errors.status} hint={options.length === 1 ? reason : undefined}>
      {() => (
        <SelectInput
          label={t("Status")}
          value={form.status}
          options={options}
          disabled={options.length === 1}
          onChange={(status) => onChange({ status })}
        />
      )}
    </FormField>
  );
}

/** True for what is sold. */
export function isSale({ type }: Pick<DocumentForm, "type">): boolean {
  return type === "sales_invoice" || type === "sales_credit" || type === "cash_sale";
}
