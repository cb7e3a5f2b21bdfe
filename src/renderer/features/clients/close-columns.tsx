import type { ReactNode } from "react";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import { type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay, formatDayOfYear, formatPeriod, formatPeriodTo } from "../../format/dates/date.ts";
import { dueLabel } from "../../format/dates/due-labels.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { closeCounts, closeProgressWords } from "../../format/labels/close-standing.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { ProgressRing } from "../../ui/charts/progress-ring.tsx";
import { Avatar } from "../../ui/controls/avatar.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { Coming, Nothing } from "../../ui/feedback/missing-value.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import styles from "./client-columns.module.css";
import {
  countNotes,
  type DashboardRow,
  dueOf,
  isCloseComing,
  isUnread,
  isWithoutClose,
  personOf,
  STAGE_WORDS,
  stageOf,
} from "./dashboard-rows.ts";

/** How far the close of each client is, when it is due, and what to do next. */
export function closeColumns(today: CalendarDate, wide: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "stage",
      header: t("Stage"),
      width: "84px",
      help: t(
        "Stage of the period's close: not started, in close, closed or reopened. Open means that the close was started, then canceled.",
      ),
      cell: ofClose((close) => <Stage close={close} />),
      value: ({ close }) => stageWord(close),
      blank: unlessComing(({ close }) => close?.status == null),
    },
    {
      id: "checklist",
      header: t("Checklist"),
      width: "98px",
      help: t(
        "Close tasks done, out of the total. In a closed period, the others were left open. Until someone starts the close, the ring is gray. Hover for details.",
      ),
      cell: ofClose((close) => <Checklist close={close} />),
      value: ({ close }) => (close?.progress == null ? null : checklistText(close.progress, close.status, close.started)),
      blank: unlessComing(({ close }) => close?.progress == null),
    },
    {
      id: "due",
      header: t("Due"),
      width: "92px",
      help: t("When the close is due, and whether it or its tasks are late. Hover for how late, in business days."),
      cell: ofClose((close) => <Due close={close} today={today} wide={wide} />),
      value: ({ close }) => (close === null ? null : dueOf(close)),
      blank: unlessComing(({ close }) => close === null || dueOf(close) === null),
    },
    {
      id: "blocks",
      header: t("Next task"),
      // The longest task of the template, with a count: it is never cut, and every other minor column goes first.
      width: "minmax(237px, 1.2fr)",
      minor: 0.25,
      whole: true,
      help: t(
        "What to do next, and how many other tasks are open. Hover for all of them. A closed period shows whether the ledger still has to be locked.",
      ),
      cell: (row) => {
        const { close } = row;
        if (close === null || close.status === null) return isWithoutClose(row) ? <NoClose row={row} /> : <Unknown row={row} />;
        return isLockBehind(row) ? <LockBehind row={row} /> : <Blocks blocks={close.blocks} recounting={close.outdated} />;
      },
      value: (row) => (isWithoutClose(row) ? noCloseWords(row) : nextTasks(row)),
      blank: unlessComing((row) => nextTasks(row) === null),
    },
    {
      id: "owner",
      header: t("Team"),
      width: "60px",
      minor: 0.7,
      help: t("Who prepares and who reviews the client's close."),
      cell: (row) => <Owners row={row} />,
      value: (row) => personOf(row, "preparer") ?? personOf(row, "reviewer"),
    },
  ];
}

function stageWord(close: CloseBoardRow | null): string | null {
  const stage = stageOf(close);
  return stage === null ? null : STAGE_WORDS[stage];
}

function nextTasks(row: DashboardRow): string | null {
  const all = isLockBehind(row) ? [LOCK_LEDGER, ...(row.close?.leftOpen ?? [])] : (row.close?.blocks ?? []);
  return all.join(", ") || null;
}

function noCloseWords({ documents }: Pick<DashboardRow, "documents">): string {
  return documents === 0 ? t("No periods yet") : t("No period has ended yet");
}

/** Why the cells beside it are empty. */
function NoClose({ row }: { readonly row: DashboardRow }) {
  return (
    <span className={text.muted} title={row.documents === 0 ? t("Periods begin with the first transaction.") : undefined}>
      {noCloseWords(row)}
    </span>
  );
}

/** A column that will have something to show stays while its closes are looked at for the first time. */
function unlessComing(isEmpty: (row: DashboardRow) => boolean): (row: DashboardRow) => boolean {
  return (row) => isEmpty(row) && !isCloseComing(row);
}

/** In the words of the client's own close. Who filters by "late" looks for what is late, so nothing says that nothing is. */
export function checklistText(progress: NonNullable<CloseBoardRow["progress"]>, status: CloseBoardRow["status"], started: boolean): string {
  const words = closeProgressWords({ progress, status: status ?? "open", started });
  return progress.late === 0 || status === "closed" ? words : t("{left}, {late}", { left: words, late: tasksLate(progress.late) });
}

export function variancesColumn(): Column<DashboardRow> {
  return {
    id: "variances",
    header: t("Open flux"),
    width: "72px",
    minor: 0.8,
    align: "end",
    counts: true,
    help: t(
      "Material changes that still need an explanation or a sign-off. Shows n/a if there are no figures to compare with. Hover for details.",
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
    person("preparer", t("Preparer"), t("The assigned preparer or, if none, the person who signed off on the period as preparer.")),
    person("reviewer", t("Reviewer"), t("The assigned reviewer or, if none, the person who signed off on the period as reviewer.")),
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
  if (isCloseComing(row)) return <Coming words={t("Not calculated yet")} />;
  return isUnread(row) ? <Coming /> : <Nothing />;
}

interface PeriodProps {
  readonly period: string | null;
  readonly end: CalendarDate | null;
  readonly wide: boolean;
}

/** A ledger's own period may have a month's name and other days: the last of them is beside its name. */
export function Period({ period, end, wide }: PeriodProps) {
  if (period === null) return <Nothing />;
  if (end === null || end === monthEnd(end)) return formatPeriod(period);
  const words = t("{period} in the ledger's own calendar, through {day}. This row's close columns are for this period.", {
    period: formatPeriod(period),
    day: formatDay(end),
  });
  return (
    <span className={styles.words} title={words}>
      {formatPeriodTo(period, end, !wide)}
    </span>
  );
}

interface OfCloseProps {
  readonly close: CloseBoardRow;
}

/** Only a reopened period calls for someone: the others are plain text. What a closed period left open is in the tip and the columns beside it. */
export function Stage({ close }: OfCloseProps) {
  const { status } = close;
  if (status === null) return <Nothing />;
  const word = stageWord(close);
  if (status === "reopened") return <Chip tone={PERIOD_WORDS.reopened.tone} word={PERIOD_WORDS.reopened.word} icon={null} />;
  const left = leftOpen(close);
  if (left === 0) return <span className={text.muted}>{word}</span>;
  return (
    <span className={styles.words} title={closedWords(close, left)}>
      {word}
    </span>
  );
}

/** Tasks that were left open when the period was closed: they keep nobody waiting, but closed isn't done. */
function leftOpen({ status, progress }: Pick<CloseBoardRow, "status" | "progress">): number {
  return status !== "closed" || progress === null ? 0 : Math.max(0, progress.tasks - progress.done - progress.byHand);
}

function closedWords({ progress, closedWhy }: Pick<CloseBoardRow, "progress" | "closedWhy">, left: number): string {
  const tasks = progress?.tasks ?? left;
  const words = t("Closed with {shown} of {tasks, plural, one {1 task} other {# tasks}} open.", { shown: formatCount(left), tasks });
  return closedWhy === null ? words : `${words}\n${t("Reason: {why}", { why: closedWhy })}`;
}

export function Checklist({ close }: OfCloseProps) {
  const { progress, status, started } = close;
  if (progress === null) return <Nothing />;
  const left = leftOpen(close);
  const standing = left > 0 ? closedWords(close, left) : checklistText(progress, status, started);
  // What was closed and reopened may still not have been started.
  const isBegun = started || status === "closed";
  const { done } = closeCounts({ progress, status: status ?? "open", started });
  const ring = isBegun ? [] : [t("The ring is gray until someone starts the close.")];
  const older = countNotes(close);
  return (
    <span className={styles.close} title={[...older, standing, ...ring, ...close.blocks].join("\n")}>
      <ProgressRing done={done} of={progress.tasks} checked={!isBegun} />
      {older.length === 0 ? null : <HiddenText>{older.join(" ")}</HiddenText>}
      {`${formatCount(done)}/${formatCount(progress.tasks)}`}
    </span>
  );
}

interface DueProps {
  readonly close: Pick<CloseBoardRow, "due" | "status" | "progress" | "daysLate" | "closeDaysLate">;
  readonly today: CalendarDate;
  readonly wide: boolean;
}

/** Behind the due date, what is late has the tone of a warning; a day on time is muted. Where room is short, the tip says how late. */
export function Due({ close, today, wide }: DueProps) {
  const { progress, daysLate, closeDaysLate } = close;
  const due = dueOf(close);
  if (due === null) return <Nothing />;
  const day = formatDay(due);
  const short = due.slice(0, 4) === today.slice(0, 4) ? formatDayOfYear(due) : day;
  const warned = (words: string) => <span className={text.late}>{words}</span>;
  if (closeDaysLate > 0) {
    const late = wide ? t("{days, plural, one {1 business day late} other {# business days late}}", { days: closeDaysLate }) : t("late");
    return (
      <span className={styles.words} title={closeAndTask(day, closeDaysLate, daysLate)}>
        <Sentence text="{due}, {late}" values={{ due: short, late: warned(late) }} />
      </span>
    );
  }
  const late = progress?.late ?? 0;
  if (daysLate > 0 && late > 0) {
    return (
      <span className={styles.words} title={lateTasks(day, late, daysLate)}>
        <Sentence text="{due}, {late}" values={{ due: short, late: warned(tasksLate(late)) }} />
      </span>
    );
  }
  return (
    <span className={text.muted} title={t("Due {due}", { due: day })}>
      {capitalized(dueLabel(due, today))}
    </span>
  );
}

function tasksLate(late: number): string {
  return t("{late, plural, one {1 task late} other {{shown} tasks late}}", { late, shown: formatCount(late) });
}

/** Its tasks may be later than the close itself: both are here for comparing the two. */
function closeAndTask(due: string, closeDays: number, taskDays: number): string {
  const own = t("The close was due {due}. It's {days, plural, one {1 business day late} other {# business days late}}.", {
    due,
    days: closeDays,
  });
  if (taskDays <= closeDays) return own;
  const task = t("Its most overdue task is {days, plural, one {1 business day late} other {# business days late}}.", { days: taskDays });
  return `${own} ${task}`;
}

/** The close isn't due yet, but something in it is late. */
function lateTasks(due: string, late: number, days: number): string {
  const by = t("{days, plural, one {1 business day} other {# business days}}", { days });
  return t(
    "The close is due {due}. {late, plural, one {1 task is late by {by}.} other {{shown} tasks are late, the most overdue by {by}.}}",
    { due, late, by, shown: formatCount(late) },
  );
}

interface BlocksProps {
  readonly blocks: readonly string[];
  /** They are counted again now: these may be out of date, which their tooltip says. */
  readonly recounting: boolean;
}

/** The first by its name, which ends early where room is short, and how many more, which never does. The tooltip has all of them. */
export function Blocks({ blocks, recounting }: BlocksProps) {
  const [first, ...others] = blocks;
  if (first === undefined) return recounting ? <span className={text.muted}>{t("Updating…")}</span> : <Nothing />;
  return <Held first={first} others={others.length} tip={[...countNotes({ outdated: recounting }), ...blocks]} />;
}

function Held({ first, others, tip }: { readonly first: string; readonly others: number; readonly tip: readonly string[] }) {
  return (
    <span className={styles.blocks} title={tip.join("\n")}>
      <span className={text.ellipsis}>{first}</span>
      {others === 0 ? null : <span className={styles.more}>{t(" +{count}", { count: formatCount(others) })}</span>}
    </span>
  );
}

/** Some of its modules may be locked: only a lock of all of them counts here. */
const LOCK_LEDGER = t("Lock the ledger");

type LockFacts = Pick<DashboardRow, "lockedThrough" | "close">;

/** The ledger's lock may lag behind what is closed in Tieout: somebody has to set it there. */
function isLockBehind({ lockedThrough, close }: LockFacts): boolean {
  return close?.lockedHere === true && close.periodEnd !== null && (lockedThrough ?? "") < close.periodEnd;
}

function lockWords({ lockedThrough, close }: LockFacts): string {
  const period = formatPeriodTo(close?.period ?? "", close?.periodEnd ?? null);
  return lockedThrough === null
    ? t("{period} is closed in Tieout, but the ledger has no overall lock date. Lock the period there, then sync.", { period })
    : t("{period} is closed in Tieout, but the ledger's overall lock date is only {day}. Lock the period there, then sync.", {
        period,
        day: formatDay(lockedThrough),
      });
}

/** With the other tasks that the close left open, counted as in the rows beside it. */
export function LockBehind({ row }: { readonly row: LockFacts }) {
  const left = row.close?.leftOpen ?? [];
  const also = left.length === 0 ? [] : [t("Also open: {names}", { names: left.join(", ") })];
  return <Held first={LOCK_LEDGER} others={left.length} tip={[lockWords(row), ...also]} />;
}

function Owners({ row }: { readonly row: DashboardRow }) {
  const preparer = personOf(row, "preparer");
  const reviewer = personOf(row, "reviewer");
  if (preparer === null && reviewer === null) return row.close?.status == null && !isUnread(row) ? <Unknown row={row} /> : <Unassigned />;
  return (
    <>
      {preparer === null ? null : <Avatar name={preparer} title={t("Preparer: {name}", { name: preparer })} />}
      {reviewer === null ? null : <Avatar name={reviewer} title={t("Reviewer: {name}", { name: reviewer })} />}
    </>
  );
}

/** The ledger's lock of all modules. Where it lags behind a close, the column of next tasks says so. */
export function Locked({ row }: { readonly row: LockFacts }) {
  const { lockedThrough } = row;
  if (lockedThrough === null) return <Nothing />;
  return (
    <span className={styles.lock} title={isLockBehind(row) ? lockWords(row) : undefined}>
      {formatDay(lockedThrough)}
    </span>
  );
}

/** The words are wider than the column. */
function Unassigned() {
  return (
    <span className={text.muted} title={t("Unassigned")}>
      –
    </span>
  );
}
