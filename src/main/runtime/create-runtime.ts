import { ClientInsights } from "#main/api/client-insights.ts";
import type { ApiContext, DemoControl } from "#main/api/context.ts";
import type { Door } from "#main/api/door.ts";
import { PackJobs } from "#main/api/pack-jobs.ts";
import { createRouter } from "#main/api/router.ts";
import { asking, runStep } from "#main/api/run-operation.ts";
import type { Firm } from "#main/firm/firm-port.ts";
import { openFirm } from "#main/firm/open-firm.ts";
import type { SharedWork } from "#main/firm/shared-work.ts";
import type { Profile } from "#main/ledgers/profile.ts";
import type { Ports } from "#main/ports/index.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { type FilePool, OperationFailed, WorkerPool } from "#main/workers/pool.ts";
import type { AboutView } from "#shared/contract/app/settings.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { openColleagues } from "./colleagues.ts";
import { ConnectionBook } from "./connection-book.ts";
import { countersOnDisk } from "./counters-on-disk.ts";
import { createEventHub, type EventHub } from "./event-hub.ts";
import { firmNeeds, sharedGrants } from "./firm-parts.ts";
import { goOnReading } from "./go-on-reading.ts";
import { goOnWriting } from "./go-on-writing.ts";
import { watchKeychain } from "./keychain-watch.ts";
import { LedgerLinks } from "./ledger-links.ts";
import { People } from "./people.ts";
import { createDataSafety } from "./safety/create-data-safety.ts";
import { FileRounds } from "./safety/file-rounds.ts";
import { openRegistry } from "./safety/open-registry.ts";
import { SessionSecrets } from "./session-secrets.ts";
import { Grants } from "./sign-in/grants.ts";
import type { PracticeLedgers } from "./sign-in/ledger-choices.ts";
import { SignInService } from "./sign-in/sign-in-service.ts";
import { SigningKeys } from "./signing-keys.ts";
import { type Machinery, startMachinery } from "./start-machinery.ts";
import { tokenMarksOnDisk } from "./token-marks-on-disk.ts";
import { type ReadKeyFile, TokenSources } from "./token-sources.ts";

export interface RuntimeOptions {
  readonly ports: Ports;
  /** Number of writer threads; each client belongs to one of them. */
  readonly writerCount: number;
  readonly limitsJson: unknown;
  readonly readProfile: (name: string) => Result<Profile, Failure>;
  /** Checklists for closing periods, from the host's resources. */
  readonly closeTemplates?: readonly CloseTemplate[];
  /** Replaces a damaged firm registry with its newest good snapshot. */
  readonly repairRegistry?: boolean;
  /** Whether data files are compared with their page checksums when they are used, and whether answers wait for the result. */
  readonly verifiesFiles?: { readonly answersWait: boolean };
  /** Version facts for the settings page. */
  readonly about?: AboutView;
  /** Reads a private key file named in a connection file; absent where the host reads none. */
  readonly readKeyFile?: ReadKeyFile;
  /** All profiles of this machine. */
  readonly listProfiles?: () => readonly Profile[];
  /** Simulated ledgers for trying out a sign-in. */
  readonly practice?: PracticeLedgers;
  /** Shares the work on ledgers with the firm's other machines; absent where there is only this one. */
  readonly shareWork?: ShareWork;
  /** Whose act is under way, where it isn't the person's at the machine. */
  readonly actingPerson?: () => string | null;
  /** The demo firm on the host's simulated ledgers. */
  readonly demo?: (running: () => Runtime) => DemoControl;
}

/** What a firm with a server does differently; see `main/firm`. */
export type ShareWork = (core: {
  readonly pool: FilePool;
  readonly ports: Ports;
  readonly localCounters: CounterStore;
  readonly onPages: (clientId: string) => void;
}) => SharedWork;

/** The running core. People use it through the door; only a host's own machinery uses the context. */
export interface Runtime extends Door {
  readonly context: ApiContext;
  /** Resumes what stopped because the keychain wasn't available, until the signal. */
  watchKeychain(signal: AbortSignal): Promise<void>;
  /** Exchanges records with the firm's server, where there is one, until the signal. */
  meetColleagues(signal: AbortSignal): Promise<void>;
  /** Compares every data file with its page checksums once a day, until the signal. */
  verifyFiles(signal: AbortSignal): Promise<void>;
  /** Takes what other machines of the firm read and send, until the signal; nothing on a single computer. */
  followColleagues(signal: AbortSignal): Promise<void>;
  /** Stops syncing, saves the counters and closes the files. */
  close(): Promise<void>;
}

const noKeyFiles: ReadKeyFile = () =>
  fail({ code: "not_supported", message: "Private key files can't be used here.", field: "auth.privateKeyFile" });

/** Connects the core to the ports that a host supplies. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const keychain = watchKeychain(options.ports.secrets, options.ports.clock);
  const session = new SessionSecrets(keychain.secrets);
  const ports: Ports = { ...options.ports, secrets: session.store };
  const pool = await openFiles(ports, options);
  const people = await orRefused(pool, () => People.open(pool, ports.clock, ports.person, options.actingPerson));
  const firm = await orRefused(pool, () => openFirm(firmNeeds(ports, pool, people)));
  const hub = createEventHub();
  const localCounters = countersOnDisk(pool, () => ports.clock.nowMs());
  const onPages = (clientId: string) => machinery.publish("clients.changed", { clientIds: [clientId] });
  const shared =
    options.shareWork?.({ pool, ports, localCounters, onPages }) ?? firm.session?.shareWork({ pool, localCounters, onPages }) ?? null;
  const ledgers = openLedgers(options, { ports, pool, session, firm, counters: shared?.counters ?? localCounters });
  const { connections, links } = ledgers;
  if (shared !== null) shared.limiters = links.limiters;
  const machinery = startMachinery({ ports, pool, files: shared?.files ?? pool, connections, people, deliver: hub.deliver });
  const { engine, writes, publish } = machinery;
  const rounds = new FileRounds({
    ...{ pool, clock: ports.clock, log: ports.log },
    isReading: (clientId) => engine.snapshot(clientId) !== null,
    answersWait: options.verifiesFiles?.answersWait ?? false,
    onCheck: (clientId) => publish("safety.changed", { clientIds: [clientId] }),
  });
  if (options.verifiesFiles !== undefined) pool.watchUse((clientId) => rounds.used(clientId));
  const isChecking = (clientId: string) => rounds.isChecking(clientId);
  const safety = createDataSafety({ ports, pool, engine, connections, publish, isChecking, app: options.about?.version ?? "unknown" });
  const signIns = openSignInService(options, ports, pool, session, ledgers, machinery, hub);
  const signing = new SigningKeys({ pool, people, session, secrets: ports.secrets, clock: ports.clock, log: ports.log });
  const colleagues = await openColleagues({ firm, pool, ports, connections, publish }, () => runtime.route("firm.status", {}));
  const context: ApiContext = {
    ...{ pool, engine, writes, people, firm, colleagues, connections, safety, signIns, publish },
    ...{ schedule: machinery.schedule, notices: machinery.notices, writeBoard: machinery.writeBoard },
    ...{ clock: ports.clock, log: ports.log, uuid: ports.uuid },
    signer: () => signing.current(),
    insights: new ClientInsights(() => context),
    ask: asking(() => context),
    get person() {
      return people.noted;
    },
    ...suppliedByHost(ports),
    ...(options.closeTemplates === undefined ? {} : { closeTemplates: options.closeTemplates }),
    ...(options.about === undefined ? {} : { about: options.about }),
    packs: new PackJobs(() => context),
    perform: (step, input) => runStep(context, step, input),
    demo: options.demo?.(() => runtime) ?? null,
  };
  const runtime: Runtime = {
    route: createRouter(context),
    context,
    subscribe: hub.subscribe,
    verifyFiles: (signal) => rounds.run(signal),
    meetColleagues: (signal) => colleagues?.run(signal) ?? Promise.resolve(),
    watchKeychain: (signal) => keychain.run(() => goOnReading(context), signal),
    followColleagues: async (signal) => {
      await shared?.follow(signal, (clientId) => goOnWriting(context, clientId));
    },
    close: async () => {
      await colleagues?.close();
      await signIns.close();
      await machinery.close();
      await links.close();
      await shared?.close();
      await firm.close();
      await pool.close();
    },
  };
  await orRefused(pool, () => safety.start());
  return runtime;
}

/** What only some hosts supply. */
function suppliedByHost({ readTable, writeTable, printReconciliation, sealedFiles, shell }: Ports) {
  return {
    ...(readTable === undefined ? {} : { readTable }),
    ...(writeTable === undefined ? {} : { writeTable }),
    ...(printReconciliation === undefined ? {} : { printReconciliation }),
    ...(sealedFiles === undefined ? {} : { sealedFiles }),
    ...(shell === undefined ? {} : { shell }),
  };
}

/** Runs a step that the start depends on; an expected failure ends the start with a message. @throws RuntimeRefused */
async function orRefused<T>(pool: WorkerPool, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    await pool.close();
    throw error instanceof OperationFailed ? new RuntimeRefused(error.failure) : error;
  }
}

/** @throws RuntimeRefused */
async function openFiles(ports: Ports, { writerCount, repairRegistry }: RuntimeOptions): Promise<WorkerPool> {
  const pool = new WorkerPool(ports.spawnThread, writerCount);
  // Created or migrated by its writer before the reader opens it.
  const refused = await openRegistry(pool, ports.clock.nowMs(), repairRegistry ?? false);
  if (refused === null) return pool;
  await pool.close();
  throw new RuntimeRefused(refused);
}

interface LedgerParts {
  readonly ports: Ports;
  readonly pool: WorkerPool;
  readonly session: SessionSecrets;
  readonly firm: Firm;
  readonly counters: CounterStore;
}

/** Connections to the ledgers: tokens, grants, links, and the firm's connections that they belong to. */
function openLedgers(options: RuntimeOptions, { ports, pool, session, firm, counters }: LedgerParts) {
  const { limitsJson, readProfile } = options;
  const tokens = new TokenSources(ports, options.readKeyFile ?? noKeyFiles, tokenMarksOnDisk(pool), session, sharedGrants(firm, pool));
  const grants = new Grants({ ports, tokens, readProfile });
  const links = new LedgerLinks({ ports, tokens, counters, limitsJson, readProfile });
  const connections = new ConnectionBook({ pool, links, tokens, grants, clock: ports.clock, uuid: ports.uuid, limitsJson });
  return { tokens, grants, links, connections };
}

function openSignInService(
  options: RuntimeOptions,
  ports: Ports,
  pool: WorkerPool,
  session: SessionSecrets,
  { tokens, grants, connections }: ReturnType<typeof openLedgers>,
  { publish }: Machinery,
  { deliver }: EventHub,
): SignInService {
  return new SignInService({
    ...{ ports, pool, session, tokens, grants, connections },
    listProfiles: options.listProfiles ?? (() => []),
    practice: options.practice ?? null,
    publish: (view) => deliver("signIn.changed", view),
    onClients: (clientIds) => publish("clients.changed", { clientIds: [...clientIds] }),
  });
}

/** The core can't start; the failure says why and what to do. */
export class RuntimeRefused extends Error {
  override readonly name = "RuntimeRefused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
