import { describe, expect, test } from "vitest";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { LedgerDetail, TrialBalance } from "#shared/model/reports/statement.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { lookWithoutFeed } from "#test/support/without-feed.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

const TO = calendarDate("2026-11-21");
const SPAN = { from: calendarDate("2026-11-01"), to: TO };

async function ledgerA(foreignCurrencies: readonly string[], journals: boolean) {
  const books = { months: 6, invoicesPerMonth: 10, foreignCurrencies };
  const world = await createWorld({ seed: 1710, tenants: [{ style: "a", a: { journals }, journals, books }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  return { world, tenant };
}

/** Records of the books that a gap names. */
const named = (report: TrialBalance, code: string) =>
  report.gaps.filter((gap) => gap.code === code).flatMap(({ recordIds }) => recordIds.map((id) => id.slice(id.indexOf(":") + 1)));

describe("rule 17: statements of Ledger A without its journals", () => {
  test("say that they are reconstructed, and name every foreign record and no other as missing", async () => {
    const { world, tenant } = await ledgerA(["EUR"], false);
    const report = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
    expect(report.source).toBe("reconstructed");
    const { baseCurrency, transactions } = tenant.books;
    const foreign = transactions.filter(
      ({ currency, state, kind, date }) => currency !== baseCurrency && state === "approved" && kind !== "purchase_order" && date <= TO,
    );
    expect(named(report, "no_base_amount").sort()).toEqual(foreign.map(({ id }) => id).sort());
    expect(report.totals.debit).toBe(report.totals.credit);
    await endWorld(world);
  });

  test("name the overpayments and prepayments whose bank the ledger does not tell, and set exactly them down without account", async () => {
    const { world, tenant } = await ledgerA([], true);
    const { baseCurrency, fiscalYearEndMonth: month, fiscalYearEndDay: day } = tenant.books;
    const question = { ...SPAN, basis: "accrual" as const, baseCurrency, yearEnd: { month, day } };
    // The same mirror with and without the capability.
    const [feed, made] = lookWithoutFeed(world, tenant, (reader, keep) => {
      const before = trialBalanceReport(reader, question);
      keep(false);
      return [before, trialBalanceReport(reader, question)] as const;
    });
    expect([feed.source, made.source]).toEqual(["gl_feed", "reconstructed"]);
    const advances = tenant.books.transactions.filter(
      ({ kind, state, date }) => /^(receipt|spend)_(over|pre)payment$/.test(kind) && state === "approved" && date <= TO,
    );
    expect(advances.length).toBeGreaterThan(0);
    expect(named(made, "account_unknown").sort()).toEqual(advances.map(({ id }) => id).sort());
    const code = (row: TrialBalance["rows"][number]) => row.account?.code ?? row.kind;
    const balances = (report: TrialBalance) => new Map(report.rows.map((row) => [code(row), row.balance]));
    const differing = [...balances(feed)]
      .filter(([account, balance]) => balances(made).get(account) !== balance)
      .map(([account]) => account);
    const banks = new Set(tenant.books.accounts.filter(({ kind }) => kind === "bank" || kind === "credit_card").map((bank) => bank.code));
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.filter((account) => !banks.has(account))).toEqual([]);
    await endWorld(world);
  });

  test("lead from an account's balance to the documents that made it", async () => {
    const { world, tenant } = await ledgerA([], false);
    const report = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
    const debtors = report.rows.find((row) => row.account?.role === "receivable");
    const input = { ...SPAN, accountId: debtors?.account?.id };
    const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", input);
    expect(detail).toMatchObject({ source: "reconstructed", opening: debtors?.opening, closing: debtors?.balance });
    expect(detail.rows.at(-1)?.balance).toBe(debtors?.balance);
    expect(detail.rows.every(({ documentId }) => /^(Invoice|CreditNote|Overpayment|Prepayment|Payment):/.test(documentId ?? ""))).toBe(
      true,
    );
    await endWorld(world);
  });
});
