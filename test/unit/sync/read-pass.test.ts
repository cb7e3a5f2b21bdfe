import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LedgerAdapter, LedgerRequest, LedgerResponse, LedgerStream } from "#main/ledgers/adapter.ts";
import { StreamPass } from "#main/store/ingest/stream-pass.ts";
import { type PassEnd, readPass } from "#main/sync/read-pass.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { ok } from "#shared/kernel/result.ts";
import { createIngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const PAGES_OPEN_MAX = 5;
const encoder = new TextEncoder();

interface Reading {
  readonly end: PassEnd;
  /** Ids in the mirror in the order in which they were written, the position that is left, and what was sent. */
  readonly ids: readonly string[];
  readonly position: string | null;
  readonly sent: readonly string[];
  /** The most pages that were begun and not yet committed, and the most requests on the way at once. */
  readonly mostPages: number;
  readonly mostOnTheWay: number;
  readonly atMs: number;
}

/** Reads `pages` pages, each a first call and `parts` that don't wait for each other; answers take random times. */
async function read(options: { pages: number; parts: number; seed: number; broken?: string; commitMs?: number }): Promise<Reading> {
  const { pages, parts, seed, broken, commitMs = 10 } = options;
  const lab = createIngestLab(tempHome());
  const time = createVirtualTime();
  const random = seededRandom(seed);
  const request = (path: string): LedgerRequest => ({ method: "GET", path });
  const stream: LedgerStream = {
    ...{ name: "paged", entityType: "Invoice", label: "Paged", phase: 1, delta: "since", overlapMs: 0, deletes: "status" },
    start: () => ({ page: 1 }),
    *readPage(_context, { page }) {
      yield request(`/${page}`);
      const found: string[] = [];
      const reader = function* (part: number): Generator<LedgerRequest, void, LedgerResponse> {
        yield request(`/${page}/${part}`);
        found.push(`${page}-${part}`);
      };
      const records = () => found.sort().map((id) => ({ bytes: encoder.encode(JSON.stringify({ id })) }));
      const readers = Array.from({ length: parts }, (_, at) => reader(at));
      return { records: [], parts: { readers, records }, next: Number(page) < pages ? { page: Number(page) + 1 } : null };
    },
    map: (_context, record) => ({ entityType: "Invoice", sourceId: String((record as { id: string }).id), records: [] }),
  };
  const pass = new StreamPass(lab.db, lab.ingest, { system: "ledger_a", mappingVersion: 1 } as LedgerAdapter, [stream]);
  const contextAt = () => lab.context;
  const sent: string[] = [];
  const begun = new Set<string>();
  let [committed, onTheWay, mostOnTheWay, mostPages] = [0, 0, 0, 0];
  pass.begin("paged", "backfill");
  const end = await time.run(
    readPass({
      ask: async () => ok(pass.ask("paged", contextAt, NOW)),
      answer: async (no, response) => ok(pass.answer("paged", no, response, contextAt, NOW)),
      commit: async () => {
        await time.sleep(commitMs);
        const step = pass.commit("paged", NOW);
        committed++;
        return ok(step.kind === "page" && step.finished);
      },
      send: async ({ path }, signal) => {
        sent.push(path);
        begun.add(path.split("/")[1] as string);
        mostPages = Math.max(mostPages, begun.size - committed);
        mostOnTheWay = Math.max(mostOnTheWay, ++onTheWay);
        await time.sleep(200 + 1_000 * random());
        onTheWay--;
        if (signal.aborted) return { kind: "cancelled" };
        if (path === broken) return { kind: "unreachable", failure: { code: "ledger_unreachable", message: "no network" } };
        return { kind: "answered", response: { status: 200, headers: {}, body: new Uint8Array(), receivedAt: instantFromMs(NOW) } };
      },
    }),
  );
  const ids = lab.rows("SELECT source_id FROM source_record ORDER BY rec_no").flat().map(String);
  const position = lab.streams.get("paged").pass_position;
  lab.db.close();
  return { end, ids, position, sent, mostPages, mostOnTheWay, atMs: time.monotonicMs() };
}

const idsOf = (pages: number, parts: number) =>
  Array.from({ length: pages }, (_, page) => Array.from({ length: parts }, (_, part) => `${page + 1}-${part}`)).flat();

describe("a pass", () => {
  it("keeps every page in its order, asks nothing twice and never opens more than five pages, whatever answers take", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 }), async (seed, pages, parts) => {
        const { end, ids, sent, mostPages } = await read({ pages, parts, seed, commitMs: 3_000 });
        expect(end).toEqual({ result: "finished", failure: null });
        expect(ids).toEqual(idsOf(pages, parts));
        expect([new Set(sent).size, sent.length]).toEqual([pages * (parts + 1), pages * (parts + 1)]);
        expect(mostPages).toBeLessThanOrEqual(PAGES_OPEN_MAX);
      }),
      { numRuns: 20 },
    );
  });

  it("sends the calls of a page side by side, and the next page's meanwhile", async () => {
    const { mostOnTheWay, atMs } = await read({ pages: 10, parts: 3, seed: 1 });
    expect(mostOnTheWay).toBeGreaterThan(3);
    const oneByOne = 10 * 4 * 700;
    expect(atMs).toBeLessThan(oneByOne / 2);
  });

  it("that fails at a page has committed all before it, whichever answer came first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 8 }), fc.constantFrom("", "/1"), async (seed, page, part) => {
        const { end, ids, position } = await read({ pages: 8, parts: 2, seed, broken: `/${page}${part}` });
        expect(end).toMatchObject({ result: "unreachable", failure: { code: "ledger_unreachable" } });
        expect(ids).toEqual(idsOf(page - 1, 2));
        expect(position).toBe(JSON.stringify({ page }));
      }),
      { numRuns: 20 },
    );
  });
});
