import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import text from "../../../styles/text.module.css";
import { Money } from "../../../ui/figures/money.tsx";
import styles from "./adjusting.module.css";
import { isSpread, isUneven, scheduleOf } from "./adjusting-form.ts";

/** What a definition posts, month by month, and what is left to use up. */
export function Schedule({ entry, currency }: { readonly entry: AdjustingEntry; readonly currency: string }) {
  const lines = scheduleOf(entry, currencyDigits(currency));
  const spread = isSpread(entry);
  const reverses = lines.some((line) => line.reverses);
  return (
    <>
      <table className={styles.schedule} aria-label={t("Schedule")}>
        <thead>
          <tr>
            <th scope="col">{t("Posting date")}</th>
            <th scope="col" className={styles.end}>
              {t("Amount, {currency}", { currency })}
            </th>
            {spread ? (
              <th scope="col" className={styles.end}>
                {t("Remaining")}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ date, amount, left }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date)}</th>
              <td className={styles.end}>
                <Money amount={amount} currency={currency} />
              </td>
              {left === null ? null : (
                <td className={styles.end}>
                  <Money amount={left} currency={currency} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={text.muted}>
        {[
          reverses ? t("Each entry auto-reverses on the first day of the next period.") : "",
          entry.kind === "recurring" && entry.until === null ? t("The entry has no end date, so only its first 12 months are shown.") : "",
          spread && isUneven(lines) ? t("Monthly amounts may differ because of rounding, but they add up to the total.") : "",
          t("This schedule uses calendar month-ends. If the ledger's periods end on other days, entries use those dates instead."),
        ]
          .filter((words) => words !== "")
          .join(" ")}
      </p>
    </>
  );
}
