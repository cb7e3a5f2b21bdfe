import type { Connections } from "#main/api/context.ts";
import type { Ports } from "#main/ports/index.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { SyncEngine } from "#main/sync/engine.ts";
import type { Remembered, ScheduledConnection } from "#main/sync/schedule-entry.ts";
import type { SchedulePorts } from "#main/sync/sync-schedule.ts";
import { nextMonthMs } from "#main/transport/limiter/month-meter.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { WriteQueue } from "#main/writeback/write-queue.ts";
import { storedFile } from "./connection-file.ts";

type Limits = Pick<ScheduledConnection, "origin" | "dayLimit" | "pool" | "monthLimit">;

interface Core {
  readonly ports: Ports;
  readonly pool: WorkerPool;
  readonly engine: SyncEngine;
  readonly writes: WriteQueue;
  readonly connections: Connections;
}

const PAUSED = "schedule/paused";
const CLIENT = "schedule/client/";

/** The schedule's way to the firm's file, to the limits and to the engine. */
export function schedulePorts(core: Core, tell: Pick<SchedulePorts, "onRead" | "onChange">): SchedulePorts {
  const { ports, pool, engine, writes, connections } = core;
  const limitsOf = rememberedLimits(connections);
  return {
    ...tell,
    clock: ports.clock,
    random: ports.random,
    log: ports.log,
    ...(ports.power === undefined ? {} : { power: ports.power }),
    clients: () => pool.must("firm.clients", {}),
    connections: async () =>
      new Map(
        (await connections.all())
          // What a person has ended is not read, and nobody is called to sign in to it.
          .filter((stored) => storedFile(stored).held?.endedAt === undefined)
          .map((stored) => [stored.clientId, scheduled(stored, connections, limitsOf(stored))]),
      ),
    inClose: async (clientId) => {
      const stored = await connections.find(clientId);
      if (stored === null) return false;
      const { system, tenantId } = stored;
      const found = await pool.perform("client.inClose", { clientId, system, tenantId });
      // A file that can't be read is another screen's matter; it is read as often as the others.
      return found.ok && found.value;
    },
    monthEndsMs: nextMonthMs,
    offReason: async () => (ports.shell === undefined ? "no_app" : (await ports.shell.state()).safeMode === null ? null : "safe_mode"),
    isReading: (clientId) => engine.isReading(clientId),
    read: (clientId) => engine.sync(clientId),
    resumeWrites: () => writes.resumeWaiting(),
    load: async () => {
      const settings = await pool.must("firm.settings", { prefix: "schedule/" });
      const memory = Object.entries(settings).filter(([key]) => key.startsWith(CLIENT));
      return {
        paused: settings[PAUSED] === true,
        memory: new Map(memory.map(([key, value]) => [key.slice(CLIENT.length), value as Remembered])),
      };
    },
    savePaused: async (paused) => void (await pool.must("firm.saveSetting", { key: PAUSED, value: paused })),
    remember: async (clientId, memory) => void (await pool.must("firm.saveSetting", { key: `${CLIENT}${clientId}`, value: memory })),
  };
}

function scheduled(stored: StoredConnection, connections: Connections, limits: Limits): ScheduledConnection {
  const budget = connections.budget(stored);
  return { ...limits, dayUsed: budget?.dayUsed ?? 0, monthUsed: budget?.monthReads ?? 0 };
}

/** The limits that hold for a connection, worked out once for each state of its file. */
function rememberedLimits(connections: Connections): (stored: StoredConnection) => Limits {
  const known = new Map<string, { readonly body: string; readonly limits: Limits }>();
  return (stored) => {
    const remembered = known.get(stored.connectionId);
    if (remembered?.body === stored.body) return remembered.limits;
    const view = connections.limits(stored);
    const value = (name: string) => (view.ok ? (view.value.values.find((limit) => limit.name === name)?.value ?? null) : null);
    const monthLimit = value("readsPerMonth");
    const limits = {
      origin: new URL(connections.view(stored).baseUrl).origin,
      dayLimit: value("requestsPerDay"),
      monthLimit,
      // A monthly quota is the registration's, not the tenant's: all clients of one kind of ledger share it.
      pool: monthLimit === null ? null : stored.system,
    };
    known.set(stored.connectionId, { body: stored.body, limits });
    return limits;
  };
}
