import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { monthNames } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "../group.module.css";

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const MONTH_NAMES = monthNames();
const CALENDAR_YEAR = { month: 12, day: 31 };

interface TreeFieldsProps {
  readonly draft: EntityTreeDraft;
  readonly onChange: (draft: EntityTreeDraft) => void;
}

/** What holds for the whole group: its name, the currency that it is shown in, and its fiscal year. */
export function TreeFields({ draft, onChange }: TreeFieldsProps) {
  const year = draft.fiscalYearEnd ?? CALENDAR_YEAR;
  const currency = draft.presentation.currency;
  return (
    <div className={styles.treeFields}>
      <LabelledField name={t("Group name")} error={draft.name.trim() === "" ? t("Enter the group's name.") : undefined} wide>
        {(rest) => (
          <input
            {...rest}
            className={styles.input}
            value={draft.name}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
          />
        )}
      </LabelledField>
      <LabelledField
        name={t("Reporting currency")}
        error={/^[A-Z]{3}$/.test(currency) ? undefined : t("Enter a three-letter code, for example EUR.")}
      >
        {(rest) => (
          <input
            {...rest}
            className={styles.input}
            maxLength={3}
            value={currency}
            onChange={(event) =>
              onChange({ ...draft, presentation: { ...draft.presentation, currency: event.target.value.toUpperCase() } })
            }
          />
        )}
      </LabelledField>
      <LabelledField name={t("Fiscal year-end month")} error={undefined}>
        {(rest) => (
          <select
            {...rest}
            className={styles.input}
            value={year.month}
            onChange={(event) => onChange({ ...draft, fiscalYearEnd: { ...year, month: Number(event.target.value) } })}
          >
            {MONTHS.map((month) => (
              <option key={month} value={month}>
                {MONTH_NAMES[month - 1]?.[0]}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <LabelledField name={t("Fiscal year-end day")} error={undefined}>
        {(rest) => (
          <input
            {...rest}
            className={styles.input}
            type="number"
            min={1}
            max={31}
            value={year.day}
            onChange={(event) => {
              const day = Number(event.target.value);
              if (Number.isInteger(day) && day >= 1 && day <= 31) onChange({ ...draft, fiscalYearEnd: { ...year, day } });
            }}
          />
        )}
      </LabelledField>
    </div>
  );
}
