import { cadenceText, spanText } from "#main/domain/clients/sync-cadence.ts";
import type { ScheduleRow, ScheduleState } from "#shared/contract/sync/schedule.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { LedgerReach } from "./ledger-reach.ts";
import { callsPerRun, dueMs, type ScheduleEntry } from "./schedule-entry.ts";

interface Surroundings {
  readonly paused: boolean;
  readonly reach: LedgerReach;
  readonly nowMs: number;
  /** Why this process syncs nothing automatically, in short; null where it does. */
  readonly off: string | null;
}

/** A client's place in the schedule, with the reason for it in words. */
export function scheduleRow(entry: ScheduleEntry, around: Surroundings): ScheduleRow {
  const state = stateOf(entry, around);
  const nextMs = nextOf(entry, state, around);
  const isPlanned = state !== "paused" && state !== "not_connected" && state !== "off";
  return {
    clientId: entry.clientId,
    name: entry.name,
    inClose: entry.memory.inClose,
    state,
    lastStartedAt: entry.memory.lastStartMs === null ? null : instantFromMs(entry.memory.lastStartMs),
    nextAt: nextMs === null ? null : instantFromMs(Math.max(nextMs, around.nowMs)),
    everyMinutes: isPlanned ? Math.ceil(entry.cadence.everyMs / 60_000) : null,
    why: whyOf(entry, state, around),
    callsPerRun: callsPerRun(entry),
    callsPerDay: isPlanned ? entry.cadence.callsPerDay : 0,
    callsAllowedPerDay: entry.cadence.allowedPerDay,
  };
}

function stateOf(entry: ScheduleEntry, { paused, reach, off }: Surroundings): ScheduleState {
  if (entry.connection === null) return "not_connected";
  if (off !== null) return "off";
  if (entry.reading) return "reading";
  if (paused || entry.paused) return "paused";
  if (reach.outage(entry.connection.origin) !== null || entry.reason === "unreachable") return "offline";
  if (entry.reason === "needs_sign_in") return "needs_sign_in";
  return entry.reason === "held" ? "held" : "waiting";
}

function nextOf(entry: ScheduleEntry, state: ScheduleState, { reach }: Surroundings): number | null {
  if (entry.connection === null || state === "reading" || state === "paused" || state === "off") return null;
  return Math.max(dueMs(entry), reach.outage(entry.connection.origin)?.nextTryMs ?? 0);
}

function whyOf(entry: ScheduleEntry, state: ScheduleState, { paused, reach, nowMs, off }: Surroundings): string {
  const cadence = cadenceText(entry.cadence, entry.memory.inClose);
  switch (state) {
    case "not_connected":
      return "not connected to a ledger";
    case "off":
      return off ?? "";
    case "reading":
      return "syncing now";
    case "paused":
      return paused ? "automatic sync is paused for all clients" : "automatic sync is paused for this client";
    case "needs_sign_in":
      return "disconnected from the ledger; the local copy stays available";
    case "held":
      return "too few of the ledger's daily requests are left for an automatic sync; any left are reserved for manual syncs and ledger updates";
    case "offline": {
      const since = entry.connection === null ? null : reach.outage(entry.connection.origin);
      const ago = since === null ? "" : ` for ${spanText(nowMs - since.sinceMs)}`;
      return `ledger unavailable${ago}; sync resumes automatically`;
    }
    case "waiting":
      return entry.reason === "catch_up" && entry.notBeforeMs > nowMs
        ? `catching up on missed syncs, one client at a time; then ${cadence}`
        : cadence;
  }
}
