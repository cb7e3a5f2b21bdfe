import { describe, expect, test } from "vitest";
import type { CapabilityReport } from "#shared/contract/connections/capabilities.ts";
import { noLedgerIdentity } from "#test/support/house-rules/code-rules.ts";
import { isCode, readSources } from "#test/support/house-rules/source.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, STYLES } from "../conformance/expecting.ts";

async function discovered(options: TenantOptions) {
  const world = await createWorld({ seed: 103, tenants: [options] });
  const tenant = world.tenants[0] as Tenant;
  const shown = await world.run(world.runtime.route("connections.show", { clientId: tenant.source.clientId }));
  await endWorld(world);
  if (!shown.ok) throw new Error(shown.failure.message);
  return shown.value as { readonly capabilities: Record<string, unknown>; readonly discoveredAt: string; readonly evidence: unknown };
}

describe("rule 3: consumers read capabilities, and capabilities are discovered", () => {
  test("no consumer compares the ledger's identity", () => {
    expect(readSources("src").filter(isCode).flatMap(noLedgerIdentity)).toEqual([]);
  });

  test.each(STYLES)("ledger %s answers every capability when it is connected, and the time of asking is kept", async (style) => {
    const { capabilities, discoveredAt, evidence } = await discovered({ style });
    expect(Object.keys(capabilities).sort()).toEqual([
      "canCreateTaxRates",
      "dimensions",
      "hasApprovalWorkflow",
      "hasAuditTrail",
      "hasGlFeed",
      "idempotencyKey",
      "lineTarget",
      "periodLock",
      "statusIsDerived",
      "writeSemantics",
    ]);
    expect(Date.parse(discoveredAt)).toBeGreaterThan(0);
    expect(evidence).not.toEqual({});
  });

  test("the same ledger with other rights has other capabilities", async () => {
    const granted = await discovered({ style: "a", a: { journals: true }, journals: true });
    const refused = await discovered({ style: "a", a: { journals: false }, journals: true });
    expect([granted.capabilities.hasGlFeed, refused.capabilities.hasGlFeed]).toEqual([true, false]);
  });
});

describe("rule 3: capabilities are asked for again", () => {
  test("a refusal that says that a feature went is followed by asking, and the change is on record", async () => {
    const rights = { journals: true };
    const world = await createWorld({ seed: 303, tenants: [{ style: "a", a: rights, journals: true }] });
    const tenant = world.tenants[0] as Tenant;
    const { clientId } = tenant.source;
    const shown = async () => {
      const reply = await world.run(world.runtime.route("connections.capabilities", { clientId }));
      if (!reply.ok) throw new Error(reply.failure.message);
      return reply.value as CapabilityReport;
    };
    const feed = (report: CapabilityReport) => report.rows.find(({ name }) => name === "hasGlFeed");
    const first = await shown();
    expect(feed(first)).toMatchObject({ on: true, value: "yes", probe: "GET Journals", usedInstead: null, since: first.checkedAt });
    expect((await tenant.sync()).state).toBe("up_to_date");

    rights.journals = false;
    await world.clock.advance(2 * 3_600_000);
    expect((await tenant.sync()).streams.find(({ stream }) => stream === "journals")?.state).toBe("failed");
    const lost = await shown();
    expect(lost.checkedAt > first.checkedAt).toBe(true);
    expect(feed(lost)).toMatchObject({
      on: false,
      since: lost.checkedAt,
      how: expect.stringContaining("403"),
      usedInstead: expect.stringContaining("from the transactions"),
    });
    expect(lost.changes).toMatchObject([{ name: "hasGlFeed", from: "yes", to: "no", lost: true }]);
    // The next run goes by what was found: nothing fails any more.
    expect((await tenant.sync()).state).toBe("up_to_date");

    rights.journals = true;
    const again = await world.run(world.runtime.route("connections.rediscover", { clientId }));
    expect(again).toMatchObject({ ok: true, value: { changes: [{ from: "no", to: "yes", lost: false }, { lost: true }] } });
    await endWorld(world);
  });
});
