import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { tempHome } from "./temp.ts";

const NONE = { seen: 0, changed: 0, unchanged: 0, removed: 0 };
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 9);
const iso = (ms: number) => new Date(ms).toISOString();

let home: ReturnType<typeof tempHome>;
let db: Sqlite;
let streams: StreamStore;
beforeEach(() => {
  home = tempHome();
  db = openClientFile(home.path, "one");
  streams = new StreamStore(db);
  for (const name of ["bills", "invoices", "changes"]) streams.ensure(name);
});
afterEach(() => {
  db.close();
  home.remove();
});

/** One whole pass of one page. */
function pass(name: string, kind: string, startedMs: number, watermark?: string): void {
  streams.startPass(name, kind, { page: 1 });
  streams.advance(name, null, watermark, startedMs, NONE, undefined);
  streams.finishPass(name, 0, kind, startedMs + 60_000);
}

describe("a stream's watermark", () => {
  it("is never later than the first answer of its pass, and never falls", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 150 })), { maxLength: 12 }), (passes) => {
        db.exec("UPDATE stream SET watermark = NULL, first_completed_ms = NULL");
        let highest = "";
        for (const [started, seen] of passes) {
          pass("bills", "delta", NOW + started, iso(NOW + seen));
          const { watermark } = streams.get("bills");
          const reached = iso(NOW + Math.min(started, seen));
          highest = reached > highest ? reached : highest;
          expect(watermark).toBe(highest);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("takes the highest of its pages, whatever their order, and keeps it when a pass brings none", () => {
    streams.startPass("bills", "delta", {});
    for (const at of [3, 9, 5]) streams.advance("bills", { page: at }, iso(NOW + at), NOW + 20, NONE, undefined);
    streams.finishPass("bills", 0, "delta", NOW);
    pass("bills", "delta", NOW + 100);
    expect(streams.get("bills").watermark).toBe(iso(NOW + 9));
  });

  it("of numbers is compared by number", () => {
    pass("bills", "delta", NOW, "9");
    pass("bills", "delta", NOW, "10");
    pass("bills", "delta", NOW, "9007199254740993");
    pass("bills", "delta", NOW, "9007199254740992");
    expect(streams.get("bills").watermark).toBe("9007199254740993");
  });
});

describe("a pass", () => {
  it("keeps position and counts page by page and closes its window at its first answer", () => {
    streams.startPass("bills", "backfill", { page: 1 });
    streams.advance("bills", { page: 2 }, undefined, NOW, { ...NONE, seen: 3, changed: 3 }, 5);
    streams.advance("bills", null, undefined, NOW + DAY, { ...NONE, seen: 2, changed: 1, unchanged: 1 }, undefined);
    expect(streams.get("bills")).toMatchObject({ state: "reading", pages: 2, seen: 5, changed: 4, unchanged: 1, total_known: 5 });
    streams.finishPass("bills", 2, "backfill", NOW + DAY);
    const closed = { state: "up_to_date", pass_kind: null, pass_position: null, removed: 2, completed_ms: NOW, first_completed_ms: NOW };
    expect(streams.get("bills")).toMatchObject(closed);
    pass("bills", "delta", NOW + 5 * DAY);
    expect(streams.get("bills")).toMatchObject({ completed_ms: NOW + 5 * DAY, first_completed_ms: NOW });
  });

  it("startRun zeroes what one run reports and nothing else", () => {
    pass("bills", "backfill", NOW, iso(NOW));
    streams.setState("bills", "failed", { code: "ledger_rejected", message: "no" }, NOW);
    streams.startRun();
    expect(streams.get("bills")).toMatchObject({ pages: 0, seen: 0, failure: null, resume_ms: null, state: "failed", watermark: iso(NOW) });
  });
});

describe("what a feed could not carry", () => {
  it("is read from the earliest moment noted, and is done with after a pass that began later", () => {
    pass("bills", "backfill", NOW);
    streams.needsReading("bills", iso(NOW + 50), false);
    streams.needsReading("bills", iso(NOW + 20), true);
    streams.needsReading("bills", iso(NOW + 90), false);
    expect(streams.get("bills")).toMatchObject({ needs_since: iso(NOW + 20), needs_reconcile: 1, state: "incomplete" });
    pass("bills", "full", NOW + 100);
    expect(streams.get("bills")).toMatchObject({ needs_since: null, needs_reconcile: 0, state: "up_to_date" });
  });

  it("a change read does not replace a comparison", () => {
    pass("bills", "backfill", NOW);
    streams.needsReading("bills", iso(NOW), true);
    pass("bills", "delta", NOW + 100);
    expect(streams.get("bills")).toMatchObject({ needs_since: null, needs_reconcile: 1 });
  });

  it.each(["backfill", "full", "delta"])("noted during a %s pass outlives that pass, also when it was interrupted", (kind) => {
    if (kind !== "backfill") pass("bills", "backfill", NOW);
    streams.startPass("bills", kind, {});
    streams.advance("bills", { page: 2 }, undefined, NOW + 10, NONE, undefined);
    streams.needsReading("bills", iso(NOW + 15), true);
    streams.setState("bills", "incomplete", null, null);
    streams.advance("bills", null, undefined, NOW + 20, NONE, undefined);
    streams.finishPass("bills", 0, kind, NOW + 30);
    expect(streams.get("bills")).toMatchObject({ needs_since: iso(NOW + 15), needs_reconcile: 1, state: "incomplete", pass_kind: null });
    pass("bills", "full", NOW + 40);
    expect(streams.get("bills")).toMatchObject({ needs_since: null, needs_reconcile: 0, state: "up_to_date" });
  });

  it("null means from the beginning", () => {
    pass("bills", "backfill", NOW);
    streams.needsReading("bills", null, false);
    streams.needsReading("bills", iso(NOW), false);
    expect(streams.get("bills").needs_since).toBe("1970-01-01T00:00:00.000Z");
  });
});

describe("a comparison of ids", () => {
  const compare = (unknown: boolean) => {
    streams.startPass("bills", "ids", null);
    if (unknown) streams.foundUnknownIds("bills");
    streams.advance("bills", { page: 2 }, undefined, NOW, NONE, undefined);
    if (unknown) streams.foundUnknownIds("bills");
    streams.advance("bills", null, undefined, NOW, NONE, undefined);
    streams.finishPass("bills", 1, "ids", NOW + 5);
    return streams.get("bills");
  };
  beforeEach(() => pass("bills", "backfill", NOW));

  it("that knows every id settles the matter", () => {
    streams.needsReading("bills", null, true);
    pass("bills", "delta", NOW + 1);
    expect(compare(false)).toMatchObject({
      needs_reconcile: 0,
      needs_since: null,
      reconciled_ms: NOW + 5,
      state: "up_to_date",
      removed: 1,
    });
  });

  it("that meets an unknown id is made again first, and only then is everything read", () => {
    expect(compare(true)).toMatchObject({ needs_reconcile: 1, needs_since: null, state: "up_to_date" });
    pass("bills", "delta", NOW + 10);
    expect(compare(true)).toMatchObject({ needs_since: "1970-01-01T00:00:00.000Z", state: "incomplete" });
  });

  it("is content when the second one knows the id", () => {
    compare(true);
    expect(compare(false)).toMatchObject({ needs_reconcile: 0, needs_since: null });
  });
});

describe("a feed", () => {
  const REACH = NOW - 29 * DAY;
  const seed = () => streams.seedFeed("changes", ["bills", "invoices"], REACH, NOW);

  it("begins now where nothing was read yet", () => {
    seed();
    expect(streams.get("changes").watermark).toBe(iso(NOW));
  });

  it("begins where the oldest read of its streams began, finished or under way", () => {
    pass("bills", "backfill", NOW - 1000);
    streams.startPass("invoices", "backfill", {});
    streams.advance("invoices", { page: 2 }, undefined, NOW - 5000, NONE, undefined);
    seed();
    expect(streams.get("changes").watermark).toBe(iso(NOW - 5000));
  });

  it("is left alone while it reaches back far enough", () => {
    pass("bills", "backfill", NOW - 1000);
    pass("changes", "delta", REACH, iso(REACH));
    seed();
    expect(streams.get("changes").watermark).toBe(iso(REACH));
  });

  it("begins again when its watermark is past its reach; streams it can't catch up are noted", () => {
    pass("bills", "backfill", REACH - DAY);
    pass("invoices", "backfill", REACH - DAY);
    pass("changes", "delta", REACH - DAY, iso(REACH - DAY));
    streams.startPass("changes", "delta", { since: "old" });
    pass("bills", "full", NOW - 1000);
    seed();
    expect(streams.get("changes")).toMatchObject({ watermark: iso(NOW - 1000), pass_kind: null });
    expect(streams.get("bills").needs_since).toBeNull();
    expect(streams.get("invoices")).toMatchObject({ needs_since: "1970-01-01T00:00:00.000Z", needs_reconcile: 1 });
  });

  it("makes its streams as fresh as itself, but not those that still need reading", () => {
    pass("bills", "backfill", NOW - 5000);
    pass("invoices", "backfill", NOW - 5000);
    pass("changes", "delta", NOW, iso(NOW));
    streams.needsReading("invoices", iso(NOW), false);
    streams.finishFed(["bills", "invoices"], "changes", NOW + 10);
    expect([streams.get("bills").completed_ms, streams.get("invoices").completed_ms]).toEqual([NOW, NOW - 5000]);
  });
});
