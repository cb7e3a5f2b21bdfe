import { describe, expect, test } from "vitest";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { LedgerDetail, Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { oracleBalances, trialBalanceColumn } from "#test/support/statement-oracle.ts";
import { lookWithoutFeed } from "#test/support/without-feed.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

const TO = calendarDate("2026-10-31");
const SPAN = { from: "2026-10-01", to: TO };

async function ledgerA(seed: number, journals: boolean) {
  const world = await createWorld({ seed, tenants: [{ style: "a", a: { journals }, journals: true, books: { months: 6 } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  const trial = () => askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
  return { world, tenant, trial };
}

describe("rule 17: statements from Ledger A build on its journals", () => {
  test("with the feed they are its postings, foreign ones included, and say so", async () => {
    const { world, tenant, trial } = await ledgerA(171, true);
    const report = await trial();
    expect(report).toMatchObject({ source: "gl_feed", gaps: [] });
    expect(trialBalanceColumn(report, "balance")).toEqual(oracleBalances(tenant.books, TO));
    await endWorld(world);
  });

  test("without it they are reconstructed from documents, and say that, with what is missing", async () => {
    const { world, trial } = await ledgerA(171, false);
    const report = await trial();
    expect(report.source).toBe("reconstructed");
    // The ledger states no base amount of foreign documents, and none is made up (rule 2).
    const gap = report.gaps.find(({ code }) => code === "no_base_amount");
    expect(gap?.count).toBeGreaterThan(0);
    expect(gap?.recordIds.length).toBeGreaterThan(0);
    expect(report.totals.debit).toBe(report.totals.credit);
    await endWorld(world);
  });

  test("which of the two is told by the capability, not by the ledger: when the feed is withdrawn they are reconstructed from what is stored", async () => {
    const { world, tenant, trial } = await ledgerA(172, true);
    expect((await trial()).source).toBe("gl_feed");
    const { baseCurrency, fiscalYearEndMonth: month, fiscalYearEndDay: day } = tenant.books;
    const question = { from: calendarDate(SPAN.from), to: TO, basis: "accrual", baseCurrency, yearEnd: { month, day } } as const;
    lookWithoutFeed(world, tenant, (reader, keep) => {
      const before = trialBalanceReport(reader, question);
      keep(false);
      const without = trialBalanceReport(reader, question);
      expect([before.source, without.source]).toEqual(["gl_feed", "reconstructed"]);
      expect(without.rows.length).toBeGreaterThan(5);
      keep(true);
      expect(trialBalanceReport(reader, question)).toEqual(before);
    });
    await endWorld(world);
  });

  test("asked for on the cash basis they say that it was worked out; an account's ledger says that it is accrual", async () => {
    const { world, tenant } = await ledgerA(173, true);
    const input = { ...SPAN, kind: "profit_and_loss", basis: "cash" };
    const cash = await askReport<Statement>(world, tenant, "reports.statement", input);
    expect(cash).toMatchObject({ basis: "cash", gaps: [{ code: "basis_derived" }] });
    const accountId = cash.rows.find(({ account }) => account !== null)?.account?.id;
    const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", { ...SPAN, accountId, basis: "cash" });
    expect(detail).toMatchObject({ basis: "accrual", gaps: [{ code: "basis_not_possible" }] });
    await endWorld(world);
  });
});
