import { randomBytes, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { SharedWork } from "#main/firm/shared-work.ts";
import { workOnServer } from "#main/firm/work-on-server.ts";
import type { WorkServer } from "#main/firm/work-server.ts";
import { systemClock } from "#main/hosts/node/clock.ts";
import { releaseLease, takeLease } from "#main/store/server/leases.ts";
import { putClient } from "#main/store/server/members.ts";
import { addPage, endOfLog } from "#main/store/server/page-log.ts";
import { createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import { createLimiters } from "#main/transport/limiter/limiters.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createVirtualClock } from "#simulator/virtual-clock.ts";
import { type JoinedMachine, must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";
import { exactly, type Line, type Spread, spreadOf } from "./support/figure.ts";
import { EMPTY_PAGE, ledgerAPages, type Pages } from "./support/ledger-a-pages.ts";
import { answer, clientSetup, INVOICES, inScratch, lists, NOW_MS } from "./support/mirror.ts";
import { benchThreads } from "./support/threaded-backfill.ts";

const CLIENT = "bench";
const PLAIN = "SELECT bytes FROM tieout.bench_plain ORDER BY part";
const PACKED = `SELECT bytes FROM tieout.mirror_snapshot WHERE client_id = '${CLIENT}'`;
const nothing = () => undefined;

interface Desk {
  readonly shared: SharedWork;
  readonly pool: WorkerPool;
}

/**
 * F1: a second desktop beside the ledger's own first sync, and beside a plain COPY of what it fetches. F2: leases and pages a
 * second. F3: bytes on the server. One real PostgreSQL on this machine, as `startPostgres` sets it up: without waiting for its disk.
 */
export async function runFirmBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const { admin, ...firm } = await serverFirm([CLIENT]);
  try {
    const second = await secondDesktop(firm, admin, documents, Math.min(rounds, 3));
    const bytes = await bytesOnServer(firm, documents);
    return [...second, ...bytes, ...(await throughput(firm, admin))];
  } finally {
    await firm.end();
  }
}

async function secondDesktop(firm: ServerFirm, admin: JoinedMachine, documents: number, rounds: number): Promise<Line[]> {
  const pages = ledgerAPages(documents);
  const firstMs = await inScratch((home) => withDesk(home, admin, (desk) => timed(() => readLedger(desk, pages))));
  const other = await firm.join("Ben", "preparer");
  const adopted: number[] = [];
  const replayed: number[] = [];
  const copied: number[] = [];
  const packed: number[] = [];
  await keepPlainFile(firm.owner);
  for (let round = 0; round < rounds; round++) {
    adopted.push(
      await inScratch((home) => withDesk(home, other, (desk) => timed(async () => void must(await desk.shared.catchUp(CLIENT))))),
    );
    const withoutCopies = (server: WorkServer): WorkServer => ({ ...server, newestCopy: async () => ({ ok: true, value: null }) });
    replayed.push(
      await inScratch((home) =>
        withDesk(home, other, (desk) => timed(async () => void must(await desk.shared.catchUp(CLIENT))), withoutCopies),
      ),
    );
    copied.push(await inScratch((home) => timed(() => plainCopy(firm.ownerUrl, home, PLAIN))));
    packed.push(await inScratch((home) => timed(() => plainCopy(firm.ownerUrl, home, PACKED))));
  }
  const limitMs = await ledgersPaceMs(pages.length + lists.length + 1);
  const line = (what: string, ours: Spread, baseline: Spread, goal: number | null): Line => ({
    ...{ id: "F1", what, ours, baseline, unit: "ms", ratio: "share" },
    goals: goal === null ? [] : [{ of: "ratio", sense: "≤", value: goal }],
  });
  const ours = spreadOf(adopted);
  return [
    line("second desktop / first sync under the ledger's limits, in virtual time", ours, exactly(limitMs), 0.25),
    line("second desktop / first sync, work of this machine alone", ours, exactly(firstMs), 0.25),
    line("second desktop / plain COPY of the same bytes to a file", ours, spreadOf(copied), 3),
    line("second desktop / plain COPY of the compressed copy, not unpacked, to a file", ours, spreadOf(packed), null),
    line("second desktop without a copy, page by page / first sync alone", spreadOf(replayed), exactly(firstMs), null),
  ];
}

async function withDesk<T>(
  home: string,
  machine: JoinedMachine,
  act: (desk: Desk) => Promise<T>,
  through: (server: WorkServer) => WorkServer = (server) => server,
): Promise<T> {
  const pool = new WorkerPool(benchThreads(home), 1);
  const setup = clientSetup(CLIENT);
  await pool.must("firm.addClient", { clientId: CLIENT, name: CLIENT, demo: false, nowMs: NOW_MS });
  const { system, tenantId } = setup;
  await pool.must("firm.saveConnection", { connectionId: CLIENT, clientId: CLIENT, system, tenantId, body: "{}", nowMs: NOW_MS });
  const clock = systemClock;
  const shared = new SharedWork({
    ...{ pool, clock, localCounters: createMemoryCounterStore(), onPages: nothing },
    log: { info: nothing, warn: nothing, error: nothing },
    server: through(workOnServer({ server: machine.server, machineId: machine.machineId, clock, uuid: randomUUID })),
  });
  try {
    return await act({ shared, pool });
  } finally {
    await shared.close();
    await pool.close();
  }
}

/** A first sync whose answers arrive at once. */
async function readLedger({ shared: { files } }: Desk, pages: Pages): Promise<void> {
  const setup = clientSetup(CLIENT);
  const { clientId, system, tenantId } = setup;
  const source = { clientId, system, tenantId };
  await files.must("client.setup", setup);
  await files.must("run.start", source);
  const bodies = [...lists.map(({ stream, body }) => ({ stream, parts: [body] })), { stream: INVOICES, parts: [...pages, EMPTY_PAGE] }];
  for (const { stream, parts } of bodies) {
    await files.must("pass.begin", { ...source, stream, kind: "backfill" });
    let [asked] = (await files.must("pass.ask", { ...source, stream, nowMs: NOW_MS })).requests;
    for (const part of parts) {
      if (asked === undefined) throw new Error("a request was expected");
      const body = stream === INVOICES ? gunzipSync(part) : part;
      const asks = await files.must("pass.answer", { ...source, stream, no: asked.no, response: answer(body), nowMs: NOW_MS });
      [asked] = asks.requests;
      await files.must("pass.commit", { ...source, stream, nowMs: NOW_MS });
    }
  }
  await files.must("client.settle", { ...source, firstRead: true, nowMs: NOW_MS });
  await files.must("client.release", source);
}

/** How long the product's own limiter takes for so many calls of Ledger A, each answered after 1.2 seconds. */
async function ledgersPaceMs(calls: number): Promise<number> {
  const clock = createVirtualClock(NOW_MS);
  const limits = {
    ...{ requestsPerWindow: 60, windowMs: 60_000, concurrency: 5, requestsPerDay: 5_000, appRequestsPerWindow: 10_000, pageSize: 1_000 },
    ...{ batchPerWindow: null, egressBytesPerMonth: null, readsPerMonth: null, throttleWaitMs: null, keyTrustMs: 0, settleMs: 300_000 },
  };
  const limiters = createLimiters({ clock, random: seededRandom(1), store: createMemoryCounterStore(), limitsFor: () => limits });
  const lane = async (count: number) => {
    for (let call = 0; call < count; call++) {
      const permit = await limiters.limiterFor("ledger_a", "bench").acquire({ lane: "background" });
      if (permit.kind !== "granted") throw new Error(`the limiter says ${permit.kind}`);
      await clock.sleep(1_200);
      permit.permit.answered();
    }
  };
  await clock.run(lane(calls));
  return clock.nowMs() - NOW_MS;
}

/** The driver reads what a COPY sends; this writes it to a file, as psql's \\copy does. */
class CopyToFile extends pg.Query {
  readonly #handle: number;
  constructor(statement: string, handle: number, done: (error: Error | undefined) => void) {
    super(statement, (error) => done(error ?? undefined));
    this.#handle = handle;
  }
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    writeSync(this.#handle, chunk);
  }
}

/** The client's file as it is held, in a table of its own: the shared copy is compressed. */
async function keepPlainFile(owner: ServerFirm["owner"]): Promise<void> {
  must(await owner.read(run("CREATE TABLE tieout.bench_plain (part int, bytes bytea)")));
  must(await owner.read(run("ALTER TABLE tieout.bench_plain ALTER COLUMN bytes SET STORAGE EXTERNAL")));
  const parts = must(
    await owner.read(run(`SELECT part_no AS part, bytes FROM tieout.mirror_snapshot WHERE client_id = '${CLIENT}' ORDER BY 1`)),
  );
  // The last part is the checksums of the pages, as they are.
  for (const { part, bytes } of parts.slice(0, -1) as { part: number; bytes: Buffer }[]) {
    const plain = zstdDecompressSync(bytes);
    must(await owner.read(async (db) => void (await sql`INSERT INTO tieout.bench_plain VALUES (${part}, ${plain})`.execute(db))));
  }
}

/** What a program would do that knew nothing of Tieout: rows, as they are, to a file on this side's disk. */
async function plainCopy(url: string, home: string, rows: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const handle = openSync(join(home, "copy"), "w");
  try {
    const statement = `COPY (${rows}) TO STDOUT (FORMAT binary)`;
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyToFile(statement, handle, (error) => (error === undefined ? resolve() : reject(error))));
    });
    fsyncSync(handle);
  } finally {
    closeSync(handle);
    await client.end();
  }
}

async function bytesOnServer(firm: ServerFirm, documents: number): Promise<Line[]> {
  const sums = must(
    await firm.owner.read(
      run(`SELECT (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'tieout.mirror_page'::regclass)::bigint AS pages,
        pg_total_relation_size('tieout.mirror_snapshot')::bigint AS copies, (SELECT sum(length(body)) FROM tieout.mirror_page)::bigint AS bodies`),
    ),
  )[0] as { readonly pages: number; readonly copies: number; readonly bodies: number };
  const line = (what: string, ours: number, baseline: number): Line => ({
    ...{
      id: "F3",
      what,
      ours: exactly(ours / documents),
      baseline: exactly(baseline / documents),
      unit: "B/doc",
      ratio: "share",
      goals: [],
    },
  });
  return [
    line("pages in PostgreSQL / their compressed bodies", sums.pages, sums.bodies),
    line("copy of the file in PostgreSQL / pages in PostgreSQL", sums.copies, sums.pages),
  ];
}

const WORKERS = [1, 4, 16];
const MEASURED_MS = 4_000;
const PAGES_A_LEASE = 20;
/** A page of a delta of a busy client. */
const PAGE_BYTES = 12_288;

/** Each worker takes a lease of one of many clients, adds pages, and gives it back. */
async function throughput(firm: ServerFirm, admin: JoinedMachine): Promise<Line[]> {
  const machines: JoinedMachine[] = [admin];
  while (machines.length < Math.max(...WORKERS)) machines.push(await firm.join(`Worker ${machines.length}`, "preparer"));
  const clients = Array.from({ length: 200 }, (_, at) => `load-${at}`);
  for (const clientId of clients) must(await admin.server.read((db) => putClient(db, clientId, clientId)));
  const body = randomBytes(PAGE_BYTES);
  const figures: { readonly workers: number; readonly leases: number; readonly pages: number }[] = [];
  for (const workers of WORKERS) {
    const counted = await Promise.all(machines.slice(0, workers).map((machine, at) => work(machine, clients, at, body)));
    const perSecond = (of: "leases" | "pages") => (counted.reduce((sum, each) => sum + each[of], 0) * 1_000) / MEASURED_MS;
    figures.push({ workers, leases: perSecond("leases"), pages: perSecond("pages") });
  }
  const [alone] = figures;
  if (alone === undefined) return [];
  const line = (what: string, ours: number, baseline: number): Line => ({
    ...{ id: "F2", what, ours: exactly(ours), baseline: exactly(baseline), unit: "/s", ratio: "gain", moreIsBetter: true, goals: [] },
  });
  return figures.flatMap(({ workers, leases, pages }) => [
    line(`pages committed, ${workers} ${workers === 1 ? "worker" : "workers"} / one`, pages, alone.pages),
    line(`leases taken and released, ${workers} ${workers === 1 ? "worker" : "workers"} / one`, leases, alone.leases),
  ]);
}

async function work({ server, machineId }: JoinedMachine, clients: readonly string[], seed: number, body: Uint8Array) {
  const random = seededRandom(seed + 1);
  const counted = { leases: 0, pages: 0 };
  for (const until = performance.now() + MEASURED_MS; performance.now() < until; ) {
    const clientId = clients[Math.floor(random() * clients.length)] ?? "";
    const lease = must(await server.read((db) => takeLease(db, clientId, machineId, 60)));
    if (lease === null) continue;
    const page = { clientId, fence: lease.fence, stream: "invoices", kind: "delta", cursorBefore: null, cursorAfter: null, body };
    let previous = must(await server.read((db) => endOfLog(db, clientId))).hash;
    for (let at = 0; at < PAGES_A_LEASE; at++) {
      const added = must(await server.read((db) => addPage(db, { ...page, pageId: randomUUID(), previous })));
      previous = added?.hash ?? previous;
      counted.pages++;
    }
    must(await server.read((db) => releaseLease(db, clientId, lease.fence)));
    counted.leases++;
  }
  return counted;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
