import type { ApiContext } from "#main/api/context.ts";
import { createRouter, type Router } from "#main/api/router.ts";
import type { Profile } from "#main/ledgers/profile.ts";
import type { Ports } from "#main/ports/index.ts";
import { SyncEngine } from "#main/sync/engine.ts";
import { SyncSchedule } from "#main/sync/sync-schedule.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import { lockWatch } from "#main/writeback/lock-watch.ts";
import { WriteQueue } from "#main/writeback/write-queue.ts";
import type { TopicPayload } from "#shared/contract/index.ts";
import type { Notice } from "#shared/contract/notices.ts";
import type { BridgeEvent } from "#shared/contract/reply.ts";
import type { AboutView } from "#shared/contract/settings.ts";
import type { ClientSync } from "#shared/contract/sync.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close.ts";
import type { Failure } from "#shared/model/failure.ts";
import { ConnectionBook } from "./connection-book.ts";
import { countersOnDisk } from "./counters-on-disk.ts";
import { goOnReading } from "./go-on-reading.ts";
import { watchKeychain } from "./keychain-watch.ts";
import { LedgerLinks } from "./ledger-links.ts";
import { NoticeBoard } from "./notice-board.ts";
import { NoticePolicy } from "./notice-policy.ts";
import { People } from "./people.ts";
import { createSafetyDesk } from "./safety/create-safety-desk.ts";
import { schedulePorts } from "./schedule-ports.ts";
import { Grants } from "./sign-in/grants.ts";
import type { PracticeLedgers } from "./sign-in/ledger-choices.ts";
import { SignInDesk } from "./sign-in/sign-in-desk.ts";
import { throttlePerKey } from "./throttle.ts";
import { tokenMarksOnDisk } from "./token-marks-on-disk.ts";
import { type ReadKeyFile, TokenSources } from "./token-sources.ts";

export interface RuntimeOptions {
  readonly ports: Ports;
  /** Threads that write; each client belongs to one of them. */
  readonly writerCount: number;
  readonly limitsJson: unknown;
  readonly readProfile: (name: string) => Result<Profile, Failure>;
  /** Checklists that periods are closed with, as the host found them among its resources. */
  readonly closeTemplates?: readonly CloseTemplate[];
  /** What runs here, for the page of settings. */
  readonly about?: AboutView;
  /** Reads a private key file that a connection file names; absent where the host reads none. */
  readonly readKeyFile?: ReadKeyFile;
  /** All profiles of this machine. */
  readonly listProfiles?: () => readonly Profile[];
  /** Simulated ledgers to practise signing in with. */
  readonly practice?: PracticeLedgers;
  /** Makes the demo firm with the host's simulated ledgers. */
  readonly startDemo?: (runtime: Runtime) => Promise<Result<{ readonly clients: number }, Failure>>;
}

/** The core, running: every host talks to this and to nothing behind it. */
export interface Runtime {
  readonly route: Router;
  readonly context: ApiContext;
  /** News for windows and pages; returns the way to stop listening. */
  subscribe(listener: (event: BridgeEvent) => void): () => void;
  /** Goes on by itself with what stopped for want of the keychain, until the signal. */
  watchKeychain(signal: AbortSignal): Promise<void>;
  /** Stops reading, writes the counters down and closes the files. */
  close(): Promise<void>;
}

const PROGRESS_EVERY_MS = 250;

const noKeyFiles: ReadKeyFile = () =>
  fail({ code: "not_supported", message: "This host reads no private key files.", field: "auth.privateKeyFile" });

/** Wires the core from the ports that a host supplies. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const keychain = watchKeychain(options.ports.secrets, options.ports.clock);
  const ports: Ports = { ...options.ports, secrets: keychain.secrets };
  const pool = new WorkerPool(ports.spawnThread, options.writerCount);
  // Made or migrated by its writer before the reader opens it.
  const firm = await pool.perform("firm.check", {});
  if (!firm.ok) {
    await pool.close();
    throw new RuntimeRefused(firm.failure);
  }
  const tokens = new TokenSources(ports, options.readKeyFile ?? noKeyFiles, tokenMarksOnDisk(pool));
  const grants = new Grants({ ports, tokens, readProfile: options.readProfile });
  const people = await People.open(pool, ports.clock, ports.person);
  const links = new LedgerLinks({
    ports,
    tokens,
    counters: countersOnDisk(pool, () => ports.clock.nowMs()),
    limitsJson: options.limitsJson,
    readProfile: options.readProfile,
  });
  const connections = new ConnectionBook({
    pool,
    links,
    tokens,
    grants,
    clock: ports.clock,
    uuid: ports.uuid,
    limitsJson: options.limitsJson,
  });
  const listeners = new Set<(event: BridgeEvent) => void>();
  const deliver: ApiContext["publish"] = (topic, payload) => {
    for (const listener of listeners) listener({ topic, payload });
  };
  const publish: ApiContext["publish"] = (topic, payload) => {
    deliver(topic, payload);
    if (topic === "clients.changed") schedule.noteChanged((payload as TopicPayload<"clients.changed">).clientIds);
  };
  const progress = throttlePerKey<ClientSync>(ports.clock, PROGRESS_EVERY_MS, (snapshot) => publish("sync.progress", snapshot));
  const notices = noticeBoard(ports, pool, (notice) => deliver("notice.raised", notice));
  const policy = new NoticePolicy({ pool, log: ports.log, connections, board: notices });
  const engine = new SyncEngine({
    pool,
    clock: ports.clock,
    log: ports.log,
    linkFor: (clientId) => connections.linkFor(clientId),
    publish: (snapshot) => {
      progress(snapshot.clientId, snapshot);
      policy.onSync(snapshot);
    },
  });
  const writes = new WriteQueue({
    pool,
    clock: ports.clock,
    log: ports.log,
    uuid: ports.uuid,
    get person() {
      return people.noted;
    },
    linkFor: (clientId) => connections.linkFor(clientId),
    freshLocks: lockWatch(ports.clock, engine, (clientId) => connections.linkFor(clientId)),
    publish: (change) => {
      publish("writes.changed", change);
      policy.onWrite(change);
    },
  });
  const schedule = new SyncSchedule(
    schedulePorts(
      { ports, pool, engine, writes, connections },
      {
        onRead: (clientId) => deliver("clients.changed", { clientIds: [clientId] }),
        onChange: (state) => deliver("schedule.changed", state),
      },
    ),
  );
  const safety = createSafetyDesk({ ports, pool, engine, connections, publish, app: options.about?.version ?? "unknown" });
  const signIns = new SignInDesk({
    ports,
    pool,
    tokens,
    grants,
    connections,
    listProfiles: options.listProfiles ?? (() => []),
    practice: options.practice ?? null,
    publish: (view) => deliver("signIn.changed", view),
    onClients: (clientIds) => publish("clients.changed", { clientIds: [...clientIds] }),
  });
  const context: ApiContext = {
    pool,
    engine,
    writes,
    clock: ports.clock,
    log: ports.log,
    uuid: ports.uuid,
    get person() {
      return people.noted;
    },
    people,
    connections,
    ...(options.closeTemplates === undefined ? {} : { closeTemplates: options.closeTemplates }),
    safety,
    schedule,
    notices,
    signIns,
    ...(options.about === undefined ? {} : { about: options.about }),
    publish,
    ...(ports.sealedFiles === undefined ? {} : { sealedFiles: ports.sealedFiles }),
    ...(ports.shell === undefined ? {} : { shell: ports.shell }),
    startDemo:
      options.startDemo === undefined
        ? null
        : async () => (await options.startDemo?.(runtime)) ?? { ok: false, failure: { code: "not_supported", message: "no demo" } },
  };
  const runtime: Runtime = {
    route: createRouter(context),
    context,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchKeychain: (signal) => keychain.run(() => goOnReading(context), signal),
    close: async () => {
      await signIns.close();
      await writes.close();
      await engine.stopAll();
      await policy.idle();
      await links.close();
      await pool.close();
    },
  };
  await safety.start();
  return runtime;
}

function noticeBoard({ clock, log, notify }: Ports, pool: WorkerPool, publish: (notice: Notice) => void): NoticeBoard {
  return new NoticeBoard({
    clock,
    log,
    ...(notify === undefined ? {} : { notify }),
    publish,
    load: () => pool.must("firm.setting", { key: "notices" }),
    save: async (value) => void (await pool.must("firm.saveSetting", { key: "notices", value })),
  });
}

/** The core can not start; the failure says why and what to do. */
export class RuntimeRefused extends Error {
  override readonly name = "RuntimeRefused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
