import { useRef, useState } from "react";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useDialogActs } from "../../../state/core/dialog-acts.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useCommandEnter } from "../../../state/window/command-enter.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import { useTypedFirst } from "../../../ui/fields/use-typed-first.ts";
import styles from "./adjusting.module.css";
import { type EntryForm, type EntryPart, KINDS, readEntry } from "./adjusting-form.ts";
import { EntryLineFields } from "./entry-line-fields.tsx";
import { EntrySpreadFields } from "./entry-spread-fields.tsx";
import { Schedule } from "./schedule.tsx";

interface EntryFieldsProps {
  readonly clientId: string;
  readonly currency: string;
  readonly definitionId: string | null;
  readonly start: EntryForm;
  readonly onClose: () => void;
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** Defines an adjusting entry, with the schedule that it makes beside; Ctrl+Enter saves. */
export function EntryFields({ clientId, currency, definitionId, start, onClose }: EntryFieldsProps) {
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState(NO_ERRORS);
  const { perform, pending } = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const body = useRef<HTMLDivElement>(null);
  const onChange = (change: Partial<EntryForm>): void => {
    setForm({ ...form, ...change });
    setErrors(NO_ERRORS);
  };
  const save = (): void => {
    if (pending !== null) return;
    const read = readEntry(form);
    if ("errors" in read) {
      setErrors(read.errors);
      return;
    }
    void perform({
      ...told(),
      key: "define",
      words: t("“{title}” saved.", { title: read.value.title }),
      run: () => call("adjustments.save", { clientId, entry: read.value, ...(definitionId === null ? {} : { definitionId }) }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  };
  const onSave = useTypedFirst(body, save);
  const onKeyDown = useCommandEnter("preparer", onSave);
  const part = { clientId, currency, form, errors, onChange };
  const read = readEntry(form);
  return (
    <Dialog title={definitionId === null ? t("New adjusting entry") : t("Edit {title}", { title: start.title })} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key saves from whichever field has the focus */}
      <div ref={body} className={styles.editor} onKeyDown={onKeyDown}>
        <Segments label={t("Type")} options={KINDS} chosen={form.kind} onChange={(kind) => onChange({ kind })} />
        <p className={text.muted}>{KINDS.find(({ value }) => value === form.kind)?.means}.</p>
        <Common {...part} />
        {form.kind === "prepayment" || form.kind === "depreciation" ? <EntrySpreadFields {...part} /> : <EntryLineFields {...part} />}
        {"value" in read ? <Schedule entry={read.value} currency={currency} /> : null}
        {definitionId === null ? null : <p className={text.muted}>{t("Your changes don't affect entries already drafted or sent.")}</p>}
        {refused === null ? null : <FailureNote failure={refused} />}
      </div>
      <div className={layout.dialogFoot}>
        {errors.size === 0 ? null : (
          <span role="alert" className={text.error}>
            {errors.get("lines") ?? t("Fix the highlighted fields.")}
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

function Common({ clientId, form, errors, onChange }: EntryPart) {
  const spread = form.kind === "prepayment" || form.kind === "depreciation";
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
      <LabelledField name={t("From")} error={errors.get("from")}>
        {(rest) => <DayInput {...rest} className={styles.input} value={form.from} onChange={(day) => onChange({ from: day })} />}
      </LabelledField>
      {spread ? null : (
        <LabelledField
          name={form.kind === "accrual" ? t("Until (leave empty to post once)") : t("Until (leave empty for no end date)")}
          error={errors.get("until")}
        >
          {(rest) => <DayInput {...rest} className={styles.input} value={form.until} onChange={(day) => onChange({ until: day })} />}
        </LabelledField>
      )}
      <EntityField clientId={clientId} form={form} onChange={onChange} />
      {form.kind === "accrual" ? (
        <label className={styles.check}>
          <input type="checkbox" checked={form.reverses} onChange={(event) => onChange({ reverses: event.target.checked })} />
          {t("Auto-reverse on the first day of the next period")}
        </label>
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

/** The legal entity that an entry is posted in, where the ledger keeps several. */
function EntityField({ clientId, form, onChange }: Pick<EntryPart, "clientId" | "form" | "onChange">) {
  const connection = useCoreQuery("connections.show", { clientId });
  const entities = connection.data?.organisation?.entities.filter(({ isElimination }) => !isElimination) ?? [];
  if (entities.length < 2) return null;
  return (
    <LabelledField name={t("Entity")} error={undefined}>
      {(rest) => (
        <select {...rest} className={styles.input} value={form.entityId} onChange={(event) => onChange({ entityId: event.target.value })}>
          <option value="">{t("Ledger default")}</option>
          {entities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
