import type { ApiContext, Connections, Colleagues as Exchange } from "#main/api/context.ts";
import type { FactSync } from "#main/firm/facts/fact-sync.ts";
import type { Firm } from "#main/firm/firm-port.ts";
import type { Ports } from "#main/ports/index.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { FirmExchange } from "#shared/contract/firm/exchange.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

interface Needs {
  readonly firm: Firm;
  readonly pool: WorkerPool;
  readonly ports: Ports;
  readonly connections: Pick<Connections, "find">;
  readonly publish: ApiContext["publish"];
}

/** The others who work with the firm's server: their records come in, and this computer's go out. */
interface Colleagues extends Exchange {
  /** Exchanges until the signal. */
  run(signal: AbortSignal): Promise<void>;
  /** Sends what was just recorded, unless that takes long: it is sent at the next start. */
  close(): Promise<void>;
}

/** Longer than a window takes to say again that it shows a client. */
const PRESENT_SECONDS = 45;
const GOODBYE_MS = 2_000;

/**
 * Null on a single computer, which doesn't load any of it.
 * @param askForPeople asks the server who works for the firm, and as what
 */
export async function openColleagues(needs: Needs, askForPeople: () => Promise<unknown>): Promise<Colleagues | null> {
  const { firm, pool, ports } = needs;
  if (firm.session === null) return null;
  const [{ factServer }, { FactSync: Sync }] = await Promise.all([
    import("#main/firm/facts/fact-server.ts"),
    import("#main/firm/facts/fact-sync.ts"),
  ]);
  const server = factServer(firm.session.server);
  const tell = (clientId: string | null) => needs.publish("colleagues.changed", { clientId });
  const sync: FactSync = new Sync({
    ...{ server, pool, clock: ports.clock, log: ports.log },
    onChange: (clientId) => tellOfRecords(needs, clientId),
    onClients: async (clientIds) => needs.publish("clients.changed", { clientIds: [...clientIds] }),
    onPeople: async () => void (await askForPeople()),
    onPresence: () => tell(null),
    onStatus: () => tell(null),
  });
  let isRunning = false;
  let isUnsent = false;
  pool.watchWrites((clientId) => {
    isUnsent = true;
    sync.noteWritten(clientId);
  });
  return {
    run: async (signal) => {
      isRunning = true;
      await sync.run(signal);
      isRunning = false;
    },
    view: () => viewOf(sync),
    exchange: async () => {
      await sync.syncNow();
    },
    workOn: async (clientId) => {
      const said = await server.workOn(clientId, PRESENT_SECONDS);
      const others = said.ok ? await server.whoWorks() : said;
      return others.ok ? others.value.filter((one) => one.clientId === clientId).map(({ person }) => person) : [];
    },
    close: async () => {
      if (isUnsent && !isRunning) await Promise.race([sync.syncNow(), ports.clock.sleep(GOODBYE_MS)]);
    },
  };
}

function viewOf({ status }: FactSync): FirmExchange {
  const { isOnline, failure, lastMs, broken, forged } = status;
  return {
    online: isOnline,
    failure,
    lastAt: lastMs === null ? null : instantFromMs(lastMs),
    broken: [...broken].map(([clientId, why]) => ({ clientId, failure: why })),
    forged: forged.map(({ clientId, factNo, person }) => ({ clientId, factNo, person })),
  };
}

/** The inbox and the close board repeat what clients' files hold; windows ask again. */
async function tellOfRecords({ pool, ports, connections, publish }: Needs, clientId: string): Promise<void> {
  if (clientId !== "") {
    const stored = await connections.find(clientId);
    if (stored !== null && stored.discovery !== null) {
      const { system, tenantId } = stored;
      const items = await pool.must("work.open", { clientId, system, tenantId });
      await pool.must("firm.saveWork", { clientId, items });
    }
    await pool.must("firm.outdateClose", { clientId, nowMs: ports.clock.nowMs() });
    publish("clients.changed", { clientIds: [clientId] });
  }
  publish("colleagues.changed", { clientId });
}
