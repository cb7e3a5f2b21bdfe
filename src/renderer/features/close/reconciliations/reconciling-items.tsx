import { Plus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { isOverdueItem } from "#shared/model/close/overdue-item.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { PersonSelect } from "../../../ui/fields/person-select.tsx";
import { ageWords, type ItemForm, type OneAccount, type SupportForm } from "./reconciliation-form.ts";
import styles from "./reconciliations.module.css";

const NEW_ITEM = { owner: "", expected: "", carried: false };

interface ItemsProps {
  readonly clientId: string;
  readonly form: SupportForm;
  readonly row: OneAccount["row"];
  readonly lastDay: string;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (items: readonly ItemForm[]) => void;
}

/** What is between the support and the books, item by item; items of earlier months stay until they clear. */
export function ReconcilingItems({ clientId, form: { items }, row, lastDay, errors, onChange }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const add = (): void => {
    const key = Math.max(-1, ...items.map((item) => item.key)) + 1;
    onChange([...items, { key, text: "", date: lastDay.startsWith("9999") ? "" : lastDay, amount: "", documentId: null, ...NEW_ITEM }]);
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
                {...{ clientId, row, item, lastDay }}
                age={row.items.find(({ itemId, text }) => itemId === item.itemId && text === item.text)?.ageDays ?? null}
                error={errors.get(String(item.key))}
                onEdit={(change) => edit(item.key, change)}
                onRemove={() => onChange(items.filter(({ key }) => key !== item.key))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button needs="preparer" kind="quiet" icon={<Plus size={14} aria-hidden />} onClick={add}>
        {t("Add an item")}
      </Button>
    </div>
  );
}

interface ItemRowProps {
  readonly clientId: string;
  readonly row: OneAccount["row"];
  readonly lastDay: string;
  readonly item: ItemForm;
  readonly age: number | null;
  readonly error: string | undefined;
  readonly onEdit: (change: Partial<ItemForm>) => void;
  readonly onRemove: () => void;
}

function ItemRow({ clientId, row, lastDay, item, age, error, onEdit, onRemove }: ItemRowProps) {
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
          {item.carried ? null : (
            <Button kind="quiet" aria-label={t("Remove {named}", { named })} icon={<X size={14} aria-hidden />} onClick={onRemove} />
          )}
        </td>
      </tr>
      <tr className={styles.itemMore}>
        <td colSpan={5}>
          <ItemDetails {...{ clientId, row, lastDay, item, named, onEdit }} />
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

/** Who follows an item up and when it should clear; a saved one can be cleared by hand. */
function ItemDetails({
  clientId,
  row,
  lastDay,
  item,
  named,
  onEdit,
}: Pick<ItemRowProps, "clientId" | "row" | "lastDay" | "item" | "onEdit"> & { readonly named: string }) {
  const [clearing, setClearing] = useState(false);
  const { perform, pending } = useActs(clientId);
  const id = useId();
  const { itemId } = item;
  const overdue = isOverdueItem(item.expected === "" ? null : item.expected, lastDay, today());
  return (
    <div className={styles.itemDetails}>
      {item.carried ? (
        <Chip tone="neutral" word={t("Carried forward")} title={t("From an earlier period. Carried forward until it clears.")} />
      ) : null}
      {overdue ? <Chip tone="warning" word={t("Overdue")} title={t("This item should have cleared by its “Clears by” date.")} /> : null}
      <label htmlFor={id}>{t("Owner")}</label>
      <PersonSelect id={id} value={item.owner} onChange={(owner) => onEdit({ owner })} />
      <span>{t("Clears by")}</span>
      <span className={styles.expected}>
        <DayInput
          className={styles.input}
          aria-label={t("Expected clearing date of {named}", { named })}
          value={item.expected}
          onChange={(day) => onEdit({ expected: day })}
        />
      </span>
      {itemId === undefined ? null : (
        <Button needs="preparer" kind="quiet" disabled={pending !== null} onClick={() => setClearing(true)}>
          {t("Clear item…")}
        </Button>
      )}
      {clearing && itemId !== undefined ? (
        <ReasonDialog
          title={t("Clear {named}", { named })}
          act={t("Clear")}
          required={false}
          onClose={() => setClearing(false)}
          onAct={(note) =>
            perform({
              key: itemId,
              words: t("{named} cleared.", { named }),
              run: () =>
                call("reconciliations.clearItem", {
                  ...{ clientId, accountId: row.accountId, itemId, on: calendarDate(lastDay) },
                  ...(note === "" ? {} : { note }),
                }),
              undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
            })
          }
        >
          <p>
            {t(
              "The item clears on {day} and isn't carried forward. Items also clear automatically when a transaction for the opposite amount is posted to the account.",
              {
                day: formatDay(lastDay),
              },
            )}
          </p>
        </ReasonDialog>
      ) : null}
    </div>
  );
}
