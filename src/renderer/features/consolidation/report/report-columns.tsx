import { asSentence } from "#shared/kernel/readable.ts";
import type { ConsolidatedRow, GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { t } from "../../../language/t.ts";
import { classes } from "../../../ui/controls/classes.ts";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { amountValue, type Column } from "../../../ui/grid/grid-types.ts";
import styles from "../group.module.css";

const HELP = {
  entity: t("In the reporting currency, before eliminations."),
  eliminations: t("What was eliminated between entities: for each elimination pair, the amount that matches on both sides."),
  consolidated: t("Total of the other columns."),
} as const;

/** One column for each member, what is eliminated, and the sum, which stays longest where there is no room for all. */
export function reportColumns({ columns, currency, rows }: GroupReport): readonly Column<ConsolidatedRow>[] {
  const amounts = columns.map(
    ({ kind, nodeId, label }, at): Column<ConsolidatedRow> => ({
      id: nodeId ?? kind,
      header: label,
      minor: kind !== "consolidated",
      help: `${asSentence(label)} ${HELP[kind]}`,
      width: "minmax(132px, 1fr)",
      align: "end",
      cell: (row) => {
        if (row.kind === "section") return null;
        // The total of a trial balance proves zero, so its zero is written out.
        if (row.key === "total") return <Money amount={row.amounts[at] ?? "0"} currency={currency} />;
        return <Figure amount={row.amounts[at] ?? null} currency={currency} />;
      },
      value: (row) => amountValue(row.amounts[at], currency),
    }),
  );
  const hasSections = rows.some(({ kind }) => kind === "section");
  // Current year earnings are among the accounts of equity.
  const isInSection = ({ kind, section, key }: ConsolidatedRow): boolean =>
    hasSections && section !== "unknown" && (kind === "account" || (section === "equity" && key === "result"));
  return [
    {
      id: "account",
      header: t("Account"),
      help: t(
        "A group account's row combines all ledger accounts mapped to it. Unmapped accounts have their own rows. Press Enter on a figure to see the accounts behind it.",
      ),
      width: "minmax(240px, 2fr)",
      cell: (row) => (
        <span className={classes(styles.label, isInSection(row) && styles.inSection)} title={row.label}>
          {row.label}
        </span>
      ),
      value: ({ label }) => label,
    },
    ...amounts,
  ];
}
