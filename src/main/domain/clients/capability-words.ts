import type { SourceCapabilities } from "#shared/model/ledger/capabilities.ts";

export type CapabilityName = keyof SourceCapabilities;

/** How one capability reads for people. `on` is null where it is a way of working, neither there nor missing. */
export interface CapabilityWords {
  readonly title: string;
  readonly value: string;
  readonly on: boolean | null;
  /** What the service does instead, where it is off. */
  readonly usedInstead: string | null;
}

const UPDATES = {
  merge: "merges into the record",
  replace: "replaces the record",
  patch: "changes the fields that are named",
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
export function capabilityWords(name: CapabilityName, can: SourceCapabilities): CapabilityWords {
  switch (name) {
    case "hasGlFeed":
      return feature(
        "General-ledger feed",
        can.hasGlFeed,
        "Statements are put together here from the mirrored documents and tied to the ledger's own reports; every figure says so.",
      );
    case "dimensions":
      return dimensionWords(can);
    case "periodLock":
      return lockWords(can);
    case "hasApprovalWorkflow":
      return feature(
        "Approval workflow",
        can.hasApprovalWorkflow,
        "Approvals are kept here, with who and when; the ledger is not told of them.",
      );
    case "hasAuditTrail":
      return feature(
        "Audit trail",
        can.hasAuditTrail,
        "The history is our own record of what differed between two readings; it names no author.",
      );
    case "canCreateTaxRates":
      return feature(
        "Tax rates can be made",
        can.canCreateTaxRates,
        "Tax is read: a write promises no tax amount, and what the ledger made of it is compared afterwards.",
      );
    case "statusIsDerived":
      return feature(
        "The ledger's own status",
        !can.statusIsDerived,
        "The status is worked out here from note, total and balance, and marked as such.",
      );
    case "idempotencyKey":
      return feature(
        "Repeated writes are recognised",
        can.idempotencyKey,
        "A reference is written into the record and searched for after a lost answer, before anything is sent again.",
      );
    case "lineTarget":
      return way("Lines point at", LINES[can.lineTarget]);
    case "writeSemantics":
      return way("An update", UPDATES[can.writeSemantics]);
  }
}

function feature(title: string, on: boolean, instead: string): CapabilityWords {
  return { title, value: on ? "yes" : "no", on, usedInstead: on ? null : instead };
}

function way(title: string, value: string): CapabilityWords {
  return { title, value, on: null, usedInstead: null };
}

function dimensionWords({ dimensions }: SourceCapabilities): CapabilityWords {
  const names = dimensions.filter(({ active }) => active).map(({ name }) => name);
  const value = names.length === 0 ? "none" : `${names.length}: ${names.join(", ")}`;
  const on = names.length > 0;
  const instead = "Dimensions of your own can be kept here and used in every report; they never go to the ledger.";
  return { title: "Dimensions", value, on, usedInstead: on ? null : instead };
}

function lockWords({ periodLock: { date, perSubsidiary } }: SourceCapabilities): CapabilityWords {
  const scope = perSubsidiary ? ", by subsidiary" : "";
  const on = date !== undefined || perSubsidiary;
  const value = date === undefined ? `no date stated${scope}` : `through ${date}${scope}`;
  const instead =
    "The cut-off is checked here before every write, against the periods and locks that were read and the periods closed here.";
  return { title: "Lock date", value, on, usedInstead: on ? null : instead };
}
