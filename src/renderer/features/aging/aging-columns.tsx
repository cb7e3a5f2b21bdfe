import { classes } from "../../components/classes.ts";
import { Figure } from "../../components/figure.tsx";
import { amountValue, type Column } from "../../components/grid-types.ts";
import { formatCount } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import styles from "./aging-columns.module.css";
import type { AgingColumn, AgingLine } from "./aging-lines.ts";
import { BUCKET_WORDS, type Bucket } from "./aging-words.ts";

/** The columns of an aging; a figure of a party opens the documents behind it. */
export function agingColumns(buckets: readonly Bucket[], base: string | null): readonly Column<AgingLine>[] {
  return [
    {
      id: "party",
      header: t("Party"),
      help: t("One row for each party and currency. Enter on a figure opens the documents behind it."),
      width: "minmax(240px, 2fr)",
      cell: (line) => (
        <span className={classes(styles.party, styles[line.kind])} title={line.label}>
          <bdi>{line.label}</bdi>
          {line.note === null ? null : <span className={styles.note}> {line.note}</span>}
        </span>
      ),
      value: (line) => line.label,
    },
    {
      id: "currency",
      header: t("In"),
      help: t("The currency of the row's figures."),
      width: "48px",
      cell: (line) => line.currency,
      value: (line) => line.currency,
    },
    ...buckets.map((bucket) => amountColumn(bucket, BUCKET_WORDS[bucket].word, BUCKET_WORDS[bucket].means)),
    amountColumn("outstanding", t("Open"), t("All that was open at that day, the sum of the five columns before.")),
    amountColumn(
      "unapplied",
      t("Unapplied"),
      t("Credits, overpayments, prepayments and deposits that settle nothing yet. They are not taken off what is open."),
    ),
    ...(base === null
      ? []
      : [
          amountColumn(
            "base",
            t("In {base}", { base }),
            t("In base currency, only where the ledger itself gave the amount. It is never converted here, so n/a is not nothing."),
            base,
          ),
        ]),
    {
      id: "documents",
      header: t("Docs"),
      help: t("How many documents make up the row."),
      width: "56px",
      align: "end",
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
