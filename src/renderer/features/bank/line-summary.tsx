import type { BankLine } from "#shared/contract/close/bank.ts";
import { formatDay } from "../../format/dates/date.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { lineDetail, lineText } from "./bank-lines.ts";

/** The statement lines that a dialog is about, as the bank has them. */
export function LineSummary({ lines, currency }: { readonly lines: readonly BankLine[]; readonly currency: string }) {
  return lines.map((line) => (
    <div key={line.lineId} className={classes(styles.entry, styles.summaryLine)}>
      <span className={styles.day}>{formatDay(line.date)}</span>
      <span className={styles.what}>
        <span className={styles.who}>
          {lineText(line)}
          <LineNumber reference={line.reference} />
        </span>
        <span className={text.mutedSmall}>{lineDetail(line)}</span>
      </span>
      <Money amount={line.amount} currency={currency} showCurrency />
    </div>
  ));
}

/** A bank line's number, a check's for instance, after its words: below the day it would read as part of that. */
export function LineNumber({ reference }: Pick<BankLine, "reference">) {
  return reference === null || reference === "" ? null : <span className={styles.number}> {reference}</span>;
}
