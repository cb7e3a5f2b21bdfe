import { expect, test } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import { SimActs } from "#test/support/firm-sim/sim-acts.ts";
import { openSimFirm, type SimMachine } from "#test/support/firm-sim/sim-firm.ts";
import { limitsJson } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** Below what the two tenants may be called in a minute, each on its own. */
const [LIMIT, WINDOW_MS] = [100, 60_000];

test("two machines together stay below the limit of the firm's app, whichever client they read", async () => {
  const arrivals: number[] = [];
  let nowMs = () => 0;
  const counting: FaultPlan = {
    enabled: true,
    played: [],
    next: () => {
      arrivals.push(nowMs());
      return null;
    },
  };
  const tenant = { style: "a", faults: counting, books: { months: 3, invoicesPerMonth: 6 }, limits: { pageSize: 4 } } as const;
  const known = limitsJson as { readonly ledger_a: object };
  const limits = { ...known, ledger_a: { ...known.ledger_a, appRequestsPerWindow: LIMIT } };
  const firm = await openSimFirm(3, seededRandom(3), [tenant, tenant], () => ({ limitsJson: limits }));
  try {
    const { clock } = firm.world;
    nowMs = () => clock.nowMs();
    const acts = new SimActs(firm);
    for (const machine of firm.machines) await clock.run(acts.look(machine));
    arrivals.length = 0;
    const [one, other] = [firm.machines[1], firm.machines[3]] as [SimMachine, SimMachine];
    const [first, second] = firm.tenants as [Tenant, Tenant];
    const sync = ({ world }: SimMachine, { source }: Tenant) => world.runtime.context.engine.sync(source.clientId);
    const done = await clock.run(Promise.all([sync(one, first), sync(other, second)]));
    expect(done.map((each) => [each?.state, each?.failure])).toEqual([
      ["up_to_date", null],
      ["up_to_date", null],
    ]);
    expect(arrivals.length).toBeGreaterThan(LIMIT);
    const most = Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + WINDOW_MS).length));
    expect(most).toBeLessThanOrEqual(LIMIT);
    // Each did its part at the same time as the other.
    for (const { simulated } of firm.tenants) expect(simulated.referee.totals.arrivals).toBeGreaterThan(LIMIT / 4);
  } finally {
    await firm.end();
  }
});
