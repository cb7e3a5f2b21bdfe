import type { Failure } from "#shared/model/ledger/failure.ts";
import { browserShell } from "./hosts/node/browser/browser-shell.ts";
import { startLoopbackServer } from "./hosts/node/browser/loopback-server.ts";
import { onEnter } from "./hosts/node/browser/on-enter.ts";
import { forgetLeadingPage, openBrowser } from "./hosts/node/browser/open-browser.ts";
import { readPageFiles } from "./hosts/node/browser/page-files.ts";
import { systemClock } from "./hosts/node/clock.ts";
import { CrashReports } from "./hosts/node/crash-reports.ts";
import { findEntries } from "./hosts/node/entries.ts";
import { readHostOptions } from "./hosts/node/host-options.ts";
import { noteStart, type Start } from "./hosts/node/machine/start-count.ts";
import { wakeWatch } from "./hosts/node/machine/wake-watch.ts";
import type { OpenCore } from "./hosts/node/open-core.ts";
import { endAtDefects, failureLines, say } from "./hosts/node/output.ts";
import { startThreads } from "./hosts/node/threads.ts";
import { untilEnded } from "./hosts/node/until-ended.ts";

const GRACE_MS = 10_000;
const UP_AFTER_MS = 10_000;
/** The writer of the firm's registry: everything that a start looks at is in there. */
const FIRST_THREADS = ["writer-0"];

/** The loopback browser host: the same core and window as the desktop shell, in a browser of this machine. */
async function serve(): Promise<number> {
  endAtDefects();
  const ended = untilEnded();
  const options = readHostOptions(process.argv.slice(2));
  if (!options.ok) return refuse(options.failure, 2);
  const entries = findEntries();
  const files = readPageFiles(entries.renderer);
  if (!files.ok) return refuse(files.failure, 1);
  const { home, secrets, demo } = options.value;
  const start = noteStart(home, options.value.safeMode);
  const crashes = watchCrashes(home);
  const spawnThread = startThreads(entries.clientWorker, home, FIRST_THREADS);
  // The core's modules are read while the thread reads its own.
  const { openCore } = await import("./hosts/node/open-core.ts");
  const core = await openCore({
    home,
    secrets,
    command: "npm start",
    entries,
    spawnThread,
    host: { power: wakeWatch(systemClock.nowMs), shell: browserShell({ crashes, safeMode: start.safeMode, resources: entries.resources }) },
    reviveDemo: start.safeMode === null,
    allowSynced: options.value.allowSynced,
  });
  if (!core.ok) {
    start.doesNotCount();
    return refuse(core.failure, 1);
  }
  const { runtime } = core.value;
  const server = await startLoopbackServer({ runtime, files: files.value });
  say(
    1,
    `Tieout is running. It opens only in a browser on this computer. Data: ${home}`,
    "Press Ctrl-C to stop Tieout. This address works once:",
  );
  say(1, server.newAddress());
  if (onEnter(() => say(1, server.newAddress()))) say(1, "Press Enter for a new address.");
  // Not the printed address: that one stays unused for the person.
  openBrowser(server.newAddress(), home);
  setTimeout(() => start.wentWell(), UP_AFTER_MS).unref();
  await begin(core.value, start, demo);
  await ended;
  // A socket or thread that does not end must not keep the folder.
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  forgetLeadingPage(home);
  await server.close();
  await core.value.close();
  start.wentWell();
  return 0;
}

async function begin({ runtime, resume }: OpenCore, { safeMode }: Start, demo: boolean): Promise<void> {
  if (safeMode !== null) return say(1, `${safeMode.why} ${safeMode.leave}`);
  if (demo) {
    const started = await runtime.route("demo.start", {});
    if (!started.ok) explain(started.failure);
  }
  await resume();
}

/** Keeps a report of what nobody expected before the process ends of it. */
function watchCrashes(home: string): CrashReports {
  const crashes = new CrashReports(home, { node: process.versions.node, system: `${process.platform} ${process.arch}` }, systemClock.nowMs);
  process.on("uncaughtExceptionMonitor", (error) => crashes.write({ kind: "main-uncaught", error }));
  return crashes;
}

function refuse(failure: Failure, status: number): number {
  explain(failure);
  return status;
}

function explain(failure: Failure): void {
  say(2, ...failureLines(failure));
}

// Not exitCode: a request that still waits for its turn at a ledger would keep the process.
process.exit(await serve());
