import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { formatAmount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { sumOf } from "./bank-lines.ts";

/** A transaction that a statement line may be, or may pay. */
export interface Choosable {
  readonly id: string;
  readonly date: string;
  readonly title: string;
  readonly detail: string;
  readonly amount: DecimalString;
}

interface ChooseListProps {
  readonly label: string;
  readonly items: readonly Choosable[];
  /** Their ids, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly currency: string;
  /** What of the line nothing covers yet. */
  readonly left: DecimalString;
  /** What else follows from what is chosen. */
  readonly note?: ReactNode;
  /** The transaction that has the focus first; null: the filter. */
  readonly startsAt?: string | null;
}

const SHOWN = 100;

/** Transactions to tick, narrowed by what is typed save for those that are ticked, with a running total below. The arrows move from one to the next. */
export function ChooseList({ startsAt = null, ...props }: ChooseListProps) {
  const { label, items, chosen, onChoose, currency, left, note } = props;
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const found = items.filter(
    ({ title, detail, amount, date }) =>
      wanted === "" || `${title} ${detail} ${amount} ${formatAmount(amount, currency)} ${formatDay(date)}`.toLowerCase().includes(wanted),
  );
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <div className={styles.choose} data-choose="">
      <input
        className={controls.input}
        {...firstFocus(startsAt === null)}
        aria-label={t("Filter transactions")}
        placeholder={t("Contact, number or amount")}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={moveByArrows}
      />
      <ul className={styles.candidates} aria-label={label}>
        {found.slice(0, SHOWN).map(({ id, date, title, detail, amount }) => (
          <li key={id}>
            <label className={styles.candidate}>
              <input
                type="checkbox"
                {...firstFocus(id === startsAt)}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
                onKeyDown={moveByArrows}
              />
              <span className={styles.day}>{formatDay(date)}</span>
              <span className={styles.what}>
                <span className={styles.who}>{title}</span>
                <span className={text.mutedSmall}>{detail}</span>
              </span>
              <Money amount={amount} currency={currency} />
            </label>
          </li>
        ))}
        {found.length === 0 ? <li className={text.muted}>{t("No transactions found.")}</li> : null}
        {found.length > SHOWN ? (
          <li className={text.mutedSmall}>{t("The first {count} transactions are shown. Type to find others.", { count: SHOWN })}</li>
        ) : null}
      </ul>
      <div className={styles.running} role="status">
        <span>
          <span className={text.muted}>{t("{count, plural, =0 {None chosen} other {# chosen}}", { count: chosen.length })}</span>{" "}
          {chosen.length === 0 ? null : (
            <Money amount={sumOf(items.filter(({ id }) => chosen.includes(id)))} currency={currency} showCurrency />
          )}
        </span>
        {note}
        <span className={classes(text.strong, isZero(left) && styles.even)}>
          {t("Left to match")} <Money amount={left} currency={currency} showCurrency />
        </span>
      </div>
    </div>
  );
}

function firstFocus(isFirst: boolean) {
  return isFirst ? { "data-first-focus": "" } : {};
}

/** From the filter to the first transaction, from one to the next, and back. */
function moveByArrows(event: KeyboardEvent<HTMLInputElement>): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  const fields = [...(event.currentTarget.closest("[data-choose]")?.querySelectorAll("input") ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
