import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextPosition, type PageFacts, pageFacts, startPosition } from "#main/ledgers/a/paging.ts";
import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { instant } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { answerA, contextA, readPassA, streamA } from "./support.ts";

const full: PageFacts = {
  count: 3,
  size: 3,
  lastByCount: true,
  lastChange: instant("2026-10-05T08:12:03.900Z"),
  digest: "d2",
  anchor: "c",
};
const start = startPosition(null);

describe("the next position", () => {
  test.each([
    ["an empty page", { ...full, count: 0 }],
    ["a short page", { ...full, count: 2 }],
  ])("%s ends the pass", (_name, facts) => expect(nextPosition(start, facts, true)).toBeNull());

  test("after a full page the pass asks again from one second before the last change", () =>
    expect(nextPosition(start, full, true)).toEqual({ since: "2026-10-05T08:12:02.000Z", page: 1, digest: "d2", anchor: "c" }));

  test("a page within one second is followed by the next page number", () => {
    const position = { since: "2026-10-05T08:12:02.000Z", page: 1, digest: "d1", anchor: "b" };
    expect(nextPosition(position, full, true)).toEqual({ ...position, page: 2, digest: "d2", anchor: "c" });
  });

  test("the same page again ends the pass, but not when only the moment had moved", () => {
    const repeated = { since: "2026-10-05T08:12:02.000Z", page: 2, digest: "d2", anchor: "c" };
    expect(nextPosition(repeated, full, true)).toBeNull();
    expect(nextPosition({ ...repeated, page: 1 }, full, true)).toMatchObject({ page: 2 });
  });

  test("a short page goes on while the server says that more pages follow", () =>
    expect(nextPosition(start, { ...full, count: 2, lastByCount: false }, true)).not.toBeNull());

  test.each([undefined, instant("1970-01-01T00:00:00.000Z"), instant("1969-12-31T00:00:00.000Z")])(
    "a last change of %s counts pages",
    (lastChange) => expect(nextPosition(start, { ...full, lastChange }, true)).toMatchObject({ since: null, page: 2 }),
  );
});

describe("the facts of a page", () => {
  const page = (count: number, pagination?: { pageSize?: number; pageCount?: number }) => ({
    records: Array.from({ length: count }, (_, at) =>
      new TextEncoder().encode(`{"InvoiceID":"${at}","UpdatedDateUTC":"/Date(${at}000)/"}`),
    ),
    pagination,
  });

  test("the server's page size counts, not the one that was asked for", () => {
    expect(pageFacts(page(50, { pageSize: 50, pageCount: 2 }), 1, "InvoiceID", 1000)).toMatchObject({ size: 50, lastByCount: false });
    expect(pageFacts(page(50, { pageSize: 50, pageCount: 2 }), 2, "InvoiceID", 1000)).toMatchObject({ lastByCount: true });
    expect(pageFacts(page(50), 1, "InvoiceID", 1000)).toMatchObject({ size: 1000, lastByCount: true });
    // A hundred records and no word about pages: the size that was asked for was overlooked.
    expect(pageFacts(page(100), 1, "InvoiceID", 1000)).toMatchObject({ size: 100 });
  });

  test("a last record that is not JSON does not hide the ones before it", () => {
    const broken = page(3);
    broken.records[2] = new TextEncoder().encode(`{"InvoiceID":"2","InvoiceID":"2"}`);
    expect(pageFacts(broken, 1, "InvoiceID", 3)).toMatchObject({ anchor: "1 /Date(1000)/", lastChange: "1970-01-01T00:00:01.000Z" });
  });
});

interface Row {
  readonly id: string;
  version: number;
  changedMs: number;
}

/** A ledger whose records are edited and added between any two answers. */
class TinyLedger {
  readonly rows: Row[] = [];
  readonly random: () => number;
  readonly pageSize: number;
  readonly inclusive: boolean;
  editsLeft: number;
  nowMs = 1_790_000_000_000;

  constructor(seed: number, shape: { count: number; pageSize: number; seconds: number; edits: number; inclusive: boolean }) {
    this.random = seededRandom(seed);
    this.pageSize = shape.pageSize;
    this.inclusive = shape.inclusive;
    this.editsLeft = shape.edits;
    for (let at = 0; at < shape.count; at++) {
      const changedMs = this.nowMs - Math.floor(this.random() * shape.seconds) * 1000 - Math.floor(this.random() * 1000);
      this.rows.push({ id: `r${at}`, version: 1, changedMs });
    }
  }

  serve(request: LedgerRequest): LedgerResponse {
    this.edit();
    const header = request.headers?.["If-Modified-Since"];
    const sinceMs = header === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${header}Z`);
    const wanted = this.rows
      .filter((row) => (this.inclusive ? row.changedMs >= sinceMs : row.changedMs > sinceMs))
      .sort((a, b) => a.changedMs - b.changedMs || (a.id < b.id ? -1 : 1));
    const page = Number(request.query?.page);
    const Payments = wanted.slice((page - 1) * this.pageSize, page * this.pageSize).map((row) => ({
      PaymentID: row.id,
      Version: `${row.id}@${row.version}`,
      UpdatedDateUTC: `/Date(${row.changedMs}+0000)/`,
    }));
    const pageCount = Math.ceil(wanted.length / this.pageSize);
    return answerA({ pagination: { page, pageSize: this.pageSize, pageCount, itemCount: wanted.length }, Payments });
  }

  edit(): void {
    this.nowMs += Math.floor(this.random() * 900);
    for (let edits = Math.floor(this.random() * (this.pageSize + 2)); edits > 0 && this.editsLeft > 0; edits--) {
      this.editsLeft--;
      this.nowMs += 1;
      if (this.random() < 0.2) this.rows.push({ id: `r${this.rows.length}`, version: 1, changedMs: this.nowMs });
      const row = this.rows[Math.floor(this.random() * this.rows.length)];
      if (row === undefined) continue;
      row.version++;
      row.changedMs = this.nowMs;
    }
  }
}

const shapes = fc.record({
  count: fc.integer({ min: 0, max: 40 }),
  pageSize: fc.integer({ min: 1, max: 6 }),
  seconds: fc.integer({ min: 1, max: 12 }),
  edits: fc.integer({ min: 0, max: 60 }),
  inclusive: fc.boolean(),
});

describe("against a ledger that is edited while it is read", () => {
  test("a pass and the next one lose no record and no change", () => {
    fc.assert(
      fc.property(fc.integer(), shapes, (seed, shape) => {
        const ledger = new TinyLedger(seed, shape);
        const before = ledger.rows.map((row) => row.id);
        const first = readPassA(streamA("payments"), (request) => ledger.serve(request), "Version");
        const seen = new Set(first.ids.map((id) => id.split("@")[0]));
        // One that was edited at the very end is left to the next pass; one that stood still never is.
        const still = new Set(ledger.rows.filter((row) => row.version === 1).map((row) => row.id));
        expect(before.filter((id) => still.has(id) && !seen.has(id))).toEqual([]);
        ledger.editsLeft = 0;
        // The watermark minus nothing at all: the overlap is a margin, not a crutch.
        const since = first.watermark === undefined ? null : new Date(Date.parse(first.watermark) - 1000).toISOString();
        const second = readPassA(streamA("payments"), (request) => ledger.serve(request), "Version", { since });
        const read = new Set([...first.ids, ...second.ids]);
        expect(ledger.rows.map((row) => `${row.id}@${row.version}`).filter((id) => !read.has(id))).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  test("a quiet ledger with distinct seconds is read once, apart from the second at each border", () => {
    const ledger = new TinyLedger(7, { count: 0, pageSize: 5, seconds: 1, edits: 0, inclusive: true });
    for (let at = 0; at < 23; at++) ledger.rows.push({ id: `r${at}`, version: 1, changedMs: 1_780_000_000_000 + at * 5000 });
    const pass = readPassA(streamA("payments"), (request) => ledger.serve(request), "Version");
    expect(new Set(pass.ids).size).toBe(23);
    expect(pass.pages).toBe(6);
    expect(pass.requests).toHaveLength(6);
  });
});

describe("servers that do not page as they should", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ PaymentID: `r${at}`, UpdatedDateUTC: `/Date(${1_780_000_000_000 + at * 5000})/` }));

  test("the same page for ever comes to an end (trap 1)", () => {
    const pass = readPassA(streamA("payments"), () => answerA({ Payments: rows(3) }), "PaymentID", {
      context: contextA({ pageSize: 3 }),
      pagesMax: 5,
    });
    expect(new Set(pass.ids)).toEqual(new Set(["r0", "r1", "r2"]));
  });

  test("every record on each page comes to an end (trap 1)", () => {
    const pass = readPassA(streamA("payments"), () => answerA({ Payments: rows(9) }), "PaymentID", {
      context: contextA({ pageSize: 3 }),
      pagesMax: 5,
    });
    expect(new Set(pass.ids).size).toBe(9);
  });

  test("a server that halves the page size without a word is still read to the end", () => {
    const all = rows(250);
    const serve = (request: LedgerRequest) => {
      const header = request.headers?.["If-Modified-Since"];
      const since = header === undefined ? 0 : Date.parse(`${header}Z`);
      const wanted = all.filter((row) => Number(row.UpdatedDateUTC.slice(6, -2)) >= since);
      const page = Number(request.query?.page);
      return answerA({ Payments: wanted.slice((page - 1) * 100, page * 100) });
    };
    expect(new Set(readPassA(streamA("payments"), serve, "PaymentID").ids).size).toBe(250);
  });
});
