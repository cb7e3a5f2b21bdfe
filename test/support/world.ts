import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConnectServer } from "#main/firm/firm-port.ts";
import { readCloseTemplates } from "#main/hosts/node/close-templates.ts";
import { actingColleague } from "#main/hosts/node/demo/demo-people.ts";
import { sealedFiles } from "#main/hosts/node/sealed-files.ts";
import { readTable, writeTable } from "#main/hosts/node/tables.ts";
import { readProfile } from "#main/ledgers/profile.ts";
import { bankPdf } from "#main/pack/print/bank-pdf.ts";
import { questionsPdf } from "#main/pack/print/questions-pdf.ts";
import type { Http, HttpRequest, HttpResponse, Log, SpawnThread } from "#main/ports/index.ts";
import { createRuntime, type Runtime, type ShareWork } from "#main/runtime/create-runtime.ts";
import type { Server } from "#main/store/server/connect.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import { inProcessHttp } from "#simulator/in-process.ts";
import { createVirtualClock, type VirtualClock } from "#simulator/virtual-clock.ts";
import { sha256 } from "#test/support/sha256.ts";
import { heldThreads, type MortalThreads } from "./held-threads.ts";
import { createTenant, type SyncedTenantOptions, type Tenant, type TenantOptions } from "./world-tenant.ts";

/** The moment at which every world begins. */
export const START_MS = Date.UTC(2026, 10, 21, 9);

export interface WorldOptions {
  readonly seed: number;
  readonly tenants: readonly TenantOptions[];
  /** Default: the file server on this thread. */
  readonly spawn?: (home: string) => SpawnThread;
  readonly writerCount?: number;
  /** The parent of the data folder. Default: in memory where available. */
  readonly parent?: string;
  /** Default: `START_MS`. */
  readonly startMs?: number;
  /** How this machine shares its work with the others of its firm. */
  readonly shareWork?: ShareWork;
  /** Time and ledgers of another machine, which this one works beside. */
  readonly beside?: World;
  /** Default: one of its own. */
  readonly clock?: VirtualClock;
  /** A data folder to begin with a copy of. */
  readonly from?: string;
  /** What the keychain holds. */
  readonly secrets?: ReadonlyMap<string, string>;
  readonly connectServer?: ConnectServer;
  /** Default: ids that count up. */
  readonly uuid?: () => string;
  readonly person?: string;
  readonly log?: Log;
  /** Default: the limits that the program comes with. */
  readonly limitsJson?: unknown;
  /** How far this machine's clock is ahead, in milliseconds. */
  readonly aheadMs?: () => number;
}

/** What makes one synced world like another: plain data, and nothing that keeps a state of its own. */
export interface SyncedWorldOptions {
  readonly seed: number;
  readonly tenants: readonly SyncedTenantOptions[];
}

/** What a synced world has that the sync before it had not. */
export interface AfterSync {
  /** Of every ledger. */
  readonly faults?: FaultPlan | undefined;
}

/** Changes an answer on its way; null leaves it unchanged. */
export type Patch = (request: HttpRequest, response: HttpResponse) => Promise<HttpResponse | null> | HttpResponse | null;

/** A firm, its ledgers and the whole core between them, in virtual time. */
export interface World {
  readonly clock: VirtualClock;
  readonly tenants: readonly Tenant[];
  /** The running core; another one after `kill` or `restart`. */
  readonly runtime: Runtime;
  readonly home: string;
  /** Set to change answers on their way. */
  patch: Patch | null;
  /** How the ids begin that are made from now on; two worlds of one firm must not make the same. */
  idPrefix: string;
  /** Called at every step: a message to or from a thread, an answer of a ledger. */
  onStep: (() => void) | null;
  /** Stops the process immediately, inside the step; `kill` must follow. */
  cut(): void;
  /** Lets virtual time pass until the promise settles. */
  run<T>(promise: Promise<T>): Promise<T>;
  /** The process dies: files stay as they are at this moment, nothing else survives. A new one starts `afterMs` later. */
  kill(afterMs?: number): Promise<void>;
  /** Shuts down properly and starts again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const resources = new URL("../../resources/", import.meta.url);
export const limitsJson: unknown = JSON.parse(readFileSync(new URL("ledger-limits.json", resources), "utf8"));
const closeTemplates = readCloseTemplates(fileURLToPath(resources));
const neutral = readProfile(JSON.parse(readFileSync(new URL("profiles/neutral.json", resources), "utf8")));

/** A process of the world: what dies together. */
interface Process {
  readonly home: string;
  readonly threads: MortalThreads;
  readonly runtime: Runtime;
  alive: boolean;
}

/** Creates ledgers and core, adds a client for each ledger and connects it. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { world } = await startWorld(options, null);
  for (const tenant of world.tenants) await tenant.connect();
  return world;
}

/** Made once for each worker of a run: the first read of the same books takes most of what a test takes. */
const synced = new Map<string, Promise<SavedHome>>();

/**
 * A world of its own as `createWorld` and a first sync of every client leave it. Worlds with the same options begin with copies of the
 * same files, at the same moment, in a core and ledgers of their own: nothing that happens in one is seen in another.
 */
export async function createSyncedWorld({ seed, tenants }: SyncedWorldOptions, { faults }: AfterSync = {}): Promise<World> {
  const options = { seed, tenants };
  const key = JSON.stringify(options);
  const saved = synced.get(key) ?? saveSynced(options);
  synced.set(key, saved);
  const further = faults === undefined ? {} : { faults };
  return (await startWorld({ seed, tenants: tenants.map((tenant) => ({ ...tenant, ...further })) }, await saved)).world;
}

async function saveSynced(options: SyncedWorldOptions): Promise<SavedHome> {
  const { world, save } = await startWorld(options, null);
  for (const tenant of world.tenants) {
    await tenant.connect();
    const { state, failure } = await tenant.sync();
    if (state !== "up_to_date") throw new Error(`the first sync ended ${state}: ${failure?.message}`);
  }
  const saved = await save();
  for (const { simulated } of world.tenants) simulated.referee.assertClean();
  return saved;
}

async function startWorld(options: WorldOptions, saved: SavedHome | null) {
  const clock = options.clock ?? options.beside?.clock ?? createVirtualClock(saved?.nowMs ?? options.startMs ?? START_MS);
  const random = seededRandom(options.seed);
  const root = mkdtempSync(join(options.parent ?? (existsSync("/dev/shm") ? "/dev/shm" : tmpdir()), "tieout-world-"));
  const tenants = options.tenants.map((tenant, index) =>
    createTenant({ ...tenant, index, seed: options.seed + index, clock, clientId: saved?.clientIds[index] ?? "", world: () => world }),
  );
  const reached = options.beside?.tenants ?? tenants;
  const send = inProcessHttp(reached.map(({ simulated }) => simulated));
  const secrets = new Map<string, string>(options.secrets);
  let generation = 0;
  let ids = saved?.ids ?? 0;

  const { connectServer } = options;
  const start = async (home: string): Promise<Process> => {
    const life = { alive: true };
    const threads = heldThreads(clock, (options.spawn ?? inlineThreads)(home), () => world.onStep?.());
    const http: Http = async (request) => {
      if (!life.alive) return never();
      try {
        const response = await send(request);
        if (life.alive) world.onStep?.();
        return life.alive ? ((await world.patch?.(request, response)) ?? response) : await never();
      } catch (error) {
        if (!life.alive) return never();
        throw error;
      }
    };
    const runtime = await createRuntime({
      actingPerson: actingColleague,
      ports: {
        clock: options.aheadMs === undefined ? clock : wrongClock(clock, options.aheadMs),
        http,
        random,
        sha256,
        uuid: options.uuid ?? (() => `${world.idPrefix}-${String(++ids).padStart(6, "0")}`),
        secrets: {
          kind: "memory",
          get: async (name) => secrets.get(name) ?? null,
          set: async (name, value) => void secrets.set(name, value),
          delete: async (name) => void secrets.delete(name),
        },
        spawnThread: threads.spawn,
        env: (variable) => reached.find((tenant) => tenant.variable === variable)?.secret,
        log: options.log ?? { info: () => undefined, warn: () => undefined, error: () => undefined },
        // A cheap key: there are many tests, and each opens its files many times.
        sealedFiles: sealedFiles({ N: 16_384, r: 8, p: 1 }),
        readTable,
        writeTable,
        printReconciliation: bankPdf,
        printQuestions: questionsPdf,
        person: options.person ?? "tester@world",
      },
      writerCount: options.writerCount ?? 1,
      limitsJson: options.limitsJson ?? limitsJson,
      closeTemplates,
      readProfile: () => neutral,
      ...(options.shareWork === undefined ? {} : { shareWork: options.shareWork }),
      ...(connectServer === undefined ? {} : { connectServer: (address) => mortalServer(connectServer(address), life) }),
    });
    return Object.assign(life, { home, threads, runtime });
  };

  const world: World = {
    clock,
    tenants,
    patch: null,
    idPrefix: "id",
    onStep: null,
    cut: () => {
      process.alive = false;
      process.threads.cut();
    },
    get runtime() {
      return process.runtime;
    },
    get home() {
      return process.home;
    },
    run: (promise) => clock.run(promise),
    kill: async (afterMs = 15_000) => {
      process.alive = false;
      const next = join(root, String(++generation));
      cpSync(process.home, next, { recursive: true });
      await process.threads.kill();
      rmSync(process.home, { recursive: true });
      await clock.advance(afterMs);
      process = await clock.run(start(next));
    },
    restart: async () => {
      await clock.run(process.runtime.close());
      process = await clock.run(start(process.home));
    },
    close: async () => {
      await clock.run(process.runtime.close());
      rmSync(root, { recursive: true, force: true });
    },
  };
  const home = join(root, "0");
  if (saved !== null) writeFolder(home, saved.files);
  if (options.from !== undefined) cpSync(options.from, home, { recursive: true });
  let process = await clock.run(start(home));
  const save = async (): Promise<SavedHome> => {
    await clock.run(process.runtime.close());
    const clientIds = tenants.map(({ source }) => source.clientId);
    const files = readFolder(process.home);
    rmSync(root, { recursive: true });
    return { files, nowMs: clock.nowMs(), ids, clientIds };
  };
  return { world, save };
}

/** A data folder that no process has open, and what its next process must know. */
interface SavedHome {
  /** By path below the folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly nowMs: number;
  /** How many ids were made. */
  readonly ids: number;
  readonly clientIds: readonly string[];
}

function readFolder(folder: string): Map<string, Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    found.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path)];
    }),
  );
}

function writeFolder(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [path, bytes] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, bytes, { mode: 0o600 });
  }
}

function wrongClock(clock: VirtualClock, aheadMs: () => number): VirtualClock {
  const nowMs = () => clock.nowMs() + aheadMs();
  return { ...clock, nowMs, now: () => instantFromMs(nowMs()) };
}

/** A server that answers a dead process nothing. */
function mortalServer(server: Server, life: { readonly alive: boolean }): Server {
  const whileAlive = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (!life.alive) return never();
    const answered = await answer();
    return life.alive ? answered : never();
  };
  return {
    read: (act) => whileAlive(() => server.read(act)),
    bytes: (query) => whileAlive(() => server.bytes(query)),
    transaction: (act) => whileAlive(() => server.transaction(act)),
    listen: (...heard) => whileAlive(() => server.listen(...heard)),
    end: () => server.end(),
  };
}

/** What a dead process waits for. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
