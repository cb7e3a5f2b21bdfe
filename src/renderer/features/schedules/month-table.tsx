import { useEffect, useRef } from "react";
import type { ScheduleMonthView } from "#shared/contract/close/schedules.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { documentAddress, writesAddress } from "../../state/window/screen-address.ts";
import { Money } from "../../ui/figures/money.tsx";
import { EntryState } from "./item-columns.tsx";
import styles from "./schedules.module.css";

interface MonthTableProps {
  readonly clientId: string;
  readonly currency: string;
  readonly months: readonly ScheduleMonthView[];
  /** Nothing is posted of an item that isn't saved. */
  readonly planned?: boolean;
  /** The month on screen, which is scrolled to. */
  readonly current?: string;
}

/** An item month by month: opening + additions − reductions = closing, and the journal of each month. */
export function MonthTable({ clientId, currency, months, planned = false, current }: MonthTableProps) {
  const hasInterest = months.some(({ interest }) => interest !== null);
  const own = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no cleanup.
    own.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <table className={styles.months} aria-label={t("Months")}>
      <thead>
        <tr>
          <th scope="col">{t("Month")}</th>
          <th scope="col">{t("Opening")}</th>
          <th scope="col">{t("Additions")}</th>
          <th scope="col">{t("Reductions")}</th>
          {hasInterest ? <th scope="col">{t("Interest")}</th> : null}
          <th scope="col">{t("Closing")}</th>
          {planned ? null : (
            <th scope="col" className={styles.entry}>
              {t("Entry")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {months.map((row) => (
          <tr key={row.month} {...(row.month === current ? { ref: own, "aria-current": "date" as const } : {})}>
            <th scope="row">{row.disposed ? t("{day}, disposed", { day: formatDay(row.date) }) : formatPeriod(row.month)}</th>
            <td>{money(row.opening)}</td>
            <td>{isZero(row.added) ? null : money(row.added)}</td>
            <td>{money(row.reduced)}</td>
            {hasInterest ? <td>{row.interest === null ? null : money(row.interest)}</td> : null}
            <td>{money(row.closing)}</td>
            {planned ? null : (
              <td className={styles.entry}>
                {row.state === "confirmed" && row.recordId !== null ? (
                  <a href={`#${documentAddress(clientId, row.recordId)}`}>{t("Posted")}</a>
                ) : row.jobId !== null ? (
                  <a href={`#${writesAddress(clientId, row.jobId)}`}>
                    <EntryState state={row.state} />
                  </a>
                ) : (
                  <EntryState state={row.state} isLater={current !== undefined && row.month > current} />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
