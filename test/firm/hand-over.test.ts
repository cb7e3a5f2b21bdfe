import { describe, expect, test } from "vitest";
import { pick, randomInt, seededRandom } from "#shared/kernel/random.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import { SimActs } from "#test/support/firm-sim/sim-acts.ts";
import { openSimFirm, type SimMachine } from "#test/support/firm-sim/sim-firm.ts";
import { START_MS } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** What a tenant of Ledger A takes in a minute. */
const [LIMIT, WINDOW_MS] = [60, 60_000];
const DAY_MS = 86_400_000;

/** A firm whose client's every call is counted as it arrives, the ones of connecting it included. */
async function countingFirm(seed: number) {
  const arrivals: number[] = [];
  let nowMs = () => START_MS;
  const counting: FaultPlan = {
    enabled: true,
    played: [],
    next: () => {
      arrivals.push(nowMs());
      return null;
    },
  };
  const random = seededRandom(seed);
  const firm = await openSimFirm(seed, random, [
    { style: "a", faults: counting, books: { months: 3, invoicesPerMonth: 6 }, limits: { pageSize: 4 } },
  ]);
  nowMs = () => firm.world.clock.nowMs();
  const most = () => Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + WINDOW_MS).length));
  return { firm, random, arrivals, most, acts: new SimActs(firm) };
}

describe("a client that goes from one computer to another", () => {
  test("is never read more often than its ledger allows, clocks being a day off", async () => {
    const { firm, random, arrivals, most, acts } = await countingFirm(2);
    try {
      const { clock } = firm.world;
      for (const machine of firm.machines) await clock.run(acts.look(machine));
      const [one, other] = [firm.machines[0], firm.machines[1]] as [SimMachine, SimMachine];
      const [tenant] = firm.tenants as [Tenant];
      const { clientId } = tenant.source;
      for (let turn = 0; turn < 10; turn++) {
        other.aheadMs = pick(random, [0, DAY_MS, -DAY_MS]);
        const stop = new AbortController();
        const reader = turn % 2 === 0 ? one : other;
        const reading = reader.world.runtime.context.engine.sync(clientId, { full: true }, stop.signal);
        // People break off what takes long, and somebody else goes on at once.
        const patience = clock.sleep(randomInt(random, 5_000, 90_000)).then(() => stop.abort());
        const person = acts.write(pick(random, [one, other]), tenant, random);
        await clock.run(Promise.all([reading, person, patience]));
        await clock.advance(pick(random, [0, 500, 5_000, 15_000]));
      }
      expect(arrivals.length).toBeGreaterThan(3 * LIMIT);
      expect(most()).toBeLessThanOrEqual(LIMIT);
    } finally {
      await firm.end();
    }
  });

  test("takes the calls along that connecting it took", async () => {
    const { firm, arrivals, acts } = await countingFirm(3);
    try {
      const { clock } = firm.world;
      const counted = () =>
        clock.run(
          firm.database.asOwner(
            "SELECT machine_id, (jsonb_path_query_array(counters, '$.*.reservations[*].calls')) AS calls FROM tieout.lease",
          ),
        );
      expect(arrivals.length).toBeGreaterThan(3);
      await clock.run(acts.look(firm.machines[0] as SimMachine));
      const [lease] = (await counted()) as { readonly machine_id: string | null; readonly calls: readonly number[] }[];
      expect(lease?.calls.reduce((sum, calls) => sum + calls, 0)).toBeGreaterThanOrEqual(arrivals.length);
      // The first computer that reads it begins with these.
      expect(lease?.machine_id).toBeNull();
      await clock.run(acts.look(firm.machines[0] as SimMachine));
      expect(await counted()).toEqual([lease]);
    } finally {
      await firm.end();
    }
  });
});
