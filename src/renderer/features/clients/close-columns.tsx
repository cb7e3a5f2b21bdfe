import { Lock, LockOpen, RefreshCw } from "lucide-react";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { dueLabel } from "../../format/dates/due-labels.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { ProgressRing } from "../../ui/charts/progress-ring.tsx";
import { Avatar } from "../../ui/controls/avatar.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import styles from "./client-columns.module.css";
import { type DashboardRow, personOf } from "./dashboard-rows.ts";

/** How far the close of each client is, when it is due, and what holds it up. */
export function closeColumns(today: CalendarDate, wide: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "stage",
      header: t("Stage"),
      width: "84px",
      help: t("Status of the period: open, in close, closed or reopened."),
      cell: ({ close }) => <Stage status={close?.status ?? null} />,
      value: ({ close }) => (close?.status == null ? null : PERIOD_WORDS[close.status].word),
      blank: ({ close }) => close?.status == null || close.status === "open",
    },
    {
      id: "checklist",
      header: t("Checklist"),
      width: "98px",
      help: t("Close tasks done, out of the total. Hover to see how many are late and what holds up the close."),
      cell: (row) => <Checklist row={row} />,
      value: ({ close }) => (close?.progress == null ? null : checklistText(close.progress, close.status)),
    },
    {
      id: "due",
      header: t("Due"),
      width: "92px",
      help: t(
        "When the close is due. Red text shows how many business days late the close is or, if it isn't late yet, how many tasks are late.",
      ),
      cell: (row) => <Due row={row} today={today} wide={wide} />,
      value: ({ close }) => close?.due ?? null,
    },
    {
      id: "blocks",
      header: t("Held up by"),
      width: wide ? "minmax(250px, 1.2fr)" : "80px",
      minor: true,
      help: t(
        "Open review notes, late tasks, and tasks that hold up other tasks. Tasks with the status “Waiting” aren't listed, even if they're late.",
      ),
      cell: ({ close }) => <Blocks blocks={close?.blocks ?? []} wide={wide} />,
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
    cell: ({ close }) =>
      close?.variances == null || close.status === "closed" ? (
        <Nothing />
      ) : (
        <span title={close.variances.summary}>{close.variances.left === null ? t("n/a") : formatCount(close.variances.left)}</span>
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

/** Only a reopened period calls for someone: the other stages are plain text. */
function Stage({ status }: { readonly status: CloseBoardRow["status"] }) {
  if (status === null) return <Nothing />;
  const { word, tone } = PERIOD_WORDS[status];
  return status === "reopened" ? <Chip tone={tone} word={word} icon={null} /> : <span className={text.muted}>{word}</span>;
}

function Checklist({ row: { close } }: { readonly row: DashboardRow }) {
  if (close?.progress == null) return <Nothing />;
  const { tasks, done, byHand, late } = close.progress;
  // What is left in a closed period keeps nobody waiting.
  const behind = late > 0 && close.status !== "closed" ? [tasksLate(late)] : [];
  const older = close.outdated ? [t("Recalculating: this count may be out of date.")] : [];
  return (
    <span className={classes(styles.close, close.outdated && text.muted)} title={[...older, ...behind, ...close.blocks].join("\n")}>
      <ProgressRing done={done + byHand} of={tasks} />
      {`${formatCount(done + byHand)}/${formatCount(tasks)}`}
      {close.outdated ? (
        <>
          <RefreshCw size={11} aria-hidden />
          <HiddenText>{older}</HiddenText>
        </>
      ) : null}
    </span>
  );
}

interface DueProps {
  readonly row: DashboardRow;
  readonly today: CalendarDate;
  readonly wide: boolean;
}

function Due({ row: { close }, today, wide }: DueProps) {
  if (close?.due == null || close.status === "closed") return <Nothing />;
  const due = formatDay(close.due);
  if (close.closeDaysLate > 0) {
    return (
      <span className={styles.late} title={t("Due {due}; lateness is counted in business days", { due })}>
        {wide
          ? t("{days, plural, one {1 business day late} other {# business days late}}", {
              days: close.closeDaysLate,
            })
          : t("{days, plural, one {1 bus. day late} other {# bus. days late}}", { days: close.closeDaysLate })}
      </span>
    );
  }
  const late = close.progress?.late ?? 0;
  if (close.daysLate > 0 && late > 0)
    return (
      <span className={styles.late} title={oldestTask(close.daysLate, due)}>
        {wide ? `${capitalized(dueLabel(close.due, today))}, ` : ""}
        {tasksLate(late)}
      </span>
    );
  return <span title={t("Due {due}", { due })}>{capitalized(dueLabel(close.due, today))}</span>;
}

function tasksLate(late: number): string {
  return t("{late, plural, one {1 task late} other {{shown} tasks late}}", { late, shown: formatCount(late) });
}

/** The close isn't due yet, but something in it is late. */
function oldestTask(days: number, due: string): string {
  return t("The close is due {due}. Its most overdue task is {days, plural, one {1 business day late} other {# business days late}}.", {
    due,
    days,
  });
}

/** The first task by its name where there is room for it; else how many, since half a name helps nobody. The tooltip has all of them. */
export function Blocks({ blocks, wide }: { readonly blocks: readonly string[]; readonly wide: boolean }) {
  const [first, ...others] = blocks;
  if (first === undefined) return <Nothing />;
  if (!wide)
    return (
      <span className={text.unbroken} title={blocks.join("\n")}>
        {t("{reasons, plural, one {1 reason} other {# reasons}}", { reasons: blocks.length })}
      </span>
    );
  return (
    <span className={styles.blocks} title={blocks.join("\n")}>
      <span className={text.oneLine}>{first}</span>
      {others.length === 0 ? null : <span className={styles.more}>{t(" +{count}", { count: formatCount(others.length) })}</span>}
    </span>
  );
}

function Owners({ row }: { readonly row: DashboardRow }) {
  const preparer = personOf(row, "preparer");
  const reviewer = personOf(row, "reviewer");
  if (preparer === null && reviewer === null) return <Nothing />;
  return (
    <>
      {preparer === null ? null : <Avatar name={preparer} title={t("Preparer: {name}", { name: preparer })} />}
      {reviewer === null ? null : <Avatar name={reviewer} title={t("Reviewer: {name}", { name: reviewer })} />}
    </>
  );
}

/** The ledger's lock. It may lag behind what is closed in Tieout, which is worth knowing but keeps nobody waiting. */
export function Locked({ row: { lockedThrough, close } }: { readonly row: Pick<DashboardRow, "lockedThrough" | "close"> }) {
  const behind = close?.lockedHere === true && close.periodEnd !== null && (lockedThrough ?? "") < close.periodEnd;
  if (!behind && lockedThrough === null) return <Nothing />;
  const words = behind ? t("The ledger's lock date doesn't cover {period} yet", { period: formatPeriod(close.period ?? "") }) : undefined;
  return (
    <span className={styles.lock} title={words}>
      {behind ? <LockOpen size={11} aria-hidden /> : <Lock size={11} aria-hidden />}
      {lockedThrough === null ? t("Not locked") : formatDay(lockedThrough)}
      {behind ? <HiddenText>{words}</HiddenText> : null}
    </span>
  );
}

function Nothing() {
  return <span className={text.muted}>–</span>;
}
