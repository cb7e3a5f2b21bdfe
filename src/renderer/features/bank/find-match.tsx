import { useMemo, useState } from "react";
import type { BankWork } from "#shared/contract/close/bank.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";
import { useCommandEnter } from "../../state/window/command-enter.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import styles from "./bank.module.css";
import { type BankRow, isToChoose, lineText, postingDetail, postingText, sumOf } from "./bank-lines.ts";
import { ChooseList } from "./choose-list.tsx";
import { LineSummary } from "./line-summary.tsx";

interface FindProps {
  readonly row: BankRow;
  readonly work: BankWork;
  readonly currency: string;
  readonly onMatch: (recordIds: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Chooses the transactions that a statement line is: what is proposed first, then those nearest in amount and day. Ctrl+Enter matches
 * those that are ticked.
 */
export function FindMatch({ row, work, currency, onMatch, onClose }: FindProps) {
  const open = useMemo(() => candidates(row, work), [row, work]);
  const [ticked] = useState(() => tickedFirst(row, open));
  const [chosen, setChosen] = useState(ticked);
  const left = subtractDecimals(sumOf(row.lines), sumOf(open.filter(({ recordId }) => chosen.includes(recordId))));
  const isEven = chosen.length > 0 && isZero(left);
  const items = open.map((posting) => ({
    ...{ id: posting.recordId, date: posting.date, amount: posting.amount },
    ...{ title: postingText(posting), detail: detailOf(posting) },
  }));
  const match = () => {
    if (!isEven) return;
    onClose();
    onMatch(chosen);
  };
  const onCommandEnter = useCommandEnter("preparer", match);
  const reason = t("Choose transactions that add up to {count, plural, one {the line} other {the lines}}", { count: row.lines.length });
  return (
    <Dialog title={t("Find a match: {line}", { line: row.lines.map(lineText).join(", ") })} wide onClose={onClose}>
      <form
        className={styles.find}
        onKeyDown={(event) => {
          // The Enter that opened this, still held down, accepts nothing: the candidates are looked at first.
          if (event.key === "Enter" && event.repeat) event.preventDefault();
          else onCommandEnter(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          match();
        }}
      >
        <LineSummary lines={row.lines} currency={currency} />
        <ChooseList label={t("Transactions")} {...{ items, chosen, currency, left }} onChoose={setChosen} startsAt={ticked[0] ?? null} />
        <div className={classes(layout.dialogFoot, styles.foot)}>
          <span className={classes(styles.left, text.muted)}>{isEven ? null : reason}</span>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button needs="preparer" type="submit" kind="primary" disabled={!isEven} title={isEven ? t("Ctrl+Enter") : reason}>
            {t("Match")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is proposed, where it is to be chosen. A person who looks for another match than the one to accept begins with none. */
export function tickedFirst(row: BankRow, open: BankWork["postings"]): readonly string[] {
  if (!isToChoose(row)) return [];
  return row.suggestion?.recordIds.filter((id) => open.some(({ recordId }) => recordId === id)) ?? [];
}

/** With the ledger's own reconciled status, which tells two transactions of one amount apart. */
function detailOf(posting: BankWork["postings"][number]): string {
  const status = posting.ledgerReconciled === true ? t("Reconciled in the ledger") : "";
  return [postingDetail(posting), status].filter((part) => part !== "").join(" · ");
}

/** What nothing is matched with: what is proposed first, then nearest in amount, then in days. */
function candidates({ lines, key, suggestion }: BankRow, { postings, matches }: BankWork) {
  const used = new Set(matches.filter(({ broken }) => broken === null).flatMap(({ recordIds }) => recordIds));
  const [first] = lines.filter(({ lineId }) => lineId === key);
  // How far away it is only orders the list: a number is exact enough.
  const [amount, day] = [Number(sumOf(lines)), first === undefined ? 0 : dayNumber(first.date)];
  const far = (posting: BankWork["postings"][number]) =>
    (suggestion?.recordIds.includes(posting.recordId) === true ? -1e12 : 0) +
    Math.abs(Number(posting.amount) - amount) * 10 +
    Math.abs(dayNumber(posting.date) - day) +
    (Math.sign(Number(posting.amount)) === Math.sign(amount) ? 0 : 1e9);
  return postings.filter(({ recordId }) => !used.has(recordId)).toSorted((a, b) => far(a) - far(b));
}
