import type { Clock } from "#main/ports/index.ts";
import {
  AppCallsSpent,
  applyChange,
  type CounterChange,
  type CounterState,
  type CounterStore,
  CountersRefused,
} from "#main/transport/limiter/counter-store.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientLog } from "./client-log.ts";
import type { HeldLease, WorkServer } from "./work-server.ts";

export interface ServerCounterNeeds {
  readonly server: Pick<WorkServer, "takeAppCalls">;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
  /** The log of the client that a limiter's key belongs to; null for a connection that is only being tried. */
  readonly logOf: (key: string) => Promise<ClientLog | null>;
  /** Counters of this machine: for connections that are tried, and from before the firm had a server. */
  readonly local: CounterStore;
  /** The limiter counted without what another machine did meanwhile: the next call makes a new one. */
  readonly forget: (key: string, reason: CountersRefused) => void;
}

/**
 * The limiters' counters with the lease: the next holder starts from the calls that are spent already. Saving them
 * renews the lease, and a call leaves within ten seconds after that or not at all, so nobody calls a ledger without one.
 * Times are kept by the server's clock, because the next holder's may be a day off.
 */
export function countersOnServer({ server, clock, logOf, local, forget }: ServerCounterNeeds): CounterStore {
  const known = new Map<string, string>();
  const turns = new Map<string, Promise<unknown>>();
  // Each change is made to the state after the one before.
  const inTurn = <T>(key: string, act: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(act, act);
    turns.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  };
  const stateOf = async (key: string, lease: HeldLease): Promise<CounterState> =>
    lease.counters[key] ?? movedBy(aheadOfHere(momentOf(clock), lease).most, await local.load(key));
  const load = async (key: string): Promise<CounterState> => {
    const log = await logOf(key);
    if (log === null) return local.load(key);
    const lease = await log.lease();
    if (!lease.ok) throw new CountersRefused(lease.failure);
    const state = await stateOf(key, lease.value);
    known.set(key, printOf(state));
    // Rounded to what counts longer, here as below.
    return movedBy(-aheadOfHere(momentOf(clock), lease.value).least, state);
  };
  /** Nobody else has counted since this machine did: at the server, or before the server knew of the client (see `putClients`). */
  const isOwn = async (key: string, state: CounterState): Promise<boolean> => {
    const print = known.get(key);
    return print === undefined ? callsOf(state) === callsOf(await local.load(key)) : printOf(state) === print;
  };
  const commit = async (key: string, change: CounterChange, here: Moment): Promise<void> => {
    const log = await logOf(key);
    if (log === null) return local.commit(key, change);
    const lease = await log.lease();
    if (!lease.ok) throw new CountersRefused(lease.failure);
    const state = await stateOf(key, lease.value);
    if (lease.value.counters[key] !== undefined && !(await isOwn(key, state))) throw ended(key, CALLED_ELSEWHERE);
    const next = applyChange(state, changeMovedBy(aheadOfHere(here, lease.value).most, change));
    const counted = await log.count(lease.value, { ...lease.value.counters, [key]: next });
    if (!counted.ok) throw ended(key, counted.failure);
    known.set(key, printOf(next));
  };
  const ended = (key: string, failure: Failure): CountersRefused => {
    const reason = new CountersRefused(failure);
    forget(key, reason);
    return reason;
  };
  return {
    isShared: true,
    load: async (key) => (key.includes("/") ? inTurn(key, () => load(key)) : { reservations: [], months: [], blocks: [] }),
    commit: (key, change) => {
      // The wall clock may be set while the server is asked.
      const here = momentOf(clock);
      return key.includes("/") ? inTurn(key, () => commit(key, change, here)) : takeAppCalls(server, key, change);
    },
  };
}

/** What tells two states apart. The server keeps no order of their fields. */
function printOf({ reservations, months, blocks }: CounterState): string {
  return JSON.stringify([
    reservations.map(({ id, calls, fromMs, untilMs, answeredMs }) => [id, calls, fromMs, untilMs, answeredMs]),
    months.map(({ month, calls, reads, bytes }) => [month, calls, reads, bytes]),
    blocks.map(({ scope, untilMs }) => [scope, untilMs]),
  ]);
}

/** The same whatever the clock. */
function callsOf({ reservations, months }: CounterState): string {
  return JSON.stringify([
    reservations.map(({ id, calls, answeredMs }) => [id, calls, answeredMs === null]),
    months.map(({ month, calls }) => [month, calls]),
  ]);
}

/** One moment on both clocks of this machine. */
interface Moment {
  readonly nowMs: number;
  readonly monotonicMs: number;
}

function momentOf(clock: Pick<Clock, "nowMs" | "monotonicMs">): Moment {
  return { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
}

/** Milliseconds by which the server's clock is ahead of this machine's: between these two, as its answer took a while. */
function aheadOfHere({ nowMs, monotonicMs }: Moment, { serverMs, askedMs, answeredMs }: HeldLease) {
  const ahead = (atMs: number) => serverMs + monotonicMs - atMs - nowMs;
  return { least: Math.floor(ahead(answeredMs)), most: Math.ceil(ahead(askedMs)) };
}

/** Counters with every time so much later. */
export function movedBy(ms: number, { reservations, months, blocks }: CounterState): CounterState {
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
  message: "Another computer sent requests to this client's ledger at the same time, so this computer stopped sending.",
  next: "Try again.",
} as const;
