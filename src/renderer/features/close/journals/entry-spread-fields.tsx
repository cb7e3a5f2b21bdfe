import { t } from "../../../language/t.ts";
import text from "../../../styles/text.module.css";
import { classes } from "../../../ui/controls/classes.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "./adjusting.module.css";
import type { EntryPart } from "./adjusting-form.ts";

/** A total over periods, from one account to another. */
export function EntrySpreadFields({ clientId, currency, form, errors, onChange }: EntryPart) {
  const asset = form.kind === "depreciation" ? t("accumulated depreciation") : t("prepaid expense");
  return (
    <div className={styles.fields}>
      <LabelledField name={t("Total, {currency}", { currency })} error={errors.get("total")}>
        {(rest) => (
          <input
            {...rest}
            className={classes(styles.input, text.end)}
            inputMode="decimal"
            autoComplete="off"
            value={form.total}
            onChange={(event) => onChange({ total: event.target.value })}
          />
        )}
      </LabelledField>
      <LabelledField name={t("Periods")} error={errors.get("periods")}>
        {(rest) => (
          <input
            {...rest}
            className={classes(styles.input, text.end)}
            inputMode="numeric"
            autoComplete="off"
            value={form.periods}
            onChange={(event) => onChange({ periods: event.target.value })}
          />
        )}
      </LabelledField>
      <LabelledField name={t("Debit: expense")} error={errors.get("debit")} wide>
        {({ "aria-label": label, "aria-describedby": describedBy }) => (
          <ComboboxField
            clientId={clientId}
            kind="account"
            label={label}
            value={form.debit}
            error={errors.get("debit")}
            describedBy={describedBy}
            onChange={(debit) => onChange({ debit })}
          />
        )}
      </LabelledField>
      <LabelledField name={t("Credit: {asset}", { asset })} error={errors.get("credit")} wide>
        {({ "aria-label": label, "aria-describedby": describedBy }) => (
          <ComboboxField
            clientId={clientId}
            kind="account"
            label={label}
            value={form.credit}
            error={errors.get("credit")}
            describedBy={describedBy}
            onChange={(credit) => onChange({ credit })}
          />
        )}
      </LabelledField>
    </div>
  );
}
