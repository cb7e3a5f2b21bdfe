import { describe, expect, test } from "vitest";
import { isZero } from "#shared/kernel/decimal.ts";
import type { Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { callsDuring, endWorld, syncToEnd } from "../conformance/expecting.ts";

const SPAN = { from: "2026-10-01", to: "2026-10-31" };

describe("rule 19: statements are made of ledger data, never of the ledger's own reports", () => {
  test.each(["a", "b", "c"] as const)("ledger %s: asking for one sends nothing, and the mirror's as-of goes with it", async (style) => {
    const world = await createWorld({ seed: 174, tenants: [{ style, a: { journals: true } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const asOf = (await tenant.streams()).map(({ completed_ms }) => completed_ms as number).sort((a, b) => a - b)[0] as number;
    await world.clock.advance(3_600_000);
    const { calls, value } = await callsDuring(tenant, async () => [
      await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN),
      await askReport<Statement>(world, tenant, "reports.statement", { ...SPAN, kind: "balance_sheet" }),
    ]);
    expect(calls).toBe(0);
    for (const report of value) expect(report.asOf).toBe(new Date(asOf).toISOString());
    expect(value[0]?.rows.some((row) => "balance" in row && !isZero(row.balance))).toBe(true);
    await endWorld(world);
  });
});
