import { ChevronRight, Pencil } from "lucide-react";
import { Fragment, useState } from "react";
import type { CloseStatus, CloseTaskView, GateEvidence } from "#shared/contract/close/close.ts";
import { call } from "../../../api/client.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { formatDay, unbroken, withDays } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import styles from "../close.module.css";
import { ANYONE_WORDS, emptyHint, evidenceAddress, taskWords } from "../close-labels.ts";
import { goToRow, rowId } from "../gates/row-places.ts";
import { TaskDialog } from "./task-dialog.tsx";

interface TaskRowProps {
  readonly status: CloseStatus;
  readonly task: CloseTaskView;
  /** Whether the sign-off requires it, where that is still to be said. */
  readonly counted: { readonly word: string; readonly means: string } | null;
}

/** A task with what was found of its evidence; a person may tick it, and that always shows. */
export function TaskRow({ status, task, counted }: TaskRowProps) {
  const [open, setOpen] = useState(false);
  const { word, tone, means } = taskWords(task, status.asOf);
  const { evidence, assignee } = task;
  const hint = emptyHint(task, status.started);
  const more = (evidence?.items.length ?? 0) > 0;
  const isOpen = task.state === "open" || task.state === "waiting";
  return (
    <tr id={rowId("task", task.id)}>
      <td className={classes(styles.state, isOpen && styles.todo)}>
        <Chip tone={tone} word={word} title={means} quiet />
      </td>
      <td>
        <div className={styles.task}>
          <div className={styles.taskTitle}>
            {more ? (
              <button
                type="button"
                data-printed=""
                className={classes(styles.opener, !isOpen && styles.settled)}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                <ChevronRight size={14} aria-hidden className={classes(open && styles.turned)} />
                {task.title}
              </button>
            ) : (
              <span className={isOpen ? text.medium : text.muted}>{task.title}</span>
            )}
            {counted === null ? null : (
              <>
                {" "}
                <span className={styles.counted} title={counted.means}>
                  {counted.word}
                </span>
              </>
            )}
          </div>
          <div className={styles.evidence}>
            {evidence === null
              ? t("This task isn't checked automatically. It's done when someone marks it complete.")
              : told(evidence.summary)}
            {hint === null ? null : ` ${hint}`}
            {task.waitsFor.length === 0 || !isOpen ? null : <WaitsFor status={status} task={task} />}
            {task.byHand === null ? null : (
              <div>
                <DecidedBy verb={t("Marked complete")} person={task.byHand.person} at={task.byHand.at} />
                {`: “${task.byHand.why}”`}
              </div>
            )}
          </div>
        </div>
        {open && evidence !== null ? <Items clientId={status.clientId} evidence={evidence} /> : null}
      </td>
      <td className={styles.who}>
        {assignee ?? <span className={text.muted}>{ANYONE_WORDS[task.role]}</span>}
        {status.started ? <Change status={status} task={task} /> : null}
      </td>
      <td className={classes(styles.due, isOpen && styles.todo)}>
        {formatDay(task.due)} {task.daysLate === 0 ? null : <div className={text.lateSmall}>{lateWords(task.daysLate)}</div>}
      </td>
      {status.started ? (
        <td className={styles.act}>
          <Tick status={status} task={task} />
        </td>
      ) : null}
    </tr>
  );
}

function Change({ status, task }: { readonly status: CloseStatus; readonly task: CloseTaskView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        needs="preparer"
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={t("Edit task: {title}", { title: task.title })}
        title={t("Edit or reassign this task")}
        icon={<Pencil size={12} aria-hidden />}
        onClick={() => setOpen(true)}
      />
      {open ? <TaskDialog status={status} task={task} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** What the core found, with its days and amounts as the window writes them. */
function told(found: string): string {
  return unbroken(withDays(withAmounts(found)));
}

function Items({ clientId, evidence }: { readonly clientId: string; readonly evidence: GateEvidence }) {
  const left = evidence.count - evidence.items.length;
  return (
    <ul className={styles.items}>
      {evidence.items.map((item) => {
        const address = evidenceAddress(clientId, item);
        return (
          <li key={`${item.subject} ${item.id} ${item.text}`}>
            {address === null ? told(item.text) : <a href={`#${address}`}>{told(item.text)}</a>}
          </li>
        );
      })}
      {left > 0 ? <li className={text.muted}>{t("and {left} more", { left: formatCount(left) })}</li> : null}
    </ul>
  );
}

function Tick({ status, task }: { readonly status: CloseStatus; readonly task: CloseTaskView }) {
  const [asking, setAsking] = useState(false);
  const { clientId, period } = status;
  const { perform, pending } = useActs(clientId);
  const target = { clientId, period: period.id, taskId: task.id };
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  if (task.state === "done") return null;
  const { title, byHand } = task;
  const untick = (why: string) =>
    perform({
      key: task.id,
      words: t("Marked incomplete: {title}.", { title }),
      run: () => call("close.untick", target),
      undo: () => call("close.tick", { ...target, why }),
    });
  const tick = (why: string) =>
    perform({ key: task.id, words: t("Marked complete: {title}.", { title }), run: () => call("close.tick", { ...target, why }), undo });
  // One button, so that the focus stays on it when a tick turns it into its opposite.
  return (
    <>
      <Button
        needs="preparer"
        kind="quiet"
        disabled={pending !== null}
        aria-label={byHand === null ? t("Mark complete: {title}", { title }) : t("Mark incomplete: {title}", { title })}
        onClick={() => (byHand === null ? setAsking(true) : void untick(byHand.why))}
      >
        {byHand === null ? t("Mark complete…") : t("Mark incomplete")}
      </Button>
      {asking ? (
        <ReasonDialog title={t("Mark complete: {title}", { title })} act={t("Mark complete")} onClose={() => setAsking(false)} onAct={tick}>
          <p>{t("The checklist and close pack will show that you marked this task complete, with your name and reason.")}</p>
        </ReasonDialog>
      ) : null}
    </>
  );
}

/** The open tasks that this one depends on, each leading to its row. What they are for is on one line with the first. */
function WaitsFor({ status, task }: { readonly status: CloseStatus; readonly task: CloseTaskView }) {
  return task.waitsFor.map((id, at) => (
    <Fragment key={id}>
      {" "}
      <span className={styles.waits}>
        {at === 0 ? `${t("Waiting for:")} ` : null}
        <button type="button" data-printed="" className={styles.link} onClick={() => goToRow("task", id)}>
          {status.tasks.find((other) => other.id === id)?.title ?? id}
        </button>
        {at === task.waitsFor.length - 1 ? null : ","}
      </span>
    </Fragment>
  ));
}

function lateWords(days: number): string {
  return t("{days, plural, one {1 business day late} other {# business days late}}", { days });
}
