import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { SharedWork } from "#main/firm/shared-work.ts";
import { workOnServer } from "#main/firm/work-on-server.ts";
import type { Ports } from "#main/ports/index.ts";
import type { ShareWork } from "#main/runtime/create-runtime.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import type { Server } from "#main/store/server/connect.ts";
import { putClient } from "#main/store/server/members.ts";
import type { SyncRequest } from "#main/sync/engine.ts";
import { assert } from "#shared/kernel/assert.ts";
import { ok } from "#shared/kernel/result.ts";
import { type JoinedMachine, must, type ServerFirm, serverFirm } from "./server-firm.ts";
import { createWorld, type World, type WorldOptions } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";

/** A computer of a firm: its core in virtual time, and its part in the firm's work. */
export interface FirmDesk {
  readonly world: World;
  readonly machine: JoinedMachine;
  /** The part that this process has in the firm's work. */
  readonly shared: SharedWork;
  sync(clientId: string, request?: SyncRequest): ReturnType<Tenant["sync"]>;
  /** Takes what other machines have read. @returns how many pages were new */
  catchUp(clientId: string): Promise<number>;
}

/** A firm with a real server and simulated ledgers. The first desk connects the clients; more come and go. */
export interface FirmLab {
  readonly firm: ServerFirm;
  readonly first: FirmDesk;
  /** Another computer, with the firm's clients and an empty data folder. */
  join(name: string, through?: (server: Server) => Server): Promise<FirmDesk>;
  end(): Promise<void>;
}

export async function createFirmLab(options: WorldOptions, through: (server: Server) => Server = (server) => server): Promise<FirmLab> {
  const { admin, ...firm } = await serverFirm();
  const desks: FirmDesk[] = [];
  const open = async (machine: JoinedMachine, wrap: (server: Server) => Server, world: WorldOptions): Promise<FirmDesk> => {
    const parts: SharedWork[] = [];
    const made = await createWorld({ ...world, shareWork: sharing(machine, wrap(machine.server), (part) => parts.push(part)) });
    const shared = () => parts.at(-1) as SharedWork;
    const desk: FirmDesk = {
      world: made,
      machine,
      get shared() {
        return shared();
      },
      sync: async (clientId, request = {}) => {
        const done = await made.run(made.runtime.context.engine.sync(clientId, request));
        assert(done !== null, "the client has a connection");
        return done;
      },
      catchUp: async (clientId) => must(await made.run(shared().catchUp(clientId))),
    };
    desks.push(desk);
    return desk;
  };
  // The firm's clients are on the server before anything is read.
  const first = await open(admin, through, { ...options, tenants: options.tenants });
  for (const { source } of first.world.tenants) must(await admin.server.read((db) => putClient(db, source.clientId, source.tenantId)));
  return {
    firm,
    first,
    join: async (name, wrap = (server) => server) => {
      const desk = await open(await firm.join(name, "preparer"), wrap, {
        seed: options.seed + desks.length,
        tenants: [],
        beside: first.world,
      });
      await copyClients(first.world, desk.world);
      return desk;
    },
    end: async () => {
      for (const { world } of desks.toReversed()) await world.close();
      await firm.end();
    },
  };
}

/** Virtual time stops while the server works. */
function sharing(machine: JoinedMachine, server: Server, made: (part: SharedWork) => void): ShareWork {
  return ({ pool, ports, localCounters, onPages }) => {
    const { clock, log } = ports as Ports & { clock: World["clock"] };
    const held: Pick<Server, "read" | "bytes"> = {
      read: (act) => clock.hold(server.read(act)),
      bytes: (query) => clock.hold(server.bytes(query)),
    };
    const { machineId } = machine;
    const work = workOnServer({ server: held, machineId, clock, uuid: randomUUID });
    // This server's own clock is the real one, and the ledgers' is not.
    const takeLease: typeof work.takeLease = async (clientId) => {
      const taken = await work.takeLease(clientId);
      return taken.ok ? ok({ ...taken.value, serverMs: clock.nowMs() }) : taken;
    };
    const part = new SharedWork({ ...{ pool, clock, log, localCounters, onPages }, server: { ...work, takeLease } });
    made(part);
    return part;
  };
}

/** What joining a firm brings along: its clients and their connections, without what was read. */
async function copyClients(from: World, to: World): Promise<void> {
  const nowMs = to.clock.nowMs();
  for (const { clientId, name } of await from.run(from.runtime.context.pool.must("firm.clients", {}))) {
    await to.run(to.runtime.context.pool.must("firm.addClient", { clientId, name, demo: false, nowMs }));
    const connection = await from.run(from.runtime.context.pool.must("firm.connection", { clientId }));
    assert(connection !== null, "the client has a connection");
    const { discovery: _discovery, discoveredMs: _ms, ...stored } = connection;
    await to.run(to.runtime.context.pool.must("firm.saveConnection", { ...stored, nowMs }));
  }
}

const OWN_FACTS: ReadonlySet<string> = new Set(["own_entry", "own_touched"]);

/**
 * Every row of every table of a client's file, in order, but for the notes of which record was sealed when.
 * @param without columns that are left out, by table
 */
export function everyRow(
  world: World,
  clientId: string,
  without: Readonly<Record<string, readonly string[]>> = {},
): Record<string, readonly unknown[]> {
  const db = new Database(clientFilePath(world.home, clientId), { readonly: true });
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%' ORDER BY name")
      .pluck()
      .all() as string[];
    const entries = tables
      .filter((table) => !OWN_FACTS.has(table))
      .map((table) => {
        const columns = db.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];
        const shared = columns.filter((column) => without[table]?.includes(column) !== true);
        const rows = db
          .prepare(`SELECT ${shared.map((column) => `"${column}"`).join(", ")} FROM "${table}"`)
          .raw()
          .all() as unknown[][];
        return [
          table,
          rows.map((row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value))).sort(),
        ] as const;
      });
    return Object.fromEntries(entries);
  } finally {
    db.close();
  }
}
