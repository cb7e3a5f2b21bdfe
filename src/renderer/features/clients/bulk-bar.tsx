import { useState } from "react";
import { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatPeriod } from "../../format/date.ts";
import { announce } from "../../state/announcements.ts";
import { useBarMonth } from "../../state/chosen-span.ts";
import { queryClient } from "../../state/query-client.ts";
import styles from "./bulk-bar.module.css";
import type { DashboardRow } from "./dashboard-lines.ts";

/** What can be done with several clients at once: those of the selected rows. */
export function BulkBar({ rows }: { readonly rows: readonly DashboardRow[] }) {
  const month = useBarMonth(null);
  const [state, setState] = useState<{ readonly words: string; readonly problems: readonly string[] } | null>(null);
  const [busy, setBusy] = useState(false);
  if (rows.length < 2) return null;
  const each = async (doing: string, done: string, act: (row: DashboardRow) => Promise<unknown>): Promise<void> => {
    setBusy(true);
    const problems: string[] = [];
    for (const [index, row] of rows.entries()) {
      setState({ words: `${doing} ${formatCount(index + 1)} of ${formatCount(rows.length)}: ${row.name}`, problems });
      try {
        await act(row);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        problems.push(`${row.name}: ${error.failure.message}`);
      }
    }
    setBusy(false);
    const words = `${formatCount(rows.length - problems.length)} of ${formatCount(rows.length)} ${done}.`;
    setState({ words, problems });
    announce(words);
    void queryClient.invalidateQueries({ queryKey: ["close.board"] });
  };
  const read = (): void => {
    void call("sync.start", { clientIds: rows.map(({ clientId }) => clientId) }).then(() =>
      setState({ words: `Reading of ${formatCount(rows.length)} clients has started.`, problems: [] }),
    );
  };
  return (
    <section className={styles.bar} aria-label="Selected clients">
      <span>{`${formatCount(rows.length)} clients selected`}</span>
      <Button disabled={busy} onClick={read}>
        Sync them
      </Button>
      <Button disabled={busy} onClick={() => void each("Taking into close", "are in close", (row) => takeIntoClose(row.clientId, month))}>
        {`Take ${formatPeriod(month)} into close`}
      </Button>
      <span role="status">{state?.words}</span>
      {state === null || state.problems.length === 0 ? null : (
        <details className={styles.problems}>
          <summary>{`${formatCount(state.problems.length)} could not`}</summary>
          <ul>
            {state.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Takes the client's period that holds the middle of the month into close; one that is there already stays. */
async function takeIntoClose(clientId: string, month: string): Promise<void> {
  const periods = await call("periods.list", { clientId });
  const middle = `${month}-15`;
  const period = periods.find(({ start, end, isAdjustment }) => !isAdjustment && start <= middle && middle <= end);
  if (period === undefined)
    throw new CallFailure({ code: "not_found", message: `No period holds ${formatPeriod(month)}.`, field: "period" });
  const status = await call("close.status", { clientId, period: period.id });
  if (status.status !== "in_close") await call("close.move", { clientId, period: period.id, status: "in_close" });
}
