import type { BudgetView } from "#shared/contract/sync.ts";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatBytes } from "../../format/bytes.ts";
import styles from "./budgets.module.css";

/** How much of each of the ledger's limits is used; a limit that the ledger does not have is not shown. */
export function Budgets({ budget }: { readonly budget: BudgetView }) {
  const shown = [
    { name: "Requests this minute", used: budget.minuteUsed, limit: budget.minuteLimit, words: formatCount },
    { name: "Requests today", used: budget.dayUsed, limit: budget.dayLimit, words: formatCount },
    { name: "Metered reads this month", used: budget.monthReads, limit: budget.monthReadsLimit, words: formatCount },
    { name: "Data read this month", used: budget.monthBytes, limit: budget.monthBytesLimit, words: formatBytes },
  ].filter(({ used, limit }) => limit !== null || used > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Limits of the ledger" className={styles.budgets}>
      {shown.map(({ name, used, limit, words }) => (
        <div key={name} className={styles.budget}>
          <span className={styles.name}>{name}</span>
          <span className={styles.figure}>
            {words(used)}
            <span className={styles.of}>{limit === null ? ", no limit" : ` of ${words(limit)}`}</span>
          </span>
          {limit === null ? null : (
            <ProgressBar share={limit === 0 ? 1 : used / limit} label={name} tone={used >= limit ? "queued" : "syncing"} />
          )}
        </div>
      ))}
    </section>
  );
}
