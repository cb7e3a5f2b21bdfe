import type { ClientMatters } from "#main/services/client-matters.ts";
import type { CapabilityChange, CapabilityReport } from "#shared/contract/capabilities.ts";
import type { Discovery } from "#shared/model/capabilities.ts";

/** Operations behind the background schedule, capabilities and notices: input, and result. */
export interface WatchOps<Source> {
  "firm.saveDiscovery": [
    { readonly connectionId: string; readonly discovery: Discovery; readonly nowMs: number },
    readonly CapabilityChange[],
  ];
  "firm.capabilityReport": [{ readonly connectionId: string }, CapabilityReport | null];
  /** A value of the firm's settings, as JSON; null when it was never set. */
  "firm.setting": [{ readonly key: string }, unknown];
  /** All settings whose key begins so. */
  "firm.settings": [{ readonly prefix: string }, Readonly<Record<string, unknown>>];
  "firm.saveSetting": [{ readonly key: string; readonly value: unknown }, null];
  /** Whether a period of the client is in close or reopened. */
  "client.inClose": [Source, boolean];
  /** What stands in the mirror that a person should be told of. */
  "client.matters": [Source, ClientMatters];
}

/** Those that only look. */
export const WATCH_READ_OPS = ["firm.capabilityReport", "firm.setting", "firm.settings", "client.inClose", "client.matters"] as const;
