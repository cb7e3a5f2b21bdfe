import type { InsightQuestion } from "#main/store/clients/client-insight.ts";
import type { OpenExceptions } from "#main/store/exceptions/open-exceptions.ts";
import type { AssignedRole, ClientInsight, InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { CapabilityChange, CapabilityReport } from "#shared/contract/connections/capabilities.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { OperationOps } from "./operation-ops.ts";

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
  /** Saves a value that was made from `was`, unless another act has changed the setting since: see `changeSetting`. */
  "firm.replaceSetting": [{ readonly key: string; readonly was: unknown; readonly value: unknown }, { readonly replaced: boolean }];
  /** Whether a period of the client is in close or reopened. */
  "client.inClose": [Source, boolean];
  /** What the mirror has that needs a notice. */
  "client.openExceptions": [Source, OpenExceptions];
  /** Works out what the dashboard shows of a mirror; takes a while of a large one, so a thread that nobody waits for does it. */
  "client.insight": [Source & InsightQuestion, Omit<ClientInsight, "clientId" | "madeAt" | "closeMark">];
  "firm.insights": [Record<never, never>, InsightRow[]];
  "firm.saveInsight": [{ readonly insight: ClientInsight }, null];
  "firm.addReads": [{ readonly clientId: string; readonly day: CalendarDate; readonly calls: number }, null];
  "firm.assigned": [Record<never, never>, { readonly clientId: string; readonly role: AssignedRole; readonly person: string }[]];
}

/** Those that only look. */
export const WATCH_READ_OPS = [
  "firm.capabilityReport",
  "firm.setting",
  "firm.settings",
  "client.inClose",
  "client.openExceptions",
  "firm.insights",
  "firm.assigned",
] as const;

/** Those that nobody waits for: they are worked out where packs are made. */
export const SLOW_OPS: ReadonlySet<string> = new Set<keyof WatchOps<unknown> | keyof OperationOps<unknown>>([
  "client.insight",
  "operation.later",
]);
