import { createHash, randomInt, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism, hostname, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { finishExchanges } from "#main/files/exchange.ts";
import { readNamedJson } from "#main/files/named-file.ts";
import { storageFailure } from "#main/files/storage-failure.ts";
import { type Profile, readProfile } from "#main/ledgers/profile.ts";
import { bankPdf } from "#main/pack/print/bank-pdf.ts";
import { questionsPdf } from "#main/pack/print/questions-pdf.ts";
import type { Clock, Ports, SpawnThread } from "#main/ports/index.ts";
import { createRuntime, type Runtime, type RuntimeOptions, RuntimeRefused } from "#main/runtime/create-runtime.ts";
import { goOnWritingForAll } from "#main/runtime/go-on-writing.ts";
import { keepSnapshots } from "#main/runtime/safety/keep-snapshots.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { askSqlIn } from "./ask-sql.ts";
import { loopbackLanding } from "./browser/loopback-landing.ts";
import { openBrowser } from "./browser/open-browser.ts";
import { systemClock } from "./clock.ts";
import { readCloseTemplates } from "./close-templates.ts";
import { takeDataFolder } from "./data-folder.ts";
import { DemoFirm } from "./demo/demo-firm.ts";
import { actingColleague } from "./demo/demo-people.ts";
import { DemoShow } from "./demo/demo-show.ts";
import { PracticeThread } from "./demo/practice-ledgers.ts";
import type { SpawnKeychain } from "./keychain/keychain-messages.ts";
import { lazyHttp } from "./lazy-http.ts";
import { openLogFile } from "./log-file.ts";
import { examineMachine } from "./machine/examine-machine.ts";
import { machineWatch } from "./machine/machine-watch.ts";
import { say } from "./output.ts";
import { readPrivateKeyFile } from "./private-key-file.ts";
import { sealedFiles } from "./sealed-files.ts";
import { keychainSecrets, memorySecrets } from "./secret-stores.ts";
import { readTable, writeTable } from "./tables.ts";
import { spawnThreads } from "./threads.ts";

export interface CoreOptions {
  readonly home: string;
  readonly secrets: "keychain" | "memory";
  /** For the message to a second process. */
  readonly command: string;
  readonly entries: CoreEntries;
  /** How the threads that own files start, where they are not threads of their own. */
  readonly spawnThread?: SpawnThread;
  /** How this host starts the keychain's helper process, where forking a Node process is not its way. */
  readonly spawnKeychain?: SpawnKeychain;
  /** What only this host has: sleep and wake, notifications, windows. */
  readonly host?: Pick<Ports, "power" | "notify" | "shell">;
  /** Shows a sign-in page in the person's own browser, where that is not done by a command of the system. */
  readonly showAddress?: (address: string) => void;
  /** False for what only looks at the data folder: the demo firm's ledgers need not run. */
  readonly reviveDemo?: boolean;
  /** True for a process that ends after one command: nothing of a damaged file is shown first and withdrawn later. */
  readonly answersWait?: boolean;
  /** Puts a snapshot in the place of a damaged registry, because a person said so. */
  readonly repairRegistry?: boolean;
  /** Takes a folder that a cloud drive or another machine keeps, because a person said so. */
  readonly allowSynced?: boolean;
  /** Another clock than the machine's own, for a bench that lets a day pass in minutes. */
  readonly clock?: Clock;
}

/** Where the pieces beside this bundle are: they differ between a checkout and a build. */
export interface CoreEntries {
  readonly clientWorker: URL;
  readonly demoThread: URL;
  readonly keychainProcess: URL;
  readonly sqlProcess: URL;
  readonly resources: string;
}

export interface OpenCore {
  /** People's requests go through the door; the context is for the host's own background work. */
  readonly runtime: Runtime;
  /** Goes on where the last run ended: reads the news of every client that is not paused. For hosts that stay. */
  resume(): Promise<void>;
  /** Ends the core and exchanges the files of a checked archive. @returns where what was there is kept, or null when none stood ready */
  finishRestore(): Promise<string | null>;
  close(): Promise<void>;
}

const WRITERS_MAX = 4;
/** The window that opens meanwhile comes first: the clients that are due for a sync would take its processor. */
const BACKGROUND_AFTER_MS = 1_500;

/**
 * Starts the core in this process: owns the data folder, supplies the ports, revives the demo firm.
 * @returns a failure when the folder is in use or can't be used
 */
export async function openCore(options: CoreOptions): Promise<Result<OpenCore, Failure>> {
  const folder = takeDataFolder(options.home, options.command, { allowSynced: options.allowSynced ?? false });
  if (!folder.ok) return folder;
  const unfinished = finishInterrupted(options.home);
  if (unfinished !== null) {
    folder.value.release();
    return fail(unfinished);
  }
  const http = lazyHttp();
  const demo = new DemoFirm(options.home, options.entries.demoThread);
  const show = new DemoShow(demo);
  const practice = new PracticeThread(options.home, options.entries.demoThread);
  const ended = new AbortController();
  try {
    const ports = portsOf(options, http.http, demo);
    const runtime = await createRuntime({
      actingPerson: actingColleague,
      ...settingsOf(options),
      verifiesFiles: { answersWait: options.answersWait ?? false },
      ports,
      practice,
      demo: demoActs(demo, show),
    });
    const quiet = ports.power?.subscribe((event) => {
      if (event !== "resume" && event !== "online") return;
      http.renew().catch((error: unknown) => runtime.context.log.error("http.defect", error));
    });
    if (options.reviveDemo !== false) {
      await demo.revive(runtime);
      await practice.revive(runtime);
    }
    const end = async () => {
      if (ended.signal.aborted) return;
      ended.abort();
      quiet?.();
      runtime.context.connections.cancelSignIn();
      show.stop();
      await runtime.close();
      await demo.stop();
      await practice.stop();
      await http.close();
    };
    return ok({
      runtime,
      resume: async () => {
        if (demo.exists()) await show.start(runtime);
        startBackgroundWork(runtime, ended.signal).catch((error: unknown) => runtime.context.log.error("background.defect", error));
      },
      finishRestore: async () => {
        await end();
        return finishExchanges(options.home);
      },
      close: async () => {
        await end();
        // What was made ready while the core ran waits for this moment: nobody has a file open.
        finishExchanges(options.home);
        folder.value.release();
      },
    });
  } catch (error) {
    folder.value.release();
    await http.close();
    const failure = error instanceof RuntimeRefused ? error.failure : storageFailure(options.home, error);
    if (failure !== null) return fail(failure);
    throw error;
  }
}

/** What people may do with the demo firm. The runtime that it runs in is only known once it was made. */
function demoActs(demo: DemoFirm, show: DemoShow): NonNullable<RuntimeOptions["demo"]> {
  return (running) => ({
    start: () => show.start(running()),
    make: () => demo.create(running(), localDay(systemClock.nowMs())),
    playLater: async () =>
      demo.exists() ? { played: await demo.playLater(systemClock.nowMs()), changed: demo.changedLater() } : { played: false, changed: [] },
    statement: async (clientId, accountId, from, to) => {
      const connection = await running().context.connections.find(clientId);
      if (connection === null || !demo.exists()) return null;
      // A local id is the ledger's own behind its kind.
      const own = accountId.slice(accountId.indexOf(":") + 1);
      return demo.statement({ tenantId: connection.tenantId, accountId: own, from, to });
    },
    remove: () => demo.remove(running()),
  });
}

/** Completes what an earlier process began; a failure when the disk does not let it. */
function finishInterrupted(home: string): Failure | null {
  try {
    finishExchanges(home);
    return null;
  } catch (error) {
    const failure = storageFailure(home, error);
    if (failure === null) throw error;
    return failure;
  }
}

/** What the core needs to know about this installation. */
function settingsOf({ entries: { resources }, home, secrets, repairRegistry = false }: CoreOptions) {
  return {
    writerCount: Math.min(WRITERS_MAX, Math.max(1, availableParallelism() - 1)),
    repairRegistry,
    closeTemplates: readCloseTemplates(resources),
    limitsJson: JSON.parse(readFileSync(join(resources, "ledger-limits.json"), "utf8")) as unknown,
    readKeyFile: readPrivateKeyFile,
    listProfiles: () => profilesIn(resources),
    readProfile: (name: string) => profileFile(resources, name),
    about: { version: versionBeside(resources), dataFolder: home, secrets },
  };
}

function portsOf(options: CoreOptions, http: Ports["http"], demo: DemoFirm): Ports {
  return {
    clock: options.clock ?? systemClock,
    http,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    uuid: randomUUID,
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    secrets: options.secrets === "memory" ? memorySecrets() : keychainSecrets(options.entries.keychainProcess, options.spawnKeychain),
    spawnThread: options.spawnThread ?? spawnThreads(options.entries.clientWorker, options.home),
    env: (variable) => demo.token(variable) ?? process.env[variable],
    landing: loopbackLanding((address) => {
      say(2, "To sign in to the ledger, open this address in your browser:", address);
      if (options.showAddress === undefined) openBrowser(address, options.home);
      else options.showAddress(address);
    }),
    sealedFiles: sealedFiles(),
    power: machineWatch(),
    ...options.host,
    examine: () => examineMachine(options.home),
    readTable,
    writeTable,
    printReconciliation: bankPdf,
    // Electron's own program runs no other program's code as a process.
    ...(process.versions.electron === undefined ? { askSql: askSqlIn(options.entries.sqlProcess) } : {}),
    printQuestions: questionsPdf,
    log: openLogFile(options.home),
    person: userOfMachine(),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}

function userOfMachine(): string {
  return `${userInfo().username}@${hostname()}`;
}

/** Starts what a host that stays open does in the background until the signal: updates on their way, syncs, checks and colleagues' changes. */
async function startBackgroundWork(runtime: Runtime, signal: AbortSignal): Promise<void> {
  await setTimeout(BACKGROUND_AFTER_MS, undefined, { ref: false });
  if (signal.aborted) return;
  const { context } = runtime;
  goOnWritingForAll(context, signal).catch((error: unknown) => context.log.error("writes.defect", error));
  runtime.copyOpenWork(signal).catch((error: unknown) => context.log.error("work.defect", error));
  context.schedule.run(signal).catch((error: unknown) => context.log.error("schedule.defect", error));
  runtime.verifyFiles(signal).catch((error: unknown) => context.log.error("safety.defect", error));
  runtime.meetColleagues(signal).catch((error: unknown) => context.log.error("firm.defect", error));
  runtime.watchKeychain(signal).catch((error: unknown) => context.log.error("keychain.defect", error));
  runtime.followColleagues(signal).catch((error: unknown) => context.log.error("firm.defect", error));
  keepSnapshots(context, signal).catch((error: unknown) => context.log.error("safety.defect", error));
}

/** The version in the package file next to the resources. */
function versionBeside(resources: string): string {
  const file = join(resources, "..", "package.json");
  if (!existsSync(file)) return "unknown";
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version?: string };
  return version ?? "unknown";
}

/** Every profile that comes with the application. Each was checked before it was shipped. */
function profilesIn(resources: string): readonly Profile[] {
  const names = readdirSync(join(resources, "profiles")).filter((name) => name.endsWith(".json"));
  const read = names.sort().map((name) => profileFile(resources, name.slice(0, -".json".length)));
  return read.filter((profile) => profile.ok).map(({ value }) => value);
}

/** A profile by name (resources/profiles) or by the path of a file. */
function profileFile(resources: string, name: string): Result<Profile, Failure> {
  const isPath = isAbsolute(name) || name.includes("/") || name.endsWith(".json");
  const next = 'Use the profile "neutral", or the path of a profile file.';
  const path = isPath ? resolve(name) : join(resources, "profiles", `${name}.json`);
  if (!isPath && !(/^[a-z0-9-]+$/.test(name) && existsSync(path)))
    return fail({ code: "invalid_input", message: `No profile is called ${name}.`, field: "profile", next });
  const json = readNamedJson(path, "profile");
  return json.ok ? readProfile(json.value) : fail({ ...json.failure, next });
}
