import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, type BrowserWindow, dialog, protocol, session } from "electron";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type HostOptions, readHostOptions } from "#main/hosts/node/host-options.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import { readPageFiles } from "#main/hosts/node/page-files.ts";
import { untilEnded } from "#main/hosts/node/until-ended.ts";
import type { Failure } from "#shared/model/failure.ts";
import { connectIpc } from "./ipc.ts";
import { lockContents, lockSession } from "./lockdown.ts";
import { setMenu } from "./menu.ts";
import { registerPageScheme, servePage } from "./protocol.ts";
import { keepPlace, openWindow } from "./window.ts";

/** The desktop shell: one window over the core. Everything up to the first await happens before the app is ready. */
export function startShell(): void {
  start().catch(broken);
}

async function start(): Promise<void> {
  app.enableSandbox();
  registerPageScheme();
  lockContents(app);
  const options = readHostOptions(process.argv.slice(app.isPackaged ? 1 : 2));
  if (!options.ok) return refuse(options.failure, 2);
  const { home } = options.value;
  // Under the data folder, so that a second start with the same data is the second instance.
  const own = join(home, "shell");
  mkdirSync(own, { recursive: true, mode: 0o700 });
  app.setPath("userData", own);
  app.setPath("sessionData", join(own, "session"));
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  await app.whenReady();
  await open(options.value);
}

async function open(options: HostOptions): Promise<void> {
  const entries = findEntries();
  const files = readPageFiles(entries.renderer);
  if (!files.ok) return refuse(files.failure, 1);
  const core = await openCore({ home: options.home, secrets: options.secrets, command: "the Tieout window", entries });
  if (!core.ok) return refuse(core.failure, 1);
  lockSession(session.defaultSession);
  servePage(protocol, files.value);
  setMenu();
  const { runtime } = core.value;
  let window: BrowserWindow | null = null;
  connectIpc({ runtime, isOurs: (contents) => window !== null && !window.isDestroyed() && contents === window.webContents });
  window = openWindow({ home: options.home, preload: entries.preload });
  const shown = window;
  // What a second start was given is not looked at.
  app.on("second-instance", () => {
    if (shown.isMinimized()) shown.restore();
    shown.focus();
  });
  endWell(core.value, shown, options.home);
  if (options.demo) await runtime.route("demo.start", {});
  await core.value.resume();
}

/** Stops the reads and writes the counters down before the process goes. */
function endWell(core: OpenCore, window: BrowserWindow, home: string): void {
  let closing = false;
  app.on("window-all-closed", () => app.quit());
  app.on("before-quit", (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    if (!window.isDestroyed()) keepPlace(window, home);
    core.close().then(() => app.exit(0), broken);
  });
  void untilEnded().then(() => app.quit());
}

function broken(error: unknown): void {
  refuse(
    {
      code: "defect",
      message: `Something broke inside Tieout: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    },
    1,
  );
}

function refuse(failure: Failure, status: number): void {
  const text = `${failure.message}${failure.next === undefined ? "" : ` ${failure.next}`}`;
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox("Tieout can not open", text);
  app.exit(status);
}
