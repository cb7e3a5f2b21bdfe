import type { ReactNode } from "react";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import { type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay, formatDayOfYear, formatPeriod } from "../../format/dates/date.ts";
import { dueLabel } from "../../format/dates/due-labels.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import text from "../../styles/text.module.css";
import { ProgressRing } from "../../ui/charts/progress-ring.tsx";
import { Avatar } from "../../ui/controls/avatar.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import styles from "./client-columns.module.css";
import { type DashboardRow, isCloseComing, personOf } from "./dashboard-rows.ts";

/** How far the close of each client is, when it is due, and what holds it up. */
export function closeColumns(today: CalendarDate, wide: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "stage",
      header: t("Stage"),
      width: "84px",
      help: t("Status of the period: open, in close, closed or reopened."),
      cell: ofClose((close) => <Stage status={close.status} />),
      value: ({ close }) => (close?.status == null ? null : PERIOD_WORDS[close.status].word),
      blank: ({ close }) => close?.status == null || close.status === "open",
    },
    {
      id: "checklist",
      header: t("Checklist"),
      width: "98px",
      help: t("Close tasks done, out of the total. Hover to see how many are late and what holds up the close."),
      cell: ofClose((close) => <Checklist close={close} />),
      value: ({ close }) => (close?.progress == null ? null : checklistText(close.progress, close.status)),
    },
    {
      id: "due",
      header: t("Due"),
      width: "92px",
      help: t(
        "When the close is due, or how many business days late it is. Also shows late tasks of a close that isn't late yet, and tasks that weren't done when the period was closed.",
      ),
      cell: ofClose((close) => <Due close={close} today={today} wide={wide} />),
      value: ({ close }) => close?.due ?? null,
    },
    {
      id: "blocks",
      header: t("Held up by"),
      width: "minmax(120px, 1.2fr)",
      minor: true,
      whole: true,
      help: t(
        "Open review notes, late tasks, and tasks that hold up other tasks. Tasks with the status “Waiting” aren't listed, even if they're late.",
      ),
      cell: ofClose(({ blocks }) => <Blocks blocks={blocks} />),
      value: ({ close }) => (close === null || close.blocks.length === 0 ? null : close.blocks.join(", ")),
    },
    {
      id: "owner",
      header: t("Team"),
      width: "60px",
      minor: true,
      help: t("Who prepares and who reviews the client's close."),
      cell: (row) => <Owners row={row} />,
      value: (row) => personOf(row, "preparer") ?? personOf(row, "reviewer"),
    },
  ];
}

/** Who filters by "late" looks for what is late, so nothing says that nothing is. */
export function checklistText(
  { done, byHand, tasks, late }: NonNullable<CloseBoardRow["progress"]>,
  status: CloseBoardRow["status"],
): string {
  const counts = { done: done + byHand, tasks };
  return late === 0 || status === "closed"
    ? t("{tasks, plural, one {{done} of 1 task done} other {{done} of {tasks} tasks done}}", counts)
    : t("{tasks, plural, one {{done} of 1 task done} other {{done} of {tasks} tasks done}}, {late} late", { ...counts, late });
}

export function variancesColumn(): Column<DashboardRow> {
  return {
    id: "variances",
    header: t("Flux"),
    width: "72px",
    minor: true,
    align: "end",
    help: t(
      "Flux lines that still need an explanation or a sign-off. Shows n/a if there are no figures to compare with. Hover for details.",
    ),
    // What was left open when a period closed keeps nobody waiting.
    cell: ofClose(({ variances, status }) =>
      variances === null || status === "closed" ? (
        <Nothing />
      ) : (
        <span title={variances.summary}>{variances.left === null ? t("n/a") : formatCount(variances.left)}</span>
      ),
    ),
    value: ({ close }) => (close?.variances?.left == null || close.status === "closed" ? null : String(close.variances.left)),
  };
}

/** The people by their whole names, for those who sort or group by them. */
export function peopleColumns(): readonly Column<DashboardRow>[] {
  return [
    person("preparer", t("Preparer"), t("The assigned preparer or, if there is none, whoever signed off the period as preparer.")),
    person("reviewer", t("Reviewer"), t("The assigned reviewer or, if there is none, whoever signed off the period as reviewer.")),
  ];
}

function person(id: "preparer" | "reviewer", header: string, help: string): Column<DashboardRow> {
  return {
    ...{ id, header, help, width: "120px", optional: true },
    cell: (row) => personOf(row, id) ?? <Nothing />,
    value: (row) => personOf(row, id),
  };
}

/** The cell of a close that was looked at; of any other, whether one is on its way. */
function ofClose(known: (close: CloseBoardRow) => ReactNode): (row: DashboardRow) => ReactNode {
  return (row) => (row.close === null || row.close.status === null ? <Unknown row={row} /> : known(row.close));
}

function Unknown({ row }: { readonly row: DashboardRow }) {
  const nowMs = useNow();
  return isCloseComing(row, nowMs) ? <Coming /> : <Nothing />;
}

/** A line where words will be: a dash would say that there is nothing. */
function Coming() {
  const words = t("Not calculated yet");
  return (
    <span className={styles.coming} title={words}>
      <HiddenText>{words}</HiddenText>
    </span>
  );
}

interface PeriodProps {
  readonly period: string | null;
  readonly end: CalendarDate | null;
}

/** A ledger's own period may have a month's name and other days: its tooltip has the last of them. */
export function Period({ period, end }: PeriodProps) {
  if (period === null) return <Nothing />;
  if (end === null || end === monthEnd(end)) return formatPeriod(period);
  return <span title={t("The ledger's own period, through {day}", { day: formatDay(end) })}>{formatPeriod(period)}</span>;
}

/** Only a reopened period calls for someone: the other stages are plain text. */
function Stage({ status }: { readonly status: CloseBoardRow["status"] }) {
  if (status === null) return <Nothing />;
  const { word, tone } = PERIOD_WORDS[status];
  return status === "reopened" ? <Chip tone={tone} word={word} icon={null} /> : <span className={text.muted}>{word}</span>;
}

export function Checklist({ close }: { readonly close: CloseBoardRow }) {
  if (close.progress === null) return <Nothing />;
  const { tasks, done, byHand, late } = close.progress;
  // What is left in a closed period keeps nobody waiting.
  const behind = late > 0 && close.status !== "closed" ? [tasksLate(late)] : [];
  const older = close.outdated ? [t("Recounting: this count may be out of date.")] : [];
  return (
    <span className={classes(styles.close, close.outdated && text.muted)} title={[...older, ...behind, ...close.blocks].join("\n")}>
      <ProgressRing done={done + byHand} of={tasks} muted={close.outdated} />
      {close.outdated ? <HiddenText>{older}</HiddenText> : null}
      {`${formatCount(done + byHand)}/${formatCount(tasks)}`}
    </span>
  );
}

interface DueProps {
  readonly close: Pick<CloseBoardRow, "due" | "status" | "progress" | "daysLate" | "closeDaysLate">;
  readonly today: CalendarDate;
  readonly wide: boolean;
}

/** Lateness is plain text, since at a month's end most rows have it; what is on time is muted. */
export function Due({ close, today, wide }: DueProps) {
  const { due, status, progress, daysLate, closeDaysLate } = close;
  if (status === "closed") return <NotDone progress={progress} />;
  if (due === null) return <Nothing />;
  const day = formatDay(due);
  if (closeDaysLate > 0) {
    return (
      <span className={styles.words} title={closeAndTask(day, closeDaysLate, daysLate)}>
        {wide
          ? t("{days, plural, one {1 business day late} other {# business days late}}", { days: closeDaysLate })
          : t("{days, plural, one {1 bus. day late} other {# bus. days late}}", { days: closeDaysLate })}
      </span>
    );
  }
  const late = progress?.late ?? 0;
  const words = capitalized(dueLabel(due, today));
  if (daysLate > 0 && late > 0) {
    return (
      <span className={styles.words} title={oldestTask(daysLate, day)}>
        {wide ? `${words}, ${tasksLate(late)}` : t("{due}, {late} late", { due: words, late: formatCount(late) })}
      </span>
    );
  }
  return (
    <span className={text.muted} title={t("Due {due}", { due: day })}>
      {words}
    </span>
  );
}

/** What was left when the period was closed: it keeps nobody waiting, but closed isn't done. */
function NotDone({ progress }: Pick<CloseBoardRow, "progress">) {
  const left = progress === null ? 0 : progress.tasks - progress.done - progress.byHand;
  if (progress === null || left <= 0) return <Nothing />;
  const shown = formatCount(left);
  const words = t("Closed with {shown} of {tasks, plural, one {1 task} other {# tasks}} not done", { shown, tasks: progress.tasks });
  return (
    <span className={styles.words} title={words}>
      {t("{left, plural, one {1 task not done} other {{shown} tasks not done}}", { left, shown })}
    </span>
  );
}

function tasksLate(late: number): string {
  return t("{late, plural, one {1 task late} other {{shown} tasks late}}", { late, shown: formatCount(late) });
}

/** The inbox counts from the oldest task, and the row from the close: both are here for comparing the two. */
function closeAndTask(due: string, closeDays: number, taskDays: number): string {
  return taskDays > closeDays
    ? t("The close was due {due}. Its most overdue task is {days, plural, one {1 business day late} other {# business days late}}.", {
        due,
        days: taskDays,
      })
    : t("Due {due}; lateness is counted in business days", { due });
}

/** The close isn't due yet, but something in it is late. */
function oldestTask(days: number, due: string): string {
  return t("The close is due {due}. Its most overdue task is {days, plural, one {1 business day late} other {# business days late}}.", {
    due,
    days,
  });
}

/** The first by its name, which ends early where room is short, and how many more, which never does. The tooltip has all of them. */
export function Blocks({ blocks }: { readonly blocks: readonly string[] }) {
  const [first, ...others] = blocks;
  if (first === undefined) return <Nothing />;
  return (
    <span className={styles.blocks} title={blocks.join("\n")}>
      <span className={text.ellipsis}>{first}</span>
      {others.length === 0 ? null : <span className={styles.more}>{t(" +{count}", { count: formatCount(others.length) })}</span>}
    </span>
  );
}

function Owners({ row }: { readonly row: DashboardRow }) {
  const preparer = personOf(row, "preparer");
  const reviewer = personOf(row, "reviewer");
  if (preparer === null && reviewer === null) return row.close?.status == null ? <Unknown row={row} /> : <Nothing />;
  return (
    <>
      {preparer === null ? null : <Avatar name={preparer} title={t("Preparer: {name}", { name: preparer })} />}
      {reviewer === null ? null : <Avatar name={reviewer} title={t("Reviewer: {name}", { name: reviewer })} />}
    </>
  );
}

interface LockedProps {
  readonly row: Pick<DashboardRow, "lockedThrough" | "close">;
  /** There is room for the date's year beside the word. */
  readonly wide: boolean;
}

/** The ledger's lock. It may lag behind what is closed in Tieout, which is worth knowing but keeps nobody waiting. */
export function Locked({ row: { lockedThrough, close }, wide }: LockedProps) {
  const behind = close?.lockedHere === true && close.periodEnd !== null && (lockedThrough ?? "") < close.periodEnd;
  if (lockedThrough === null) return behind ? <span className={styles.lock}>{t("Not locked")}</span> : <Nothing />;
  const day = formatDay(lockedThrough);
  if (!behind) return <span className={styles.lock}>{day}</span>;
  // Short of the year only where it's that of the period, which is in the same row.
  const shown = wide || !close.periodEnd?.startsWith(lockedThrough.slice(0, 4)) ? day : formatDayOfYear(lockedThrough);
  const words = t("Locked through {day}, which doesn't cover {period} yet", { day, period: formatPeriod(close.period ?? "") });
  return (
    <span className={styles.lock} title={words}>
      <span aria-hidden="true">{shown}</span>
      <span className={styles.behind} aria-hidden="true">
        {t("behind")}
      </span>
      <HiddenText>{words}</HiddenText>
    </span>
  );
}

function Nothing() {
  return <span className={text.muted}>–</span>;
}
