import { useState } from "react";
import type { NoteView, TaskView, WorkSubject } from "#shared/contract/clients/notes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { useCommandEnter } from "../../state/window/command-enter.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { Button } from "../controls/button.tsx";
import { Assignment } from "./assignment.tsx";
import { NoteItem } from "./note-item.tsx";
import styles from "./notes.module.css";
import { ReviewNotes } from "./review-notes.tsx";
import { TaskItem } from "./task-item.tsx";

interface NotesProps {
  readonly clientId: string;
  readonly subject: WorkSubject;
  /** How what it is about reads for people. */
  readonly label: string | null;
  /** What it says now, kept with the note: "1,204.00 EUR as of 31 Oct 2026". */
  readonly seen?: string | null;
}

/** Notes and tasks about one thing; a note names a person with `@Name`, a task is somebody's until it is done. */
export function Notes({ clientId, subject, label, seen = null }: NotesProps) {
  const notes = useCoreQuery("notes.list", { clientId, subject });
  const tasks = useCoreQuery("tasks.list", { clientId, subject, state: "open" });
  const period = useBarPeriod(clientId) ?? null;
  const about = { ...subject, label, seen };
  return (
    <section
      className={styles.notes}
      aria-label={label === null ? t("Notes and tasks") : t("Notes and tasks: {label}", { label })}
      data-notes=""
    >
      <h3>{t("Notes and tasks")}</h3>
      <ul className={styles.list}>
        {tasks.data?.map((task) => (
          <TaskItem key={task.taskId} clientId={clientId} task={task} />
        ))}
        {notes.data?.map((note) => (
          <NoteItem key={note.noteId} clientId={clientId} note={note} />
        ))}
      </ul>
      {period === null ? null : <ReviewNotes clientId={clientId} period={period} about={subject} />}
      <Writer clientId={clientId} about={about} period={period} />
    </section>
  );
}

type About = WorkSubject & { readonly label: string | null; readonly seen: string | null };

function noteAct(clientId: string, subject: About, text: string) {
  return {
    key: "note",
    words: t("Note saved."),
    run: () => call("notes.add", { clientId, subject, text }),
    undo: ({ noteId }: NoteView) => call("notes.remove", { clientId, noteId }),
  };
}

/** As many characters as a task's title may have. */
const TASK_MAX = 300;

interface TaskDraft {
  readonly title: string;
  /** Empty: anyone. */
  readonly assignee: string;
  readonly due: CalendarDate | null;
}

function taskAct(clientId: string, subject: About, { title, assignee, due }: TaskDraft) {
  return {
    key: "task",
    words: t("Task created: {title}", { title: asSentence(title) }),
    run: () => call("tasks.add", { clientId, subject, title, assignee: assignee === "" ? null : assignee, due }),
    undo: ({ taskId }: TaskView) => call("tasks.remove", { clientId, taskId }),
  };
}

function reviewAct(clientId: string, period: string, about: About, text: string) {
  return {
    key: "review",
    words: t("Review note raised."),
    run: () => call("reviewNotes.raise", { clientId, period, ...about, text }),
    undo: ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo }),
  };
}

interface WriterProps {
  readonly clientId: string;
  readonly about: About;
  /** The period that a review note would hold up; null where there is none. */
  readonly period: string | null;
}

function Writer({ clientId, about, period }: WriterProps) {
  const [text, setText] = useState("");
  const [assignee, setAssignee] = useState("");
  const [due, setDue] = useState<CalendarDate | null>(null);
  const { perform, pending } = useActs(clientId);
  const mayReview = useMayAs("reviewer");
  const given = text.trim();
  const keep = (act: () => void): void => {
    if (given === "" || pending !== null) return;
    act();
    setText("");
    setAssignee("");
    setDue(null);
  };
  const note = (): void => keep(() => void perform(noteAct(clientId, about, given)));
  const onKeyDown = useCommandEnter("preparer", note);
  const task = (): void => keep(() => void perform(taskAct(clientId, about, { title: given, assignee, due })));
  return (
    <div className={styles.writer}>
      <textarea
        className={styles.input}
        rows={2}
        maxLength={5000}
        aria-label={t("Add note or task")}
        data-note=""
        placeholder={t("Write a note or a task. Type @Name to notify someone of the note or assign them the task.")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.foot}>
        <Assignment assignee={assignee} due={due} onAssignee={setAssignee} onDue={setDue} />
        <span className={styles.acts}>
          <Button needs="preparer" disabled={given === "" || pending !== null} title={t("Ctrl+Enter")} onClick={note}>
            {t("Save as note")}
          </Button>
          <Button
            needs="preparer"
            disabled={given === "" || given.length > TASK_MAX || pending !== null}
            title={
              given.length > TASK_MAX
                ? t("A task can have up to {max} characters. Shorten the text, or save it as a note.", { max: TASK_MAX })
                : undefined
            }
            onClick={task}
          >
            {t("Create task")}
          </Button>
          {period === null ? null : (
            <Button
              disabled={given === "" || pending !== null || !mayReview}
              title={
                mayReview
                  ? t(
                      "The note must be cleared before the reviewer can sign off on the period. If the close policy allows it, the note can be overridden instead. Type @Name to notify someone.",
                    )
                  : t("Only reviewers and administrators can raise review notes.")
              }
              onClick={() => keep(() => void perform(reviewAct(clientId, period, about, given)))}
            >
              {t("Raise review note")}
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}
