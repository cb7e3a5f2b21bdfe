import { describe, expect, it } from "vitest";
import { capabilityReport, noteDiscovery } from "#main/domain/clients/capability-changes.ts";
import { CAPABILITY_NAMES, describeCapability } from "#main/domain/clients/capability-descriptions.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type Discovery, type SourceCapabilities, sourceCapabilities } from "#shared/model/ledger/capabilities.ts";

const NONE: SourceCapabilities = {
  dimensions: [],
  lineTarget: "both",
  canCreateTaxRates: false,
  hasApprovalWorkflow: false,
  hasGlFeed: false,
  hasAuditTrail: false,
  statusIsDerived: true,
  writeSemantics: "merge",
  periodLock: { perSubsidiary: false },
  idempotencyKey: false,
};
const MONDAY = instant("2026-11-16T09:00:00.000Z");
const TUESDAY = instant("2026-11-17T09:00:00.000Z");

describe("capabilities in words, and their history (rule 3)", () => {
  it("names every capability, and says what is used instead of each that is off", () => {
    expect([...CAPABILITY_NAMES].sort()).toEqual(Object.keys(sourceCapabilities.shape).sort());
    for (const name of CAPABILITY_NAMES) {
      const words = describeCapability(name, NONE);
      expect(words.usedInstead === null, name).toBe(words.on !== false);
      // Commands are for those who know them: the sentence does without.
      expect(words.usedInstead ?? "", name).not.toMatch(/command line|tieout [a-z]/);
    }
    const approvals = (can: SourceCapabilities) => describeCapability("hasApprovalWorkflow", can).commands;
    expect(approvals(NONE)).toEqual(["tieout document approve", "tieout document return"]);
    expect(approvals({ ...NONE, hasApprovalWorkflow: true })).toEqual([]);
  });

  it("keeps since when a capability is as it is, and which one was lost", () => {
    const granted = discoveryOf({ ...NONE, hasGlFeed: true }, "The ledger answered.");
    const refused = discoveryOf(NONE, "The ledger refused the feed with status 403.");
    const first = noteDiscovery(null, null, granted, MONDAY);
    const same = noteDiscovery(first.record, granted, granted, TUESDAY);
    expect([first.changes, same.changes]).toEqual([[], []]);
    const lost = noteDiscovery(same.record, granted, refused, TUESDAY);
    expect(lost.changes).toMatchObject([{ name: "hasGlFeed", from: "yes", to: "no", at: TUESDAY, lost: true }]);
    const report = capabilityReport(refused, Date.parse(TUESDAY), lost.record);
    const row = (name: string) => report.rows.find((candidate) => candidate.name === name);
    expect(row("hasGlFeed")).toMatchObject({
      on: false,
      since: TUESDAY,
      foundAt: TUESDAY,
      how: "The ledger refused the feed with status 403.",
      probe: "GET Feed",
    });
    expect(row("hasAuditTrail")).toMatchObject({ since: MONDAY, probe: null });
    expect(report.nextCheckAt).toBe("2026-11-18T09:00:00.000Z");
  });
});

function discoveryOf(capabilities: SourceCapabilities, feed: string): Discovery {
  const organisation = {
    name: "Birch",
    baseCurrency: "EUR",
    fiscalYearEndMonth: 12,
    fiscalYearEndDay: 31,
    entities: [],
    currencies: ["EUR"],
  };
  return {
    capabilities,
    evidence: { hasGlFeed: feed },
    probes: { hasGlFeed: "GET Feed" },
    organisation,
    discoveredAt: MONDAY,
    adapterFacts: {},
  };
}
