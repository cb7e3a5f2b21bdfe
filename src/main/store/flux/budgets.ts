import { readBudgetTable } from "#main/domain/flux/budget-table.ts";
import { accountFinder } from "#main/store/accounts/account-finder.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type BudgetHead, listBudgets, removeBudget, saveBudget } from "#main/store/records/budget-store.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { BudgetView } from "#shared/contract/reports/flux.ts";
import { assert } from "#shared/kernel/assert.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { amountName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * A budget as the cells of a file. Accounts are named by id, code or name; amounts have the sign people use in
 * a budget. `sha256` is the file's hash.
 */
export interface BudgetToImport {
  readonly name: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly cells: readonly (readonly string[])[];
}

const NAMED_MAX = 5;
const ROWS_MAX = 20_000;

/** Stores a budget. A budget with an unknown account is rejected as a whole, because a missing figure makes it wrong. */
export function importBudget(reader: MirrorReader, { person, nowMs, ...budget }: Act & BudgetToImport): Result<BudgetView, Failure> {
  if (budget.cells.length > ROWS_MAX)
    return fail({
      code: "invalid_input",
      message: `The budget has more than ${amountName(String(ROWS_MAX))} rows. Remove rows that aren't needed.`,
      field: "file",
    });
  const table = readBudgetTable(budget.cells);
  if (!table.ok) return table;
  const rows = table.value;
  const find = accountFinder(reader);
  const unknown = [...new Set(rows.filter(({ account }) => find(account) === null).map(({ account }) => account))];
  if (unknown.length > 0) {
    const named = unknown.slice(0, NAMED_MAX).join(", ");
    return fail({
      code: "invalid_input",
      message: `These entries in the account column match no account, or more than one: ${named}${unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : ""}.`,
      field: "file",
      next: "Use the account's code, full name or ID.",
    });
  }
  const sums = new Map<string, { readonly accountId: string; readonly month: string; readonly amounts: DecimalString[] }>();
  for (const { account, month, amount } of rows) {
    const accountId = find(account) as string;
    const key = `${accountId} ${month}`;
    const known = sums.get(key) ?? { accountId, month, amounts: [] };
    sums.set(key, known);
    known.amounts.push(amount);
  }
  const amounts = [...sums.values()].map((one) => ({ accountId: one.accountId, month: one.month, amount: sumDecimals(one.amounts) }));
  const { name, fileName, sha256 } = budget;
  const budgetNo = saveBudget(reader.db, { name, fileName, sha256, person, nowMs, amounts });
  const saved = budgetList(reader).find((one) => one.budgetNo === budgetNo);
  assert(saved !== undefined, "a budget that was saved is listed");
  return ok(saved);
}

/** Active budgets, oldest first. */
export function budgetList(reader: MirrorReader): BudgetView[] {
  return listBudgets(reader.db).map(budgetView);
}

export function dropBudget(
  reader: MirrorReader,
  { budgetNo, person, nowMs }: Act & { readonly budgetNo: number },
): { readonly removed: boolean } {
  return { removed: removeBudget(reader.db, budgetNo, person, nowMs) };
}

function budgetView(head: BudgetHead): BudgetView {
  const { budget_no: budgetNo, name, file_name: fileName, sha256, person, first, last, accounts, amounts } = head;
  return { budgetNo, name, fileName, sha256, person, at: instantFromMs(head.made_ms), from: first, to: last, accounts, amounts };
}
