import type { ScheduleRow } from "#shared/contract/schedule.ts";
import type { BudgetView } from "#shared/contract/sync.ts";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatBytes } from "../../format/bytes.ts";
import { t } from "../../language/t.ts";
import styles from "./budgets.module.css";
import { callsLeftToday, forecastWords, monthForecast } from "./forecast.ts";

interface BudgetsProps {
  readonly budget: BudgetView;
  /** What the schedule does by itself; undefined where it is not known. */
  readonly planned: ScheduleRow | undefined;
  readonly nowMs: number;
}

/** How much of each of the ledger's limits is used; a limit that the ledger does not have is not shown. */
export function Budgets({ budget, planned, nowMs }: BudgetsProps) {
  const today = planned === undefined ? null : budget.dayUsed + callsLeftToday(planned, nowMs);
  const shown = [
    { name: t("Requests this minute"), used: budget.minuteUsed, limit: budget.minuteLimit, forecast: null, words: formatCount },
    { name: t("Requests today"), used: budget.dayUsed, limit: budget.dayLimit, forecast: today, words: formatCount },
    {
      name: t("Metered reads this month"),
      used: budget.monthReads,
      limit: budget.monthReadsLimit,
      forecast: monthForecast(budget.monthReads, nowMs),
      words: formatCount,
    },
    {
      name: t("Data read this month"),
      used: budget.monthBytes,
      limit: budget.monthBytesLimit,
      forecast: monthForecast(budget.monthBytes, nowMs),
      words: formatBytes,
    },
  ].filter(({ used, limit }) => limit !== null || used > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("Limits of the ledger")} className={styles.budgets}>
      {shown.map(({ name, used, limit, forecast, words }) => (
        <div key={name} className={styles.budget}>
          <span className={styles.name}>{name}</span>
          <span className={styles.figure}>
            {words(used)}
            <span className={styles.of}>{limit === null ? t(", no limit") : t(" of {limit}", { limit: words(limit) })}</span>
          </span>
          {limit === null ? null : (
            <ProgressBar share={limit === 0 ? 1 : used / limit} label={name} tone={used >= limit ? "queued" : "syncing"} />
          )}
          {forecastWords(forecast, limit, words) === null ? null : (
            <span
              className={styles.forecast}
              title={
                name === "Requests today"
                  ? t("With the readings that are still planned for today, in UTC.")
                  : t("If the month goes on as it went so far.")
              }
            >
              {forecastWords(forecast, limit, words)}
            </span>
          )}
        </div>
      ))}
    </section>
  );
}
