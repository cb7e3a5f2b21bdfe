import { describe, expect, test } from "vitest";
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
