import { describe, expect, test } from "vitest";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, isZero, toTenThousandths } from "#shared/kernel/decimal.ts";
import type { Statement, StatementRow, TrialBalance } from "#shared/model/reports/statement.ts";
import { appliedTo, outstandingOf, postingsOf } from "#simulator/books/postings.ts";
import type { Books, SimTransaction, TransactionKind } from "#simulator/books/types.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { mirroredId, statementColumn, trialBalanceColumn } from "#test/support/statement-oracle.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const books = { months: 14, invoicesPerMonth: 8, foreignCurrencies: [] };
const CASES: readonly (readonly [name: string, tenant: TenantOptions])[] = [
  ["ledger a with its feed", { style: "a", a: { journals: true }, books }],
  ["ledger a with its feed and foreign documents", { style: "a", a: { journals: true }, books: { ...books, foreignCurrencies: ["EUR"] } }],
  ["ledger a without its feed", { style: "a", books }],
  ["ledger b", { style: "b", books }],
  ["ledger c with foreign documents", { style: "c", books: { ...books, foreignCurrencies: ["EUR"] } }],
];
const SPAN = { from: calendarDate("2026-09-01"), to: calendarDate("2026-10-31") };
const TODAY = calendarDate("2026-11-21");
const CHARGES: readonly TransactionKind[] = ["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit"];
const EARNED = ["revenue", "other_income", "cost_of_sales", "expense", "other_expense"];

const cents = (amount: DecimalString) => BigInt(toTenThousandths(amount) ?? 0) / 100n;

/** Cents per account that a charge has posted by the end of a day, on the cash basis. */
function recognised(world: Books, charge: SimTransaction, through: CalendarDate): Map<string, bigint> {
  const whole = new Map<string, bigint>();
  for (const { accountId, amountBase } of postingsOf(world, charge)) whole.set(accountId, (whole.get(accountId) ?? 0n) + cents(amountBase));
  const settled = [...appliedTo(world, charge.id), ...charge.allocations].filter(({ date }) => date <= through);
  const part = settled.reduce((sum, { amount }) => sum + cents(amount), 0n);
  const total = cents(charge.total);
  if (part >= total) return whole;
  const shares = new Map([...whole].map(([id, amount]) => [id, share(amount, part, total)]));
  const rest = [...shares.values()].reduce((sum, amount) => sum + amount, 0n);
  // The largest line against the control account, whose sign is the total's.
  const isDebit = charge.kind === "sales_invoice" || charge.kind === "purchase_credit";
  const line = [...whole].sort(([, a], [, b]) => Number(isDebit ? a - b : b - a))[0]?.[0];
  if (line !== undefined) shares.set(line, (shares.get(line) ?? 0n) - rest);
  return shares;
}

/** Half away from zero. */
function share(amount: bigint, part: bigint, total: bigint): bigint {
  const size = ((amount < 0n ? -amount : amount) * part * 2n + total) / (total * 2n);
  return amount < 0n ? -size : size;
}

/** What income and expense accounts show for a span on the cash basis. */
function cashResult(world: Books, from: CalendarDate, to: CalendarDate): Record<string, string> {
  const sums = new Map<string, bigint>();
  const add = (id: string, amount: bigint) => sums.set(id, (sums.get(id) ?? 0n) + amount);
  for (const transaction of world.transactions) {
    if (postingsOf(world, transaction).length === 0) continue;
    if (CHARGES.includes(transaction.kind) && !isZero(transaction.total)) {
      for (const [id, amount] of recognised(world, transaction, to)) add(id, amount);
      const before = recognised(world, transaction, dayBefore(from));
      for (const [id, amount] of before) add(id, -amount);
    } else if (from <= transaction.date && transaction.date <= to)
      for (const { accountId, amountBase } of postingsOf(world, transaction)) add(accountId, cents(amountBase));
  }
  const kinds = new Map(world.accounts.map(({ id, kind }) => [id, kind]));
  return Object.fromEntries(
    [...sums]
      .filter(([id, amount]) => amount !== 0n && EARNED.includes(kinds.get(id) ?? ""))
      .map(([id, amount]): [string, string] => [mirroredId(world, id), canonicalDecimal(fromCents(amount))])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function fromCents(amount: bigint): DecimalString {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  return decimal(`${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

function dayBefore(date: CalendarDate): CalendarDate {
  return addDays(date, -1);
}

const trialOf = (world: World, tenant: Tenant, basis: string, span: object) =>
  askReport<TrialBalance>(world, tenant, "reports.trialBalance", { ...span, basis });
const rowOf = (rows: readonly StatementRow[], label: string) => rows.find((row) => row.label === label)?.amounts[0];

describe.each(CASES)("%s, on the cash basis", (_name, options) => {
  test("counts charges in the parts and on the days that they were settled, and leaves cash alone", async () => {
    const world = await createWorld({ seed: 95, tenants: [options] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const input = { ...SPAN, kind: "profit_and_loss", basis: "cash", compare: ["prior_month", "year_to_date"] };
    const profit = await askReport<Statement>(world, tenant, "reports.statement", input);
    expect(profit.basis).toBe("cash");
    const codes = profit.gaps.map(({ code }) => code);
    expect(codes).toContain("basis_derived");
    expect(codes).not.toContain("basis_not_possible");
    for (const [at, column] of profit.columns.entries())
      expect(statementColumn(profit, at), column.name).toEqual(cashResult(tenant.books, column.from, column.to));
    const accrual = await askReport<Statement>(world, tenant, "reports.statement", { ...input, basis: "accrual" });
    expect(rowOf(profit.rows, "Net income")).not.toBe(rowOf(accrual.rows, "Net income"));

    const [cash, posted] = [await trialOf(world, tenant, "cash", SPAN), await trialOf(world, tenant, "accrual", SPAN)];
    expect(cash.totals.debit).toBe(cash.totals.credit);
    for (const { account, balance, debit, credit } of posted.rows) {
      if (account?.role !== "bank") continue;
      expect(cash.rows.find((row) => row.account?.id === account.id)).toMatchObject({ balance, debit, credit });
    }
    await endWorld(world);
  });

  test("has a balance sheet that balances, on whose control accounts only unapplied money stands", async () => {
    const world = await createWorld({ seed: 96, tenants: [options] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const input = { from: SPAN.from, to: TODAY, kind: "balance_sheet", basis: "cash" };
    const sheet = await askReport<Statement>(world, tenant, "reports.statement", input);
    expect(sheet.rows.filter(({ kind, section }) => kind === "computed" && section === "unknown")).toEqual([]);
    const total = (label: string) => cents(rowOf(sheet.rows, label) ?? decimal("0"));
    // The bank account of advance receipts isn't always known; such amounts are shown separately.
    expect(total("Total assets") + total("Total for unknown accounts (debits positive)")).toBe(total("Total liabilities and equity"));
    // Rates of payments and of what they settle differ, so only books in one currency agree to the cent.
    if (tenant.books.currencies.length === 1) {
      const control = tenant.books.accounts.find(({ kind }) => kind === "receivable");
      const held = tenant.books.accounts.some(({ kind }) => kind === "unapplied_receipts");
      const kinds = held ? ["customer_payment"] : ["customer_payment", "receipt_overpayment", "receipt_prepayment"];
      const unapplied = tenant.books.transactions
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, each) => sum + cents(outstandingOf(tenant.books, each)), 0n);
      const shown = trialBalanceColumn(await trialOf(world, tenant, "cash", { from: TODAY, to: TODAY }), "balance");
      expect(shown[mirroredId(tenant.books, control?.id ?? "")] ?? "0").toBe(canonicalDecimal(fromCents(-unapplied)));
    }
    await endWorld(world);
  });
});
