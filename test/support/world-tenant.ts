import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import type { Runtime } from "#main/runtime/create-runtime.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { SyncRequest } from "#main/sync/engine.ts";
import { ClientFiles } from "#main/workers/client-files.ts";
import type { ClientSource, OpInput } from "#main/workers/protocol.ts";
import type { FindingRow } from "#shared/contract/clients/clients.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { Books, BooksOptions, BooksStyle } from "#simulator/books/types.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import { createLedgerA, type LedgerA, type LedgerAOptions } from "#simulator/ledger-a/create-ledger-a.ts";
import { oracleA } from "#simulator/ledger-a/oracle/oracle.ts";
import { createLedgerB, type LedgerBOptions } from "#simulator/ledger-b/create-ledger-b.ts";
import { type OracleB, oracleB } from "#simulator/ledger-b/oracle.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import type { LedgerCOptions } from "#simulator/ledger-c/options.ts";
import { oracleC } from "#simulator/ledger-c/oracle/oracle.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";
import type { SimLedger, SimLimits } from "#simulator/types.ts";
import type { VirtualClock } from "#simulator/virtual-clock.ts";
import type { Comparable } from "./mirror-compare.ts";
import { compareKind, type Expected, type Kind, type Perform, readAll } from "./mirror-kinds.ts";

export interface TenantOptions {
  readonly style: BooksStyle;
  readonly books?: Partial<BooksOptions>;
  readonly a?: LedgerAOptions;
  readonly b?: LedgerBOptions;
  readonly c?: LedgerCOptions;
  readonly faults?: FaultPlan;
  readonly latencyMs?: readonly [low: number, high: number];
  readonly windowKind?: SimLimits["windowKind"];
  readonly auth?: "bearer" | "oauth";
  /** Default: a year. */
  readonly tokenLifetimeMs?: number;
  /** How long a used refresh token may be used again. Default: a year. */
  readonly reuseGraceMs?: number;
  /** `limits` of the connection file. */
  readonly limits?: Readonly<Record<string, number | null>>;
  /** The connection file requests the general-ledger feed. Default: what ledger A's options grant. */
  readonly journals?: boolean;
  /** Another tenant's books and ledger: the same company seen by a second firm. */
  readonly sharing?: Tenant;
}

/** What a tenant may be told whose first sync is copied from another one: its secret is the token that its ledger gives first. */
export type SyncedTenantOptions = Pick<TenantOptions, "style" | "books" | "a" | "b" | "c" | "latencyMs" | "limits" | "journals">;

/** One client of the world with its ledger. */
export interface Tenant {
  readonly style: BooksStyle;
  readonly books: Books;
  readonly ledger: SimLedger;
  readonly simulated: SimulatedLedger;
  readonly source: ClientSource;
  readonly variable: string;
  /** The secret in the environment: an access token, or the first refresh token. */
  secret: string;
  /** What a person does when asked: puts a fresh token into the environment. */
  signIn(): void;
  connect(): Promise<void>;
  sync(request?: SyncRequest): Promise<ClientSync>;
  readonly perform: Perform;
  /** Reads the mirror from its file. */
  readMirror<T>(read: (mirror: MirrorReader) => T): T;
  /** Asks about this client as a window does; a failure fails the test. */
  ask<N extends OperationName>(name: N, input: Omit<OperationInput<N>, "clientId">): Promise<OperationOutput<N>>;
  /** Every record of a kind with the mirror's own fields, removed ones included. */
  readAll(kind: Kind): Promise<Comparable[]>;
  streams(): Promise<StreamRow[]>;
  findings(): Promise<FindingRow[]>;
  oracle(known?: Expected): Expected;
  /** The differences between the mirror and the oracle, as lines. `removed` records are left out. */
  compareWithOracle(kind: Kind, known?: Expected): Promise<string[]>;
  /** The same for current records only, whatever happened to others. */
  compareLive(kind: Kind): Promise<string[]>;
}

const SYSTEMS = { a: "ledger_a", b: "ledger_b", c: "ledger_c" } as const;
const YEAR_MS = 365 * 86_400_000;

/** What a tenant needs from its world. */
interface TenantWorld {
  /** The data folder of the current process. */
  readonly home: string;
  readonly runtime: Runtime;
  run<T>(promise: Promise<T>): Promise<T>;
}

interface Setting extends TenantOptions {
  readonly index: number;
  readonly seed: number;
  readonly clock: VirtualClock;
  /** Empty until it is connected. */
  readonly clientId: string;
  readonly world: () => TenantWorld;
}

export function createTenant(setting: Setting): Tenant {
  const { style, index, clock, world } = setting;
  const books = setting.sharing?.books ?? generateBooks(booksOptions(setting));
  const ledger = setting.sharing?.ledger ?? ledgerOf(setting, books);
  const simulated = createSimulatedLedger({
    ledger,
    clock,
    random: seededRandom(setting.seed * 7 + 1),
    latencyMs: setting.latencyMs ?? [20, 90],
    limits: { ...ledger.limits, ...(setting.windowKind === undefined ? {} : { windowKind: setting.windowKind }) },
    // A refresh with a lost answer may be repeated; otherwise only a person could fix it.
    tokens: { lifetimeMs: setting.tokenLifetimeMs ?? YEAR_MS, reuseGraceMs: setting.reuseGraceMs ?? YEAR_MS },
    ...(setting.faults === undefined ? {} : { faults: setting.faults }),
  });
  const pair = simulated.tokens.issue();
  const source: { clientId: string; system: ClientSource["system"]; tenantId: string } = {
    clientId: setting.clientId,
    system: SYSTEMS[style],
    tenantId: books.tenantId,
  };
  const perform: Perform = (op, input) =>
    world().run(world().runtime.context.pool.must(op, { ...source, ...input } as unknown as OpInput<typeof op>));

  const tenant: Tenant = {
    style,
    books,
    ledger,
    simulated,
    source,
    variable: `TOKEN_${index}`,
    secret: setting.auth === "oauth" ? pair.refreshToken : pair.accessToken,
    perform,
    readMirror: mirrorReading(source, () => world().home),
    ask: async (name, input) => {
      const reply = await world().run(world().runtime.route(name, { clientId: source.clientId, ...input }));
      if (!reply.ok) throw new Error(`${name}: ${reply.failure.message}`);
      return reply.value as never;
    },
    signIn: () => {
      const fresh = simulated.tokens.issue();
      tenant.secret = setting.auth === "oauth" ? fresh.refreshToken : fresh.accessToken;
    },
    connect: async () => {
      const { runtime, run } = world();
      const added = await run(runtime.route("clients.add", { name: books.name }));
      if (!added.ok) throw new Error(added.failure.message);
      source.clientId = (added.value as { clientId: string }).clientId;
      for (let attempt = 0; ; attempt++) {
        const connected = await run(runtime.route("connections.add", { clientId: source.clientId, file: connectionFile(setting, books) }));
        if (connected.ok) return;
        if (connected.failure.code === "needs_sign_in") tenant.signIn();
        // A discovery sends dozens of requests and starts over after any unusable answer, which takes patience under heavy faults.
        if (attempt >= 1_000) throw new Error(connected.failure.message);
      }
    },
    sync: async (request = {}) => {
      const done = await world().run(world().runtime.context.engine.sync(source.clientId, request));
      if (done === null) throw new Error("the client has no connection");
      return done;
    },
    readAll: async (kind) => tenant.readMirror((mirror) => readAll(mirror, kind)),
    streams: () => perform("streams.list", {}),
    findings: async () => {
      const found = await world().run(world().runtime.route("clients.findings", { clientId: source.clientId }));
      if (!found.ok) throw new Error(found.failure.message);
      return found.value as FindingRow[];
    },
    oracle: (known) => oracleOf(setting, books, ledger, known),
    compareLive: async (kind) => {
      const live = (await tenant.readAll(kind)).filter((record) => record.removedDetectedAt === null);
      return compareKind(kind, live, tenant.oracle());
    },
    compareWithOracle: async (kind, known) => {
      const mirrored = await tenant.readAll(kind);
      const kept = mirrored.filter((record) => style === "b" || record.removedDetectedAt === null);
      return compareKind(kind, kept, tenant.oracle(known));
    },
  };
  return tenant;
}

/** Reads that follow each other at once share a connection, which takes longer to open than to ask; nothing holds one while anything else happens. */
function mirrorReading(source: ClientSource, homeOf: () => string): Tenant["readMirror"] {
  let files: ClientFiles | null = null;
  let openHome = "";
  const close = (): void => {
    files?.closeAll();
    files = null;
  };
  return (read) => {
    const home = homeOf();
    if (files === null || home !== openHome) {
      close();
      files = new ClientFiles(home);
      openHome = home;
      setImmediate(close);
    }
    return read(files.readable(source).reader);
  };
}

function booksOptions({ style, index, seed, books }: Setting): BooksOptions {
  return {
    seed,
    style,
    tenantId: `tenant-${index}`,
    name: `Client ${index}`,
    baseCurrency: style === "a" ? "NZD" : "USD",
    country: style === "a" ? "NZ" : "US",
    today: "2026-11-21" as CalendarDate,
    months: 3,
    invoicesPerMonth: 8,
    foreignCurrencies: ["EUR"],
    ...books,
  };
}

function ledgerOf({ style, a, b, c }: Setting, books: Books): SimLedger {
  if (style === "a") return createLedgerA(books, a);
  return style === "b" ? createLedgerB(books, b) : createLedgerC(books, c);
}

function oracleOf(setting: Setting, books: Books, ledger: SimLedger, known?: Expected): Expected {
  if (setting.style === "b") return oracleB(books, known as OracleB | undefined) as unknown as Expected;
  if (setting.style === "c") {
    const { removed: _removed, ...records } = oracleC(books);
    return records as unknown as Expected;
  }
  const journals = (setting.journals ?? true) && (setting.a?.journals ?? false);
  return oracleA(books, { journals, journalLog: (ledger as LedgerA).journalLog }) as unknown as Expected;
}

function connectionFile(setting: Setting, books: Books): string {
  const base = `http://127.0.0.1/t/${setting.index}`;
  const variable = `TOKEN_${setting.index}`;
  return JSON.stringify({
    system: SYSTEMS[setting.style],
    name: books.name,
    tenantId: books.tenantId,
    baseUrl: setting.style === "a" ? `${base}/api/2.0` : base,
    auth:
      setting.auth === "oauth"
        ? { type: "oauth2_refresh", tokenUrl: `${base}/oauth/token`, clientId: "app", refreshTokenEnv: variable }
        : { type: "bearer_env", variable },
    ...(setting.limits === undefined ? {} : { limits: setting.limits }),
    ...(setting.style === "a" ? { journals: setting.journals ?? setting.a?.journals ?? false } : {}),
  });
}
