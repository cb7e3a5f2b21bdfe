import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { OpenCore } from "#main/hosts/node/open-core.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { firstReads, inCore, must, syncAll } from "./support/bench-core.ts";
import { fastClock } from "./support/fast-clock.ts";
import { exactly, type Figure, type Line, spreadOf, type Unit } from "./support/figure.ts";
import type { BenchTenant } from "./support/ledgers-process.ts";
import { addDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";
import { watchStalls } from "./support/stalls.ts";

const HOURS = 16;
const HOUR_MS = 3_600_000;
/** The first hours fill the caches that the rest of the day works with. */
const WARM_HOURS = 4;
/** A working day takes sixteen minutes. */
const TIMES_AS_FAST = 60;
const EDITS_EVERY_MS = 15 * 60_000;
/** How often somebody opens a client. */
const LOOKS_EVERY_MS = 10 * 60_000;
const EDITED_PER_ROUND = 5;

/** What an hour of the day left behind. */
interface Hour {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly openFiles: number;
  readonly stallMs: number;
  readonly bytes: number;
  readonly syncs: number;
  readonly looks: number;
}

/**
 * S7: a day of a firm in accelerated time, with the app's own core, threads and schedule: clients sync as often as they do by
 * themselves, their ledgers change, and somebody opens one client after the other.
 */
export async function runDayBench({ documents }: { readonly documents: number }): Promise<Line[]> {
  const [clients, each] = [documents / 1_000, documents / 2];
  const { hours, fullMb } = await inScratch((home) => dayOf(home, clients, each));
  const [warm, rest] = [hours.slice(1, WARM_HOURS), hours.slice(WARM_HOURS)];
  const total = (of: "syncs" | "looks") => hours.reduce((sum, hour) => sum + hour[of], 0);
  const day = `${clients} clients of ${each} documents, ${total("syncs")} syncs, ${total("looks")} looks`;
  const line = (what: string, of: keyof Hour, unit: Unit): Figure => ({
    ...{ id: "S7", what, ours: spreadOf(rest.map((hour) => hour[of])), baseline: spreadOf(warm.map((hour) => hour[of])), unit },
    ...{ ratio: "share", goals: [{ of: "ratio", sense: "≤", value: 1.1 }] },
  });
  const changes = total("syncs") === 0 ? 0 : (HOURS * HOUR_MS * EDITED_PER_ROUND * clients) / EDITS_EVERY_MS;
  const grown = (hours.at(-1) as Hour).bytes - (hours[0] as Hour).bytes;
  return [
    line(`memory of the process in hours 5 to 16 / in hours 2 to 4 (${day})`, "rssMb", "MB"),
    line("main thread's heap after a collection, the same hours", "heapMb", "MB"),
    line("open files, the same hours", "openFiles", "files"),
    {
      ...line("main thread's longest stall of the day, in its own CPU time / of the first hours", "stallMs", "ms"),
      ours: exactly(Math.max(...hours.map(({ stallMs }) => stallMs))),
      goals: [{ of: "ours", sense: "≤", value: 50 }],
    },
    {
      ...{ id: "S7", what: "files' growth for each changed record / size of a document at the beginning", unit: "B/doc", ratio: "share" },
      ...{ ours: exactly(changes === 0 ? 0 : grown / changes), baseline: exactly((fullMb * 2 ** 20) / (clients * each)), goals: [] },
    },
  ];
}

async function dayOf(home: string, clients: number, each: number): Promise<{ readonly hours: Hour[]; readonly fullMb: number }> {
  const startMs = Date.now();
  const clock = fastClock(startMs, TIMES_AS_FAST);
  const ledgers = fork(join(import.meta.dirname, "support", "ledgers-process.ts"), [clients, startMs, TIMES_AS_FAST].map(String));
  try {
    const [tenants] = (await once(ledgers, "message")) as [BenchTenant[]];
    const clientIds = await inCore(home, (core) => firstReads(core, tenants), { clock });
    for (const clientId of clientIds) {
      const db = openClientFile(home, clientId);
      addDocuments(db, each);
      db.close();
    }
    // What the documents post is worked out by the next sync: that is no part of a day.
    await inCore(home, ({ runtime }) => syncAll(runtime, clientIds), { clock });
    const fullMb = bytesOf(home) / 2 ** 20;
    const hours = await inCore(home, (core) => worked(core, { home, clientIds, ledgers, clock }), { clock });
    return { hours, fullMb };
  } finally {
    ledgers.kill();
  }
}

interface Day {
  readonly home: string;
  readonly clientIds: readonly string[];
  readonly ledgers: ChildProcess;
  readonly clock: ReturnType<typeof fastClock>;
}

async function worked(core: OpenCore, { home, clientIds, ledgers, clock }: Day): Promise<Hour[]> {
  const { runtime } = core;
  const done = { syncs: 0, looks: 0 };
  runtime.subscribe((event) => {
    // A window is told of everything, as a message channel does it.
    const { topic, payload } = structuredClone(event);
    if (topic === "sync.progress" && (payload as ClientSync).state === "up_to_date") done.syncs++;
  });
  await core.resume();
  const over = new AbortController();
  const every = async (ms: number, act: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await clock.sleep(ms);
      if (!over.signal.aborted) await act();
    }
  };
  const edited = () => {
    const answered = once(ledgers, "message");
    ledgers.send("edit");
    return answered;
  };
  const opened = async () => lookAt(runtime, clientIds[done.looks++ % clientIds.length] as string, clock.nowMs());
  const background = [every(EDITS_EVERY_MS, edited), every(LOOKS_EVERY_MS, opened)];
  const hours: Hour[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    const before = { ...done };
    const stop = watchStalls();
    await clock.sleep(HOUR_MS);
    const { cpuMs } = stop();
    const { rss, heapUsed } = afterCollection();
    const counted = { syncs: done.syncs - before.syncs, looks: done.looks - before.looks };
    hours.push({
      rssMb: rss / 2 ** 20,
      heapMb: heapUsed / 2 ** 20,
      openFiles: openFiles(),
      stallMs: cpuMs,
      bytes: bytesOf(home),
      ...counted,
    });
    process.stderr.write(`hour ${hour + 1}: ${JSON.stringify(hours.at(-1))}\n`);
  }
  over.abort();
  await Promise.all(background);
  return hours;
}

/** What a person asks for who opens a client: the list, the aging, and the status of last month's close. */
async function lookAt(runtime: OpenCore["runtime"], clientId: string, nowMs: number): Promise<void> {
  await must(runtime.route("clients.list", {}));
  await must(runtime.route("documents.list", { clientId, filter: {}, limit: 100 }));
  await must(runtime.route("reports.aging", { clientId, side: "receivable", asOfDate: instantFromMs(nowMs).slice(0, 10) }));
  const periods = (await must(runtime.route("periods.list", { clientId }))) as readonly { readonly id: string }[];
  const last = periods.at(-2);
  if (last !== undefined) await must(runtime.route("close.status", { clientId, period: last.id }));
}

function afterCollection(): NodeJS.MemoryUsage {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage();
}

/** Files and sockets of this process; none are counted where the system doesn't list them. */
function openFiles(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
