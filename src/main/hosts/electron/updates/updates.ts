import { isOutOfRoom } from "#main/files/storage-failure.ts";
import type { UpdateView } from "#shared/contract/app/shell.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { hashOf, type KeptInstallers } from "./kept-installers.ts";
import type { NewestRelease } from "./newest-release.ts";
import { isLater, type SignedRelease, signedHashes, staleness, trustedRelease } from "./release-signature.ts";

/** What is used of electron-updater. */
export interface UpdateEngine {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  disableDifferentialDownload: boolean;
  on(event: "download-progress", listener: (progress: { readonly percent: number }) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<{ readonly updateInfo: unknown } | null>;
  downloadUpdate(): Promise<readonly string[]>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
}

export interface UpdateOptions {
  readonly current: string;
  /** Why there are no updates in this build, or null. */
  readonly off: string | null;
  readonly engine: () => Promise<UpdateEngine>;
  readonly publicKeyPem: string;
  readonly kept: KeptInstallers;
  readonly newest: NewestRelease;
  readonly nowMs: () => number;
  /** The file that runs now where it is one file (an AppImage): kept before it is replaced. */
  readonly running: string | null;
  /** Backs the data up and reads it back; without it nothing is installed. */
  readonly snapshot: () => Promise<Result<unknown, Failure>>;
  /** Puts all work down and lets go of the data folder. */
  readonly putDown: () => Promise<void>;
  readonly changed: () => void;
}

const NOT_SIGNED: Failure = {
  code: "conflict",
  message: "The download doesn't match its signature, so it wasn't installed.",
  next: "Check for updates again.",
};
const UNKNOWN_KEY: Failure = {
  code: "conflict",
  message: "The update isn't signed with Tieout's key, so nothing was downloaded.",
  next: "Keep using this version, and check for updates again later.",
};
const IN_PROGRESS: Failure = {
  code: "busy",
  message: "Tieout is already checking for updates or downloading one.",
  next: "Try again when that's done.",
};

type Standing = Pick<UpdateView, "state" | "version" | "percent" | "problem">;
type Step = Extract<Standing["state"], "checking" | "downloading">;
const IDLE: Standing = { state: "idle", version: null, percent: null, problem: null };

/** Signed updates, each step of which a person asks for: look, download, install. */
export class Updates {
  readonly #options: UpdateOptions;
  #standing: Standing;
  #engine: Promise<UpdateEngine> | null = null;
  #release: SignedRelease | null = null;
  #downloaded: string | null = null;

  constructor(options: UpdateOptions) {
    this.#options = options;
    this.#standing = { state: options.off === null ? "idle" : "off", version: null, percent: null, problem: options.off };
  }

  view(): UpdateView {
    const { kept, current } = this.#options;
    return { ...this.#standing, kept: kept.versions().filter((version) => isLater(current, version)) };
  }

  async check(): Promise<Result<UpdateView, Failure>> {
    const refused = this.#refuseUnless("idle", "available", "failed", "ready");
    if (refused !== null) return refused;
    return this.#step("checking", async (engine) => {
      const found = await engine.checkForUpdates();
      this.#release = null;
      if (found === null) return ok(IDLE);
      const release = trustedRelease(found.updateInfo, this.#options.publicKeyPem);
      if (release === null) return fail(UNKNOWN_KEY);
      const { nowMs, newest } = this.#options;
      const stale = staleness(release, nowMs(), newest.seen());
      if (stale !== null) return fail({ code: "conflict", message: stale });
      newest.note(release.tieoutSignedAt);
      // Never downgrade automatically: an old release with known vulnerabilities is validly signed too.
      if (!isLater(release.version, this.#options.current)) return ok(IDLE);
      this.#release = release;
      return ok({ ...IDLE, state: "available", version: release.version });
    });
  }

  async download(): Promise<Result<UpdateView, Failure>> {
    const refused = this.#refuseUnless("available");
    if (refused !== null) return refused;
    const release = this.#release;
    return this.#step("downloading", async (engine) => {
      const [path] = await engine.downloadUpdate();
      this.#downloaded = path ?? null;
      if (path === undefined || release === null || !(await this.#isSigned(path))) return fail(NOT_SIGNED);
      await this.#options.kept.keep(release.version, path, release);
      return ok({ ...IDLE, state: "ready", version: release.version });
    });
  }

  /** Backs up, puts the work down, hands over to the installer. Returns only when that failed. */
  async install(): Promise<Result<Record<never, never>, Failure>> {
    const refused = this.#refuseUnless("ready");
    if (refused !== null) return refused;
    const { snapshot, putDown, kept, running, current } = this.#options;
    // It may have lain there for days.
    const release = this.#release;
    if (release === null || this.#downloaded === null || !(await this.#isSigned(this.#downloaded))) {
      this.#stand(failed(NOT_SIGNED));
      return fail(NOT_SIGNED);
    }
    if (running !== null) await kept.keep(current, running, release);
    const taken = await snapshot();
    if (!taken.ok) return fail(notBackedUp(taken.failure, "installed"));
    const engine = await this.#ready();
    await putDown();
    engine.quitAndInstall(false, true);
    return ok({});
  }

  async #isSigned(path: string): Promise<boolean> {
    const hash = await hashOf(path);
    return this.#release !== null && signedHashes(this.#release, this.#release.version).includes(hash);
  }

  #refuseUnless(...states: readonly UpdateView["state"][]): Result<never, Failure> | null {
    const { state, problem } = this.#standing;
    if (states.includes(state)) return null;
    if (state === "off") return fail({ code: "not_supported", message: problem ?? "This copy of Tieout can't update itself." });
    if (state === "checking" || state === "downloading") return fail(IN_PROGRESS);
    return fail({ code: "busy", message: "No update is waiting for this step.", next: "Check for updates first." });
  }

  async #step(state: Step, work: (engine: UpdateEngine) => Promise<Result<Standing, Failure>>): Promise<Result<UpdateView, Failure>> {
    this.#stand({ ...this.#standing, state, percent: null, problem: null });
    const done = await this.#ready()
      .then(work)
      .catch((error: unknown) => fail(broken(state, error)));
    this.#stand(done.ok ? done.value : failed(done.failure));
    return done.ok ? ok(this.view()) : done;
  }

  #ready(): Promise<UpdateEngine> {
    this.#engine ??= this.#options.engine().then((engine) => {
      engine.autoDownload = false;
      engine.autoInstallOnAppQuit = false;
      engine.allowDowngrade = false;
      engine.allowPrerelease = false;
      engine.disableWebInstaller = true;
      // It would read lists of blocks that nobody signed.
      engine.disableDifferentialDownload = true;
      engine.on("download-progress", ({ percent }) => this.#stand({ ...this.#standing, percent: Math.floor(percent) }));
      // Every failure is thrown by the call that met it too; without a listener the event would end the process.
      engine.on("error", () => undefined);
      return engine;
    });
    return this.#engine;
  }

  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#options.changed();
  }
}

/** Why another version isn't put in place: the data couldn't be backed up first. What to do about that comes from the backup itself. */
export function notBackedUp(failure: Failure, what: "installed" | "changed"): Failure {
  const next = failure.next ?? "Try again.";
  return { ...failure, next: `Tieout couldn't back up the data first, so nothing was ${what}. ${next}` };
}

function failed({ message }: Failure): Standing {
  return { ...IDLE, state: "failed", problem: message };
}

/** What an error of the updater says: it reports the network's, the file system's and its own in the same way. */
function broken(step: Step, error: unknown): Failure {
  if ((error as { readonly code?: unknown } | null)?.code === "ERR_CHECKSUM_MISMATCH") return NOT_SIGNED;
  const what = step === "checking" ? "Tieout couldn't check for updates" : "The update couldn't be downloaded";
  if (isOutOfRoom(error))
    return { code: "disk_full", message: `${what} because the disk is full.`, next: "Free up disk space, then try again." };
  const why = error instanceof Error ? error.message.slice(0, 300) : String(error);
  return { code: "updates_unreachable", message: asSentence(`${what}: ${why}`), next: "Try again later." };
}
