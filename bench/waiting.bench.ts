import { adapterFor } from "#main/ledgers/registry.ts";
import { callsOf } from "#main/sync/calls-left.ts";
import { STREAMS_AT_ONCE } from "#main/sync/plan.ts";
import type { LedgerLimits } from "#main/transport/limiter/limits.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { createLab, limitsOf, measured } from "#test/support/limiter-lab.ts";
import { type Line, spreadOf } from "./support/figure.ts";
import { clientSetup, inScratch, NOW_MS, openMirror } from "./support/mirror.ts";

const LEDGERS = [
  ["A", "ledger_a"],
  ["B", "ledger_b"],
  ["C", "ledger_c"],
] as const satisfies readonly (readonly [string, LedgerSystem])[];
const SIZES = [1_000, 20_000, 100_000];
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
 * W1: from "Connect" to the first figures, in virtual time: the product's data sets, phases and limiter, answers of 0.2 to 1.7 s.
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

/** Phases one after the other, in each a few data sets side by side, in a data set a page after the other. */
async function firstRead(limits: LedgerLimits, streams: readonly Stream[], seed: number): Promise<number> {
  const lab = createLab({ limits, network: measured, seed, reportsSent: true });
  let left = streams.reduce((sum, { pages, callsAPage }) => sum + pages * callsAPage, 0);
  const read = async ({ pages, callsAPage }: Stream, name: string) => {
    for (let page = 0; page < pages; page++) {
      for (let call = 0; call < callsAPage; call++) await lab.call({ lane: "background", fairKey: name, remainingCalls: left-- });
      await lab.time.sleep(OWN_MS_A_PAGE);
    }
  };
  const readAll = async () => {
    for (const phase of new Set(streams.map((stream) => stream.phase))) {
      const waiting = streams.filter((stream) => stream.phase === phase);
      const lane = async (_: unknown, at: number) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await read(next, `${phase}-${at}`);
      };
      await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, lane));
    }
  };
  await lab.time.run(readAll());
  return lab.time.monotonicMs();
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
