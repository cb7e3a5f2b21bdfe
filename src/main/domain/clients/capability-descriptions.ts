import type { SourceCapabilities } from "#shared/model/ledger/capabilities.ts";

export type CapabilityName = keyof SourceCapabilities;

/** How one capability reads for people. `on` is null where it is a way of working, neither there nor missing. */
export interface CapabilityDescription {
  readonly title: string;
  readonly value: string;
  readonly on: boolean | null;
  /** What the service does instead, where it is off. */
  readonly usedInstead: string | null;
  /** The commands for it, where only the command line has it. */
  readonly commands: readonly string[];
}

const UPDATES = {
  merge: "only the fields sent",
  replace: "the whole record",
  patch: "only the fields sent",
} as const;

const LINES = { account: "accounts", item: "items", both: "accounts or items" } as const;

/** In the order in which they are shown. */
export const CAPABILITY_NAMES: readonly CapabilityName[] = [
  "hasGlFeed",
  "dimensions",
  "periodLock",
  "hasApprovalWorkflow",
  "hasAuditTrail",
  "canCreateTaxRates",
  "statusIsDerived",
  "idempotencyKey",
  "lineTarget",
  "writeSemantics",
];

/** Says what a capability is, and what is used instead where it is off (rule 3). Knows no ledger. */
export function describeCapability(name: CapabilityName, can: SourceCapabilities): CapabilityDescription {
  switch (name) {
    case "hasGlFeed":
      return feature(
        "General-ledger feed",
        can.hasGlFeed,
        "Tieout builds statements from the transactions. If Tieout can read the ledger's own reports, it ties the statements out to these reports.",
      );
    case "dimensions":
      return describeDimensions(can);
    case "periodLock":
      return describeLock(can);
    case "hasApprovalWorkflow":
      return feature(
        "Approval workflow",
        can.hasApprovalWorkflow,
        "Tieout can keep its own record of who approved or returned a transaction, and when. Nothing is sent to the ledger.",
        ["tieout document approve", "tieout document return"],
      );
    case "hasAuditTrail":
      return feature(
        "Audit trail",
        can.hasAuditTrail,
        "Tieout's own history shows what changed between two syncs, but not who changed it.",
      );
    case "canCreateTaxRates":
      return feature(
        "Ledger keeps the amounts you enter",
        can.canCreateTaxRates,
        "Only tax amounts are affected: Tieout doesn't send the ones you enter, and the ledger calculates the tax.",
      );
    case "statusIsDerived":
      return feature(
        "Transaction status from ledger",
        !can.statusIsDerived,
        "Tieout works out the status from the memo, total and balance, and marks it as worked out by Tieout.",
      );
    case "idempotencyKey":
      return feature(
        "Double-posting protection",
        can.idempotencyKey,
        "Tieout writes a reference into each new record it sends. If the ledger's answer is lost, Tieout checks in the ledger whether the update arrived before it sends the update again.",
      );
    case "lineTarget":
      return way("Line coding", LINES[can.lineTarget]);
    case "writeSemantics":
      return way("Updates change", UPDATES[can.writeSemantics]);
  }
}

function feature(title: string, on: boolean, instead: string, commands: readonly string[] = []): CapabilityDescription {
  return { title, value: on ? "yes" : "no", on, ...whereOff(on, instead, commands) };
}

function whereOff(on: boolean, instead: string, commands: readonly string[]): Pick<CapabilityDescription, "usedInstead" | "commands"> {
  return on ? { usedInstead: null, commands: [] } : { usedInstead: instead, commands };
}

function way(title: string, value: string): CapabilityDescription {
  return { title, value, on: null, usedInstead: null, commands: [] };
}

function describeDimensions({ dimensions }: SourceCapabilities): CapabilityDescription {
  const names = dimensions.filter(({ active }) => active).map(({ name }) => name);
  const value = names.length === 0 ? "none" : `${names.length} (${names.join(", ")})`;
  const on = names.length > 0;
  const instead =
    "Tieout can keep dimensions of its own, which break down spend and filter transactions. They're never sent to the ledger.";
  return { title: "Dimensions", value, on, ...whereOff(on, instead, ["tieout dimension add", "tieout dimension assign"]) };
}

function describeLock({ periodLock: { date, perSubsidiary } }: SourceCapabilities): CapabilityDescription {
  const scope = perSubsidiary ? ", by subsidiary" : "";
  const on = date !== undefined || perSubsidiary;
  const value = date === undefined ? `no lock date${scope}` : `through ${date}${scope}`;
  const instead =
    "Before every ledger update, Tieout checks whether the transaction's date is locked in the ledger or falls in a period that is closed in Tieout.";
  return { title: "Lock date", value, on, ...whereOff(on, instead, []) };
}
