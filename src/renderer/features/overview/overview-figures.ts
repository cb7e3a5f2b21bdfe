import type { OperationOutput } from "#main/operations/collection.ts";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useAsOfDay } from "../../state/period/as-of-day.ts";
import { useChosenSpan } from "../../state/period/selected-range.ts";
import { useFigureChoice } from "../../state/views/figure-choices.ts";

export type Aging = OperationOutput<"reports.aging">;

/** The figures of a client at a glance, each undefined until it has come. */
export interface OverviewFigures {
  readonly receivable: Aging | undefined;
  readonly payable: Aging | undefined;
  readonly result: LaidOutStatement | undefined;
  readonly balance: TrialBalance | undefined;
  /** Twelve months up to the end of the bar's days, for the trends. */
  readonly profits: LaidOutStatement | undefined;
  readonly balances: Statement | undefined;
  readonly span: Span | null;
  /** The first question that failed; one is enough to say what is wrong. */
  readonly failure: Failure | null;
}

const TREND_MONTHS = 12;

/** Asks for what the overview shows; the screens behind it ask for the same and find it there. */
export function useOverviewFigures(clientId: string): OverviewFigures {
  const asOfDate = useAsOfDay(clientId);
  const span = useChosenSpan(clientId);
  const { basis } = useFigureChoice(clientId);
  const dates = { clientId, from: span?.from ?? asOfDate, to: span?.to ?? asOfDate, basis };
  const asked = { keepPrevious: true, enabled: span !== null };
  const receivable = useCoreQuery("reports.aging", { clientId, side: "receivable", asOfDate }, asked);
  const payable = useCoreQuery("reports.aging", { clientId, side: "payable", asOfDate }, asked);
  const result = useCoreQuery("reports.statement", { ...dates, kind: "profit_and_loss", compare: ["prior_month"] }, asked);
  const balance = useCoreQuery("reports.trialBalance", dates, asked);
  // What is read first is asked first: the trends follow the figures.
  const trend = { ...dates, from: monthStart(dates.to), months: TREND_MONTHS };
  const profits = useCoreQuery("reports.statement", { ...trend, kind: "profit_and_loss" }, asked);
  const balances = useCoreQuery("reports.statement", { ...trend, kind: "balance_sheet" }, asked);
  return {
    receivable: receivable.data,
    payable: payable.data,
    result: result.data,
    balance: balance.data,
    profits: profits.data,
    balances: balances.data,
    span,
    failure: [result, balance, receivable, payable, profits, balances].find(({ error }) => error !== null)?.error?.failure ?? null,
  };
}
