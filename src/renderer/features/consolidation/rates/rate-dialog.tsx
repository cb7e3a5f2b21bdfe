import { useState } from "react";
import type { RateKind } from "#shared/model/consolidation/entity-tree.ts";
import { call } from "../../../api/client.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useDialogActs } from "../../../state/core/dialog-acts.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import confirm from "../../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "../group.module.css";
import { RATE_LABELS } from "../group-labels.ts";
import { useGroupActs } from "../use-group-actions.ts";
import { type RateForm, readRate } from "./rate-form.ts";

const KINDS = Object.keys(RATE_LABELS) as RateKind[];
const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** Enters a rate with its source; Enter saves. */
export function RateDialog({ start, onClose }: { readonly start: RateForm; readonly onClose: () => void }) {
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState(NO_ERRORS);
  const { act, pending } = useGroupActs();
  const { refused, told } = useDialogActs(onClose);
  const change = (next: Partial<RateForm>): void => {
    setForm({ ...form, ...next });
    setErrors(NO_ERRORS);
  };
  const save = (): void => {
    if (pending) return;
    const read = readRate(form);
    if ("errors" in read) {
      setErrors(read.errors);
      return;
    }
    const { value } = read;
    act(
      t("{kind} rate {from} to {to} for {day} saved.", {
        kind: RATE_LABELS[value.kind].word,
        from: value.from,
        to: value.to,
        day: formatDay(value.day),
      }),
      () => call("rates.save", value),
      ({ rateNo }) => call("rates.undo", { rateNo }),
      told(),
    );
  };
  return (
    <Dialog title={start.from === "" ? t("Enter a rate") : t("Edit rate")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Fields form={form} given={start.from !== ""} errors={errors} onChange={change} />
        {refused === null ? null : <FailureNote failure={refused} />}
        <div className={layout.dialogFoot}>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button kind="primary" type="submit" disabled={pending}>
            {t("Save rate")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: RateForm;
  /** Pair, kind and day are known: the rate is what is asked for. */
  readonly given: boolean;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<RateForm>) => void;
}

function Fields({ form, given, errors, onChange }: FieldsProps) {
  return (
    <div className={classes(confirm.body, styles.rateForm)}>
      <Code
        name={t("From currency")}
        isFirst={!given}
        value={form.from}
        error={errors.get("from")}
        onChange={(from) => onChange({ from })}
      />
      <Code name={t("To currency")} isFirst={false} value={form.to} error={errors.get("to")} onChange={(to) => onChange({ to })} />
      <LabelledField
        name={t("Rate")}
        error={errors.get("rate")}
        hint={t("How much one unit of the From currency is worth in the To currency.")}
      >
        {(rest) => (
          <input
            {...rest}
            className={classes(styles.input, styles.amount)}
            inputMode="decimal"
            autoComplete="off"
            {...(given ? { "data-first-focus": "" } : {})}
            value={form.rate}
            onChange={(event) => onChange({ rate: event.target.value })}
          />
        )}
      </LabelledField>
      <LabelledField name={t("Type")} error={undefined} hint={RATE_LABELS[form.kind].means}>
        {(rest) => (
          <select
            {...rest}
            className={styles.input}
            value={form.kind}
            onChange={(event) => onChange({ kind: event.target.value as RateKind })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {RATE_LABELS[kind].word}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <LabelledField
        name={t("Date")}
        error={errors.get("day")}
        {...(given ? { hint: t("If you change the currencies, type or date, a separate rate is saved and the old one stays.") } : {})}
      >
        {(rest) => <DayInput {...rest} className={styles.input} value={form.day} onChange={(day) => onChange({ day })} />}
      </LabelledField>
      <LabelledField name={t("Source")} error={errors.get("source")} hint={t("For example, a central bank.")}>
        {(rest) => (
          <input {...rest} className={styles.input} value={form.source} onChange={(event) => onChange({ source: event.target.value })} />
        )}
      </LabelledField>
    </div>
  );
}

interface CodeProps {
  readonly name: string;
  /** It has the focus when the dialog opens. */
  readonly isFirst: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}

function Code({ name, isFirst, value, error, onChange }: CodeProps) {
  return (
    <LabelledField name={name} error={error}>
      {(rest) => (
        <input
          {...rest}
          className={styles.input}
          maxLength={3}
          autoComplete="off"
          {...(isFirst ? { "data-first-focus": "" } : {})}
          value={value}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
      )}
    </LabelledField>
  );
}
