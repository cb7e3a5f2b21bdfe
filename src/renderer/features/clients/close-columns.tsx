import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import styles from "./client-columns.module.css";
import { type DashboardRow, personOf } from "./dashboard-rows.ts";

/** How the close of each client stands. */
export function closeColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "stage",
      header: t("Stage"),
      width: "84px",
      help: t("Where the period being closed is: open, in close, closed or reopened."),
      cell: ({ close }) =>
        close?.status == null ? (
          <Nothing />
        ) : (
          <Chip tone={PERIOD_WORDS[close.status].tone} word={PERIOD_WORDS[close.status].word} icon={null} />
        ),
      value: ({ close }) => (close?.status == null ? null : PERIOD_WORDS[close.status].word),
    },
    {
      id: "checklist",
      header: t("Checklist"),
      width: "98px",
      help: t("Close tasks done, out of all, and how many are late. Hover to see by how many days."),
      cell: (row) => <Checklist row={row} />,
      value: ({ close }) =>
        close?.progress == null
          ? null
          : t("{done} of {tasks}, {late} late", {
              done: close.progress.done + close.progress.byHand,
              tasks: close.progress.tasks,
              late: close.status === "closed" ? 0 : close.progress.late,
            }),
    },
    {
      id: "variances",
      header: t("Variances"),
      width: "72px",
      align: "end",
      help: t("Material changes that still need an explanation or a sign-off."),
      cell: ({ close }) =>
        close?.variances == null ? <Nothing /> : <span title={close.variances.summary}>{formatCount(close.variances.left)}</span>,
      value: ({ close }) => (close?.variances == null ? null : String(close.variances.left)),
    },
    {
      id: "due",
      header: t("Due"),
      width: "92px",
      optional: true,
      help: t("The day by which every close task is due."),
      cell: ({ close }) => (close?.due == null ? <Nothing /> : formatDay(close.due)),
      value: ({ close }) => close?.due ?? null,
    },
    person("preparer", t("Preparer"), t("Who prepares this client; if no one is assigned, who signed the period as preparer.")),
    person("reviewer", t("Reviewer"), t("Who reviews this client; if no one is assigned, who signed the period as reviewer.")),
    {
      id: "blocks",
      header: t("What blocks it"),
      width: "minmax(140px, 1.2fr)",
      optional: true,
      help: t("Tasks that are late or blocking others."),
      cell: ({ close }) => <span title={close?.blocks.join("\n")}>{close?.blocks.join(", ")}</span>,
      value: ({ close }) => close?.blocks.join(", ") ?? null,
    },
  ];
}

function person(id: "preparer" | "reviewer", header: string, help: string): Column<DashboardRow> {
  return {
    ...{ id, header, help, width: "120px", optional: true },
    cell: (row) => personOf(row, id) ?? <Nothing />,
    value: (row) => personOf(row, id),
  };
}

function Checklist({ row: { close } }: { readonly row: DashboardRow }) {
  if (close?.progress == null) return <Nothing />;
  const { tasks, done, byHand, late } = close.progress;
  // What is left in a closed period keeps nobody waiting.
  const isLate = late > 0 && close.status !== "closed";
  const behind =
    close.daysLate === 0 ? [] : [t("{days, plural, one {1 business day late} other {# business days late}}", { days: close.daysLate })];
  return (
    <span title={[...behind, ...close.blocks].join("\n")}>
      {`${formatCount(done + byHand)}/${formatCount(tasks)} `}
      {isLate ? <strong className={styles.attention}>{t("{late} late", { late: formatCount(late) })}</strong> : null}
    </span>
  );
}

function Nothing() {
  return <span className={text.muted}>–</span>;
}
