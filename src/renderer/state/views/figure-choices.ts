import { create } from "zustand";
import type { OperationInput } from "#main/operations/collection.ts";
import type { ClientScreen } from "#shared/contract/app/screens.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import type { Comparison } from "#shared/model/reports/statement.ts";

export type StatementKind = "trial_balance" | "profit_and_loss" | "balance_sheet" | "cash_flow" | "summary";
export type SpendGrouping = NonNullable<OperationInput<"reports.spend">["by"]>;
export type AgingSide = OperationInput<"reports.aging">["side"];

/** What a person has chosen to look at; a part that is not set follows the client. */
export interface FigureChoice {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
  readonly basis: AccountingBasis;
  readonly statement: StatementKind;
  readonly compare: readonly Comparison[];
  /** Months of a statement side by side; none: the days with their comparisons. */
  readonly months?: number | undefined;
  readonly side: AgingSide;
  readonly spendFrom?: CalendarDate;
  readonly spendTo?: CalendarDate;
  readonly spendBy: SpendGrouping;
  readonly tieOutDate?: CalendarDate;
}

const START: FigureChoice = {
  basis: "accrual",
  statement: "trial_balance",
  compare: ["prior_month", "prior_year", "year_to_date", "budget"],
  side: "receivable",
  spendBy: "total",
};

/** The figures that each client is looked at with; they stay while the window is open. */
const useFigureChoices = create<{ readonly byClient: Readonly<Record<string, FigureChoice>> }>(() => ({ byClient: {} }));

export function useFigureChoice(clientId: string): FigureChoice {
  return useFigureChoices((state) => state.byClient[clientId]) ?? START;
}

/** Whether a client's screen uses other days than the bar's. */
export function useHasOwnDays(clientId: string | null, screen: ClientScreen): boolean {
  return useFigureChoices(({ byClient }) => {
    const choice = clientId === null ? undefined : byClient[clientId];
    return choice !== undefined && (OWN_DAYS[screen] ?? []).some((name) => choice[name] !== undefined);
  });
}

const OWN_DAYS: Readonly<Partial<Record<ClientScreen, readonly (keyof FigureChoice)[]>>> = {
  statements: ["from"],
  accounts: ["from"],
  spend: ["spendFrom"],
  "tie-outs": ["tieOutDate"],
};

/** Gives up the days that screens of any client had chosen, for those of the bar above them. */
export function forgetFigureDates(): void {
  useFigureChoices.setState(({ byClient }) => ({
    byClient: Object.fromEntries(
      Object.entries(byClient).map(([clientId, { from, to, spendFrom, spendTo, tieOutDate, ...kept }]) => [clientId, kept]),
    ),
  }));
}

export function changeFigureChoice(clientId: string, change: Partial<FigureChoice>): void {
  useFigureChoices.setState(({ byClient }) => ({
    byClient: { ...byClient, [clientId]: { ...(byClient[clientId] ?? START), ...change } },
  }));
}
