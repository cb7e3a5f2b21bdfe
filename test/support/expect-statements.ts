import { expect } from "vitest";
import { addDays, type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { addDecimals, compareDecimals, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import type { FigureGap, Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import type { CashFlow } from "#shared/model/reports/statement-layout.ts";
import {
  booksYearStart,
  oracleBalances,
  oracleResult,
  postingsBetween,
  sideOf,
  statementColumn,
  trialBalanceColumn,
  type Untold,
  whileUnchanged,
} from "./statement-oracle.ts";
import type { World } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";

interface Asked {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly basis?: AccountingBasis;
}

/** Asks as the window does, so that capabilities and the fiscal year come from discovery. */
export async function askReport<T>(world: World, tenant: Tenant, method: string, input: object): Promise<T> {
  const reply = await world.run(world.runtime.route(method, { clientId: tenant.source.clientId, ...input }));
  if (!reply.ok) throw new Error(reply.failure.message);
  return reply.value as T;
}

/** The trial balance, profit and loss and balance sheet of a span equal the books' own figures to the last digit. */
export function expectStatementsEqualBooks(world: World, tenant: Tenant, span: Asked, source: string): Promise<void> {
  return whileUnchanged(tenant.books, () => expectSpan(world, tenant, span, source));
}

async function expectSpan(world: World, tenant: Tenant, { from, to }: Asked, source: string): Promise<void> {
  const { books } = tenant;
  const where = `${books.name} ${from}..${to}`;
  expect(postingsBetween(books, from, to), `${where} has postings`).toBeGreaterThan(0);
  const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", { from, to });
  expect(trial, where).toMatchObject({ source, basis: "accrual", currency: books.baseCurrency });
  const untold = untoldBy(trial.gaps);
  // A ledger that keeps postings reports everything.
  if (source === "gl_feed") expect(trial.gaps, where).toEqual([]);
  expect(trialBalanceColumn(trial, "balance"), `${where} balances`).toEqual(oracleBalances(books, to, untold));
  const yearStart = booksYearStart(books, to);
  const opened = oracleBalances(books, addDays(from, -1), untold, from < yearStart ? from : yearStart);
  expect(trialBalanceColumn(trial, "opening"), `${where} openings`).toEqual(opened);
  expect(trial.totals.debit, where).toBe(trial.totals.credit);
  expect(isZero(sumDecimals(trial.rows.map(({ opening }) => opening))), where).toBe(true);

  const compare = ["prior_month", "prior_year", "year_to_date"];
  const profit = await askReport<Statement>(world, tenant, "reports.statement", { kind: "profit_and_loss", from, to, compare });
  for (const [at, column] of profit.columns.entries())
    expect(statementColumn(profit, at), `${where} result ${column.name}`).toEqual(oracleResult(books, column.from, column.to, untold));
  expect(profit.columns.at(-1)?.from, where).toBe(yearStart);

  const sheet = await askReport<Statement>(world, tenant, "reports.statement", { kind: "balance_sheet", from, to, compare });
  for (const [at, column] of sheet.columns.entries()) {
    const own = sideOf(books, oracleBalances(books, column.to, untold), "balance");
    expect(statementColumn(sheet, at), `${where} sheet ${column.name}`).toEqual(own);
  }
  await expectCashFlowTies(world, tenant, { from, to }, untold);
  // Amounts without an account are shown separately; including them, the sheet balances.
  const apart = sheet.rows.filter(({ section }) => section === "unknown");
  expect(
    apart.filter(({ kind }) => kind === "computed"),
    where,
  ).toEqual([]);
  if (untold.size === 0) expect(apart, where).toEqual([]);
}

/** The cash flow of every column explains the movement of the bank accounts, whose balances are the books' own. */
async function expectCashFlowTies(world: World, tenant: Tenant, { from, to }: Asked, untold: Untold): Promise<void> {
  const { books } = tenant;
  const flow = await askReport<CashFlow>(world, tenant, "reports.cashFlow", {
    ...{ from, to, compare: ["prior_month", "prior_year", "year_to_date"] },
  });
  const where = `${books.name} cash flow ${from}..${to}`;
  expect(flow.ties, where).toBe(true);
  expect(flow.lines.find(({ kind }) => kind === "check")?.amounts.every(isZero), where).toBe(true);
  const banks = new Set(books.accounts.filter(({ kind }) => kind === "bank").map(({ id }) => id));
  const inBanks = (day: CalendarDate) =>
    sumDecimals(
      Object.entries(oracleBalances(books, day, untold)).flatMap(([id, amount]) =>
        banks.has(id.slice(id.indexOf(":") + 1)) ? [decimal(amount)] : [],
      ),
    );
  for (const [at, column] of flow.columns.entries()) {
    const of = (key: string) => flow.lines.find((line) => line.key === key)?.amounts[at] ?? decimal("0");
    expect(compareDecimals(of("closing_cash"), inBanks(column.to)), `${where} ${column.name} closing`).toBe(0);
    expect(compareDecimals(of("opening_cash"), inBanks(addDays(column.from, -1))), `${where} ${column.name} opening`).toBe(0);
    expect(compareDecimals(addDecimals(of("opening_cash"), of("net_change")), of("closing_cash")), where).toBe(0);
    for (const { amounts, parts, label } of flow.lines)
      if (parts.length > 0)
        expect(
          compareDecimals(sumDecimals(parts.map((part) => part.amounts[at] ?? decimal("0"))), amounts[at] ?? decimal("0")),
          label,
        ).toBe(0);
  }
}

/** What the gaps report as missing. */
function untoldBy(gaps: readonly FigureGap[]): Untold {
  const codes = new Set(gaps.map(({ code }) => code));
  return new Set([
    ...(codes.has("no_base_amount") ? (["foreign"] as const) : []),
    ...(codes.has("account_unknown") ? (["advances"] as const) : []),
    ...(codes.has("rounding_difference") ? (["rounding"] as const) : []),
  ]);
}

/** Month ends across the history, and a span across the turn of a fiscal year. */
export function spansOf(tenant: Tenant, today: CalendarDate): Asked[] {
  const yearStart = booksYearStart(tenant.books, today);
  const lastMonth = monthEnd(today, -1);
  return [
    { from: monthStart(lastMonth), to: lastMonth },
    { from: monthStart(yearStart, -2), to: monthEnd(yearStart) },
    { from: yearStart, to: monthEnd(yearStart) },
    { from: monthStart(today), to: today },
  ];
}
