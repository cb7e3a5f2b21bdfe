import type { CapabilityChange, CapabilityReport, CapabilityRow } from "#shared/contract/connections/capabilities.ts";
import { type Instant, instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import { CAPABILITY_NAMES, describeCapability } from "./capability-descriptions.ts";

/** What is kept of a connection's capabilities beside the newest discovery. */
export interface CapabilityRecord {
  readonly firstFoundAt: Instant;
  /** Oldest first. */
  readonly changes: readonly CapabilityChange[];
}

const CHANGES_KEPT = 200;
const CHECKED_EVERY_MS = 86_400_000;

/** The record after another discovery: every capability that reads otherwise than before is a change. */
export function noteDiscovery(
  record: CapabilityRecord | null,
  before: Discovery | null,
  after: Discovery,
  at: Instant,
): { readonly record: CapabilityRecord; readonly changes: readonly CapabilityChange[] } {
  const changes = before === null ? [] : changesBetween(before, after, at);
  return {
    record: { firstFoundAt: record?.firstFoundAt ?? at, changes: [...(record?.changes ?? []), ...changes].slice(-CHANGES_KEPT) },
    changes,
  };
}

function changesBetween(before: Discovery, after: Discovery, at: Instant): CapabilityChange[] {
  return CAPABILITY_NAMES.flatMap((name) => {
    const was = describeCapability(name, before.capabilities);
    const is = describeCapability(name, after.capabilities);
    if (was.value === is.value) return [];
    const how = after.evidence[name] ?? "";
    return [{ name, title: is.title, from: was.value, to: is.value, at, how, lost: was.on === true && is.on === false }];
  });
}

/** Every capability with how it was found, since when it is so, and what is used instead where it is off (rule 3). */
export function capabilityReport(discovery: Discovery, discoveredMs: number, record: CapabilityRecord | null): CapabilityReport {
  const checkedAt = instantFromMs(discoveredMs);
  const changes = (record?.changes ?? []).toReversed();
  const rows = CAPABILITY_NAMES.map((name): CapabilityRow => {
    const words = describeCapability(name, discovery.capabilities);
    const changed = changes.find((change) => change.name === name);
    return {
      name,
      ...words,
      commands: [...words.commands],
      how: discovery.evidence[name] ?? "",
      probe: discovery.probes?.[name] ?? null,
      foundAt: checkedAt,
      since: changed?.at ?? record?.firstFoundAt ?? checkedAt,
    };
  });
  return { checkedAt, nextCheckAt: instantFromMs(instantMs(checkedAt) + CHECKED_EVERY_MS), rows, changes };
}
