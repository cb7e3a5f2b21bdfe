import { ClientInsights } from "#main/api/client-insights.ts";
import type { ApiContext, DemoControl } from "#main/api/context.ts";
import { copyAllOpenWork } from "#main/api/copy-all-open-work.ts";
import type { ShellDoor } from "#main/api/door.ts";
import { namedPlaces } from "#main/api/named-places.ts";
import { PackJobs } from "#main/api/pack-jobs.ts";
import { ProgramDoor } from "#main/api/program-door.ts";
import { createRouter } from "#main/api/router.ts";
import { answered, asking, runStep } from "#main/api/run-operation.ts";
import type { ConnectServer } from "#main/firm/firm-port.ts";
import { openFirm } from "#main/firm/open-firm.ts";
import type { SharedWork } from "#main/firm/shared-work.ts";
import type { Profile } from "#main/ledgers/profile.ts";
import type { Ports } from "#main/ports/index.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { type FilePool, OperationFailed, WorkerPool } from "#main/workers/pool.ts";
import type { HostAbout } from "#shared/contract/app/settings.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { openColleagues } from "./colleagues.ts";
import { ConnectionBook } from "./connection-book.ts";
import { countersOnDisk } from "./counters-on-disk.ts";
import { createEventHub, type EventHub } from "./event-hub.ts";
import { FirmEnglish } from "./firm-english.ts";
import { firmNeeds, sharedSignIns } from "./firm-parts.ts";
import { goOnReading } from "./go-on-reading.ts";
import { goOnWriting } from "./go-on-writing.ts";
import { watchKeychain } from "./keychain-watch.ts";
import { LedgerLinks } from "./ledger-links.ts";
import { LiveFirm } from "./live-firm.ts";
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
  readonly about?: HostAbout;
  /** Reads a private key file named in a connection file; absent where the host reads none. */
  readonly readKeyFile?: ReadKeyFile;
  /** All profiles of this machine. */
  readonly listProfiles?: () => readonly Profile[];
  /** Simulated ledgers for trying out a sign-in. */
  readonly practice?: PracticeLedgers;
  /** Shares the work on ledgers with the firm's other machines; absent where there is only this one. */
  readonly shareWork?: ShareWork;
  /** Connects to the firm's server in another way than over the network. */
  readonly connectServer?: ConnectServer;
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
export interface Runtime extends ShellDoor {
  readonly context: ApiContext;
  /** Resumes what stopped because the keychain wasn't available, until the signal. */
  watchKeychain(signal: AbortSignal): Promise<void>;
  /** Exchanges records with the firm's server, where there is one, until the signal. */
  meetColleagues(signal: AbortSignal): Promise<void>;
  /** Copies what waits for people to where the inbox looks, until the signal. */
  copyOpenWork(signal: AbortSignal): Promise<void>;
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
  const { people, english } = await openPeople(options, ports, pool);
  const hub = createEventHub();
  const core = () => ({ connections, publish: machinery.publish, route: runtime.route, onTwice: () => context.firmChanged() });
  const live = await openLiveFirm(options, { ports, pool, people, core });
  const ledgers = openLedgers(options, { ports, pool, session, live });
  const { connections, links } = ledgers;
  const machinery = startMachinery({ ports: timed(ports, live), pool, live, connections, people, deliver: hub.deliver });
  const { engine, writes, publish } = machinery;
  const rounds = new FileRounds({
    ...{ pool, clock: ports.clock, log: ports.log },
    isReading: (clientId) => engine.snapshot(clientId) !== null,
    answersWait: options.verifiesFiles?.answersWait ?? false,
    onCheck: (clientId) => publish("safety.changed", { clientIds: [clientId] }),
  });
  if (options.verifiesFiles !== undefined) pool.watchUse((clientId) => rounds.used(clientId));
  const isChecking = (clientId: string) => rounds.isChecking(clientId);
  const safety = createDataSafety({ ports, pool, engine, connections, publish, isChecking, live, about: options.about });
  const signIns = openSignInService(options, ports, pool, session, ledgers, machinery, hub);
  const signing = new SigningKeys({ pool, people, session, secrets: ports.secrets, clock: ports.clock, log: ports.log });
  const context: ApiContext = {
    ...{ pool, engine, writes, people, english, connections, safety, signIns, publish },
    get firm() {
      return live.firm;
    },
    get colleagues() {
      return live.colleagues;
    },
    firmChanged: () => changeFirm(live, ledgers, context),
    ...{ schedule: machinery.schedule, notices: machinery.notices, writeBoard: machinery.writeBoard },
    ...{ clock: ports.clock, log: ports.log, uuid: ports.uuid, answered },
    signer: () => signing.current(),
    insights: new ClientInsights(() => context),
    ask: asking(() => context),
    get person() {
      return people.noted;
    },
    ...suppliedByHost(ports),
    ...(options.closeTemplates === undefined ? {} : { closeTemplates: options.closeTemplates }),
    ...(options.about === undefined ? {} : { about: options.about }),
    ...{ packs: new PackJobs(() => context), programs: new ProgramDoor(() => runtime.route) },
    perform: (step, input) => runStep(context, step, input),
    demo: options.demo?.(() => runtime) ?? null,
  };
  const runtime: Runtime = {
    ...{ route: createRouter(context), context, namedPlaces },
    subscribe: hub.subscribe,
    copyOpenWork: (signal) => copyAllOpenWork(context, signal),
    verifyFiles: (signal) => rounds.run(signal),
    meetColleagues: (signal) => live.whileOpen(signal, async ({ colleagues }, term) => colleagues?.run(term)),
    watchKeychain: (signal) => keychain.run(() => goOnReading(context), signal),
    followColleagues: (signal) =>
      live.whileOpen(signal, async ({ shared }, term) => shared?.follow(term, (clientId) => goOnWriting(context, clientId))),
    close: async () => {
      await live.colleagues?.close();
      await signIns.close();
      await machinery.close();
      await links.close();
      await live.close();
      await pool.close();
    },
  };
  await live.begin(links.limiters);
  await orRefused(pool, () => safety.start());
  return runtime;
}

/**
 * Who works here, and the English that they are answered in from now on.
 * @throws RuntimeRefused
 */
async function openPeople({ actingPerson }: RuntimeOptions, ports: Ports, pool: WorkerPool) {
  const english = new FirmEnglish(pool, ports.locale ?? "en-US");
  await orRefused(pool, () => english.read());
  const people = await orRefused(pool, () => People.open(pool, ports.clock, ports.person, actingPerson));
  return { people, english };
}

interface FirmParts {
  readonly ports: Ports;
  readonly pool: WorkerPool;
  readonly people: People;
  /** What is made after the firm. */
  readonly core: () => Pick<ApiContext, "connections" | "publish"> & Pick<Runtime, "route"> & { readonly onTwice: () => Promise<void> };
}

/** What one machine notes is judged by another: the time is the firm's server's, where there is one. */
function timed(ports: Ports, { clock }: LiveFirm): Ports {
  return { ...ports, clock };
}

/** @throws RuntimeRefused */
function openLiveFirm({ shareWork, connectServer }: RuntimeOptions, { ports, pool, people, core }: FirmParts): Promise<LiveFirm> {
  const localCounters = countersOnDisk(pool, () => ports.clock.nowMs());
  const onPages = (clientId: string) => core().publish("clients.changed", { clientIds: [clientId] });
  return orRefused(pool, () =>
    LiveFirm.open({
      ...{ pool, clock: ports.clock, localCounters },
      open: () => openFirm(firmNeeds({ ports, pool, people, localCounters }, connectServer)),
      share: ({ session }) =>
        shareWork?.({ pool, ports, localCounters, onPages }) ?? session?.shareWork({ pool, localCounters, onPages }) ?? null,
      meet: (firm, shared) => {
        const { connections, publish, route, onTwice } = core();
        return openColleagues({ firm, shared, pool, ports, connections, publish, onTwice }, () => route("firm.status", {}));
      },
    }),
  );
}

/** What is under way ends between two requests, and goes on with the firm as it is from now on. */
async function changeFirm(live: LiveFirm, { tokens, links }: ReturnType<typeof openLedgers>, context: ApiContext): Promise<void> {
  const { engine, writes, pool, publish } = context;
  await live.change({
    rest: async () => {
      await writes.interrupt();
      await engine.stopAll();
      await links.startOver();
    },
    limiters: links.limiters,
  });
  tokens.startOver();
  const clients = await pool.must("firm.clients", {});
  for (const { clientId, system } of clients) if (system !== null) goOnWriting(context, clientId);
  publish("clients.changed", { clientIds: clients.map(({ clientId }) => clientId) });
  publish("colleagues.changed", { clientId: null });
}

/** What only some hosts supply. */
function suppliedByHost({ readTable, writeTable, printReconciliation, printQuestions, askSql, sealedFiles, shell }: Ports) {
  return {
    ...(readTable === undefined ? {} : { readTable }),
    ...(writeTable === undefined ? {} : { writeTable }),
    ...(printReconciliation === undefined ? {} : { printReconciliation }),
    ...(askSql === undefined ? {} : { askSql }),
    ...(printQuestions === undefined ? {} : { printQuestions }),
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
  readonly live: LiveFirm;
}

/** Connections to the ledgers: tokens, grants, links, and the firm's connections that they belong to. */
function openLedgers(options: RuntimeOptions, { ports, pool, session, live }: LedgerParts) {
  const { limitsJson, readProfile } = options;
  const shared = sharedSignIns(() => live.firm.session, pool);
  const tokens = new TokenSources(ports, options.readKeyFile ?? noKeyFiles, tokenMarksOnDisk(pool), session, shared);
  const grants = new Grants({ ports, tokens, readProfile });
  const links = new LedgerLinks({ ports, tokens, counters: () => live.counters, limitsJson, readProfile });
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
