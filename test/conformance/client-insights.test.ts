import { afterAll, beforeAll, expect, it } from "vitest";
import type { AgingReport } from "#main/store/aging/aging.ts";
import type { InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { canonicalDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

let world: World;
let tenant: Tenant;
let clientId: string;

async function ask<T>(method: string, input: unknown): Promise<T> {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.code} ${reply.failure.message}`);
  return reply.value as T;
}
const insights = (refresh: readonly string[] = []) => ask<{ rows: InsightRow[]; waiting: number }>("clients.insights", { refresh });

beforeAll(async () => {
  world = await createWorld({ seed: 81, tenants: [{ style: "b", books: { months: 3, invoicesPerMonth: 10, foreignCurrencies: [] } }] });
  tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  clientId = tenant.source.clientId;
});
afterAll(() => endWorld(world));

it("figures of a mirror are worked out once, afterwards, and are those of its reports", async () => {
  expect((await insights()).rows).toMatchObject([{ clientId, insight: null }]);
  expect((await insights([clientId])).waiting).toBe(1);
  await world.clock.advance(2_000);
  const [row] = (await insights()).rows;
  const insight = row?.insight;
  expect(insight).not.toBeNull();
  if (insight === null || insight === undefined) return;
  const aging = await ask<AgingReport>("reports.aging", { clientId, side: "receivable", asOfDate: insight.day });
  const [total] = aging.totals;
  expect(insight.receivable.open).toBe(total?.outstanding);
  expect(insight.receivable.overdue).toBe(subtractDecimals(total?.outstanding as never, total?.current as never));
  const balances = await ask<TrialBalance>("reports.trialBalance", { clientId, from: "2026-10-01", to: "2026-10-31" });
  const banks = balances.rows.filter(({ account }) => account?.role === "bank" && account.class === "asset");
  expect(banks.length).toBeGreaterThan(0);
  expect(insight.cash?.at(-1)).toEqual({
    month: "2026-10",
    amount: canonicalDecimal(sumDecimals(banks.map(({ balance }) => balance))),
  });
  expect(insight.cash).toHaveLength(12);
  expect(insight.income.map(({ month }) => month).at(0)).toBe("2025-11");
  // Insights aren't calculated again until the mirror changes.
  expect((await insights([clientId])).waiting).toBe(0);
  await world.clock.advance(60_000);
  await tenant.sync();
  expect((await insights([clientId])).waiting).toBe(1);
});

it("requests of reading are counted by day", async () => {
  const [row] = (await insights()).rows;
  expect(row?.reads).toHaveLength(1);
  expect(row?.reads[0]?.calls).toBeGreaterThan(5);
});

it("a client is somebody's, and an undo gives it back", async () => {
  await ask("people.add", { name: "Pat", role: "preparer" });
  expect(await ask("clients.assign", { clientIds: [clientId], role: "preparer", person: "pat" })).toEqual({
    before: [{ clientId, person: null }],
  });
  expect((await ask<{ rows: ClientRow[] }>("clients.list", {})).rows).toMatchObject([{ preparer: "Pat", reviewer: null }]);
  expect(await ask("clients.assign", { clientIds: [clientId], role: "preparer", person: null })).toEqual({
    before: [{ clientId, person: "Pat" }],
  });
});
