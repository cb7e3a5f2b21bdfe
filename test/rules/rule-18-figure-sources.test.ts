import { describe, expect, test } from "vitest";
import type { LedgerDetail, Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

const SPAN = { from: "2026-10-01", to: "2026-10-31" };

describe("rule 18: detail of Ledger B comes from the mirror of its entities, and every result says what made it", () => {
  test("statements and ledgers are reconstructed, say so, and lead to documents of the mirror", async () => {
    const world = await createWorld({ seed: 181, tenants: [{ style: "b", books: { months: 4 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
    const statement = await askReport<Statement>(world, tenant, "reports.statement", { ...SPAN, kind: "profit_and_loss" });
    const income = trial.rows.find((row) => row.account?.class === "revenue");
    const input = { ...SPAN, accountId: income?.account?.id };
    const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", input);
    for (const report of [trial, statement, detail]) {
      expect(report.source).toBe("reconstructed");
      expect(report.asOf).not.toBeNull();
    }
    expect(detail.rows.length).toBeGreaterThan(0);
    for (const { documentId } of detail.rows) {
      const shown = await askReport<{ document: { id: string } }>(world, tenant, "documents.show", { id: documentId });
      expect(shown.document.id).toBe(documentId);
    }
    await endWorld(world);
  });

  test("what a payment in a foreign currency can't know is named with the records concerned", async () => {
    const world = await createWorld({ seed: 182, tenants: [{ style: "b", books: { months: 8, invoicesPerMonth: 12 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
    const gap = trial.gaps.find(({ code }) => code === "currency_difference");
    const payments = new Map((await tenant.readAll("payments")).map((payment) => [String(payment.id), payment]));
    expect(gap?.count).toBe(gap?.recordIds.length);
    expect(gap?.count).toBeGreaterThan(0);
    for (const id of gap?.recordIds ?? []) expect(payments.get(id)?.currency).not.toBe(tenant.books.baseCurrency);
    await endWorld(world);
  });
});
