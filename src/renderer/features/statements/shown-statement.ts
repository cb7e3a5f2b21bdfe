import type { Column } from "../../ui/grid/grid-types.ts";
import { statementColumns, trialBalanceColumns } from "./statement-columns.tsx";
import { cashFlowLines, type StatementLine, statementLines, trialBalanceLines, trialBalanceTotal } from "./statement-rows.ts";
import type { StatementAnswer } from "./use-statement.ts";

/** The lines and columns that a statement is shown with. */
export interface ShownStatement {
  readonly lines: readonly StatementLine[];
  readonly columns: readonly Column<StatementLine>[];
  readonly footer: readonly StatementLine[];
}

/** The lines and columns of the statement that was asked for; null while it is on its way. */
export function shownOf({
  trialBalance,
  statement,
  cashFlow,
}: Pick<StatementAnswer, "trialBalance" | "statement" | "cashFlow">): ShownStatement | null {
  if (cashFlow !== null) {
    return { lines: cashFlowLines(cashFlow), columns: statementColumns({ ...cashFlow, kind: "cash_flow" }), footer: [] };
  }
  if (trialBalance !== null) {
    return {
      lines: trialBalanceLines(trialBalance),
      columns: trialBalanceColumns(trialBalance),
      footer: [trialBalanceTotal(trialBalance)],
    };
  }
  return statement === null ? null : { lines: statementLines(statement), columns: statementColumns(statement), footer: [] };
}
