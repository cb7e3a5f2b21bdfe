import type { AdjustingEntry } from "#shared/model/adjusting-entry.ts";
import { Money } from "../../components/money.tsx";
import { currencyDigits } from "../../format/amount.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
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
            <th scope="col">{t("Posted on")}</th>
            <th scope="col" className={styles.end}>
              {t("Amount, {currency}", { currency })}
            </th>
            {spread ? (
              <th scope="col" className={styles.end}>
                {t("Left")}
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
      <p className={styles.quiet}>
        {[
          reverses ? t("Each is turned round on the day after.") : "",
          entry.kind === "recurring" && entry.until === null ? t("The first twelve months of an entry without end.") : "",
          spread && isUneven(lines) ? t("Months differ by what rounding leaves; together they are the total.") : "",
          t("Shown by calendar months; where the ledger's periods differ, their last days count."),
        ]
          .filter((words) => words !== "")
          .join(" ")}
      </p>
    </>
  );
}
