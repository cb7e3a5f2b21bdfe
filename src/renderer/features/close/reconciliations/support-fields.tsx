import { Plus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { isZero } from "#shared/kernel/decimal.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import {
  ageWords,
  differenceOf,
  type ItemForm,
  type OneAccount,
  readSupport,
  type SupportForm,
  supportForm,
} from "./reconciliation-form.ts";
import styles from "./reconciliations.module.css";

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** The balance per support and the reconciling items, as a form; Ctrl+Enter saves. */
export function SupportFields({ clientId, period, row }: OneAccount) {
  const [form, setForm] = useState<SupportForm>(() => supportForm(row));
  const [errors, setErrors] = useState(NO_ERRORS);
  const { perform, pending } = useActs(clientId);
  const lastDay = useLastDay(clientId, period);
  const change = (next: Partial<SupportForm>): void => {
    setForm({ ...form, ...next });
    setErrors(NO_ERRORS);
  };
  const save = (): void => {
    const read = readSupport(form, lastDay);
    if ("errors" in read) {
      setErrors(read.errors);
      return;
    }
    void perform({
      key: row.accountId,
      words: t("Support of {label} saved.", { label: row.label }),
      run: () => call("reconciliations.save", { clientId, period, accountId: row.accountId, ...read.value }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key saves from whichever field has the focus
    <div
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <h3>{t("Support")}</h3>
      <SupportAmount form={form} row={row} error={errors.get("support")} onChange={change} />
      <h3>{t("Reconciling items")}</h3>
      <Items form={form} row={row} lastDay={lastDay} errors={errors} onChange={(items) => change({ items })} />
      <Difference form={form} row={row} />
      <div className={styles.acts}>
        <Button kind="primary" disabled={pending !== null} title={t("Save (Ctrl+Enter)")} onClick={save}>
          {row.support === null ? t("Save support") : t("Save support again")}
        </Button>
        {row.support === null ? null : <span className={textStyles.muted}>{t("Earlier versions are kept.")}</span>}
      </div>
    </div>
  );
}

function useLastDay(clientId: string, period: string): string {
  const periods = useCoreQuery("periods.list", { clientId });
  return periods.data?.find(({ id }) => id === period)?.end ?? "9999-12-31";
}

interface AmountProps {
  readonly form: SupportForm;
  readonly row: OneAccount["row"];
  readonly error: string | undefined;
  readonly onChange: (change: Partial<SupportForm>) => void;
}

function SupportAmount({ form, row, error, onChange }: AmountProps) {
  const id = useId();
  return (
    <div className={styles.fields}>
      <label>
        {t("Per support, {currency}", { currency: row.currency })}
        <input
          className={classes(styles.input, textStyles.end)}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { "aria-describedby": id })}
          value={form.support}
          onChange={(event) => onChange({ support: event.target.value })}
        />
      </label>
      <label className={styles.wide}>
        {t("Description")}
        <input
          className={styles.input}
          maxLength={2000}
          placeholder={t("Statement, schedule or count")}
          value={form.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
      {error === undefined ? null : (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface ItemsProps {
  readonly form: SupportForm;
  readonly row: OneAccount["row"];
  readonly lastDay: string;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (items: readonly ItemForm[]) => void;
}

function Items({ form: { items }, row, lastDay, errors, onChange }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const add = (): void => {
    const key = Math.max(-1, ...items.map((item) => item.key)) + 1;
    onChange([...items, { key, text: "", date: lastDay.startsWith("9999") ? "" : lastDay, amount: "", documentId: null }]);
    // The field exists after the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-item="${key}"] input`)?.focus());
  };
  const edit = (key: number, change: Partial<ItemForm>): void =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...change } : item)));
  return (
    <div ref={list} className={styles.items}>
      {items.length === 0 ? <p className={textStyles.muted}>{t("No reconciling items")}</p> : null}
      {items.length === 0 ? null : (
        <table aria-label={t("Reconciling items")}>
          <thead>
            <tr>
              <th scope="col">{t("Description")}</th>
              <th scope="col">{t("Date")}</th>
              <th scope="col">{t("Age")}</th>
              <th scope="col" className={styles.end}>
                {row.currency}
              </th>
              <th scope="col">
                <HiddenText>{t("Remove")}</HiddenText>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <ItemRow
                key={item.key}
                item={item}
                age={row.items.find(({ text, date }) => text === item.text && date === item.date)?.ageDays ?? null}
                error={errors.get(String(item.key))}
                onEdit={(change) => edit(item.key, change)}
                onRemove={() => onChange(items.filter(({ key }) => key !== item.key))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button kind="quiet" icon={<Plus size={14} aria-hidden />} onClick={add}>
        {t("Add an item")}
      </Button>
    </div>
  );
}

interface ItemRowProps {
  readonly item: ItemForm;
  readonly age: number | null;
  readonly error: string | undefined;
  readonly onEdit: (change: Partial<ItemForm>) => void;
  readonly onRemove: () => void;
}

function ItemRow({ item, age, error, onEdit, onRemove }: ItemRowProps) {
  const named = item.text.trim() === "" ? t("new item") : item.text;
  const id = useId();
  const described = error === undefined ? {} : { "aria-describedby": id };
  return (
    <>
      <tr data-item={item.key}>
        <td>
          <input
            className={styles.input}
            aria-label={t("Description of {named}", { named })}
            aria-invalid={error !== undefined}
            {...described}
            maxLength={500}
            value={item.text}
            onChange={(event) => onEdit({ text: event.target.value })}
          />
        </td>
        <td className={styles.date}>
          <DayInput
            className={styles.input}
            aria-label={t("Date of {named}", { named })}
            value={item.date}
            onChange={(day) => onEdit({ date: day })}
          />
        </td>
        <td className={styles.age}>{ageWords(age)}</td>
        <td className={styles.sumCell}>
          <input
            className={classes(styles.input, textStyles.end)}
            inputMode="decimal"
            autoComplete="off"
            aria-label={t("Amount of {named}", { named })}
            value={item.amount}
            onChange={(event) => onEdit({ amount: event.target.value })}
          />
        </td>
        <td>
          <Button kind="quiet" aria-label={t("Remove {named}", { named })} icon={<X size={14} aria-hidden />} onClick={onRemove} />
        </td>
      </tr>
      {error === undefined ? null : (
        <tr>
          <td colSpan={5} id={id} className={styles.error}>
            {error}
          </td>
        </tr>
      )}
    </>
  );
}

function Difference({ form, row }: { readonly form: SupportForm; readonly row: OneAccount["row"] }) {
  const difference = form.support.trim() === "" ? null : differenceOf(row.closing, form);
  const none = difference !== null && isZero(difference);
  return (
    <p className={classes(styles.difference, !none && difference !== null && styles.off)} role="status">
      <span>{t("Unreconciled difference (books less support and reconciling items)")}</span>
      <strong>{none ? t("none") : <Figure amount={difference} currency={row.currency} />}</strong>
    </p>
  );
}
