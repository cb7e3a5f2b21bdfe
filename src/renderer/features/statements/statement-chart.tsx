import { useMemo } from "react";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useChartView } from "../../state/views/chart-view.ts";
import type { FigureChoice } from "../../state/views/figure-choices.ts";
import { useTallWindow } from "../../state/window/wide-window.ts";
import { Chart } from "../../ui/charts/chart.tsx";
import styles from "./statement-chart.module.css";
import { statementSeries } from "./statement-series.ts";

const MONTHS = 12;
/** In a low window the figures below need the room more. */
const HEIGHT = { low: 112, tall: 132 };

interface StatementChartProps {
  readonly clientId: string;
  readonly span: Span;
  readonly choice: FigureChoice;
  /** The account that is open next to the statement. */
  readonly accountId: string | null;
  /** The statement is loaded; it takes precedence. */
  readonly ready: boolean;
}

/** Twelve months up to the statement's last day, above its table. Renders nothing for a trial balance, or when the chart is hidden. */
export function StatementChart({ clientId, span: { to }, choice: { statement: kind, basis }, accountId, ready }: StatementChartProps) {
  const view = useChartView();
  const tall = useTallWindow();
  const drawn = (kind === "profit_and_loss" || kind === "balance_sheet") && view !== "off";
  const asked = useCoreQuery(
    "reports.statement",
    { clientId, from: monthStart(to), to, basis, kind: drawn ? kind : "profit_and_loss", months: MONTHS },
    { enabled: drawn && ready, keepPrevious: true },
  );
  const statement = asked.data?.kind === kind ? asked.data : null;
  const shown = useMemo(() => (statement === null ? null : statementSeries(statement, accountId)), [statement, accountId]);
  // A failure here also affects the statement below, and is shown there.
  if (!drawn || asked.error !== null) return null;
  return (
    <div className={view === "bars" ? styles.bars : styles.table} aria-busy={shown === null}>
      {shown === null || statement === null ? null : (
        <Chart
          {...shown}
          // A legend says what is drawn, and the line above in which currency.
          quiet={view === "bars" && shown.series.length > 1}
          words={(amount) => formatMoney(amount, statement.currency)}
          height={tall ? HEIGHT.tall : HEIGHT.low}
          asTable={view === "table"}
        />
      )}
    </div>
  );
}
