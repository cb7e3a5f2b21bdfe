import type { Failure } from "#shared/model/ledger/failure.ts";
import type { StatementFacts, TrialBalance } from "#shared/model/reports/statement.ts";
import type { CashFlow, LaidOutStatement, Summary } from "#shared/model/reports/statement-layout.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import type { FigureChoice } from "../../state/views/figure-choices.ts";
import { isComparable } from "./statement-labels.ts";

/** What is shown: one of the statements, or none while it is on its way. */
export interface StatementAnswer {
  readonly trialBalance: TrialBalance | null;
  readonly statement: LaidOutStatement | null;
  readonly cashFlow: CashFlow | null;
  readonly summary: Summary | null;
  readonly facts: StatementFacts | null;
  readonly failure: Failure | null;
  /** What is shown is not yet what was asked for. */
  readonly busy: boolean;
}

/** Asks for the statement that is chosen; only that one. */
export function useStatement(clientId: string, span: Span, { statement: kind, basis, compare, months }: FigureChoice): StatementAnswer {
  const dates = { clientId, from: span.from, to: span.to };
  const isLaidOut = kind === "profit_and_loss" || kind === "balance_sheet";
  const across = { compare: compare.filter((name) => isComparable(kind, name)), ...(months === undefined ? {} : { months }) };
  const kept = (enabled: boolean) => ({ enabled, keepPrevious: true });
  const trialBalance = useCoreQuery("reports.trialBalance", { ...dates, basis }, kept(kind === "trial_balance"));
  const cashFlow = useCoreQuery("reports.cashFlow", { ...dates, ...across }, kept(kind === "cash_flow"));
  const summary = useCoreQuery("reports.summary", { clientId, to: span.to, basis }, kept(kind === "summary"));
  const statement = useCoreQuery(
    "reports.statement",
    { ...dates, basis, kind: isLaidOut ? kind : "profit_and_loss", ...across },
    kept(isLaidOut),
  );
  const asked = { trial_balance: trialBalance, cash_flow: cashFlow, summary, profit_and_loss: statement, balance_sheet: statement }[kind];
  const shown = {
    trialBalance: kind === "trial_balance" ? (trialBalance.data ?? null) : null,
    statement: isLaidOut && statement.data?.kind === kind ? statement.data : null,
    cashFlow: kind === "cash_flow" ? (cashFlow.data ?? null) : null,
    summary: kind === "summary" ? (summary.data ?? null) : null,
  };
  return {
    ...shown,
    facts: shown.trialBalance ?? shown.statement ?? shown.cashFlow ?? shown.summary,
    failure: asked.error?.failure ?? null,
    busy: asked.isPending || asked.isPlaceholderData,
  };
}
