import { useState } from "react";
import type { CloseStatus, CloseTaskView } from "#shared/contract/close.ts";
import type { CloseRole } from "#shared/model/close.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import confirm from "../../components/confirm-dialog.module.css";
import { Dialog } from "../../components/dialog.tsx";
import { LabelledField } from "../../components/labelled-field.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useActs } from "../../state/last-act.ts";
import styles from "./close.module.css";
import { ROLE_WORDS } from "./close-words.ts";

const DUE_DAYS = { least: -20, most: 60 };

interface TaskDialogProps {
  readonly status: CloseStatus;
  /** Null: a task that this period's checklist does not have yet; it is closed by hand. */
  readonly task: CloseTaskView | null;
  readonly onClose: () => void;
}

/** Changes a task of this period's checklist, adds one, or takes one out; the template stays as it is. */
export function TaskDialog({ status, task, onClose }: TaskDialogProps) {
  const { clientId, period } = status;
  const [title, setTitle] = useState(task?.title ?? "");
  const [phase, setPhase] = useState(task?.phase ?? status.phases.at(-1) ?? "");
  const [role, setRole] = useState<CloseRole>(task?.role ?? "preparer");
  const [assignee, setAssignee] = useState(task?.assignee ?? "");
  const [days, setDays] = useState(String(task?.dueDays ?? 5));
  const { perform } = useActs(clientId);
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const dueDays = /^-?\d{1,2}$/.test(days.trim()) ? Number(days) : null;
  const inRange = dueDays !== null && dueDays >= DUE_DAYS.least && dueDays <= DUE_DAYS.most;
  const ready = title.trim() !== "" && inRange;
  const target = { clientId, period: period.id, taskId: task?.id ?? ownTaskId(title, status) };
  const keep = () => {
    if (!ready) return;
    onClose();
    void perform({
      key: target.taskId,
      words: task === null ? t("Added: {title}.", { title }) : t("Changed: {title}.", { title }),
      run: () =>
        call("close.editTask", {
          ...target,
          title: title.trim(),
          phase,
          role,
          assignee: assignee === "" ? null : assignee,
          dueDays: dueDays ?? 0,
        }),
      undo,
    });
  };
  const takeOut = () => {
    onClose();
    void perform({ key: target.taskId, words: t("Taken out: {title}.", { title }), run: () => call("close.removeTask", target), undo });
  };
  return (
    <Dialog title={task === null ? t("A task of your own") : t("Change the task")} onClose={onClose}>
      <form
        className={confirm.body}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <LabelledField name={t("Task")} error={title.trim() === "" ? t("Say what is to be done.") : undefined} wide>
          {(attributes) => (
            <input
              {...attributes}
              className={styles.input}
              data-first-focus=""
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </LabelledField>
        <div className={styles.taskFields}>
          <LabelledField name={t("Phase")} error={undefined}>
            {(attributes) => (
              <select {...attributes} className={styles.input} value={phase} onChange={(event) => setPhase(event.target.value)}>
                {status.phases.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </LabelledField>
          <LabelledField name={t("For")} error={undefined}>
            {(attributes) => (
              <select {...attributes} className={styles.input} value={role} onChange={(event) => setRole(event.target.value as CloseRole)}>
                {(Object.keys(ROLE_WORDS) as CloseRole[]).map((name) => (
                  <option key={name} value={name}>
                    {ROLE_WORDS[name]}
                  </option>
                ))}
              </select>
            )}
          </LabelledField>
          <Assignee assignee={assignee} onAssignee={setAssignee} />
          <LabelledField
            name={t("Due, business days after the period's end")}
            error={inRange ? undefined : t("A whole number from {least} to {most}.", DUE_DAYS)}
          >
            {(attributes) => (
              <input
                {...attributes}
                className={styles.input}
                inputMode="numeric"
                value={days}
                onChange={(event) => setDays(event.target.value)}
              />
            )}
          </LabelledField>
        </div>
        {task === null ? (
          <p className={styles.quiet}>{t("It is closed by hand: evidence that closes a task by itself comes with the template.")}</p>
        ) : null}
      </form>
      <div className={confirm.foot}>
        {task === null ? null : <Button onClick={takeOut}>{t("Take it out of this period")}</Button>}
        <Button onClick={onClose}>{t("Go back")}</Button>
        <Button kind="primary" disabled={!ready} onClick={keep}>
          {task === null ? t("Add it") : t("Keep")}
        </Button>
      </div>
    </Dialog>
  );
}

function Assignee({ assignee, onAssignee }: { readonly assignee: string; readonly onAssignee: (assignee: string) => void }) {
  const people = useCoreQuery("people.list", {});
  const names = new Set([
    ...(people.data ?? []).filter(({ active }) => active).map(({ name }) => name),
    ...(assignee === "" ? [] : [assignee]),
  ]);
  return (
    <LabelledField name={t("Given to")} error={undefined}>
      {(attributes) => (
        <select {...attributes} className={styles.input} value={assignee} onChange={(event) => onAssignee(event.target.value)}>
          <option value="">{t("whoever has the role")}</option>
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
