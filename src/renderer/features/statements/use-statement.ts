import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Statement, StatementFacts, TrialBalance } from "#shared/model/reports/statement.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import type { FigureChoice } from "../../state/views/figure-choices.ts";

/** What is shown: one of the three statements, or none while it is on its way. */
export interface StatementAnswer {
  readonly trialBalance: TrialBalance | null;
  readonly statement: Statement | null;
  readonly facts: StatementFacts | null;
  readonly failure: Failure | null;
  /** What is shown is not yet what was asked for. */
  readonly busy: boolean;
}

/** Asks for the statement that is chosen; only that one. */
export function useStatement(clientId: string, span: Span, { statement: kind, basis, compare, months }: FigureChoice): StatementAnswer {
  const dates = { clientId, from: span.from, to: span.to, basis };
  const isTrialBalance = kind === "trial_balance";
  const trialBalance = useCoreQuery("reports.trialBalance", dates, { enabled: isTrialBalance, keepPrevious: true });
  const statement = useCoreQuery(
    "reports.statement",
    { ...dates, kind: isTrialBalance ? "profit_and_loss" : kind, compare: [...compare], ...(months === undefined ? {} : { months }) },
    { enabled: !isTrialBalance, keepPrevious: true },
  );
  const asked = isTrialBalance ? trialBalance : statement;
  const shown = statement.data?.kind === kind ? statement.data : null;
  const facts = isTrialBalance ? trialBalance.data : shown;
  return {
    trialBalance: isTrialBalance ? (trialBalance.data ?? null) : null,
    statement: isTrialBalance ? null : shown,
    facts: facts ?? null,
    failure: asked.error?.failure ?? null,
    busy: asked.isPending || asked.isPlaceholderData,
  };
}
