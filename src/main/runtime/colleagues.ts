import type { ApiContext, Connections, Colleagues as Exchange } from "#main/api/context.ts";
import type { FactServer } from "#main/firm/facts/fact-server.ts";
import type { FactSync } from "#main/firm/facts/fact-sync.ts";
import type { Firm } from "#main/firm/firm-port.ts";
import type { SharedWork } from "#main/firm/shared-work.ts";
import type { Clock, Ports } from "#main/ports/index.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { FirmCheck, FirmExchange } from "#shared/contract/firm/exchange.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

interface Needs {
  readonly firm: Firm;
  readonly shared: SharedWork | null;
  readonly pool: WorkerPool;
  readonly ports: Ports;
  readonly connections: Pick<Connections, "find">;
  readonly publish: ApiContext["publish"];
  /** A client here is to be merged with the firm's: the firm is opened again. */
  readonly onTwice: () => Promise<void>;
}

/** The others who work with the firm's server: their records come in, and this computer's go out. */
export interface Colleagues extends Exchange {
  /** Exchanges until the signal. */
  run(signal: AbortSignal): Promise<void>;
  /** Sends what was just recorded, unless that takes long: it is sent at the next start. */
  close(): Promise<void>;
}

/** Longer than a window takes to say again that it shows a client. */
const PRESENT_SECONDS = 45;
/** Shorter than a window waits until it says so again. */
const SAY_AGAIN_MS = 15_000;
const GOODBYE_MS = 2_000;

/**
 * Null on a single computer, which doesn't load any of it.
 * @param askForPeople asks the server who works for the firm, and as what
 */
export async function openColleagues(needs: Needs, askForPeople: () => Promise<unknown>): Promise<Colleagues | null> {
  const { firm, shared, pool, ports } = needs;
  if (firm.session === null) return null;
  const [{ factServer }, { FactSync: Sync }] = await Promise.all([
    import("#main/firm/facts/fact-server.ts"),
    import("#main/firm/facts/fact-sync.ts"),
  ]);
  const server = factServer(firm.session.server, firm.session.putClients);
  const tell = (clientId: string | null) => needs.publish("colleagues.changed", { clientId });
  const sync: FactSync = new Sync({
    ...{ server, pool, clock: ports.clock, log: ports.log },
    onChange: (clientId) => tellOfRecords(needs, clientId),
    onClients: async (clientIds) => needs.publish("clients.changed", { clientIds: [...clientIds] }),
    // The exchange under way ends before the firm is opened again, so nobody can wait for that here.
    onTwice: () => void needs.onTwice().catch((error: unknown) => ports.log.error("firm.defect", error)),
    onPeople: async () => void (await askForPeople()),
    onPresence: () => tell(null),
    onWork: (what, clientId) => shared?.noteNews(what, clientId),
    onHearing: (isHearing) => {
      if (shared !== null) shared.isHearing = isHearing;
    },
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
    view: () => viewOf(sync, shared),
    exchange: async (clientId) => {
      if (clientId !== undefined) sync.noteWritten(clientId);
      await sync.syncNow();
    },
    workOn: presenceOn(server, ports.clock),
    check: async () => checkAll(server, pool),
    retry: async (clientId) => {
      if (clientId === "") await pool.must("firm.facts.retry", {});
      else await pool.must("facts.retry", { clientId });
      await sync.noteRefused(clientId);
      sync.noteWritten(clientId);
      await sync.syncNow();
    },
    discard: async (clientId, itemKey, person) => {
      const refused = clientId === "" ? await pool.must("firm.facts.refused", {}) : await pool.must("facts.refused", { clientId });
      if (!refused.some((one) => one.itemKey === itemKey)) return fail(notRefused());
      const act = { itemKey, person, nowMs: ports.clock.nowMs() };
      if (clientId === "") await pool.must("firm.facts.discard", act);
      else await pool.must("facts.discard", { clientId, ...act });
      await sync.noteRefused(clientId);
      await tellOfRecords(needs, clientId);
      return ok(null);
    },
    close: async () => {
      if (isUnsent && !isRunning) await Promise.race([sync.syncNow(), ports.clock.sleep(GOODBYE_MS)]);
    },
  };
}

function notRefused(): Failure {
  return {
    code: "not_found",
    message: "None of the records rejected by the firm's server has this key.",
    field: "itemKey",
    next: "Check the key, and the client that the record belongs to.",
  };
}

/** Says which clients are open here, and asks who else has them open. */
function presenceOn(server: FactServer, clock: Clock): Colleagues["workOn"] {
  const saidMs = new Map<string, number>();
  return async (clientId, isOpen) => {
    if (!isOpen) {
      // Another window here that still shows the client hears of it, and says so again.
      saidMs.delete(clientId);
      await server.workOn(clientId, 0);
      return [];
    }
    const nowMs = clock.monotonicMs();
    // Saying it is news to every window, and windows ask again after news: without this, they would never stop.
    const isSaid = nowMs - (saidMs.get(clientId) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_MS;
    const said = isSaid ? ok(null) : await server.workOn(clientId, PRESENT_SECONDS);
    if (said.ok && !isSaid) saidMs.set(clientId, nowMs);
    const others = said.ok ? await server.whoWorks() : said;
    return others.ok ? others.value.filter((one) => one.clientId === clientId).map(({ person }) => person) : [];
  };
}

function viewOf({ status, left }: FactSync, shared: SharedWork | null): FirmExchange {
  const { isOnline, failure, lastMs, broken, refused, forged } = status;
  return {
    online: isOnline,
    failure,
    lastAt: lastMs === null ? null : instantFromMs(lastMs),
    left: new Set([...left, ...(shared?.left ?? [])]).size,
    broken: [...broken].map(([clientId, why]) => ({ clientId, failure: why })),
    refused: [...refused].flatMap(([clientId, records]) =>
      records.map(({ itemKey, title, message, atMs }) => ({ clientId, itemKey, title, message, at: instantFromMs(atMs) })),
    ),
    forged: forged.map(({ clientId, factNo, person }) => ({ clientId, factNo, person })),
  };
}

/** Compares every log, the firm's own first, with what was applied of it here. */
async function checkAll(server: FactServer, pool: WorkerPool): Promise<Result<FirmCheck, Failure>> {
  const { checkLog } = await import("#main/firm/facts/check-log.ts");
  const { brokenLog } = await import("#main/firm/facts/log-of-client.ts");
  const clients = await pool.must("firm.clients", {});
  const broken: FirmCheck["broken"] = [];
  let records = 0;
  for (const clientId of ["", ...clients.map((client) => client.clientId)]) {
    const movesIn = false;
    const local =
      clientId === "" ? await pool.must("firm.facts.begin", { movesIn }) : await pool.must("facts.begin", { clientId, movesIn });
    const found = await checkLog(server, clientId, local);
    if (!found.ok) return found;
    records += local.applied;
    if (found.value !== null) broken.push({ clientId, failure: brokenLog(found.value) });
  }
  return ok({ records, broken });
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
