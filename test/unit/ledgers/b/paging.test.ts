import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerUnreadable, type Position } from "#main/ledgers/adapter.ts";
import { instantFromMs, instantMs, readInstant } from "#shared/kernel/instant.ts";
import { PagingLedger, runPass } from "./paging-ledger.ts";
import { contextB, converse, decodeText, response, streamB } from "./support.ts";

const T0 = 1_790_000_000;
const iso = (second: number) => instantFromMs(second * 1000);

describe("paging over Ledger B", () => {
  it("asks for the next page by the last record's time, in UTC", () => {
    const ledger = new PagingLedger([T0, T0 + 1, T0 + 2, T0 + 3, T0 + 4], -7);
    const { positions, queries, watermark, seen } = runPass(ledger, streamB("bills"), 3);
    expect(positions).toEqual([{ since: iso(T0 + 2), at: 1 }, { since: iso(T0 + 4), at: 1 }, null]);
    expect(queries[0]).toBe("SELECT * FROM Bill ORDER BY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 3");
    expect(queries[1]).toBe(
      `SELECT * FROM Bill WHERE MetaData.LastUpdatedTime >= '${iso(T0 + 2)}' ORDER BY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 3`,
    );
    expect(watermark).toBe(iso(T0 + 4));
    expect([...seen.keys()]).toEqual([1, 2, 3, 4, 5]);
  });

  it("counts rows inside a run of equal times, overlapping by one", () => {
    const ledger = new PagingLedger(Array.from({ length: 8 }, () => T0));
    const { positions, seen } = runPass(ledger, streamB("bills"), 3);
    expect(positions.slice(0, 3)).toEqual([
      { since: iso(T0), at: 1 },
      { since: iso(T0), at: 3, anchor: "3", restarts: 0 },
      { since: iso(T0), at: 5, anchor: "5", restarts: 0 },
    ]);
    expect(seen.size).toBe(8);
  });

  it("reads a run again when a record was edited out of it", () => {
    const ledger = new PagingLedger(Array.from({ length: 8 }, () => T0));
    const { seen, positions } = runPass(ledger, streamB("bills"), 3, null, (step) => {
      if (step === 2) Object.assign(ledger.rows[0] as object, { second: T0 + 60, version: 2 });
    });
    expect(positions).toContainEqual({ since: iso(T0), at: 1, restarts: 1 });
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(seen.get(1)).toBe(2);
  });

  it("ends a pass even when equal times come in another order every time", () => {
    const ledger = new PagingLedger(Array.from({ length: 9 }, () => T0));
    const { seen } = runPass(ledger, streamB("bills"), 3, null, () => {
      ledger.rows = ledger.rows.map((row, index) => ({ ...row, id: ((index + row.id) % 9) + 1 }));
    });
    expect(seen.size).toBeGreaterThan(0);
  });

  it("begins a later pass at its watermark", () => {
    const ledger = new PagingLedger([T0, T0 + 100, T0 + 200]);
    const { queries, seen } = runPass(ledger, streamB("invoices"), 1000, iso(T0 + 100));
    expect(queries).toEqual([
      `SELECT * FROM Invoice WHERE MetaData.LastUpdatedTime >= '${iso(T0 + 100)}' ORDER BY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000`,
    ]);
    expect([...seen.keys()]).toEqual([2, 3]);
  });

  it("asks lists for inactive records too", () => {
    const { queries } = runPass(new PagingLedger([T0]), streamB("accounts"), 1000, iso(T0));
    expect(queries[0]).toContain(`WHERE Active IN (true,false) AND MetaData.LastUpdatedTime >= '${iso(T0)}'`);
    expect(runPass(new PagingLedger([T0]), streamB("tax-rates"), 1000, iso(T0)).queries[0]).toContain(
      "WHERE Active IN (true,false) ORDER BY",
    );
  });

  it("never asks for more than the ledger hands out", () => {
    expect(runPass(new PagingLedger([T0]), streamB("bills"), 5000).queries[0]).toContain("MAXRESULTS 1000");
  });

  it("loses nothing while records are edited, added and deleted between pages", () => {
    const edits = fc.array(
      fc.record({
        kind: fc.constantFrom("edit", "edit", "add", "delete"),
        row: fc.nat(),
        wait: fc.integer({ min: 0, max: 3 }),
        gap: fc.nat({ max: 3 }),
      }),
      { minLength: 5, maxLength: 40 },
    );
    const seconds = fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(seconds, edits, fc.integer({ min: 2, max: 5 }), fc.constantFrom(-8, 0, 5), (drawn, script, pageSize, offset) => {
        const ledger = new PagingLedger(
          drawn.map((second) => T0 + second),
          offset,
        );
        const stream = streamB("bills");
        let now = T0 + 10_000;
        const todo = [...script];
        const first = runPass(ledger, stream, pageSize, null, () => {
          for (let step = todo.shift(); step !== undefined; step = step.gap === 0 ? undefined : todo.shift())
            now = change(ledger, step, now);
        });
        const since =
          first.watermark === undefined ? null : instantFromMs(instantMs(readInstant(first.watermark) as never) - stream.overlapMs);
        const second = runPass(ledger, stream, pageSize, since);
        for (const row of ledger.rows) {
          const newest = Math.max(first.seen.get(row.id) ?? 0, second.seen.get(row.id) ?? 0);
          expect(newest, `row ${row.id}`).toBe(row.version);
          // A record that nobody touched must be there after the first pass already.
          if (row.version === 1 && row.second < T0 + 10_000) expect(first.seen.has(row.id)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("hands out all ids", () => {
    const stream = streamB("invoices");
    const ledger = new PagingLedger(Array.from({ length: 7 }, (_, i) => T0 + (i % 2)));
    const ids = new Set<string>();
    let position: Position | null = null;
    do {
      const page = converse(stream.readIds?.(contextB({ pageSize: 3 }), position) as never, (request) => ledger.answer(request, "Invoice"))
        .value as {
        ids: string[];
        next: Position | null;
      };
      for (const id of page.ids) ids.add(id);
      position = page.next;
    } while (position !== null);
    expect([...ids].sort()).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  });

  it("stops on answers that are none", () => {
    const read = (body: unknown) => () =>
      converse(streamB("bills").readPage(contextB({ pageSize: 2 }), { since: null, at: 1 }), () => response(body));
    expect(read("<html><body>Sign in</body></html>")).toThrow(AnswerUnreadable);
    expect(read("OK")).toThrow(AnswerUnreadable);
    expect(read("")).toThrow(AnswerUnreadable);
    expect(read({ time: "2026-10-05T08:12:03-07:00" })).toThrow(AnswerUnreadable);
    expect(read('{"QueryResponse":{"Bill":[{"Id":"1"}')).toThrow(AnswerUnreadable);
    expect(read({ QueryResponse: { Bill: [{ Id: "1" }, { Id: "2" }] } })).toThrow(/change time/);
    expect(read({ QueryResponse: {} })().value).toEqual({ records: [], next: null });
  });

  it("composes the values of a dimension, verbatim, in one record", () => {
    const ledger = new PagingLedger([T0, T0, T0, T0, T0 + 1]);
    const stream = streamB("classes");
    const { value, requests } = converse(stream.readPage(contextB({ pageSize: 2 }), stream.start(null)), (request) =>
      ledger.answer(request, "Class"),
    );
    expect(value.next).toBeNull();
    expect(value.records).toHaveLength(1);
    const composed = JSON.parse(decodeText(value.records[0]?.bytes as Uint8Array)) as { Class: { Id: string }[] };
    expect(composed.Class.map((entry) => entry.Id).sort()).toEqual(["1", "2", "3", "4", "5"]);
    expect(requests.length).toBeGreaterThan(2);
    expect(value.watermark).toBe(iso(T0 + 1));
    const none = converse(stream.readPage(contextB(), stream.start(null)), () => response({ QueryResponse: {} }));
    expect(none.value).toEqual({ records: [], next: null });
  });

  it("reads the settings without the time of the answer", () => {
    const stream = streamB("company");
    const body = (time: string) =>
      `{"Preferences" : {"Id":"1","Note":"a } \\" {","AccountingInfoPrefs":{"BookCloseDate":"2026-09-30"}},"time":"${time}"}`;
    const bytes = ["2026-11-21T00:00:00-08:00", "2026-11-22T00:00:00-08:00"].map((time) => {
      const page = converse(stream.readPage(contextB(), stream.start(null)), () => response(body(time))).value;
      return decodeText(page.records[0]?.bytes as Uint8Array);
    });
    expect(bytes[0]).toBe(bytes[1]);
    expect(bytes[0]).toBe('{"Id":"1","Note":"a } \\" {","AccountingInfoPrefs":{"BookCloseDate":"2026-09-30"}}');
  });
});

function change(ledger: PagingLedger, step: { kind: string; row: number; wait: number }, before: number): number {
  const now = before + step.wait;
  const row = ledger.rows[step.row % Math.max(ledger.rows.length, 1)];
  if (step.kind === "add") ledger.rows.push({ id: 1000 + ledger.rows.length + now * 100 + step.row, second: now, version: 1 });
  else if (row !== undefined && step.kind === "edit") Object.assign(row, { second: now, version: row.version + 1 });
  else if (row !== undefined) ledger.rows = ledger.rows.filter((other) => other !== row);
  return now;
}
