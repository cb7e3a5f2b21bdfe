import type { MachineEvent } from "#main/ports/index.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import type { Remembered, ScheduledConnection } from "#main/sync/schedule-entry.ts";
import { type OffReason, SyncSchedule } from "#main/sync/sync-schedule.ts";
import { nextMonthMs } from "#main/transport/limiter/month-meter.ts";
import type { ClientSync, SyncState } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createVirtualClock } from "#simulator/virtual-clock.ts";

export interface LabClient {
  readonly clientId: string;
  readonly inClose?: boolean;
  readonly origin?: string;
  readonly dayLimit?: number;
  readonly pool?: string;
  readonly monthLimit?: number;
  /** Calls of a reading. */
  readonly calls?: number;
  readonly state?: SyncState;
  readonly paused?: boolean;
  readonly lastStartMs?: number;
}

const RUN_MS = 4_000;
const DAY_MS = 86_400_000;

/** The schedule alone, in virtual time: what stands for the core notes what is asked of it and counts its calls. */
export function scheduleLab(options: { readonly seed: number; readonly startMs: number; readonly clients: readonly LabClient[] }) {
  const clock = createVirtualClock(options.startMs);
  let wallShiftMs = 0;
  const clients = new Map(options.clients.map((client) => [client.clientId, { ...client }]));
  const starts = new Map<string, number[]>(options.clients.map(({ clientId }) => [clientId, []]));
  const calls = new Map<string, { readonly atMs: number; readonly calls: number }[]>();
  const downOrigins = new Set<string>();
  const states = new Map<string, SyncState>();
  const remembered = new Map<string, Remembered>();
  const reading = new Set<string>();
  const listeners = new Set<(event: MachineEvent) => void>();
  const online: boolean[] = [];
  /** Clients whose syncs end in a defect. */
  const broken = new Set<string>();
  /** While true the firm's file refuses everything; what is logged then is kept. */
  const failing = { files: false };
  const errors: unknown[] = [];
  const touchFiles = () => {
    if (failing.files) throw new Error("the firm's file cannot be used");
  };
  let paused = false;
  const now = () => clock.nowMs() + wallShiftMs;
  const count = (clientId: string, made: number) => {
    const own = calls.get(clientId) ?? [];
    calls.set(clientId, own);
    own.push({ atMs: now(), calls: made });
  };
  const used = (clientId: string, sinceMs: number) => {
    const own = calls.get(clientId) ?? [];
    let sum = 0;
    for (let place = own.length - 1; place >= 0 && (own[place]?.atMs ?? 0) >= sinceMs; place--) sum += own[place]?.calls ?? 0;
    return sum;
  };
  const read = async (clientId: string): Promise<ClientSync> => {
    const client = clients.get(clientId) as LabClient;
    starts.get(clientId)?.push(now());
    if (broken.has(clientId)) throw new Error(`the profile of ${clientId} can't be read`);
    reading.add(clientId);
    await clock.sleep(RUN_MS);
    reading.delete(clientId);
    const isDown = downOrigins.has(client.origin ?? "a");
    const sent = isDown ? 0 : (client.calls ?? 9);
    if (sent > 0) count(clientId, sent);
    const state = isDown ? "offline" : (states.get(clientId) ?? "up_to_date");
    return { clientId, state, requests: { sent, retried: 0, throttled: 0, bytes: 0 } } as unknown as ClientSync;
  };
  const host: { offReason: OffReason | null } = { offReason: null };
  const schedule = new SyncSchedule({
    clock: { ...clock, nowMs: now, now: () => instantFromMs(now()) },
    random: seededRandom(options.seed),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (_, error) => (failing.files || broken.size > 0 ? void errors.push(error) : console.error(error)),
    },
    power: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    clients: async () => [...clients.values()].map((client) => storedClient(client)),
    connections: async () => {
      touchFiles();
      return new Map([...clients.values()].map((client) => [client.clientId, connectionOf(client)]));
    },
    inClose: async (clientId) => clients.get(clientId)?.inClose ?? false,
    monthEndsMs: nextMonthMs,
    offReason: async () => host.offReason,
    isReading: (clientId) => reading.has(clientId),
    read,
    resumeWrites: () => undefined,
    load: async () => {
      touchFiles();
      const memory = options.clients.flatMap(({ clientId, lastStartMs, inClose, calls: cost }): [string, Remembered][] =>
        lastStartMs === undefined ? [] : [[clientId, { calls: cost ?? 9, lastStartMs, inClose: inClose ?? false }]],
      );
      return { paused, memory: new Map(memory) };
    },
    savePaused: async (value) => {
      paused = value;
    },
    remember: async (clientId, memory) => {
      touchFiles();
      remembered.set(clientId, memory);
    },
    onRead: () => undefined,
    onChange: (state) => void online.push(state.online),
  });
  function connectionOf({ clientId, origin, dayLimit, pool, monthLimit }: LabClient): ScheduledConnection {
    const dayUsed = dayLimit === undefined ? 0 : used(clientId, now() - DAY_MS);
    const monthUsed = pool === undefined ? 0 : used(clientId, 0);
    return { origin: origin ?? "a", dayLimit: dayLimit ?? null, pool: pool ?? null, monthLimit: monthLimit ?? null, monthUsed, dayUsed };
  }
  return {
    clock,
    schedule,
    host,
    clients,
    starts,
    count,
    states,
    downOrigins,
    broken,
    remembered,
    online,
    failing,
    errors,
    now,
    used,
    tell: (event: MachineEvent) => {
      for (const listener of listeners) listener(event);
    },
    /** The machine sleeps: the wall clock goes on, nothing else does. */
    sleepMachine: (ms: number) => {
      wallShiftMs += ms;
    },
  };
}

function storedClient({ clientId, paused, state }: LabClient): StoredClient {
  const asOf = state === "never_synced" ? null : "2026-11-01T00:00:00.000Z";
  const rollup = { state: state ?? "up_to_date", asOf, streamsTotal: 9 };
  return {
    clientId,
    name: clientId,
    demo: false,
    paused: paused ?? false,
    system: "ledger_a",
    organisation: null,
    baseCurrency: null,
    rollup,
  } as unknown as StoredClient;
}

/** The longest gap between two starts of a client, from an instant on. */
export function longestGapMs(starts: readonly number[], fromMs: number, toMs: number): number {
  const within = [fromMs, ...starts.filter((at) => at >= fromMs && at <= toMs), toMs];
  return Math.max(...within.slice(1).map((at, place) => at - (within[place] as number)));
}
