import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./aging-columns.module.css";
import { BUCKET_LABELS, type Bucket } from "./aging-labels.ts";
import type { AgingColumn, AgingLine } from "./aging-rows.ts";

/** The columns of an aging; a figure of a party opens the documents behind it. */
export function agingColumns(buckets: readonly Bucket[], base: string | null): readonly Column<AgingLine>[] {
  return [
    {
      id: "party",
      header: t("Contact"),
      help: t(
        "One row per contact and currency. Any unapplied amounts are listed below, by contact and kind. Press Enter on a figure to see its transactions.",
      ),
      width: "minmax(240px, 2fr)",
      cell: (line) => (
        <span className={classes(styles.party, styles[line.kind])} title={line.label}>
          <bdi className={line.kind === "party" || line.kind === "unapplied" ? text.name : undefined}>{line.label}</bdi>
          {line.note === null ? null : <span className={styles.note}> {line.note}</span>}
        </span>
      ),
      value: (line) => line.label,
    },
    {
      id: "currency",
      tellsApart: true,
      header: t("Currency"),
      help: t("Currency of the amounts in this row."),
      width: "48px",
      cell: (line) => line.currency,
      value: (line) => line.currency,
    },
    ...buckets.map((bucket) => ({
      ...amountColumn(bucket, BUCKET_LABELS[bucket].word, BUCKET_LABELS[bucket].means),
      minor: true,
      pair: "ages",
    })),
    amountColumn("outstanding", t("Outstanding"), t("Total outstanding on the as-of date, across the five aging columns.")),
    // Beside a panel, where the ages don't fit: who is late is what the next contact is chosen by.
    {
      ...amountColumn("overdue", t("Overdue"), t("Total overdue on the as-of date. Replaces the aging columns when they don't fit.")),
      standsFor: "ages",
    },
    amountColumn(
      "unapplied",
      t("Unapplied"),
      t(
        "Unapplied credits and payments, overpayments, prepayments and deposits, shown as negative amounts. Deducted only in “Net of unapplied.”",
      ),
    ),
    ...(base === null
      ? []
      : [
          amountColumn(
            "base",
            t("In {base}", { base }),
            t(
              "Base-currency amount as reported by the ledger. Tieout doesn't convert amounts. Shows n/a if the ledger reports none for a transaction in this row, such as a partly paid one in a foreign currency.",
            ),
            base,
          ),
        ]),
    {
      id: "documents",
      minor: true,
      header: t("Transactions"),
      help: t("Number of transactions in this row. The total counts unapplied credits and payments, too."),
      width: "56px",
      align: "end",
      counts: true,
      cell: (line) => (line.documents === null ? null : formatCount(line.documents)),
      value: (line) => (line.documents === null ? null : String(line.documents)),
    },
  ];
}

function amountColumn(id: AgingColumn, header: string, help: string, currency?: string): Column<AgingLine> {
  return {
    id,
    header,
    help,
    width: "minmax(104px, 1fr)",
    align: "end",
    cell: (line) => {
      const amount = line.amounts[id];
      if (amount === undefined) return null;
      return (
        <span className={classes(line.opens && styles.opens, line.kind === "total" && styles.total)}>
          <Figure amount={amount} currency={currency ?? line.currency} />
        </span>
      );
    },
    value: (line) => amountValue(line.amounts[id], currency ?? line.currency),
  };
}
