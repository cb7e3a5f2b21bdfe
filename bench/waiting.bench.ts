import type { LedgerAdapter, LedgerRequest, LedgerResponse, LedgerStream } from "#main/ledgers/adapter.ts";
import { adapterFor } from "#main/ledgers/registry.ts";
import { StreamPass } from "#main/store/ingest/stream-pass.ts";
import { callsOf } from "#main/sync/calls-left.ts";
import { streamsAtOnce } from "#main/sync/plan.ts";
import { readPass } from "#main/sync/read-pass.ts";
import type { LedgerLimits } from "#main/transport/limiter/limits.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { ok } from "#shared/kernel/result.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { createLab, limitsOf, measured } from "#test/support/limiter-lab.ts";
import { type Line, spreadOf } from "./support/figure.ts";
import { answer, clientSetup, closeMirror, inScratch, NOW_MS, openMirror } from "./support/mirror.ts";

const LEDGERS = [
  ["A", "ledger_a"],
  ["B", "ledger_b"],
  ["C", "ledger_c"],
] as const satisfies readonly (readonly [string, LedgerSystem])[];
const SIZES = [1_000, 20_000, 100_000];
const REQUEST: LedgerRequest = { method: "GET", path: "/" };
const NO_BYTES = new Uint8Array();
const SEEDS = [1, 2, 3, 4, 5];
/** Of a thousand records in a first read: what P1 shows for a record, rounded up. */
const OWN_MS_A_PAGE = 100;
/** The part of a client's documents in a data set; the others hold one page. */
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/^(?:invoices|invoices\.accrec|transactions\.custinvc)$/, 0.45],
  [/^(?:bills|invoices\.accpay|transactions\.vendbill)$/, 0.2],
  [/^(?:purchases|bank-transactions\.spend|transactions\.cardchrg)$/, 0.1],
  [/^(?:payments|transactions\.custpymt)$/, 0.25],
];

interface Stream {
  readonly phase: number;
  readonly pages: number;
  readonly callsAPage: number;
}

/**
 * W1: from "Connect" to the first figures, in virtual time: the product's data sets, phases, way of reading and limiter, answers of 0.2 to 1.7 s.
 * The floor is what the ledger's limits set: as many calls with the same answers, all known beforehand, sent the moment a window and a
 * place among those at once are free, and nothing done with the answers.
 */
export async function runWaitingBench(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [letter, system] of LEDGERS)
    for (const documents of SIZES) {
      const limits = limitsOf(system);
      const streams = await streamsOf(system, documents, limits.pageSize);
      const calls = streams.reduce((sum, { pages, callsAPage }) => sum + pages * callsAPage, 0);
      const ours: number[] = [];
      for (const seed of SEEDS) ours.push((await firstRead(limits, streams, seed)) / 1_000);
      lines.push({
        id: "W1",
        what: `${letter}: connect to first figures, ${documents.toLocaleString("en-GB")} documents in ${calls} calls / the floor of its limits`,
        ours: spreadOf(ours),
        baseline: spreadOf(SEEDS.map((seed) => floorMs(limits, calls, seed) / 1_000)),
        unit: "s",
        ratio: "share",
        goals: [],
      });
    }
  return lines;
}

async function streamsOf(system: LedgerSystem, documents: number, pageSize: number): Promise<Stream[]> {
  return inScratch((home) => {
    const setup = { ...clientSetup("waiting"), system };
    const mirror = openMirror(home, "waiting");
    const context = mirror.lookups.context(setup, setup.discovery, NOW_MS);
    const streams = adapterFor(system)
      .streams(context)
      .filter(({ isFeed }) => isFeed !== true)
      .map(({ name, phase, cost }) => {
        const share = SHARES.find(([names]) => names.test(name))?.[1] ?? 0;
        return { phase, pages: callsOf(documents * share, cost, pageSize).pages, callsAPage: cost?.callsPerPage ?? 1 };
      });
    mirror.db.close();
    return streams;
  });
}

/** Phases one after the other, in each a few data sets side by side, each read as the product reads it. */
async function firstRead(limits: LedgerLimits, streams: readonly Stream[], seed: number): Promise<number> {
  return inScratch(async (home) => {
    const lab = createLab({ limits, network: measured, seed, reportsSent: true });
    const mirror = openMirror(home, "waiting");
    const names = new Map(streams.map((stream, at) => [stream, `stream-${at}`]));
    const adapter = { system: "ledger_c", mappingVersion: 1 } as LedgerAdapter;
    const pass = new StreamPass(
      mirror.db,
      mirror.ingest,
      adapter,
      streams.map((stream) => streamOf(stream, names.get(stream) as string)),
    );
    let left = streams.reduce((sum, { pages, callsAPage }) => sum + pages * callsAPage, 0);
    const contextAt = (nowMs: number) => mirror.lookups.context(mirror.setup, mirror.setup.discovery, nowMs);
    let thread: Promise<unknown> = Promise.resolve();
    // The thread that owns the client's file does one thing after the other.
    const onThread = <T>(ms: number, act: () => T) => {
      const done = thread.then(async () => {
        if (ms > 0) await lab.time.sleep(ms);
        return ok(act());
      });
      thread = done;
      return done;
    };
    const read = async (name: string) => {
      pass.begin(name, "backfill");
      await readPass({
        ask: () => onThread(0, () => pass.ask(name, contextAt, NOW_MS)),
        answer: (no, response) => onThread(0, () => pass.answer(name, no, response, contextAt, NOW_MS)),
        commit: () =>
          onThread(OWN_MS_A_PAGE, () => {
            const step = pass.commit(name, NOW_MS);
            return step.kind === "page" && step.finished;
          }),
        send: async () => {
          await lab.call({ lane: "background", fairKey: name, remainingCalls: left-- });
          return { kind: "answered", response: answer(NO_BYTES) };
        },
      });
    };
    const readAll = async () => {
      for (const phase of new Set(streams.map((stream) => stream.phase))) {
        const waiting = streams.filter((stream) => stream.phase === phase);
        const lane = async () => {
          for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await read(names.get(next) as string);
        };
        await Promise.all(Array.from({ length: streamsAtOnce(limits.concurrency) }, lane));
      }
    };
    await lab.time.run(readAll());
    closeMirror(mirror);
    return lab.time.monotonicMs();
  });
}

/** A data set of empty pages: the next page is known after the first call of each, and its other calls don't wait for each other. */
function streamOf({ phase, pages, callsAPage }: Stream, name: string): LedgerStream {
  const call = function* (): Generator<LedgerRequest, void, LedgerResponse> {
    yield REQUEST;
  };
  return {
    ...{ name, entityType: name, label: name, phase, delta: "full", overlapMs: 0, deletes: "full" },
    start: () => ({ page: 1 }),
    *readPage(_context, { page }) {
      yield REQUEST;
      const readers = Array.from({ length: callsAPage - 1 }, call);
      return { records: [], parts: { readers, records: () => [] }, next: Number(page) < pages ? { page: Number(page) + 1 } : null };
    },
    map: () => ({ entityType: name, sourceId: "", records: [] }),
  };
}

function floorMs({ requestsPerWindow, windowMs, concurrency }: LedgerLimits, calls: number, seed: number): number {
  const random = seededRandom(seed);
  const freeAt = Array.from({ length: concurrency }, () => 0);
  const arrivals: number[] = [];
  for (let call = 0; call < calls; call++) {
    const { there, work, back } = measured(random);
    const place = freeAt.indexOf(Math.min(...freeAt));
    const slot = requestsPerWindow === null ? 0 : (arrivals[call - requestsPerWindow] ?? -windowMs) + windowMs;
    const arrives = Math.max((freeAt[place] as number) + there, slot);
    arrivals.push(arrives);
    freeAt[place] = arrives + work + back;
  }
  return Math.max(...freeAt);
}
