import { useState } from "react";
import type { TaskView } from "#shared/contract/clients/notes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import { Button } from "../controls/button.tsx";
import { Assignment } from "./assignment.tsx";
import { DecidedBy } from "./decided-by.tsx";
import { NoteHistory } from "./note-history.tsx";
import styles from "./notes.module.css";

interface TaskItemProps {
  readonly clientId: string;
  readonly task: TaskView;
}

/** A task: it can be completed, reassigned, postponed, renamed or removed; each can be undone and stays in its history. */
export function TaskItem({ clientId, task }: TaskItemProps) {
  const [editing, setEditing] = useState(false);
  const { perform, pending } = useActs(clientId);
  const bar = useRoleBar("preparer");
  const { taskId, title, assignee, due } = task;
  const act = (words: string, run: () => Promise<TaskView>, undo: () => Promise<TaskView>): void =>
    void perform({ key: taskId, words, run, undo });
  const change = (next: TaskChange): void => {
    setEditing(false);
    act(
      t("Task changed: {title}", { title: asSentence(next.title) }),
      () => call("tasks.change", { clientId, taskId, ...next }),
      () => call("tasks.change", { clientId, taskId, title, assignee, due }),
    );
  };
  const finish = (): void =>
    act(
      t("Done: {title}", { title: asSentence(title) }),
      () => call("tasks.done", { clientId, taskId }),
      () => call("tasks.reopen", { clientId, taskId }),
    );
  const remove = (): void =>
    act(
      t("Task removed: {title}", { title: asSentence(title) }),
      () => call("tasks.remove", { clientId, taskId }),
      () => call("tasks.restore", { clientId, taskId }),
    );
  if (editing) return <TaskEditor task={task} onKeep={change} onCancel={() => setEditing(false)} />;
  return (
    <li className={styles.item}>
      <label className={styles.task}>
        <input
          type="checkbox"
          checked={false}
          disabled={pending !== null || bar !== null}
          title={bar ?? undefined}
          aria-label={t("Done: {title}", { title })}
          onChange={finish}
        />
        <span className={styles.text}>{title}</span>
      </label>
      <div className={styles.foot}>
        {assignee === null ? t("unassigned") : t("for {assignee}", { assignee })}
        {due === null ? null : <span>{t("due {due}", { due: formatDay(due) })}</span>}
        <DecidedBy verb={t("created")} person={task.person} at={task.madeAt} />
        <Button
          needs="preparer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Edit task: {title}", { title })}
          onClick={() => setEditing(true)}
        >
          {t("Edit")}
        </Button>
        <Button
          needs="preparer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Remove task: {title}", { title })}
          onClick={remove}
        >
          {t("Remove")}
        </Button>
        <NoteHistory clientId={clientId} itemId={taskId} label={t("History of task: {title}", { title })} />
      </div>
    </li>
  );
}

interface TaskChange {
  readonly title: string;
  /** Null: unassigned. */
  readonly assignee: string | null;
  readonly due: CalendarDate | null;
}

interface TaskEditorProps {
  readonly task: TaskView;
  readonly onKeep: (change: TaskChange) => void;
  readonly onCancel: () => void;
}

function TaskEditor({ task, onKeep, onCancel }: TaskEditorProps) {
  const [title, setTitle] = useState(task.title);
  const [assignee, setAssignee] = useState(task.assignee ?? "");
  const [due, setDue] = useState<CalendarDate | null>(task.due);
  const given = title.trim();
  const keep = (): void => onKeep({ title: given, assignee: assignee === "" ? null : assignee, due });
  return (
    <li
      className={styles.item}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <input
        className={styles.input}
        aria-label={t("Task")}
        maxLength={300}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && given !== "") keep();
        }}
      />
      <div className={styles.foot}>
        <Assignment assignee={assignee} due={due} onAssignee={setAssignee} onDue={setDue} />
        <Button disabled={given === ""} onClick={keep}>
          {t("Save changes")}
        </Button>
        <Button kind="quiet" title={t("Esc")} onClick={onCancel}>
          {t("Cancel")}
        </Button>
      </div>
    </li>
  );
}
