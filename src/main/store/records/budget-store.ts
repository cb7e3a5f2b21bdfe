import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import type { BudgetFact } from "#shared/model/firm/fact.ts";

/** A budget as it was imported: amounts as people write a budget, one per account and month `YYYY-MM`. */
export interface BudgetToSave {
  readonly name: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly person: string;
  readonly nowMs: number;
  readonly amounts: readonly { readonly accountId: string; readonly month: string; readonly amount: DecimalString }[];
}

export interface BudgetHead {
  readonly budget_no: number;
  readonly name: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly person: string;
  readonly made_ms: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly accounts: number;
  readonly amounts: number;
}

/** Keeps a budget beside those before it; for an account and month the latest one counts. */
export function saveBudget(db: Sqlite, budget: BudgetToSave): number {
  const save = db.transaction(() => {
    const { name, fileName, sha256, person, nowMs } = budget;
    const head = prepared(db, "INSERT INTO budget (name, file_name, sha256, person, made_ms) VALUES (?,?,?,?,?)");
    const budgetNo = Number(head.run(name, fileName, sha256, person, nowMs).lastInsertRowid);
    const insert = prepared(db, "INSERT INTO budget_amount (budget_no, account_id, month, amount) VALUES (?,?,?,?)");
    for (const { accountId, month, amount } of budget.amounts) insert.run(budgetNo, accountId, month, amount);
    return budgetNo;
  });
  return save.immediate();
}

/** A budget with its amounts, as it is carried to other machines; null when there is none of the number. */
export function readBudget(db: Sqlite, budgetNo: number): BudgetFact | null {
  const head = prepared(
    db,
    `SELECT name, file_name AS fileName, sha256, person, made_ms AS madeMs, undone_ms AS undoneMs, undone_by AS undoneBy
     FROM budget WHERE budget_no = ?`,
  ).get(budgetNo) as Omit<BudgetFact, "amounts"> | undefined;
  if (head === undefined) return null;
  const amounts = prepared(db, "SELECT account_id, month, amount FROM budget_amount WHERE budget_no = ? ORDER BY account_id, month")
    .raw()
    .all(budgetNo) as BudgetFact["amounts"];
  return { ...head, amounts };
}

/** Takes over a budget that was imported or removed elsewhere. */
export function putBudget(db: Sqlite, budget: BudgetFact): void {
  const { name, fileName, sha256, person, madeMs, undoneMs, undoneBy, amounts } = budget;
  const known = prepared(db, "SELECT budget_no FROM budget WHERE sha256 = ? AND person = ? AND made_ms = ?")
    .pluck()
    .get(sha256, person, madeMs) as number | undefined;
  const budgetNo = known ?? saveBudget(db, { name, fileName, sha256, person, nowMs: madeMs, amounts: amounts.map(budgetAmount) });
  if (undoneMs !== null && undoneBy !== null) removeBudget(db, budgetNo, undoneBy, undoneMs);
}

function budgetAmount([accountId, month, amount]: BudgetFact["amounts"][number]): BudgetToSave["amounts"][number] {
  return { accountId, month, amount: decimal(amount) };
}

/** The budgets that count, oldest first. */
export function listBudgets(db: Sqlite): BudgetHead[] {
  return prepared(
    db,
    `SELECT budget_no, name, file_name, sha256, person, made_ms, MIN(month) AS first, MAX(month) AS last,
       COUNT(DISTINCT account_id) AS accounts, COUNT(account_id) AS amounts
     FROM budget LEFT JOIN budget_amount USING (budget_no) WHERE undone_ms IS NULL GROUP BY budget_no ORDER BY budget_no`,
  ).all() as BudgetHead[];
}

/** Takes a budget out of every comparison; it stays on record. */
export function removeBudget(db: Sqlite, budgetNo: number, person: string, nowMs: number): boolean {
  const remove = prepared(db, "UPDATE budget SET undone_ms = ?, undone_by = ? WHERE budget_no = ? AND undone_ms IS NULL");
  return remove.run(nowMs, person, budgetNo).changes === 1;
}

/** What was budgeted per account in some months, by account; several months are several amounts. */
export function budgetOf(db: Sqlite, months: readonly string[]): ReadonlyMap<string, readonly DecimalString[]> {
  const rows = prepared(
    db,
    `SELECT account_id, amount FROM budget_amount b WHERE month IN (SELECT value FROM json_each(?)) AND budget_no = (
       SELECT MAX(o.budget_no) FROM budget_amount o JOIN budget USING (budget_no)
       WHERE undone_ms IS NULL AND o.account_id = b.account_id AND o.month = b.month)`,
  ).all(JSON.stringify(months)) as { account_id: string; amount: DecimalString }[];
  const amounts = new Map<string, DecimalString[]>();
  for (const { account_id, amount } of rows) amounts.set(account_id, [...(amounts.get(account_id) ?? []), amount]);
  return amounts;
}
