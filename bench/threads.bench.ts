import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import { scaled } from "./support/alternate.ts";
import { coreWaits } from "./support/core-waits.ts";
import { type Line, p95, spreadOf } from "./support/figure.ts";
import { ledgerAPages, type Pages } from "./support/ledger-a-pages.ts";
import { clientSetup, inScratch } from "./support/mirror.ts";
import { watchStalls } from "./support/stalls.ts";
import { benchThreads, readAll } from "./support/threaded-backfill.ts";

// The pool gives these two to different writers.
const CLIENTS = ["client-a", "client-b"] as const;
const QUESTION_EVERY_MS = 20;
const LIST_FROM_MS = 300;

/** P3 and P6: two first reads on two threads, and how the window's thread fares. */
export async function runThreadsBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const pages = ledgerAPages(documents);
  const few = pages.slice(0, 5);
  const taken = { one: [] as number[], two: [] as number[] };
  const delay = { p99: [] as number[], max: [] as number[], inlineP99: [] as number[], inlineMax: [] as number[] };
  const own = { ours: [] as number[], inline: [] as number[] };
  const list = { during: [] as number[], running: [] as number[], quiet: [] as number[], quietRunning: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const one = await inScratch((home) => timedReads(home, pages, CLIENTS.slice(0, 1)));
    const two = await inScratch((home) => timedReads(home, pages, CLIENTS));
    const inline = await inScratch((home) => inlineDelay(home, few));
    if (round === 0) continue;
    taken.one.push(one.ms / documents);
    taken.two.push(two.ms / documents / 2);
    delay.p99.push(two.delay.p99);
    delay.max.push(two.delay.max);
    delay.inlineP99.push(inline.p99);
    delay.inlineMax.push(inline.max);
    own.ours.push(two.delay.cpuMs);
    own.inline.push(inline.cpuMs);
    list.during.push(p95(two.lists.map(({ ms }) => ms)));
    list.running.push(p95(two.lists.map(({ ms, waitedMs }) => ms - waitedMs)));
    list.quiet.push(p95(two.quiet.map(({ ms }) => ms)));
    list.quietRunning.push(p95(two.quiet.map(({ ms, waitedMs }) => ms - waitedMs)));
  }
  return [
    {
      id: "P3",
      what: "two clients on two writers / one client on one",
      ours: scaled(spreadOf(taken.two), 1_000),
      baseline: scaled(spreadOf(taken.one), 1_000),
      unit: "µs/doc",
      ratio: "gain",
      goals: [],
    },
    windowLine("event-loop delay p99 during 2 first reads / ingest on this thread", delay.p99, delay.inlineP99, 8),
    windowLine("the same, longest", delay.max, delay.inlineMax, 20),
    windowLine("the same, longest, in the thread's own CPU time", own.ours, own.inline, 20),
    windowLine("list page of the file being read, there and back, p95 / when quiet", list.during, list.quiet, 1),
    windowLine("the same, without what both threads waited for a core", list.running, list.quietRunning, 1),
  ];
}

function windowLine(what: string, ours: readonly number[], baseline: readonly number[], most: number): Line {
  const goals = [{ of: "ours", sense: "≤", value: most }] as const;
  return { id: "P6", what, ours: spreadOf(ours), baseline: spreadOf(baseline), unit: "ms", ratio: "gain", goals };
}

interface Reads {
  readonly ms: number;
  readonly delay: Delay;
  /** Each list page asked for while the reads ran, and afterwards. */
  readonly lists: readonly Answered[];
  readonly quiet: readonly Answered[];
}

interface Answered {
  readonly ms: number;
  /** Of that, what this thread and the reader waited for a core. */
  readonly waitedMs: number;
}

interface Delay {
  readonly p99: number;
  readonly max: number;
  /** The longest by the thread's own CPU time: without what it waited for a core. */
  readonly cpuMs: number;
}

async function timedReads(home: string, pages: Pages, clientIds: readonly string[]): Promise<Reads> {
  const pool = new WorkerPool(benchThreads(home), 2);
  // The threads' own start is not part of a read.
  await Promise.all(clientIds.map((clientId) => pool.must("client.setup", clientSetup(clientId))));
  const monitor = watchLoop();
  const began = performance.now();
  let busy = true;
  const reads = Promise.all(clientIds.map((clientId) => readAll(pool, clientId, pages))).finally(() => {
    busy = false;
  });
  const lists = await askWhile(pool, clientIds[0] as string, () => busy);
  await reads;
  const ms = performance.now() - began;
  const delay = monitor();
  let left = 40;
  const quiet = await askWhile(pool, clientIds[0] as string, () => left-- > 0);
  await pool.close();
  return { ms, delay, lists, quiet };
}

/** Asks the reader thread for list pages, as the window does, until told to stop: each there and back. */
async function askWhile(pool: WorkerPool, clientId: string, isWanted: () => boolean): Promise<Answered[]> {
  const taken: Answered[] = [];
  const { system, tenantId, discovery } = clientSetup(clientId);
  const { organisation, capabilities } = discovery;
  const question = {
    ...{ clientId, system, tenantId, name: "documents.list", input: { clientId, filter: {}, limit: 100 }, prepared: undefined },
    ...{ person: "bench", nowMs: Date.now(), organisation, capabilities, unlistedTaxCodes: {} },
    books: { basis: "accrual" as const, baseCurrency: organisation.baseCurrency },
    yearEnd: { month: organisation.fiscalYearEndMonth, day: organisation.fiscalYearEndDay },
  };
  await sleep(LIST_FROM_MS);
  // The reader's thread starts with its first question.
  await pool.must("operation.read", question);
  const waits = coreWaits("reader");
  while (isWanted()) {
    const [began, before] = [performance.now(), waits()];
    await pool.must("operation.read", question);
    const ms = performance.now() - began;
    taken.push({ ms, waitedMs: waits() - before });
    await sleep(QUESTION_EVERY_MS);
  }
  return taken;
}

async function inlineDelay(home: string, pages: Pages): Promise<Delay> {
  const pool = new WorkerPool(inlineThreads(home), 1);
  await pool.must("client.setup", clientSetup(CLIENTS[0]));
  const monitor = watchLoop();
  await readAll(pool, CLIENTS[0], pages);
  const delay = monitor();
  await pool.close();
  return delay;
}

/** Starts watching this thread's event loop; the result stops and tells milliseconds. */
function watchLoop(): () => Delay {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  const stop = watchStalls();
  histogram.enable();
  return () => {
    histogram.disable();
    return { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6, cpuMs: stop().cpuMs };
  };
}
