import { type FactServer, factServer } from "#main/firm/facts/fact-server.ts";
import { FactSync } from "#main/firm/facts/fact-sync.ts";
import type { FirmSession } from "#main/firm/firm-port.ts";
import { putClients } from "#main/firm/put-clients.ts";
import { createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { ask } from "./ask.ts";
import { must, type ServerFirm } from "./server-firm.ts";
import { createWorld, type World } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";

/** One person on one machine of a firm: a whole core with its data folder, which mirrors the same company as the others'. */
export interface Desk {
  readonly person: string;
  readonly world: World;
  readonly clientId: string;
  readonly sync: FactSync;
  /** Without a network. */
  offline: boolean;
  /** What happens when the server has taken facts, before they are read back. */
  afterAppend: (() => Promise<void>) | null;
  /** Exchanges everything that is due, with the server and with itself. */
  exchange(): Promise<void>;
  end(): Promise<void>;
}

interface DeskOptions {
  readonly role?: PersonRole;
  /** Brings along what was recorded before. */
  readonly movesIn?: boolean;
  readonly before?: (desk: Pick<Desk, "world" | "clientId">) => Promise<void>;
}

const OFFLINE = { ok: false, failure: { code: "server_unreachable", message: "The firm's server can't be reached." } } as const;

export async function openDesk(firm: ServerFirm, person: string, options: DeskOptions = {}): Promise<Desk> {
  const role = options.role ?? "admin";
  const world = await createWorld({ seed: 73, tenants: [{ style: "b", books: { months: 1 } }] });
  const tenant = world.tenants[0] as Tenant;
  await tenant.sync();
  await ask(world, "people.add", { name: person, role: "admin" });
  await ask(world, "people.use", { name: person });
  const { clientId } = tenant.source;
  world.idPrefix = person.toLowerCase();
  await options.before?.({ world, clientId });
  const joined = await firm.join(person, role, { isMovingIn: options.movesIn ?? false });
  const desk: Pick<Desk, "offline" | "afterAppend"> = { offline: false, afterAppend: null };
  const { clock } = world;
  const put: FirmSession["putClients"] = (tx, clients) =>
    putClients(tx, { clock, localCounters: createMemoryCounterStore() }, joined.machineId, clients);
  const server = cutable(factServer(joined.server, put), desk);
  const done = async () => undefined;
  const sync = new FactSync({
    ...{ server, pool: world.runtime.context.pool, clock: world.clock, log: world.runtime.context.log },
    ...{ onChange: done, onClients: done, onPeople: done, onPresence: () => undefined, onStatus: () => undefined },
    ...{ onWork: () => undefined, onHearing: () => undefined, onTwice: () => undefined },
  });
  return Object.assign(desk, {
    ...{ person, world, clientId, sync },
    exchange: async () => {
      sync.noteWritten(clientId);
      sync.noteWritten("");
      must(await sync.syncNow());
    },
    end: () => world.close(),
  });
}

function cutable(server: FactServer, desk: Pick<Desk, "offline" | "afterAppend">): FactServer {
  return new Proxy(server, {
    get: (target, name) => {
      const act = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      return async (...given: unknown[]) => {
        if (desk.offline) return OFFLINE;
        const done = await act.apply(target, given);
        if (name === "append") await desk.afterAppend?.();
        return done;
      };
    },
  });
}
