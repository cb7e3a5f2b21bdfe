import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LedgerAdapter, LedgerRequest, LedgerResponse, LedgerStream, Position, StreamPage } from "#main/ledgers/adapter.ts";
import { type PassAsks, StreamPass } from "#main/store/ingest/stream-pass.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const DAY = 86_400_000;
const request: LedgerRequest = { method: "GET", path: "/things" };
const answer = (atMs: number, date = true): LedgerResponse => ({
  status: 200,
  headers: date ? { date: new Date(atMs).toUTCString() } : {},
  body: new Uint8Array(),
  receivedAt: instantFromMs(atMs),
});

let lab: IngestLab;
/** The request that waits for its answer: a page's first one may be known before the page before it is committed. */
let lastAsked = 0;
beforeEach(() => {
  lab = createIngestLab(tempHome());
});
afterEach(() => lab.db.close());

/** A pass over one stream whose pages are what `pages` gives, two requests each. */
function passOver(pages: (position: Position) => StreamPage, change: Partial<LedgerStream> = {}, others: readonly LedgerStream[] = []) {
  const starts: (string | null)[] = [];
  const stream: LedgerStream = {
    ...{ name: "slow", entityType: "Invoice", label: "Slow", phase: 1, delta: "since", overlapMs: 600_000, deletes: "status" },
    start: (since) => {
      starts.push(since);
      return { page: 1 };
    },
    *readPage(_context, position) {
      yield request;
      yield request;
      return pages(position);
    },
    map: (_context, record) => ({ entityType: "Invoice", sourceId: String((record as { id: string }).id), records: [] }),
    ...change,
  };
  const adapter = { system: "ledger_a", mappingVersion: 1 } as LedgerAdapter;
  const pass = new StreamPass(lab.db, lab.ingest, adapter, [stream, ...others]);
  return { pass, starts };
}

const contextAt = () => lab.context;

/** Reads one page whose two answers are given at these times by the ledger's clock. */
function readPage(pass: StreamPass, first: LedgerResponse, second: LedgerResponse, nowMs = NOW) {
  const no = ({ requests }: PassAsks) => {
    if (requests.length > 0) lastAsked = requests[0]?.no ?? 0;
    return lastAsked;
  };
  const between = pass.answer("slow", no(pass.ask("slow", contextAt, nowMs)), first, contextAt, nowMs);
  const after = pass.answer("slow", no(between), second, contextAt, nowMs);
  expect(after.whole).not.toBeNull();
  no(after);
  return pass.commit("slow", nowMs);
}

describe("a pass", () => {
  it("closes its window at its very first answer, though its second waited for a day", () => {
    const { pass } = passOver((position) => ({
      records: [],
      next: position.page === 1 ? { page: 2 } : null,
      watermark: new Date(NOW + 3 * DAY).toISOString(),
    }));
    pass.begin("slow", "backfill");
    readPage(pass, answer(NOW), answer(NOW + DAY));
    const last = readPage(pass, answer(NOW + 2 * DAY), answer(NOW + 3 * DAY));
    expect(last).toMatchObject({ kind: "page", finished: true });
    expect(lab.streams.get("slow")).toMatchObject({ completed_ms: NOW, watermark: "2026-11-21T09:00:00.000Z" });
  });

  it("without a clock of the ledger's takes ours from before the page was asked for", () => {
    const { pass } = passOver(() => ({ records: [], next: null }));
    pass.begin("slow", "backfill");
    readPage(pass, answer(NOW + DAY, false), answer(NOW + DAY, false), NOW + 5);
    expect(lab.streams.get("slow").completed_ms).toBe(NOW + 5);
  });

  it("of changes begins the overlap before the watermark, or at what was missed", () => {
    const { pass, starts } = passOver(() => ({ records: [], next: null, watermark: new Date(NOW).toISOString() }));
    for (const kind of ["backfill", "delta"] as const) {
      pass.begin("slow", kind);
      readPage(pass, answer(NOW), answer(NOW));
    }
    lab.streams.needsReading("slow", new Date(NOW - DAY).toISOString(), false);
    pass.begin("slow", "delta");
    expect(starts).toEqual([null, "2026-11-21T08:50:00.000Z", "2026-11-20T08:50:00.000Z"]);
  });

  it("that was cut off goes on where its last page was committed; another kind starts over", () => {
    const { pass, starts } = passOver(() => ({ records: [], next: { page: 2 } }));
    pass.begin("slow", "backfill");
    readPage(pass, answer(NOW), answer(NOW));
    pass.abandon("slow");
    const [asked] = pass.ask("slow", contextAt, NOW).requests;
    pass.abandon("slow");
    expect(() => pass.answer("slow", asked?.no ?? 0, answer(NOW), contextAt, NOW)).toThrow(/no page open/);
    pass.begin("slow", "backfill");
    expect([starts.length, lab.streams.get("slow").pass_position]).toEqual([1, '{"page":2}']);
    pass.begin("slow", "full");
    expect([starts.length, lab.streams.get("slow").pass_position]).toEqual([2, '{"page":1}']);
  });

  it("of a feed files its records under the streams they belong to and counts them there", () => {
    const fed: LedgerStream = {
      ...{
        name: "bills",
        entityType: "Invoice",
        label: "Bills",
        phase: 2,
        delta: "feed",
        feedStream: "slow",
        overlapMs: 0,
        deletes: "feed",
      },
      start: () => ({}),
      *readPage() {
        yield request;
        throw new Error("not read on its own");
      },
      map: (_context, record) => ({ entityType: "Bill", sourceId: String((record as { id: string }).id), records: [] }),
    };
    const bytes = new TextEncoder().encode('{"id":"1"}');
    const { pass } = passOver(
      () => ({
        records: [{ stream: "bills", bytes }],
        next: null,
        incomplete: [{ stream: "things", reason: "too many", reconcile: true }],
      }),
      { isFeed: true },
      [fed],
    );
    // A stream that has not begun to be read gets nothing: its first read will show it, in its turn.
    pass.begin("slow", "delta");
    readPage(pass, answer(NOW), answer(NOW));
    expect(lab.rows("SELECT s.name FROM source_record JOIN stream s USING (stream_no)")).toEqual([]);
    pass.begin("bills", "backfill");
    pass.begin("slow", "delta");
    const step = readPage(pass, answer(NOW), answer(NOW));
    expect(lab.rows("SELECT s.name FROM source_record JOIN stream s USING (stream_no)")).toEqual([["bills"]]);
    expect(lab.streams.get("bills")).toMatchObject({ seen: 1, changed: 1 });
    expect(lab.streams.get("things")).toMatchObject({ state: "incomplete", needs_reconcile: 1 });
    expect(step.kind === "page" ? step.streams.map((row) => row.name).sort() : []).toEqual(["bills", "slow", "things"]);
  });
});

describe("as-of", () => {
  it("of a record is the instant at which its stream last closed its window, whether or not the record was in that pass", () => {
    const one = { id: "7", yields: [documentRecord("7")] };
    lab.take([one]);
    expect(lab.reader.documents([1])[0]?.asOf).toBeNull();
    lab.readPass("backfill", [[one], [{ id: "8", yields: [documentRecord("8")] }]], NOW);
    lab.readPass("delta", [[]], NOW + DAY);
    expect(lab.reader.documents([1, 2]).map((document) => document.asOf)).toEqual(["2026-11-22T09:00:00.000Z", "2026-11-22T09:00:00.000Z"]);
  });
});
