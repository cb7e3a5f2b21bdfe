import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import { SimActs } from "#test/support/firm-sim/sim-acts.ts";
import { openSimFirm, type SimFirm, type SimMachine } from "#test/support/firm-sim/sim-firm.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { intentOf, sceneOf } from "#test/support/write-intents.ts";
import { WritePlan } from "#test/support/write-plan.ts";

const DAY_MS = 86_400_000;

describe.for(["a", "b"] as const)("ledger %s, after it forgot what a lost computer sent", (style) => {
  let firm: SimFirm;

  beforeAll(async () => {
    firm = await openSimFirm(31, seededRandom(31), [
      {
        style,
        books: { months: 1, invoicesPerMonth: 3, foreignCurrencies: [] },
        a: { keyLifetimeMs: DAY_MS },
        b: { requestIdLifetimeMs: DAY_MS },
      },
    ]);
  });
  afterAll(() => firm?.end());

  it("gets it no second time from who sends the draft again", async () => {
    const { clock } = firm.world;
    const acts = new SimActs(firm);
    const [ada, pat, rita] = firm.machines as [SimMachine, SimMachine, SimMachine];
    const tenant = firm.tenants[0] as Tenant;
    const { clientId } = tenant.source;
    const run = <T>(promise: Promise<T>) => clock.run(promise);
    const look = async (...machines: readonly SimMachine[]) => {
      for (const machine of machines) await run(acts.look(machine));
    };
    await look(...firm.machines);
    expect((await run(ada.world.runtime.context.engine.sync(clientId)))?.state).toBe("up_to_date");
    await look(...firm.machines);
    const intent = await intentOf(await sceneOf(firm.world, tenant, new WritePlan()), 7, "bill", seededRandom(7));
    const order = { clientId, operations: [...(intent?.operations ?? [])], actionId: "sent by a lost computer", draft: true };
    const { jobId } = await run(pat.must("writes.submit", order as never));
    await look(ada, rita);
    await clock.advance(120_000);
    await firm.database.copy();
    expect(await run(pat.must("writes.send", { clientId, jobId }))).toMatchObject({ state: "accepted" });
    await firm.revoke(pat);
    await firm.database.promote();
    await clock.advance(DAY_MS + 3_600_000);
    await look(ada, rita);
    expect(await run(rita.must("writes.list", { clientId }))).toMatchObject([{ jobId, state: "draft" }]);
    expect(await run(ada.must("writes.send", { clientId, jobId }))).toMatchObject({ state: "accepted" });
    expect(intent?.effects()).toBe(1);
  });
});
