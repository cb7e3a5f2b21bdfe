import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { account } from "#shared/model/books/account.ts";
import type { Statement, StatementAccount, TrialBalance } from "#shared/model/reports/statement.ts";
import { statementRow, trialBalanceRow } from "#shared/model/reports/statement.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { oracleBalances, trialBalanceColumn } from "#test/support/statement-oracle.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

const SPAN = { from: "2026-10-01", to: "2026-10-31" };
const CLASSES = ["asset", "liability", "equity", "revenue", "expense", "non_posting"];

/** The names without immediate repetitions. */
function runs(names: readonly string[]): string[] {
  return names.filter((name, at) => name !== names[at - 1]);
}

/** Rows of one class are together, within them rows of one type, and nothing else groups them. */
function expectGroupedByTypeAlone(accounts: readonly StatementAccount[]): void {
  const groups = runs(accounts.map((each) => `${each?.class} ${each?.type}`));
  expect(groups).toEqual([...new Set(groups)]);
  const classes = runs(accounts.map((each) => String(each?.class)));
  expect(classes).toEqual(CLASSES.filter((side) => classes.includes(side)));
  const ids = accounts.map((each) => each?.id);
  expect(new Set(ids).size).toBe(ids.length);
}

describe("rule 23: the chart is a flat list with type as the only grouping", () => {
  test("neither an account nor a row of a statement can name a parent, a level or a path", () => {
    const nesting = /parent|level|depth|path|child|indent/i;
    for (const shape of [account.shape, trialBalanceRow.shape, statementRow.shape])
      expect(Object.keys(shape).filter((key) => nesting.test(key))).toEqual([]);
    expect(Object.keys(account.shape)).toContain("type");
  });

  test.each(STYLES)("ledger %s: chart, trial balance and statements are flat, whether or not its accounts nest", async (style) => {
    const world = await createWorld({ seed: 230, tenants: [{ style, a: { journals: true }, books: { foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    const nested = tenant.books.accounts.filter(({ parentId }) => parentId !== null);
    // Ledger A has no parent accounts, the others have accounts five levels deep.
    expect(nested.length > 0).toBe(style !== "a");
    await syncToEnd(tenant);

    const chart = await tenant.readAll("accounts");
    expect(chart).toHaveLength(tenant.books.accounts.length);
    for (const each of chart) expect(JSON.stringify(each)).not.toMatch(/parent/i);

    const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
    expect(trial.rows.length).toBeGreaterThan(15);
    expectGroupedByTypeAlone(trial.rows.map((row) => row.account));

    for (const kind of ["profit_and_loss", "balance_sheet"]) {
      const statement = await askReport<Statement>(world, tenant, "reports.statement", { ...SPAN, kind });
      const rows = statement.rows.filter((row) => row.kind === "account");
      expect(rows.length).toBeGreaterThan(4);
      expectGroupedByTypeAlone(rows.map((row) => row.account));
    }
    await endWorld(world);
  });

  test.each(["b", "c"] as const)("ledger %s: an account above others stands for itself alone", async (style) => {
    const world = await createWorld({ seed: 231, tenants: [{ style, books: { foreignCurrencies: [], months: 6 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", { from: "2020-01-01", to: "2026-11-21" });
    const shown = trialBalanceColumn(trial, "balance");
    const own = oracleBalances(tenant.books, calendarDate("2026-11-21"));
    const idOf = (id: string) => `${style === "c" ? "account" : "Account"}:${id}`;
    const posted = tenant.books.accounts.filter(({ id }) => shown[idOf(id)] !== undefined);
    const above = posted.filter(({ id }) => posted.some(({ parentId }) => parentId === id));
    expect(above.length).toBeGreaterThan(0);
    for (const { id, name } of above) expect(shown[idOf(id)], name).toBe(own[idOf(id)]);
    await endWorld(world);
  });
});
