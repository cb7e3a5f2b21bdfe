import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, dialog, protocol, session } from "electron";
import { readPageFiles } from "#main/hosts/node/browser/page-files.ts";
import { systemClock } from "#main/hosts/node/clock.ts";
import { CrashReports } from "#main/hosts/node/crash-reports.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type HostOptions, readHostOptions } from "#main/hosts/node/host-options.ts";
import { noteStart } from "#main/hosts/node/machine/start-count.ts";
import { say } from "#main/hosts/node/output.ts";
import { terminalLines } from "#main/hosts/node/terminal-text.ts";
import type { OutsideNavigation } from "#shared/contract/app/screens.ts";
import { ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { allowedArguments } from "./allowed-switches.ts";
import { watchCrashes } from "./crash-watch.ts";
import { deepLinkIn, hasLink, readDeepLink } from "./deep-link.ts";
import { lockContents, lockSession } from "./lockdown.ts";
import { openShell } from "./open-shell.ts";
import { PAGE_SCHEME } from "./page-address.ts";
import { registerPageScheme, servePage } from "./protocol.ts";

/** The desktop shell: windows over the core. Everything up to the first await happens before the app is ready. */
export function startShell(): void {
  start().catch(broken);
}

async function start(): Promise<void> {
  const given = process.argv.slice(app.isPackaged ? 1 : 2);
  const allowed = app.isPackaged ? allowedArguments(given, process.platform) : ok(given);
  if (!allowed.ok) return refuse(allowed.failure, 2);
  const args = allowed.value;
  app.enableSandbox();
  registerPageScheme();
  lockContents(app);
  const links = listenForLinks();
  // The system starts the app for a link from anyone, so only the link is read from such a command line.
  const options = readHostOptions(hasLink(args) ? [] : args);
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
  claimLinks();
  const crashes = new CrashReports(home, facts(), systemClock.nowMs);
  watchCrashes(crashes, systemClock.nowMs, broken);
  await app.whenReady();
  await open(options.value, crashes, links, deepLinkIn(args));
}

async function open(options: HostOptions, crashes: CrashReports, links: Links, first: OutsideNavigation | null): Promise<void> {
  const entries = findEntries();
  const files = readPageFiles(entries.renderer);
  if (!files.ok) return refuse(files.failure, 1);
  lockSession(session.defaultSession);
  servePage(protocol, files.value);
  const start = noteStart(options.home, options.safeMode);
  const shell = await openShell({ options, entries, crashes, start });
  if (!shell.ok) {
    start.doesNotCount();
    return refuse(shell.failure, 1);
  }
  links.follow(shell.value.look);
  if (first !== null) shell.value.look(first);
  await shell.value.begin();
}

/** On Windows no installer says who opens our links. Arguments after `--` are never read as switches. */
function claimLinks(): void {
  if (app.isPackaged && process.platform === "win32") app.setAsDefaultProtocolClient(PAGE_SCHEME, process.execPath, ["--"]);
}

interface Links {
  /** Hands over every link from now on, and the last one that came before. */
  follow(look: (to: OutsideNavigation | null) => void): void;
}

/** Links and second starts may come before there is a window. What a second start was given is read for a link only. */
function listenForLinks(): Links {
  let waiting: OutsideNavigation | null = null;
  let look: (to: OutsideNavigation | null) => void = (to) => {
    waiting = to ?? waiting;
  };
  app.on("second-instance", (_event, argv) => look(deepLinkIn(argv)));
  app.on("open-url", (event, url) => {
    event.preventDefault();
    look(readDeepLink(url));
  });
  return {
    follow: (taker) => {
      look = taker;
      if (waiting !== null) taker(waiting);
    },
  };
}

function facts(): Readonly<Record<string, string>> {
  const { electron = "", chrome = "", node = "" } = process.versions;
  return { tieout: app.getVersion(), electron, chrome, node, system: `${process.platform} ${process.arch}` };
}

function broken(error: unknown): void {
  refuse(
    {
      code: "defect",
      message: `Something went wrong inside Tieout: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    },
    1,
    "Tieout has to close",
  );
}

function refuse(failure: Failure, status: number, title = "Tieout can't open"): void {
  const text = `${failure.message}${failure.next === undefined ? "" : ` ${failure.next}`}`;
  say(2, ...terminalLines(text, ""));
  dialog.showErrorBox(title, text);
  app.exit(status);
}
