import type { StoredClient } from "#main/store/clients/firm.ts";
import { type ClientRow, WORST } from "#shared/contract/clients/clients.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

/** What waits for people at a client, and whose client it is. */
export interface ClientWorkload {
  /** Writes that the ledger refused, posted in part or differently, or didn't answer. */
  readonly writesToReview: number;
  readonly writeProblems: ClientRow["writeProblems"];
  readonly conflicts: number;
  /** Business days that the close is behind; a closed period is behind with nothing. */
  readonly daysLate: number;
  /** Its place on the board of closes, worst first. */
  readonly closePlace: number;
  readonly preparer: string | null;
  readonly reviewer: string | null;
}

/** When rows are made. */
export interface RowDay {
  readonly nowMs: number;
  readonly today: CalendarDate;
}

type Worst = ClientRow["worst"];

const DAY_MS = 86_400_000;
const MOST = 9_999;

/** A client's rank: by its worst problem, then its place among those with the same one, then by exceptions. Smaller is worse. */
export function rankOf(worst: Worst, place: number, findings: number): number {
  return (WORST.indexOf(worst) * (MOST + 1) + Math.min(place, MOST)) * 2 + (findings > 0 ? 0 : 1);
}

interface Standing extends Omit<ClientWorkload, "writeProblems" | "preparer" | "reviewer"> {
  readonly client: StoredClient;
  readonly state: SyncState;
  readonly asOf: string | null;
  readonly day: RowDay;
}

/** A client's worst problem, and its place among clients with the same one. It only orders rows. */
export function worstOf({ client, state, asOf, writesToReview, conflicts, daysLate, closePlace, day }: Standing): {
  readonly worst: Worst;
  readonly place: number;
} {
  const variances = (client.rollup?.close?.tieOuts ?? client.rollup?.tieOuts)?.variance ?? 0;
  if (state === "needs_sign_in") return { worst: "needs_sign_in", place: 0 };
  if (writesToReview > 0) return { worst: "rejected", place: mostFirst(writesToReview) };
  if (state === "failed") return { worst: "failed", place: 0 };
  if (conflicts > 0) return { worst: "conflict", place: mostFirst(conflicts) };
  if (variances > 0) return { worst: "variance", place: mostFirst(variances) };
  // The inbox lists late closes in the board's order, too.
  if (daysLate > 0) return { worst: "late", place: closePlace };
  if (isStale(client, state, asOf, day.nowMs)) return { worst: "stale", place: 0 };
  if (state === "queued") return { worst: "queued", place: 0 };
  return { worst: "ok", place: 0 };
}

function mostFirst(count: number): number {
  return MOST - Math.min(count, MOST);
}

/** Figures that are incomplete or older than a day; a client that is being read is about to have new ones, and one never read has none. */
function isStale(client: StoredClient, state: SyncState, asOf: string | null, nowMs: number): boolean {
  if (client.system === null || state === "never_synced" || state === "syncing" || state === "queued" || state === "paused") return false;
  return state !== "up_to_date" || asOf === null || nowMs - Date.parse(asOf) > DAY_MS;
}
