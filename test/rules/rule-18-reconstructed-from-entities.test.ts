import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDetail, TrialBalance } from "#shared/model/reports/statement.ts";
import { postingsOf } from "#simulator/books/postings.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

const SPAN = { from: calendarDate("2026-09-01"), to: calendarDate("2026-11-21") };

async function ledgerB(seed: number, foreignCurrencies: readonly string[]) {
  const world = await createWorld({ seed, tenants: [{ style: "b", books: { months: 5, invoicesPerMonth: 12, foreignCurrencies } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  const report = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
  return { world, tenant, report };
}

describe("rule 18: figures of Ledger B from the mirror of its entities", () => {
  test("each payable account has the bills that name it, paid from wherever", async () => {
    const { world, tenant, report } = await ledgerB(1810, []);
    const payables = tenant.books.accounts.filter(({ kind }) => kind === "payable");
    expect(payables.length).toBe(2);
    for (const { id } of payables) {
      const postings = tenant.books.transactions
        .filter(({ date }) => date <= SPAN.to)
        .flatMap((transaction) => postingsOf(tenant.books, transaction));
      const own = postings.filter(({ accountId }) => accountId === id).map(({ amountBase }) => amountBase);
      expect(own.length).toBeGreaterThan(0);
      const row = report.rows.find(({ account }) => account?.id === `Account:${id}`);
      expect(canonicalDecimal(decimal(row?.balance ?? "0"))).toBe(canonicalDecimal(sumDecimals(own)));
    }
    expect(report).toMatchObject({ source: "reconstructed" });
    await endWorld(world);
  });

  test("realised differences go to the account that the ledger marks, and the payments valued at a rate are named", async () => {
    const { world, tenant, report } = await ledgerB(1811, ["EUR", "GBP"]);
    const marked = report.rows.find(({ account }) => account?.role === "exchange_difference");
    expect(marked?.account?.id).toBe(`Account:${tenant.books.exchangeAccountId}`);
    const valued = report.gaps.filter(({ code }) => code === "currency_difference").flatMap(({ recordIds }) => recordIds);
    const foreign = tenant.books.transactions.filter(
      ({ kind, currency, state }) =>
        /^(customer|vendor)_payment$/.test(kind) && currency !== tenant.books.baseCurrency && state === "approved",
    );
    expect(foreign.length).toBeGreaterThan(0);
    expect(valued.map((id) => id.slice(id.indexOf(":") + 1)).sort()).toEqual(foreign.map(({ id }) => id).sort());
    await endWorld(world);
  });

  test("the ledger of an account has the detail that the reports endpoint is not asked for", async () => {
    const { world, tenant, report } = await ledgerB(1812, []);
    const bank = report.rows.find(({ account }) => account?.role === "bank");
    const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", { ...SPAN, accountId: bank?.account?.id });
    expect(detail).toMatchObject({ source: "reconstructed", closing: bank?.balance });
    expect(detail.rows.length).toBeGreaterThan(0);
    expect(detail.rows.at(-1)?.balance).toBe(bank?.balance);
    await endWorld(world);
  });
});
