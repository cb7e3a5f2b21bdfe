import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { t } from "../../../language/t.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import styles from "../form.module.css";
import { FormField, SelectInput, TextInput } from "../form-field.tsx";
import type { DocumentForm, FieldErrors } from "./transaction-draft.ts";

interface DocumentFieldsProps {
  readonly clientId: string;
  readonly form: DocumentForm;
  readonly organisation: Organisation | null;
  /** The record exists: what it is, and its currency, stay. */
  readonly exists: boolean;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<DocumentForm>) => void;
}

const BASES = [
  ["", t("As in the ledger")],
  ["exclusive", t("Tax added")],
  ["inclusive", t("Tax included")],
  ["none", t("No tax")],
] as const;

const STATUSES = [
  ["open", t("Open")],
  ["draft", t("Draft in the ledger")],
  ["awaiting_approval", t("Awaiting approval")],
] as const;

const CREDITS = [
  ["purchase_credit", t("From a supplier")],
  ["sales_credit", t("To a customer")],
] as const;

/** The head of a document. */
export function DocumentFields(props: DocumentFieldsProps) {
  const { clientId, form, exists, errors, onChange } = props;
  const isJournal = form.type === "journal";
  return (
    <div className={styles.fields}>
      {form.type === "purchase_credit" || form.type === "sales_credit" ? (
        <FormField name={t("Credit")}>
          {() => (
            <SelectInput
              label={t("Credit")}
              value={form.type as "sales_credit"}
              options={CREDITS}
              onChange={(type) => onChange({ type })}
            />
          )}
        </FormField>
      ) : null}
      {isJournal ? null : (
        <FormField name={isSale(form) ? t("Customer") : t("Supplier")} error={errors["party.id"]} wide>
          {(describedBy) => (
            <ComboboxField
              clientId={clientId}
              kind="party"
              label={isSale(form) ? t("Customer") : t("Supplier")}
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
      <TextFields {...props} />
      <Settings {...props} />
    </div>
  );
}

function TextFields({ form, errors, onChange }: DocumentFieldsProps) {
  const isJournal = form.type === "journal";
  const text = (key: "number" | "reference" | "memo" | "issueDate" | "dueDate", name: string, type: "text" | "date" = "text") => (
    <FormField name={name} error={errors[key]} wide={key === "memo"}>
      {(describedBy) => (
        <TextInput
          label={name}
          type={type}
          value={form[key]}
          error={errors[key]}
          describedBy={describedBy}
          onChange={(value) => onChange({ [key]: value })}
        />
      )}
    </FormField>
  );
  return (
    <>
      {text("issueDate", t("Date"), "date")}
      {isJournal ? null : text("dueDate", t("Due"), "date")}
      {text("number", t("Number"))}
      {text("reference", t("Reference"))}
      {text("memo", t("Memo"))}
    </>
  );
}

function Settings({ form, organisation, exists, errors, onChange }: DocumentFieldsProps) {
  const currencies = [...new Set([form.currency, organisation?.baseCurrency ?? form.currency, ...(organisation?.currencies ?? [])])];
  const entities = (organisation?.entities ?? []).filter((entity) => entity.active && !entity.isElimination);
  const foreign = organisation !== null && form.currency !== organisation.baseCurrency;
  return (
    <>
      <FormField name={t("Currency")} error={errors.currency}>
        {(describedBy) =>
          exists || currencies.length === 1 ? (
            <TextInput
              label={t("Currency")}
              value={form.currency}
              disabled={exists}
              error={errors.currency}
              describedBy={describedBy}
              onChange={(currency) => onChange({ currency: currency.toUpperCase() })}
            />
          ) : (
            <SelectInput
              label={t("Currency")}
              value={form.currency}
              options={currencies.map((currency) => [currency, currency] as const)}
              error={errors.currency}
              onChange={(currency) => onChange({ currency })}
            />
          )
        }
      </FormField>
      {foreign ? (
        <FormField name={`Rate to ${organisation.baseCurrency}`} error={errors.exchangeRate}>
          {(describedBy) => (
            <TextInput
              amount
              label={t("Exchange rate")}
              value={form.exchangeRate}
              placeholder={t("the ledger's own")}
              error={errors.exchangeRate}
              describedBy={describedBy}
              onChange={(exchangeRate) => onChange({ exchangeRate })}
            />
          )}
        </FormField>
      ) : null}
      {entities.length < 2 ? null : (
        <FormField name={t("Entity")} error={errors.entityId}>
          {() => (
            <SelectInput
              label={t("Entity")}
              value={form.entityId}
              options={[["", "–"] as const, ...entities.map(({ id, name }) => [id, name] as const)]}
              onChange={(entityId) => onChange({ entityId })}
            />
          )}
        </FormField>
      )}
      {exists ? null : (
        <FormField name={t("Tax")} error={errors["tax.basis"]}>
          {() => <SelectInput label={t("Tax")} value={form.basis} options={BASES} onChange={(basis) => onChange({ basis })} />}
        </FormField>
      )}
      <FormField name={t("Status")} error={errors.status}>
        {() => <SelectInput label={t("Status")} value={form.status} options={STATUSES} onChange={(status) => onChange({ status })} />}
      </FormField>
    </>
  );
}

/** True for what is sold. */
export function isSale({ type }: Pick<DocumentForm, "type">): boolean {
  return type === "sales_invoice" || type === "sales_credit" || type === "cash_sale";
}
