import type { Clock } from "#main/ports/index.ts";
import {
  AppCallsSpent,
  applyChange,
  type CounterChange,
  type CounterState,
  type CounterStore,
  CountersRefused,
} from "#main/transport/limiter/counter-store.ts";
import type { ClientLog, HeldLease } from "./client-log.ts";
import type { WorkServer } from "./work-server.ts";

export interface ServerCounterNeeds {
  readonly server: Pick<WorkServer, "takeAppCalls">;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
  /** The log of the client that a limiter's key belongs to; null for a connection that is only being tried. */
  readonly logOf: (key: string) => Promise<ClientLog | null>;
  /** Counters of this machine: for connections that are tried, and from before the firm had a server. */
  readonly local: CounterStore;
  /** The limiter counted without what another machine did meanwhile: the next call makes a new one. */
  readonly forget: (key: string) => void;
}

/**
 * The limiters' counters with the lease: the next holder starts from the calls that are spent already. Saving them
 * renews the lease, and a call leaves within ten seconds after that or not at all, so nobody calls a ledger without one.
 * Times are kept by the server's clock, because the next holder's may be a day off.
 */
export function countersOnServer({ server, clock, logOf, local, forget }: ServerCounterNeeds): CounterStore {
  const known = new Map<string, string>();
  const stateOf = async (key: string, lease: HeldLease): Promise<CounterState> =>
    lease.counters[key] ?? movedBy(aheadOfHere(clock, lease).most, await local.load(key));
  return {
    isShared: true,
    load: async (key) => {
      if (!key.includes("/")) return { reservations: [], months: [], blocks: [] };
      const log = await logOf(key);
      if (log === null) return local.load(key);
      const lease = await log.lease();
      if (!lease.ok) throw new CountersRefused(lease.failure);
      const state = await stateOf(key, lease.value);
      known.set(key, JSON.stringify(state));
      // Rounded to what counts longer, here as below.
      return movedBy(-aheadOfHere(clock, lease.value).least, state);
    },
    commit: async (key, change) => {
      if (!key.includes("/")) return takeAppCalls(server, key, change);
      const log = await logOf(key);
      if (log === null) return local.commit(key, change);
      const lease = await log.lease();
      if (!lease.ok) throw new CountersRefused(lease.failure);
      const { counters } = lease.value;
      const state = await stateOf(key, lease.value);
      if (JSON.stringify(state) !== (known.get(key) ?? JSON.stringify(state))) {
        forget(key);
        throw new CountersRefused(CALLED_ELSEWHERE);
      }
      const next = applyChange(state, changeMovedBy(aheadOfHere(clock, lease.value).most, change));
      const counted = await log.count({ ...counters, [key]: next });
      if (!counted.ok) {
        forget(key);
        throw new CountersRefused(counted.failure);
      }
      known.set(key, JSON.stringify(next));
    },
  };
}

/** Milliseconds by which the server's clock is ahead of this machine's: between these two, as its answer took a while. */
function aheadOfHere(clock: Pick<Clock, "nowMs" | "monotonicMs">, { serverMs, askedMs, answeredMs }: HeldLease) {
  const ahead = (atMs: number) => serverMs + clock.monotonicMs() - atMs - clock.nowMs();
  return { least: Math.floor(ahead(answeredMs)), most: Math.ceil(ahead(askedMs)) };
}

function movedBy(ms: number, { reservations, months, blocks }: CounterState): CounterState {
  return {
    months,
    reservations: reservations.map((one) => ({
      ...one,
      ...spanMovedBy(ms, one),
      answeredMs: one.answeredMs === null ? null : one.answeredMs + ms,
    })),
    blocks: blocks.map((one) => ({ ...one, untilMs: one.untilMs + ms })),
  };
}

function changeMovedBy(ms: number, change: CounterChange): CounterChange {
  return {
    ...change,
    reserved: change.reserved === null ? null : { ...change.reserved, ...spanMovedBy(ms, change.reserved) },
    settled: change.settled.map((one) => ({ ...one, answeredMs: one.answeredMs + ms })),
    blocks: change.blocks.map((one) => ({ ...one, untilMs: one.untilMs + ms })),
    pruneBeforeMs: change.pruneBeforeMs + ms,
  };
}

function spanMovedBy(ms: number, { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }) {
  return { fromMs: fromMs + ms, untilMs: untilMs + ms };
}

async function takeAppCalls(
  server: ServerCounterNeeds["server"],
  key: string,
  change: Parameters<CounterStore["commit"]>[1],
): Promise<void> {
  const { reserved, limit } = change;
  if (reserved === null || limit === undefined) return;
  const waitMs = await server.takeAppCalls(key, reserved.calls, limit);
  if (!waitMs.ok) throw new CountersRefused(waitMs.failure);
  if (waitMs.value > 0) throw new AppCallsSpent(waitMs.value);
}

const CALLED_ELSEWHERE = {
  code: "lease_lost",
  message: "Another computer has called this client's ledger in the meantime, so nothing was sent.",
  next: "Try again.",
} as const;
