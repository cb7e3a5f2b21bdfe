import { useState } from "react";
import { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatPeriod } from "../../format/date.ts";
import { t } from "../../language/t.ts";
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
      setState({
        words: t("{doing} {index} of {rows}: {name}", {
          doing,
          index: formatCount(index + 1),
          rows: formatCount(rows.length),
          name: row.name,
        }),
        problems,
      });
      try {
        await act(row);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        problems.push(`${row.name}: ${error.failure.message}`);
      }
    }
    setBusy(false);
    const words = t("{rows} of {rows2} {done}.", {
      rows: formatCount(rows.length - problems.length),
      rows2: formatCount(rows.length),
      done,
    });
    setState({ words, problems });
    announce(words);
    void queryClient.invalidateQueries({ queryKey: ["close.board"] });
  };
  const read = (): void => {
    void call("sync.start", { clientIds: rows.map(({ clientId }) => clientId) }).then(() =>
      setState({ words: t("Reading of {rows} clients has started.", { rows: formatCount(rows.length) }), problems: [] }),
    );
  };
  return (
    <section className={styles.bar} aria-label={t("Selected clients")}>
      <span>{t("{rows} clients selected", { rows: formatCount(rows.length) })}</span>
      <Button disabled={busy} onClick={read}>
        {t("Sync them")}
      </Button>
      <Button
        disabled={busy}
        onClick={() => void each(t("Taking into close"), t("are in close"), (row) => takeIntoClose(row.clientId, month))}
      >
        {t("Take {month} into close", { month: formatPeriod(month) })}
      </Button>
      <span role="status">{state?.words}</span>
      {state === null || state.problems.length === 0 ? null : (
        <details className={styles.problems}>
          <summary>{t("{problems} could not", { problems: formatCount(state.problems.length) })}</summary>
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
