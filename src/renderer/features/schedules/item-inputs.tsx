import type { Choice as AccountChoice, Named } from "#shared/contract/books/choices.ts";
import type { ScheduleKind } from "#shared/model/close/schedule-item.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { Segments } from "../../ui/controls/segments.tsx";
import { ComboboxField } from "../../ui/fields/combobox-field.tsx";
import { DayInput } from "../../ui/fields/date-field.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import type { Errors, ItemForm } from "./item-form.ts";
import { ACCOUNT_WORDS } from "./schedule-words.ts";
import styles from "./schedules.module.css";

/** What every part of the form is given. */
export interface FieldsPart {
  readonly clientId: string;
  readonly currency: string;
  readonly form: ItemForm;
  readonly errors: Errors;
  readonly onChange: (change: Partial<ItemForm>) => void;
}

const AMOUNT_WORDS: Readonly<Record<ScheduleKind, (currency: string) => string>> = {
  prepaid: (currency) => t("Amount paid, {currency}", { currency }),
  deferred_revenue: (currency) => t("Amount invoiced, {currency}", { currency }),
  fixed_asset: (currency) => t("Cost, {currency}", { currency }),
  accrual: (currency) => t("Amount per month, {currency}", { currency }),
  loan: (currency) => t("Principal, {currency}", { currency }),
};
const FROM_WORDS: Readonly<Record<ScheduleKind, string>> = {
  prepaid: t("From"),
  deferred_revenue: t("From"),
  fixed_asset: t("In-service date"),
  accrual: t("First month (any date in it)"),
  loan: t("Disbursed on"),
};

/** Name, amount, time and how the amount is spread. */
export function AmountFields(part: FieldsPart) {
  const { form, currency, errors, onChange } = part;
  const { kind } = form;
  return (
    <div className={styles.fields}>
      <LabelledField name={t("Name")} error={errors.get("title")} wide>
        {(rest) => (
          <input
            {...rest}
            className={styles.input}
            data-first-focus=""
            maxLength={200}
            value={form.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </LabelledField>
      <Figure part={part} field="amount" name={AMOUNT_WORDS[kind](currency)} />
      <Day part={part} field="from" name={FROM_WORDS[kind]} />
      <Figure part={part} field="months" name={kind === "fixed_asset" ? t("Useful life, months") : t("Months")} />
      {kind === "prepaid" || kind === "deferred_revenue" ? (
        <Choice
          name={t("Spread")}
          options={[
            { value: "month", word: t("By month"), means: t("The same amount every month, with any rounding in the last month") },
            { value: "day", word: t("By day"), means: t("In proportion to the days in each month, starting on the “From” date") },
          ]}
          chosen={form.by}
          onChange={(by) => onChange({ by })}
        />
      ) : null}
      {kind === "fixed_asset" ? <AssetFigures {...part} /> : null}
      {kind === "loan" ? (
        <>
          <Figure part={part} field="rate" name={t("Interest rate, % per year")} />
          <Figure part={part} field="payment" name={t("Monthly payment (leave empty to calculate it)")} />
        </>
      ) : null}
    </div>
  );
}

function AssetFigures(part: FieldsPart) {
  const { form, onChange } = part;
  return (
    <>
      <Figure part={part} field="salvage" name={t("Salvage value")} />
      <Choice
        name={t("Method")}
        options={[
          { value: "straight_line", word: t("Straight-line") },
          {
            value: "declining_balance",
            word: t("Declining balance"),
            means: t("A fixed percentage of the carrying amount each month, then straight-line once that's higher"),
          },
        ]}
        chosen={form.method}
        onChange={(method) => onChange({ method })}
      />
      {form.method === "declining_balance" ? <Figure part={part} field="factor" name={t("Declining-balance factor")} /> : null}
    </>
  );
}

/** The accounts that the entries post to. */
export function AccountFields(part: FieldsPart) {
  const { form } = part;
  const [balance, other] = ACCOUNT_WORDS[form.kind];
  return (
    <div className={styles.fields}>
      <Account part={part} field="account" name={balance} />
      <Account part={part} field="other" name={other} />
      {form.kind === "fixed_asset" ? <Account part={part} field="contra" name={t("Accumulated depreciation account")} /> : null}
      {form.kind === "loan" ? (
        <Account part={part} field="paymentAccount" name={t("Account that payments are coded to (leave empty for the loan account)")} />
      ) : null}
    </div>
  );
}

/** What happens to the item in the end, and what of it was posted before. */
export function OtherFields(part: FieldsPart) {
  const { form, onChange } = part;
  return (
    <div className={styles.fields}>
      <Day part={part} field="bookedThrough" name={t("Already booked through (optional)")} />
      {form.kind === "fixed_asset" ? (
        <>
          <Day part={part} field="disposedOn" name={t("Disposed on (optional)")} />
          {form.disposedOn === "" ? null : <Account part={part} field="disposalAccount" name={t("Account for gain or loss on disposal")} />}
        </>
      ) : null}
      {form.kind === "accrual" ? (
        <>
          {form.reverses ? null : <Day part={part} field="settledOn" name={t("Settled on (optional)")} />}
          <label className={styles.check}>
            <input type="checkbox" checked={form.reverses} onChange={(event) => onChange({ reverses: event.target.checked })} />
            {t("Auto-reverse on the first day of the next month")}
          </label>
        </>
      ) : null}
      <LabelledField name={t("Memo (optional)")} error={undefined} wide>
        {(rest) => (
          <input
            {...rest}
            className={styles.input}
            maxLength={1000}
            value={form.memo}
            onChange={(event) => onChange({ memo: event.target.value })}
          />
        )}
      </LabelledField>
    </div>
  );
}

interface OneField<Field extends string> {
  readonly part: FieldsPart;
  readonly field: Field;
  readonly name: string;
}

function Figure({
  part: { form, errors, onChange },
  field,
  name,
}: OneField<"amount" | "months" | "salvage" | "factor" | "rate" | "payment">) {
  return (
    <LabelledField name={name} error={errors.get(field)}>
      {(rest) => (
        <input
          {...rest}
          className={classes(styles.input, text.end)}
          inputMode="decimal"
          autoComplete="off"
          value={form[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </LabelledField>
  );
}

function Day({ part: { form, errors, onChange }, field, name }: OneField<"from" | "bookedThrough" | "disposedOn" | "settledOn">) {
  return (
    <LabelledField name={name} error={errors.get(field)}>
      {(rest) => <DayInput {...rest} className={styles.input} value={form[field]} onChange={(day) => onChange({ [field]: day })} />}
    </LabelledField>
  );
}

function Account({
  part: { clientId, form, errors, onChange },
  field,
  name,
}: OneField<"account" | "other" | "contra" | "disposalAccount" | "paymentAccount">) {
  return (
    <LabelledField name={name} error={errors.get(field)} wide>
      {({ "aria-label": label, "aria-describedby": describedBy }) => (
        <ComboboxField
          clientId={clientId}
          kind="account"
          label={label}
          value={form[field]}
          error={errors.get(field)}
          describedBy={describedBy}
          suits={(choice) => suitsField(form.kind, field, choice)}
          onChange={(chosen: Named | null) => onChange({ [field]: chosen })}
        />
      )}
    </LabelledField>
  );
}

/** Accounts that an entry of this kind usually posts to; the others stay below, since charts differ. */
function suitsField(
  kind: ScheduleKind,
  field: "account" | "other" | "contra" | "disposalAccount" | "paymentAccount",
  { class: side, role, detail }: AccountChoice,
): boolean {
  if (role === "bank" || role === "receivable" || role === "payable" || role === "tax") return false;
  if (field === "other") return side === (kind === "deferred_revenue" ? "revenue" : "expense");
  if (field === "disposalAccount") return side === "revenue" || side === "expense";
  if (field === "contra") return side === "asset" && /fixed/i.test(detail ?? "");
  if (field === "paymentAccount") return side === "liability" || side === "expense";
  if (kind === "fixed_asset") return side === "asset" && /fixed/i.test(detail ?? "");
  return side === (kind === "prepaid" ? "asset" : "liability");
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly word: string; readonly means?: string }[];
  readonly chosen: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, options, chosen, onChange }: ChoiceProps<Value>) {
  return (
    <LabelledField name={name} error={undefined} wide>
      {() => (
        <div>
          <Segments label={name} options={options} chosen={chosen} onChange={onChange} />
        </div>
      )}
    </LabelledField>
  );
}
