import { Plus } from "lucide-react";
import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close.ts";
import { Answer } from "../../blocks/answer.tsx";
import { DecidedBy } from "../../blocks/decided-by.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { formatDay, formatPeriod } from "../../format/date.ts";
import { PERIOD_WORDS } from "../../format/period-words.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import styles from "./close.module.css";
import { progressWords } from "./close-words.ts";
import { PeriodMoves } from "./period-moves.tsx";
import { Signatures } from "./signatures.tsx";
import { TaskDialog } from "./task-dialog.tsx";
import { TaskRow } from "./task-row.tsx";

/** The checklist of a period: tasks close themselves when their evidence is there. */
export function Checklist({ clientId, period }: { readonly clientId: string; readonly period: string }) {
  const query = useCoreQuery("close.status", { clientId, period }, { keepPrevious: true });
  return (
    <Answer query={query} label={t("the close")}>
      {(status) => (
        <>
          <Head status={status} />
          {status.phases.map((phase) => (
            <Phase key={phase} phase={phase} status={status} />
          ))}
          {status.started ? <OwnTask status={status} /> : null}
          <Signatures status={status} />
        </>
      )}
    </Answer>
  );
}

function Head({ status }: { readonly status: CloseStatus }) {
  const { word, tone } = PERIOD_WORDS[status.status];
  const { tasks, done, byHand } = status.progress;
  const last = status.moves.filter(({ undone }) => !undone).at(-1);
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2>{formatPeriod(status.period.label)}</h2>
        <Chip tone={tone} word={word} />
        {last === undefined ? null : <DecidedBy verb={t("set")} person={last.person} at={last.at} />}
      </div>
      <div className={styles.progress}>
        <ProgressBar share={tasks === 0 ? null : (done + byHand) / tasks} label={t("Tasks done")} />
        <span>{progressWords(status.progress)}</span>
        <span className={styles.quiet}>{t("due {due}", { due: formatDay(status.due) })}</span>
      </div>
      <PeriodMoves status={status} />
      <p className={styles.quiet}>
        {status.started
          ? ""
          : t('This is what "{title}" asks for; it is copied here when the period is taken into close. ', { title: status.template.title })}
        {status.ledgerLock.message}
      </p>
    </div>
  );
}

function OwnTask({ status }: { readonly status: CloseStatus }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.moves}>
      <Button aria-haspopup="dialog" icon={<Plus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t("Add a task")}
      </Button>
      {open ? <TaskDialog status={status} task={null} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function Phase({ phase, status }: { readonly phase: string; readonly status: CloseStatus }) {
  const tasks = status.tasks.filter((task) => task.phase === phase);
  if (tasks.length === 0) return null;
  const done = tasks.filter(({ state }) => state === "done" || state === "by_hand").length;
  return (
    <section className={styles.phase} aria-label={phase}>
      <h3>
        {phase} <span className={styles.quiet}>{t("{done} of {tasks}", { done, tasks: tasks.length })}</span>
      </h3>
      <table className={styles.table} aria-label={t("Tasks: {phase}", { phase })}>
        <thead className={styles.hiddenHead}>
          <tr>
            <th scope="col">{t("State")}</th>
            <th scope="col">{t("Task")}</th>
            <th scope="col">{t("For")}</th>
            <th scope="col">{t("Due")}</th>
            <th scope="col">{t("By hand")}</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskRow key={task.id} status={status} task={task} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
