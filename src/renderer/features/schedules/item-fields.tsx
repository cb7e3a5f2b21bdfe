import { useDeferredValue, useRef, useState } from "react";
import type { ScheduleItem } from "#shared/model/close/schedule-item.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useDialogActs } from "../../state/core/dialog-acts.ts";
import { useActs } from "../../state/core/undo.ts";
import { useCommandEnter } from "../../state/window/command-enter.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { useTypedFirst } from "../../ui/fields/use-typed-first.ts";
import { ScrollSection } from "../../ui/layout/scroll-area.tsx";
import { type Errors, type ItemForm, readItem, withKind } from "./item-form.ts";
import { AccountFields, AmountFields, type FieldsPart, OtherFields } from "./item-inputs.tsx";
import { MonthTable } from "./month-table.tsx";
import { KINDS } from "./schedule-words.ts";
import styles from "./schedules.module.css";

interface ItemFieldsProps {
  readonly clientId: string;
  readonly currency: string;
  readonly itemId: string | null;
  readonly start: ItemForm;
  /** The item as it was, for undo; null for a new one. */
  readonly before: ScheduleItem | null;
  readonly onClose: () => void;
}

const NO_ERRORS: Errors = new Map();

/** An item's form with its months beside it as they will be; Ctrl+Enter saves. */
export function ItemFields({ clientId, currency, itemId, start, before, onClose }: ItemFieldsProps) {
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState(NO_ERRORS);
  const { perform, pending } = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const body = useRef<HTMLDivElement>(null);
  const change = (next: Partial<ItemForm>): void => {
    setForm({ ...form, ...next });
    setErrors(NO_ERRORS);
  };
  const save = (): void => {
    if (pending !== null) return;
    const read = readItem(form);
    if ("errors" in read) {
      setErrors(read.errors);
      return;
    }
    void perform({
      ...told(),
      key: "item",
      words: t("“{title}” saved.", { title: read.value.title }),
      run: () => call("schedules.save", { clientId, item: read.value, ...(itemId === null ? {} : { itemId }) }),
      undo: async ({ decisionNo, itemId: saved }) => {
        if (before === null) await call("decisions.undo", { clientId, decisionNo });
        else await call("schedules.save", { clientId, itemId: saved, item: before });
      },
    });
  };
  const onSave = useTypedFirst(body, save);
  const onKeyDown = useCommandEnter("preparer", onSave);
  const part: FieldsPart = { clientId, currency, form, errors, onChange: change };
  return (
    <Dialog title={itemId === null ? t("New schedule item") : t("Edit {title}", { title: start.title })} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key saves from whichever field has the focus */}
      <div ref={body} className={styles.editor} onKeyDown={onKeyDown}>
        <Segments label={t("Schedule")} options={KINDS} chosen={form.kind} onChange={(kind) => setForm(withKind(form, kind))} />
        <p className={text.muted}>{KINDS.find(({ value }) => value === form.kind)?.means}.</p>
        <AmountFields {...part} />
        <AccountFields {...part} />
        <OtherFields {...part} />
        <Preview clientId={clientId} currency={currency} form={form} />
        {refused === null ? null : <FailureNote failure={refused} />}
      </div>
      <div className={layout.dialogFoot}>
        {errors.size === 0 ? null : (
          <span role="alert" className={text.error}>
            {t("Fix the highlighted fields.")}
          </span>
        )}
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button needs="preparer" kind="primary" disabled={pending !== null} title={t("Save (Ctrl+Enter)")} onClick={onSave}>
          {t("Save")}
        </Button>
      </div>
    </Dialog>
  );
}

/** The months of the item as it is typed, once it is complete. */
function Preview({ clientId, currency, form }: { readonly clientId: string; readonly currency: string; readonly form: ItemForm }) {
  const read = useDeferredValue(readItem(form));
  if (!("value" in read))
    return <p className={text.muted}>{t("The monthly schedule appears here once all required fields are filled in correctly.")}</p>;
  return <PlannedMonths clientId={clientId} currency={currency} item={read.value} />;
}

function PlannedMonths({
  clientId,
  currency,
  item,
}: {
  readonly clientId: string;
  readonly currency: string;
  readonly item: ScheduleItem;
}) {
  const months = useCoreQuery("schedules.preview", { clientId, item }, { keepPrevious: true });
  if (months.error !== null) return <FailureNote failure={months.error.failure} />;
  if (months.data === undefined) return null;
  return (
    <ScrollSection className={styles.preview} aria-label={t("Monthly schedule")}>
      <MonthTable clientId={clientId} currency={currency} months={months.data} planned />
    </ScrollSection>
  );
}
