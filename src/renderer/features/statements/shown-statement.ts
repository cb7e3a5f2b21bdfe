import type { FigureChoice } from "../../state/views/figure-choices.ts";
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

const COMING: ShownStatement = { lines: [], columns: trialBalanceColumns({ currency: "" }), footer: [] };

/** What is known of a statement that is on its way; the columns of all but a trial balance depend on what the ledger has. */
export function comingOf(kind: FigureChoice["statement"]): ShownStatement | null {
  return kind === "trial_balance" ? COMING : null;
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

/** The figure of a line in a column; for an account's ledger, its balance on either side. */
export function figureOf(line: StatementLine, columnId: string, { columns }: ShownStatement) {
  const at = columns.findIndex(({ id }) => id === columnId);
  const index = at > 0 ? at : balanceColumn(line, columns);
  const column = columns[index];
  const value = column?.value?.(line);
  const amount = typeof value === "object" && value !== null ? value.amount : undefined;
  return { header: column?.header ?? "", help: column?.help ?? "", amount };
}

/** In a trial balance, the side of the balance; otherwise the first column of figures. */
function balanceColumn(line: StatementLine, columns: ShownStatement["columns"]): number {
  const debit = columns.findIndex(({ id }) => id === "debitBalance");
  if (debit < 0) return 1;
  return /[1-9]/.test(line.amounts[debit - 1] ?? "") ? debit : debit + 1;
}
