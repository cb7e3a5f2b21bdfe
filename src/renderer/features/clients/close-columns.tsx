import { Chip } from "../../components/chip.tsx";
import type { Column } from "../../components/grid-types.ts";
import { formatCount } from "../../format/amount.ts";
import { formatDay } from "../../format/date.ts";
import { PERIOD_WORDS } from "../../format/period-words.ts";
import { t } from "../../language/t.ts";
import styles from "./client-columns.module.css";
import type { DashboardRow } from "./dashboard-lines.ts";

/** How the close of each client stands. */
export function closeColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "stage",
      header: t("Stage"),
      width: "84px",
      help: t("How far the period under close is: open, in close, closed, reopened."),
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
      width: "76px",
      help: t("Tasks of the close that are done, of all. In red: business days that the latest task is behind."),
      cell: (row) => <Checklist row={row} />,
      value: ({ close }) =>
        close?.progress == null
          ? null
          : t("{done} of {tasks}", { done: close.progress.done + close.progress.byHand, tasks: close.progress.tasks }),
    },
    {
      id: "variances",
      header: t("Flux"),
      width: "50px",
      align: "end",
      help: t("Material changes that still need an explanation or a signature."),
      cell: ({ close }) =>
        close?.variances == null ? <Nothing /> : <span title={close.variances.summary}>{formatCount(close.variances.left)}</span>,
      value: ({ close }) => (close?.variances == null ? null : String(close.variances.left)),
    },
    {
      id: "due",
      header: t("Due"),
      width: "94px",
      optional: true,
      help: t("The day by which every task of the close is due."),
      cell: ({ close }) => (close?.due == null ? <Nothing /> : formatDay(close.due)),
      value: ({ close }) => close?.due ?? null,
    },
    person("preparer", t("Preparer"), t("Who signed the period as preparer."), ({ close }) => close?.preparer ?? null),
    person("reviewer", t("Reviewer"), t("Who signed the period as reviewer."), ({ close }) => close?.reviewer ?? null),
    {
      id: "blocks",
      header: t("What blocks"),
      width: "minmax(140px, 1.2fr)",
      optional: true,
      help: t("Tasks that are late, or that others wait for."),
      cell: ({ close }) => <span title={close?.blocks.join("\n")}>{close?.blocks.join(", ")}</span>,
      value: ({ close }) => close?.blocks.join(", ") ?? null,
    },
  ];
}

function person(id: string, header: string, help: string, of: (row: DashboardRow) => string | null): Column<DashboardRow> {
  return { id, header, help, width: "120px", optional: true, cell: (row) => of(row) ?? <Nothing />, value: of };
}

function Checklist({ row: { close } }: { readonly row: DashboardRow }) {
  if (close?.progress == null) return <Nothing />;
  const { tasks, done, byHand } = close.progress;
  return (
    <span title={close.blocks.join("\n")}>
      {`${formatCount(done + byHand)}/${formatCount(tasks)} `}
      {close.daysLate === 0 ? null : <strong className={styles.attention}>{`−${formatCount(close.daysLate)} d`}</strong>}
    </span>
  );
}

function Nothing() {
  return <span className={styles.quiet}>–</span>;
}
