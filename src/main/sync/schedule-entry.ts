import type { Cadence } from "#main/domain/clients/sync-cadence.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";

/** The facts about a connection that the schedule needs. */
export interface ScheduledConnection {
  /** The server it connects to. */
  readonly origin: string;
  readonly dayLimit: number | null;
  /** The shared monthly quota, and how much of it this connection has used. */
  readonly pool: string | null;
  readonly monthLimit: number | null;
  readonly monthUsed: number;
  readonly dayUsed: number;
}

/** What is kept about a client between starts of the program. */
export interface Remembered {
  /** Calls that a sync of changes takes; null before the first one. */
  readonly calls: number | null;
  readonly lastStartMs: number | null;
  readonly inClose: boolean;
}

/** Why a client waits longer than its interval. */
export type WaitReason = "catch_up" | "unreachable" | "needs_sign_in" | "held";

/** A client in the schedule. */
export interface ScheduleEntry {
  readonly clientId: string;
  name: string;
  paused: boolean;
  state: SyncState;
  /** It was read completely once, so the next runs show what a sync of changes costs. */
  wasRead: boolean;
  streams: number;
  connection: ScheduledConnection | null;
  memory: Remembered;
  cadence: Cadence;
  /** The fraction of the interval until the next sync. */
  gap: number;
  notBeforeMs: number;
  reason: WaitReason | null;
  failures: number;
  reading: boolean;
  /** Whether a period is in close must be looked up again. */
  staleClose: boolean;
}

const CALLS_BEFORE_LEARNED = 12;
const NOTHING_LIMITS: Cadence = { everyMs: 3_600_000, callsPerDay: 0, allowedPerDay: null, limitedBy: null };

export function newEntry(clientId: string, memory: Remembered | null): ScheduleEntry {
  return {
    clientId,
    name: "",
    paused: false,
    state: "never_synced",
    wasRead: false,
    streams: 0,
    connection: null,
    memory: memory ?? { calls: null, lastStartMs: null, inClose: false },
    cadence: NOTHING_LIMITS,
    gap: 1,
    notBeforeMs: 0,
    reason: null,
    failures: 0,
    reading: false,
    staleClose: memory === null,
  };
}

/** When a client's next automatic sync is due; a client that was never read is due at once. */
export function dueMs({ memory, cadence, gap, notBeforeMs }: ScheduleEntry): number {
  const next = memory.lastStartMs === null ? 0 : memory.lastStartMs + cadence.everyMs * gap;
  return Math.max(next, notBeforeMs);
}

/** What a sync of changes costs, as far as known. */
export function callsPerRun({ memory, streams }: ScheduleEntry): number {
  return memory.calls ?? (streams > 0 ? streams : CALLS_BEFORE_LEARNED);
}

/** Clients in close first, then those that have waited longest. */
export function byUrgency(a: ScheduleEntry, b: ScheduleEntry): number {
  return Number(b.memory.inClose) - Number(a.memory.inClose) || dueMs(a) - dueMs(b);
}
