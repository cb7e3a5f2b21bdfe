import { useState } from "react";
import type { CloseStatus, CloseTaskView } from "#shared/contract/close/close.ts";
import type { CloseRole } from "#shared/model/close/close.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useDialogActs } from "../../../state/core/dialog-acts.ts";
import { useActs } from "../../../state/core/undo.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import controls from "../../../ui/controls/controls.module.css";
import confirm from "../../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "../close.module.css";
import { ANYONE_WORDS, ROLE_WORDS } from "../close-labels.ts";

const DUE_DAYS = { least: -20, most: 60 };

interface TaskDialogProps {
  readonly status: CloseStatus;
  /** Null: a task that this period's checklist does not have yet; it is closed by hand. */
  readonly task: CloseTaskView | null;
  readonly onClose: () => void;
}

interface TaskForm {
  readonly title: string;
  readonly phase: string;
  readonly role: CloseRole;
  readonly assignee: string;
  readonly days: string;
}

/** Changes a task of this period's checklist, adds one, or takes one out; the template stays as it is. */
export function TaskDialog({ status, task, onClose }: TaskDialogProps) {
  const { clientId, period } = status;
  const [form, setForm] = useState(formOf(status, task));
  const { perform, pending } = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const dueDays = dueDaysOf(form.days);
  const title = form.title.trim();
  const ready = title !== "" && dueDays !== null;
  const target = { clientId, period: period.id, taskId: task?.id ?? ownTaskId(title, status) };
  const keep = () => {
    if (!ready || pending !== null) return;
    const { phase, role, assignee } = form;
    const words = task === null ? t("Added: {title}.", { title }) : t("Changed: {title}.", { title });
    const changes = { title, phase, role, assignee: assignee === "" ? null : assignee, dueDays };
    void perform({ ...told(), key: target.taskId, words, run: () => call("close.editTask", { ...target, ...changes }), undo });
  };
  const takeOut = () => {
    void perform({
      ...told(),
      key: target.taskId,
      words: t("Removed: {title}.", { title }),
      run: () => call("close.removeTask", target),
      undo,
    });
  };
  return (
    <Dialog title={task === null ? t("Add a task") : t("Edit task")} onClose={onClose}>
      <form
        className={confirm.body}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <TaskFields form={form} phases={status.phases} onChange={(change) => setForm({ ...form, ...change })} />
        {task === null ? (
          <p className={textStyles.muted}>{t("This task isn't checked automatically. It's done when someone marks it complete.")}</p>
        ) : null}
      </form>
      {refused === null ? null : <FailureNote failure={refused} />}
      <div className={layout.dialogFoot}>
        {task === null ? null : (
          <Button needs="preparer" disabled={pending !== null} onClick={takeOut}>
            {t("Remove from this period")}
          </Button>
        )}
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button needs="preparer" kind="primary" disabled={!ready || pending !== null} onClick={keep}>
          {task === null ? t("Add") : t("Save")}
        </Button>
      </div>
    </Dialog>
  );
}

interface TaskFieldsProps {
  readonly form: TaskForm;
  readonly phases: readonly string[];
  readonly onChange: (change: Partial<TaskForm>) => void;
}

function TaskFields({ form: { title, phase, role, assignee, days }, phases, onChange }: TaskFieldsProps) {
  return (
    <>
      <LabelledField name={t("Task")} error={title.trim() === "" ? t("Describe the task.") : undefined} wide>
        {(attributes) => (
          <input
            {...attributes}
            className={classes(controls.input, styles.taskTitleField)}
            data-first-focus=""
            maxLength={200}
            value={title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </LabelledField>
      <div className={styles.taskFields}>
        <LabelledField name={t("Phase")} error={undefined}>
          {(attributes) => (
            <select {...attributes} className={controls.input} value={phase} onChange={(event) => onChange({ phase: event.target.value })}>
              {phases.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </LabelledField>
        <LabelledField name={t("Role")} error={undefined}>
          {(attributes) => (
            <select
              {...attributes}
              className={controls.input}
              value={role}
              onChange={(event) => onChange({ role: event.target.value as CloseRole })}
            >
              {(Object.keys(ROLE_WORDS) as CloseRole[]).map((name) => (
                <option key={name} value={name}>
                  {ROLE_WORDS[name]}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        <Assignee role={role} assignee={assignee} onAssignee={(next) => onChange({ assignee: next })} />
        <LabelledField
          name={t("Due (business days after period end)")}
          hint={t("Weekends are skipped. Holidays aren't.")}
          error={dueDaysOf(days) === null ? t("Enter a whole number from {least} to {most}.", DUE_DAYS) : undefined}
        >
          {(attributes) => (
            <input
              {...attributes}
              className={controls.input}
              inputMode="numeric"
              value={days}
              onChange={(event) => onChange({ days: event.target.value })}
            />
          )}
        </LabelledField>
      </div>
    </>
  );
}

function formOf(status: CloseStatus, task: CloseTaskView | null): TaskForm {
  if (task === null) return { title: "", phase: status.phases.at(-1) ?? "", role: "preparer", assignee: "", days: "5" };
  const { title, phase, role, assignee, dueDays } = task;
  return { title, phase, role, assignee: assignee ?? "", days: String(dueDays) };
}

/** Business days after the period's end; null for what is none, or is out of range. */
function dueDaysOf(text: string): number | null {
  const days = /^-?\d{1,2}$/.test(text.trim()) ? Number(text) : null;
  return days !== null && days >= DUE_DAYS.least && days <= DUE_DAYS.most ? days : null;
}

interface AssigneeProps {
  readonly role: CloseRole;
  readonly assignee: string;
  readonly onAssignee: (assignee: string) => void;
}

function Assignee({ role, assignee, onAssignee }: AssigneeProps) {
  const people = useCoreQuery("people.list", {});
  const names = new Set([
    ...(people.data ?? []).filter(({ active }) => active).map(({ name }) => name),
    ...(assignee === "" ? [] : [assignee]),
  ]);
  return (
    <LabelledField name={t("Assigned to")} error={undefined}>
      {(attributes) => (
        <select {...attributes} className={controls.input} value={assignee} onChange={(event) => onAssignee(event.target.value)}>
          <option value="">{ANYONE_WORDS[role]}</option>
          {[...names].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

/** An id for a task of this period's own: its words, and a number where they are taken. */
function ownTaskId(title: string, { tasks }: CloseStatus): string {
  const stem = `own-${
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "task"
  }`.slice(0, 50);
  const taken = new Set(tasks.map(({ id }) => id));
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  return id;
}
