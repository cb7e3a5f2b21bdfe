import { Plus } from "lucide-react";
import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { formatLongPeriod } from "../../../format/dates/date.ts";
import { closeBar, closeBarWords, closeChip, isNotStarted, phaseProgressWords } from "../../../format/labels/close-standing.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { ReviewNotes } from "../../../ui/notes/review-notes.tsx";
import styles from "../close.module.css";
import { closedOverWords, countedWords, type SectionProps } from "../close-labels.ts";
import { GateList } from "../gates/gate-list.tsx";
import { PeriodMoves } from "../period-actions.tsx";
import { Signatures } from "../sign-offs.tsx";
import { CloseFigures } from "./close-figures.tsx";
import { ComingChecklist } from "./coming-checklist.tsx";
import { NamedTask } from "./named-task.ts";
import { TaskDialog } from "./task-dialog.tsx";
import { TaskRow } from "./task-row.tsx";

/** The checklist of a period: tasks close themselves when their evidence is there. */
export function Checklist({ clientId, period, item }: SectionProps) {
  const query = useCoreQuery("close.status", { clientId, period }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("checklist")} waiting={<ComingChecklist />}>
      {(status) => (
        <>
          <NamedTask status={status} item={item} />
          <Head status={status} />
          {status.tasks.length === 0 ? null : <Columns started={status.started} />}
          {phasesOf(status).map((phase) => (
            <Phase key={phase} phase={phase} status={status} />
          ))}
          {status.started ? <OwnTask status={status} /> : null}
          <GateList status={status} />
          <ReviewNoteSection clientId={clientId} period={period} />
          <Signatures status={status} />
        </>
      )}
    </QueryAnswer>
  );
}

/** The period's review notes; raised beside what they are about. */
function ReviewNoteSection({ clientId, period }: { readonly clientId: string; readonly period: string }) {
  const notes = useCoreQuery("reviewNotes.list", { clientId, period });
  return (
    <section className={styles.phase} aria-label={t("Review notes")}>
      <h3>{t("Review notes")}</h3>
      {notes.data?.length === 0 ? (
        <p className={text.muted}>{t("No review notes. A reviewer can raise one on any account, contact, transaction or figure.")}</p>
      ) : (
        <ReviewNotes clientId={clientId} period={period} />
      )}
    </section>
  );
}

function Head({ status }: { readonly status: CloseStatus }) {
  return (
    <div className={styles.head} data-tour="checklist">
      <div className={styles.title}>
        <h2>{formatLongPeriod(status.period.label)}</h2>
        <Chip {...closeChip(status)} quiet />
        {/* Of an open period, the chip before says so. */}
        {status.status === "reopened" && isNotStarted(status) ? <Chip tone="neutral" word={t("Not started")} quiet /> : null}
        <span className={classes(styles.bar, styles.tipped)} title={closeBarWords(status)}>
          <ProgressBar {...closeBar(status)} label={t("Tasks done")} words={closeBarWords(status)} />
        </span>
        <div className={styles.push}>
          <PeriodMoves status={status} />
        </div>
      </div>
      <CloseFigures status={status} />
      <ClosedOver status={status} />
      <p className={text.mutedSmall}>
        <LastMove status={status} />
        {status.started ? "" : `${templateWords(status)} `}
        {status.ledgerLock.message}
      </p>
    </div>
  );
}

/** Who changed the state of the period last. */
function LastMove({ status: { moves } }: { readonly status: CloseStatus }) {
  const last = moves.filter(({ undone }) => !undone).at(-1);
  if (last === undefined) return null;
  return (
    <>
      <DecidedBy verb={t("Status changed")} person={last.person} at={last.at} />
      {". "}
    </>
  );
}

/** Where the tasks come from before the close is started; a period can also be closed without that. */
function templateWords({ status, template: { title } }: CloseStatus): string {
  return status === "closed"
    ? t("The checklist was skipped when this period was closed, so these tasks come directly from the template “{title}.”", { title })
    : t("These tasks come from the template “{title}.” Start the close to assign them and mark them complete.", { title });
}

/** What the closing overrode, and why: the counts above go on, so the status alone would not say it. */
function ClosedOver({ status: { status, moves, gates } }: { readonly status: CloseStatus }) {
  const closing = moves.filter(({ undone }) => !undone).at(-1);
  const overridden = gates.overrides.filter(({ at }) => at === closing?.at);
  const count = overridden.reduce((sum, { covers }) => sum + covers.length, 0);
  if (status !== "closed" || count === 0) return null;
  return <p>{closedOverWords(count, closing?.why ?? "")}</p>;
}

function OwnTask({ status }: { readonly status: CloseStatus }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.phase}>
      <Button needs="preparer" aria-haspopup="dialog" icon={<Plus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t("Add a task…")}
      </Button>
      {open ? <TaskDialog status={status} task={null} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** The phases that have a task. */
function phasesOf({ phases, tasks }: CloseStatus): readonly string[] {
  return phases.filter((phase) => tasks.some((task) => task.phase === phase));
}

interface PhaseProps {
  readonly phase: string;
  readonly status: CloseStatus;
}

function Phase({ phase, status }: PhaseProps) {
  const tasks = status.tasks.filter((task) => task.phase === phase);
  const counted = countedWords(status.tasks, status.status === "closed");
  return (
    <section className={styles.phase} aria-label={phase}>
      <h3>
        {phase} <span className={text.muted}>{phaseProgressWords(status, tasks)}</span>
      </h3>
      <table className={classes(styles.table, styles.tasks)} aria-label={t("Tasks: {phase}", { phase })}>
        <thead className={styles.hiddenHead}>
          <tr>
            <th scope="col">{t("Status")}</th>
            <th scope="col">{t("Task")}</th>
            <th scope="col">{t("Assigned to")}</th>
            <th scope="col">{t("Due")}</th>
            {status.started ? <th scope="col">{t("Actions")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskRow key={task.id} status={status} task={task} counted={counted.get(task.id) ?? null} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The names of columns, once for all phases. For screen readers, each table has its own. */
function Columns({ started }: { readonly started: boolean }) {
  return (
    <div className={styles.columns} aria-hidden="true">
      <span className={styles.state}>{t("Status")}</span>
      <span className={styles.task}>
        <span className={styles.taskTitle}>{t("Task")}</span>
        <span className={styles.evidence}>{t("Evidence")}</span>
      </span>
      <span className={styles.who}>{t("Assigned to")}</span>
      <span className={styles.due}>{t("Due")}</span>
      {started ? <span className={styles.act} /> : null}
    </div>
  );
}
