import { dirname } from "node:path";
import { app } from "electron";
import { systemClock } from "#main/hosts/node/clock.ts";
import type { CrashReports } from "#main/hosts/node/crash-reports.ts";
import type { Entries } from "#main/hosts/node/entries.ts";
import type { HostOptions } from "#main/hosts/node/host-options.ts";
import type { Start } from "#main/hosts/node/machine/start-count.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import { untilEnded } from "#main/hosts/node/until-ended.ts";
import type { OutsideNavigation } from "#shared/contract/app/screens.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { mayAs } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { askForPlace } from "./ask-for-place.ts";
import { connectIpc } from "./ipc.ts";
import { setMenu } from "./menu.ts";
import { systemNotices } from "./notices.ts";
import { openExternal, signInHosts } from "./open-external.ts";
import { PathConsent } from "./path-consent.ts";
import { electronPower } from "./power.ts";
import { desktopShell } from "./shell-port.ts";
import { KeptInstallers } from "./updates/kept-installers.ts";
import { NewestRelease } from "./updates/newest-release.ts";
import { findUpdateFeed, loadUpdateEngine } from "./updates/update-feed.ts";
import { Updates } from "./updates/updates.ts";
import { utilityKeychain } from "./utility-keychain.ts";
import { Windows } from "./windows.ts";

const UP_AFTER_MS = 10_000;
const PUT_DOWN_MS_MAX = 60_000;

export interface ShellOptions {
  readonly options: HostOptions;
  readonly entries: Entries;
  readonly crashes: CrashReports;
  readonly start: Start;
}

export interface OpenShell {
  /** Brings a window to the front, at a place that a link named if it exists. */
  look(to: OutsideNavigation | null): void;
  /** Goes on with the work of the last time. */
  begin(): Promise<void>;
}

/** Opens the core and the windows over it. */
export async function openShell(given: ShellOptions): Promise<Result<OpenShell, Failure>> {
  const { options, entries, crashes, start } = given;
  const windows = new Windows({ home: options.home, preload: entries.preload });
  const ending = new Ending(windows, start, crashes);
  const late = new LateCore();
  const feed = findUpdateFeed(dirname(entries.renderer));
  const kept = new KeptInstallers(options.home, feed.publicKeyPem);
  const places = new PathConsent(askForPlace);
  const parts = {
    windows,
    places,
    crashes,
    kept,
    safeMode: start.safeMode,
    restart: ending.restart,
    snapshot: late.snapshot,
    putDown: ending.putDown,
  };
  const updates = new Updates({
    ...parts,
    off: feed.off,
    publicKeyPem: feed.publicKeyPem,
    current: app.getVersion(),
    engine: loadUpdateEngine,
    newest: new NewestRelease(options.home),
    nowMs: systemClock.nowMs,
    running: process.env.APPIMAGE ?? null,
    changed: () => late.core?.runtime.context.publish("shell.changed", {}),
  });
  const hosts = signInHosts(entries.resources);
  const core = await openCore({
    home: options.home,
    secrets: options.secrets,
    command: "the Tieout window",
    entries,
    spawnKeychain: utilityKeychain(entries.keychainProcess),
    host: { power: electronPower(), notify: systemNotices(windows), shell: desktopShell({ ...parts, updates }) },
    showAddress: (address) => openExternal(address, hosts),
    reviveDemo: start.safeMode === null,
    allowSynced: options.allowSynced,
  });
  if (!core.ok) return core;
  late.core = core.value;
  ending.core = core.value;
  const { runtime } = core.value;
  const showMenu = (): void =>
    setMenu({
      send: (command) => windows.summon(command),
      newWindow: () => void windows.open("/"),
      restart: (safe) => void ending.restart(safe),
      safeMode: start.safeMode !== null,
      maySync: mayAs(runtime.context.people.role, "preparer"),
    });
  showMenu();
  runtime.subscribe(({ topic }) => {
    if (topic === "people.changed") showMenu();
  });
  connectIpc({ door: runtime, log: runtime.context.log, isOurs: (contents) => windows.has(contents), nowMs: systemClock.nowMs, places });
  windows.openRemembered();
  ending.listen();
  setTimeout(() => start.wentWell(), UP_AFTER_MS).unref();
  return ok({
    look: (to) => void lookAt(core.value, windows, to),
    begin: async () => {
      if (start.safeMode !== null) return;
      if (options.demo) await runtime.route("demo.start", {});
      await core.value.resume();
    },
  });
}

/** A client that the firm does not have is no place to go to: the window is shown as it was. */
async function lookAt({ runtime }: OpenCore, windows: Windows, to: OutsideNavigation | null): Promise<void> {
  const known = to === null ? null : await runtime.route("sync.status", { clientId: to.clientId });
  const exists = known?.ok === true;
  windows.summon(to !== null && exists ? { command: "go", address: `/clients/${to.clientId}/${to.screen}` } : null);
}

/** What needs the core is made before it: this stands for it until it is open. */
class LateCore {
  core: OpenCore | null = null;

  readonly snapshot = async (): Promise<Result<unknown, Failure>> => {
    if (this.core === null) return fail({ code: "busy", message: "Tieout is still opening." });
    return this.core.runtime.route("backups.snapshot", {});
  };
}

/** Ends the app in order: windows remembered, reads stopped, writes and counters put down, the data folder let go. */
class Ending {
  core: OpenCore | null = null;
  readonly #windows: Windows;
  readonly #start: Start;
  readonly #crashes: CrashReports;
  #down: Promise<void> | null = null;
  #isDown = false;

  constructor(windows: Windows, start: Start, crashes: CrashReports) {
    this.#windows = windows;
    this.#start = start;
    this.#crashes = crashes;
  }

  listen(): void {
    app.on("window-all-closed", () => app.quit());
    app.on("before-quit", (event) => {
      if (this.#isDown) return;
      event.preventDefault();
      if (this.#down === null) void this.putDown().then(() => app.exit(0));
    });
    void untilEnded(!app.isPackaged).then(() => app.quit());
  }

  readonly putDown = (): Promise<void> => {
    this.#down ??= this.#putDown();
    return this.#down;
  };

  readonly restart = async (safe: boolean): Promise<void> => {
    await this.putDown();
    const own = process.argv.slice(1).filter((argument) => argument !== "--safe-mode" && !argument.startsWith("tieout:"));
    // An AppImage's files disappear with its mount, so the image is restarted instead.
    const image = process.env.APPIMAGE;
    app.relaunch({ args: safe ? [...own, "--safe-mode"] : own, ...(image === undefined ? {} : { execPath: image }) });
    app.exit(0);
  };

  async #putDown(): Promise<void> {
    this.#windows.keep();
    // A write in progress is finished and recorded; anything that hangs beyond that is reported and left to the next start.
    const patience = setTimeout(() => {
      this.#crashes.write({ kind: "did-not-close", details: { afterMs: PUT_DOWN_MS_MAX } });
      app.exit(1);
    }, PUT_DOWN_MS_MAX);
    await this.core?.close();
    clearTimeout(patience);
    this.#start.wentWell();
    this.#isDown = true;
    app.releaseSingleInstanceLock();
  }
}
