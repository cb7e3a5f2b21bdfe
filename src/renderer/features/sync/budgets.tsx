import type { BudgetView } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatBytes } from "../../format/amounts/bytes.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Explain } from "../../ui/controls/tooltip.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import styles from "./budgets.module.css";
import { bytesForecast, dayForecast, type Forecast, mayReach, monthForecast, type Planned } from "./forecast.ts";

interface BudgetsProps {
  readonly budget: BudgetView;
  /** What is planned; null where it is not known. */
  readonly planned: Planned | null;
  readonly nowMs: number;
}

interface BudgetLine {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  readonly forecast: Forecast | null;
  /** When the forecast is reached. */
  readonly until: (count: string) => string;
  /** The ledger forgets what was used as time goes on, and not at the end of a month. Such a limit counts requests of all kinds. */
  readonly rolls: boolean;
  readonly words: (count: number) => string;
}

/** How much of each of the ledger's limits is used, and what it comes to as planned. */
export function Budgets({ budget, planned, nowMs }: BudgetsProps) {
  const lines = budgetLines(budget, planned, nowMs);
  return (
    <section aria-label={t("Ledger limits")} className={styles.budgets}>
      {lines.map((line) => (
        <Budget key={line.name} line={line} />
      ))}
    </section>
  );
}

function budgetLines(budget: BudgetView, planned: Planned | null, nowMs: number): readonly BudgetLine[] {
  // What is forecast during the first sync is the least that it comes to.
  const isLeast = planned?.row === null;
  const byMonthEnd = (count: string) =>
    isLeast ? t("at least {count} by month end", { count }) : t("about {count} by month end", { count });
  const lines: readonly BudgetLine[] = [
    {
      ...{ name: t("Requests in the last minute"), used: budget.minuteUsed, limit: budget.minuteLimit, forecast: null, rolls: true },
      ...{ words: formatCount, until: (count) => count },
    },
    {
      ...{ name: t("Requests in the last 24 hours"), used: budget.dayUsed, limit: budget.dayLimit, rolls: true, words: formatCount },
      forecast: planned === null ? null : dayForecast(planned),
      until: (count) =>
        isLeast ? t("at least {count} in the next 24 hours", { count }) : t("about {count} in the next 24 hours", { count }),
    },
    {
      ...{
        name: t("Read requests this month"),
        used: budget.monthReads,
        limit: budget.monthReadsLimit,
        rolls: false,
        words: formatCount,
      },
      forecast: planned === null ? null : monthForecast(budget.monthReads, planned, nowMs, budget.monthReadsLimit),
      until: byMonthEnd,
    },
    {
      ...{ name: t("Data read this month"), used: budget.monthBytes, limit: budget.monthBytesLimit, rolls: false, words: formatBytes },
      forecast: planned === null ? null : bytesForecast(budget, planned, nowMs),
      until: byMonthEnd,
    },
  ];
  return lines.filter(({ name, limit }) => limit !== null || name !== lines[0]?.name);
}

/** The limits by minute and by day count more than the latest sync's requests, which are named above them. A month's count only reads. */
const COUNTED_WORDS = t("Counts all requests to this ledger, including those for syncs, ledger updates and connecting.");

function Budget({ line }: { readonly line: BudgetLine }) {
  const { name, used, limit, rolls, words } = line;
  return (
    <div className={styles.budget}>
      <span className={text.mutedSmall} title={rolls ? COUNTED_WORDS : undefined}>
        {name}
      </span>
      <span className={styles.figure}>
        {words(used)}
        <span className={styles.of}>{limit === null ? t(" · no limit") : t(" of {limit}", { limit: words(limit) })}</span>
      </span>
      {limit === null ? (
        <span />
      ) : (
        <ProgressBar share={limit === 0 ? 1 : used / limit} label={name} tone={used >= limit ? "queued" : "syncing"} />
      )}
      {line.forecast === null ? null : <Outcome line={line} forecast={line.forecast} />}
    </div>
  );
}

function Outcome({ line, forecast }: { readonly line: BudgetLine; readonly forecast: Forecast }) {
  const { name } = line;
  const said = line.until(line.words(forecast.count));
  const wait = waitText(line, forecast);
  return (
    <span className={styles.forecast}>
      <Explain words={capitalized(said)} label={t("{name}: {said}", { name, said })}>
        <ul className={styles.basis}>
          {forecast.basis.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Explain>
      {wait === null ? null : <span>{wait}</span>}
    </span>
  );
}

/** That syncing waits, or will have to; null where the limit is far. */
function waitText({ used, limit, rolls }: BudgetLine, forecast: Forecast): string | null {
  if (limit === null) return null;
  if (used >= limit) return rolls ? t("Daily limit reached: syncing waits.") : t("Monthly limit reached: syncing waits until next month.");
  if (forecast.count > limit) return t("That's over the limit, so syncing would have to wait.");
  return rolls && mayReach(used, forecast, limit) ? t("The daily limit may be reached, so syncing may have to wait.") : null;
}
