import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCloseTemplates } from "#main/hosts/node/close-templates.ts";
import { actingColleague } from "#main/hosts/node/demo/demo-people.ts";
import { readTable } from "#main/hosts/node/read-table.ts";
import { sealedFiles } from "#main/hosts/node/sealed-files.ts";
import { writeTable } from "#main/hosts/node/write-table.ts";
import { readProfile } from "#main/ledgers/profile.ts";
import { bankPdf } from "#main/pack/print/bank-pdf.ts";
import type { Http, HttpRequest, HttpResponse, SpawnThread } from "#main/ports/index.ts";
import { createRuntime, type Runtime, type ShareWork } from "#main/runtime/create-runtime.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { inProcessHttp } from "#simulator/in-process.ts";
import { createVirtualClock, type VirtualClock } from "#simulator/virtual-clock.ts";
import { heldThreads, type MortalThreads } from "./held-threads.ts";
import { createTenant, type Tenant, type TenantOptions } from "./world-tenant.ts";

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
const limitsJson: unknown = JSON.parse(readFileSync(new URL("ledger-limits.json", resources), "utf8"));
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
  const clock = options.beside?.clock ?? createVirtualClock(options.startMs ?? START_MS);
  const random = seededRandom(options.seed);
  const root = mkdtempSync(join(options.parent ?? (existsSync("/dev/shm") ? "/dev/shm" : tmpdir()), "tieout-world-"));
  const tenants = options.tenants.map((tenant, index) =>
    createTenant({ ...tenant, index, seed: options.seed + index, clock, world: () => world }),
  );
  const reached = options.beside?.tenants ?? tenants;
  const send = inProcessHttp(reached.map(({ simulated }) => simulated));
  const secrets = new Map<string, string>();
  let generation = 0;
  let ids = 0;

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
        clock,
        http,
        random,
        uuid: () => `${world.idPrefix}-${String(++ids).padStart(6, "0")}`,
        secrets: {
          kind: "memory",
          get: async (name) => secrets.get(name) ?? null,
          set: async (name, value) => void secrets.set(name, value),
          delete: async (name) => void secrets.delete(name),
        },
        spawnThread: threads.spawn,
        env: (variable) => reached.find((tenant) => tenant.variable === variable)?.secret,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        // A cheap key: there are many tests, and each opens its files many times.
        sealedFiles: sealedFiles({ N: 16_384, r: 8, p: 1 }),
        readTable,
        writeTable,
        printReconciliation: bankPdf,
        person: "tester@world",
      },
      writerCount: options.writerCount ?? 1,
      limitsJson,
      closeTemplates,
      readProfile: () => neutral,
      ...(options.shareWork === undefined ? {} : { shareWork: options.shareWork }),
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
  let process = await clock.run(start(join(root, "0")));
  for (const tenant of tenants) await tenant.connect();
  return world;
}

/** What a dead process waits for. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
