import { useState } from "react";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { t } from "../../../language/t.ts";
import { lastBankAccount } from "../../../state/views/last-bank-account.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import styles from "../form.module.css";
import { FormField, SelectInput, TextInput } from "../form-field.tsx";
import type { FieldErrors } from "../transactions/transaction-draft.ts";
import type { PaymentForm } from "./payment-draft.ts";

interface PaymentFieldsProps {
  readonly clientId: string;
  readonly form: PaymentForm;
  readonly organisation: Organisation | null;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<PaymentForm>) => void;
}

const DIRECTIONS = [
  ["made", t("Paid to a vendor")],
  ["received", t("Received from a customer")],
] as const;

/** The head of a payment. */
export function PaymentFields({ clientId, form, organisation, errors, onChange }: PaymentFieldsProps) {
  const party = form.direction === "made" ? t("Vendor") : t("Customer");
  return (
    <div className={styles.fields}>
      <FormField name={t("Payment type")}>
        {() => (
          <SelectInput
            label={t("Payment type")}
            value={form.direction}
            options={DIRECTIONS}
            onChange={(direction) => onChange({ direction, amounts: {} })}
          />
        )}
      </FormField>
      <FormField name={party} error={errors["party.id"]} wide>
        {(describedBy) => (
          <ComboboxField
            clientId={clientId}
            kind="party"
            label={party}
            required
            first={form.party === null}
            role={form.direction === "made" ? "vendor" : "customer"}
            value={form.party}
            error={errors["party.id"]}
            describedBy={describedBy}
            onChange={(chosen) => {
              const currency = chosen?.currency ?? form.currency;
              onChange({ party: chosen, amounts: {}, currency, account: form.account ?? lastBankAccount(clientId, currency) });
            }}
          />
        )}
      </FormField>
      <FormField name={t("Bank account")} error={errors.accountId} wide>
        {(describedBy) => (
          <ComboboxField
            clientId={clientId}
            kind="account"
            label={t("Bank account")}
            required
            first={form.party !== null}
            value={form.account}
            only={({ role }) => role === "bank"}
            error={errors.accountId}
            describedBy={describedBy}
            onChange={(account) => onChange({ account })}
          />
        )}
      </FormField>
      <MoneyFields form={form} organisation={organisation} errors={errors} onChange={onChange} />
    </div>
  );
}

/** Whether the form draws a field: a contact without anything open has none for the amounts, and only another currency has a rate. */
export function isPaymentFieldShown(field: string, { currency }: PaymentForm, organisation: Organisation | null): boolean {
  if (field === "exchangeRate") return organisation !== null && currency !== organisation.baseCurrency;
  return ["party.id", "accountId", "date", "reference", "currency"].includes(field) || /^allocations\[\d+\]/.test(field);
}

function MoneyFields({ form, organisation, errors, onChange }: Omit<PaymentFieldsProps, "clientId">) {
  // A ledger that rejected the payment may ask for it.
  const [isAsked] = useState(errors.reference !== undefined);
  const currencies = [...new Set([form.currency, organisation?.baseCurrency ?? form.currency, ...(organisation?.currencies ?? [])])];
  const foreign = organisation !== null && form.currency !== organisation.baseCurrency;
  return (
    <>
      <FormField name={t("Date")} error={errors.date}>
        {(describedBy) => (
          <TextInput
            label={t("Date")}
            type="date"
            required
            value={form.date}
            error={errors.date}
            describedBy={describedBy}
            onChange={(date) => onChange({ date })}
          />
        )}
      </FormField>
      <FormField name={t("Reference")} error={errors.reference} optional={!isAsked}>
        {(describedBy) => (
          <TextInput
            label={t("Reference")}
            value={form.reference}
            error={errors.reference}
            describedBy={describedBy}
            onChange={(reference) => onChange({ reference })}
          />
        )}
      </FormField>
      <FormField name={t("Currency")} error={errors.currency}>
        {() => (
          <SelectInput
            label={t("Currency")}
            value={form.currency}
            options={currencies.map((currency) => [currency, currency] as const)}
            error={errors.currency}
            onChange={(currency) => onChange({ currency, amounts: {} })}
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
    </>
  );
}
