import { useMemo, useState } from "react";
import type { BankWork } from "#shared/contract/close/bank.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { type BankRow, lineText, postingDetail, postingText, sumOf } from "./bank-lines.ts";

interface FindProps {
  readonly row: BankRow;
  readonly work: BankWork;
  readonly currency: string;
  readonly onMatch: (recordIds: readonly string[]) => void;
  readonly onClose: () => void;
}

const SHOWN = 100;

/** Chooses the transactions that a statement line is: those nearest in amount and day first. */
export function FindMatch({ row, work, currency, onMatch, onClose }: FindProps) {
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = useMemo(() => candidates(row, work), [row, work]);
  const wanted = filter.trim().toLowerCase();
  const shown = open.filter(
    (posting) =>
      wanted === "" ||
      `${postingText(posting)} ${postingDetail(posting)} ${posting.amount} ${formatDay(posting.date)}`.toLowerCase().includes(wanted),
  );
  const left = subtractDecimals(sumOf(row.lines), sumOf(open.filter(({ recordId }) => chosen.has(recordId))));
  const isEven = chosen.size > 0 && isZero(left);
  const toggle = (id: string) => setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const match = () => {
    onClose();
    onMatch([...chosen]);
  };
  return (
    <Dialog title={t("Find a match for {line}", { line: row.lines.map(lineText).join(", ") })} wide onClose={onClose}>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEven) match();
        }}
      >
        <input
          className={controls.input}
          data-first-focus=""
          aria-label={t("Filter transactions")}
          placeholder={t("Contact, number, amount")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <ul className={styles.candidates} aria-label={t("Transactions")}>
          {shown.slice(0, SHOWN).map((posting) => (
            <li key={posting.recordId}>
              <label className={styles.candidate}>
                <input type="checkbox" checked={chosen.has(posting.recordId)} onChange={() => toggle(posting.recordId)} />
                <span className={styles.day}>{formatDay(posting.date)}</span>
                <span className={styles.what}>
                  <span className={styles.who}>{postingText(posting)}</span>
                  <span className={text.mutedSmall}>{postingDetail(posting)}</span>
                </span>
                <Money amount={posting.amount} currency={currency} />
              </label>
            </li>
          ))}
          {shown.length === 0 ? <li className={text.muted}>{t("No unmatched transactions match the filter.")}</li> : null}
        </ul>
        <div className={layout.dialogFoot}>
          <span className={styles.left} role="status">
            {t("Left to match")} <Money amount={left} currency={currency} showCurrency />
          </span>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            type="submit"
            kind="primary"
            disabled={!isEven}
            title={isEven ? undefined : t("Choose transactions that add up to the line")}
          >
            {t("Match")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What nothing is matched with, nearest in amount, then in days. */
function candidates({ lines, key }: BankRow, { postings, matches }: BankWork) {
  const used = new Set(matches.filter(({ broken }) => broken === null).flatMap(({ recordIds }) => recordIds));
  const [first] = lines.filter(({ lineId }) => lineId === key);
  // How far away it is only orders the list: a number is exact enough.
  const [amount, day] = [Number(sumOf(lines)), first === undefined ? 0 : dayNumber(first.date)];
  const far = (posting: BankWork["postings"][number]) =>
    Math.abs(Number(posting.amount) - amount) * 10 +
    Math.abs(dayNumber(posting.date) - day) +
    (Math.sign(Number(posting.amount)) === Math.sign(amount) ? 0 : 1e9);
  return postings.filter(({ recordId }) => !used.has(recordId)).toSorted((a, b) => far(a) - far(b));
}
