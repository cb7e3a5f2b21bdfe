import { useState } from "react";
import type { WorkSubject } from "#shared/contract/clients/notes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useDialogActs } from "../../state/core/dialog-acts.ts";
import { useActs } from "../../state/core/undo.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Button } from "../controls/button.tsx";
import confirm from "../dialogs/confirm-dialog.module.css";
import { Dialog } from "../dialogs/dialog.tsx";
import { DayInput } from "../fields/date-field.tsx";
import { LabelledField } from "../fields/labelled-field.tsx";
import styles from "./task-button.module.css";

interface TaskButtonProps {
  readonly clientId: string;
  readonly subject: WorkSubject;
  /** The subject's name for people, which also distinguishes the button from others. */
  readonly label: string;
  /** What it says now, kept with the task. */
  readonly seen: string | null;
  /** What is to be done, as a start. */
  readonly title: string;
}

/** Makes what was found somebody's task; it can be undone. */
export function TaskButton(props: TaskButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button needs="preparer" aria-label={t("Create task: {label}", { label: props.label })} onClick={() => setOpen(true)}>
        {t("Create task…")}
      </Button>
      {open ? <TaskDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface TaskDraft {
  readonly title: string;
  /** Empty: anyone. */
  readonly assignee: string;
  readonly due: CalendarDate | null;
}

function TaskDialog({ clientId, subject, label, seen, title: start, onClose }: TaskButtonProps & { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<TaskDraft>({ title: start, assignee: "", due: null });
  const { perform, pending } = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const title = draft.title.trim();
  const keep = (): void => {
    if (title === "" || pending !== null) return;
    const assignee = draft.assignee === "" ? null : draft.assignee;
    void perform({
      ...told(),
      key: "task",
      words: t("Task created: {title}", { title: asSentence(title) }),
      run: () => call("tasks.add", { clientId, subject: { ...subject, label, seen }, title, assignee, due: draft.due }),
      undo: ({ taskId }) => call("tasks.remove", { clientId, taskId }),
    });
  };
  return (
    <Dialog title={t("Create task")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <div className={confirm.body}>
          <p>{label}</p>
          <Fields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
        </div>
        {refused === null ? null : <FailureNote failure={refused} />}
        <div className={layout.dialogFoot}>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button kind="primary" type="submit" disabled={title === "" || pending !== null}>
            {t("Create task")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: TaskDraft;
  readonly onChange: (change: Partial<TaskDraft>) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const people = useCoreQuery("people.list", {});
  return (
    <div className={styles.fields}>
      <LabelledField name={t("Task")} error={undefined} wide>
        {(rest) => (
          <input
            {...rest}
            className={styles.input}
            maxLength={300}
            data-first-focus=""
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </LabelledField>
      <LabelledField name={t("Assigned to")} error={undefined}>
        {(rest) => (
          <select
            {...rest}
            className={styles.input}
            value={draft.assignee}
            onChange={(event) => onChange({ assignee: event.target.value })}
          >
            <option value="">{t("Unassigned")}</option>
            {people.data
              ?.filter(({ active }) => active)
              .map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
          </select>
        )}
      </LabelledField>
      <LabelledField name={t("Due")} error={undefined}>
        {(rest) => (
          <DayInput
            {...rest}
            className={styles.input}
            value={draft.due ?? ""}
            onChange={(day) => onChange({ due: day === "" ? null : day })}
          />
        )}
      </LabelledField>
    </div>
  );
}
