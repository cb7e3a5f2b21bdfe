import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { FindingStore } from "#main/store/records/finding-store.ts";
import { RecordStore } from "#main/store/records/record-store.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { Words } from "#main/store/records/words.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
let db: Sqlite;
beforeEach(() => {
  home = tempHome();
  db = openClientFile(home.path, "one");
});
afterEach(() => {
  db.close();
  home.remove();
});

const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => Buffer.from(text.padEnd(16, "."));

/** The record's number; the id is new in these tests. */
function must(recNo: number | null): number {
  if (recNo === null) throw new Error("the stream holds that id already");
  return recNo;
}

describe("Words", () => {
  it("gives one number to one text, for every reader of the file", () => {
    const words = new Words(db);
    const number = words.intern("Invoice");
    expect([words.intern("Invoice"), new Words(db).find("Invoice"), new Words(db).text(number)]).toEqual([number, number, "Invoice"]);
    expect(words.find("Bill")).toBeNull();
  });

  it("does not hand out a number that was rolled back", () => {
    const words = new Words(db);
    const torn = db.transaction(() => {
      words.intern("lost");
      throw new Error("torn");
    });
    expect(torn).toThrow("torn");
    words.clear();
    const kept = words.intern("kept");
    expect(words.text(kept)).toBe("kept");
    expect(words.find("lost")).toBeNull();
    expect(words.intern("lost")).not.toBe(kept);
  });
});

describe("RecordStore", () => {
  const store = () => {
    new StreamStore(db).ensure("bills");
    return new RecordStore(db, new Words(db));
  };
  const add = (records: RecordStore, id: string, body: Uint8Array) => must(records.insert(1, id, "Bill", hashOf(id), body, 1, 5));

  it("hands raw bytes back exactly, whatever they are and however they were grouped", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 6 }), { maxLength: 4 }), (pages) => {
        db.exec("DELETE FROM source_record; DELETE FROM raw_page");
        const records = store();
        const kept: { recNo: number; body: Uint8Array }[] = [];
        for (const page of pages) {
          for (const body of page) kept.push({ recNo: add(records, `id${kept.length}`, body), body });
          records.flushRaw();
        }
        for (const { recNo, body } of kept) expect(Buffer.compare(records.readRaw(recNo) as Buffer, body)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("never hands out a payload whose stored block lost a bit", () => {
    const records = store();
    const payload = bytes(JSON.stringify({ Id: "1", TotalAmt: "431.17", PrivateNote: "rent for October, paid in two parts" }));
    const recNo = add(records, "1", payload);
    records.flushRaw();
    const body = db.prepare("SELECT body FROM raw_page").pluck().get() as Buffer;
    const wrong: number[] = [];
    for (let bit = 0; bit < body.length * 8; bit++) {
      const flipped = Buffer.from(body);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      db.prepare("UPDATE raw_page SET body = ?").run(flipped);
      try {
        if (Buffer.compare(records.readRaw(recNo) as Buffer, payload) !== 0) wrong.push(bit);
      } catch (error) {
        expect(error).toMatchObject({ reason: "damaged" });
      }
    }
    expect(wrong).toEqual([]);
  });

  it("drops a block when no record points into it any more, and not before", () => {
    const records = store();
    const first = add(records, "1", bytes("first"));
    const second = add(records, "2", bytes("second"));
    records.flushRaw();
    records.update(first, "Bill", hashOf("new"), bytes("first again"), 2, 6);
    records.flushRaw();
    records.dropUnusedRaw();
    expect([records.readRaw(first)?.toString(), records.readRaw(second)?.toString()]).toEqual(["first again", "second"]);
    records.update(second, "Bill", hashOf("newer"), bytes("second again"), 2, 6);
    records.flushRaw();
    records.dropUnusedRaw();
    expect(db.prepare("SELECT COUNT(*) FROM raw_page").pluck().get()).toBe(2);
    expect([records.readRaw(first)?.toString(), records.readRaw(second)?.toString()]).toEqual(["first again", "second again"]);
  });

  it("forgets what a rolled-back page had gathered", () => {
    const records = store();
    const torn = db.transaction(() => {
      add(records, "1", bytes("lost"));
      throw new Error("torn");
    });
    expect(torn).toThrow("torn");
    records.discardRaw();
    const kept = add(records, "2", bytes("kept"));
    records.flushRaw();
    expect(records.readRaw(kept)?.toString()).toBe("kept");
    expect(records.findById(1, "1")).toBeUndefined();
  });

  it("finds by id within a stream, and a record seen again is back", () => {
    const records = store();
    new StreamStore(db).ensure("invoices");
    const recNo = add(records, "402", bytes("x"));
    records.setRemoved(recNo, 9);
    expect([records.findById(1, "402")?.removed_ms, records.findById(2, "402")]).toEqual([9, undefined]);
    records.touch(recNo, 7);
    expect(records.findById(1, "402")).toMatchObject({ removed_ms: null, pass_no: 7 });
    expect(records.sourceIdOf(recNo)).toBe("402");
  });
});

describe("FindingStore", () => {
  const open = () =>
    db.prepare("SELECT code, field, message, first_ms, last_ms FROM finding WHERE resolved_ms IS NULL ORDER BY finding_no").raw().all();
  const withRecord = () => {
    const records = new RecordStore(db, new Words(db));
    new StreamStore(db).ensure("bills");
    return must(records.insert(1, "1", "Bill", hashOf("1"), bytes("x"), 1, 5));
  };

  it("renews what is said again, adds what is new and resolves what is not said any more", () => {
    const recNo = withRecord();
    const findings = new FindingStore(db);
    findings.replace(
      1,
      recNo,
      [
        { code: "unknown_value", field: "Status", message: "Status X" },
        { code: "malformed_record", message: "no" },
      ],
      10,
    );
    findings.replace(1, recNo, [{ code: "unknown_value", field: "Status", message: "Status Y" }], 20);
    expect(open()).toEqual([["unknown_value", "Status", "Status Y", 10, 20]]);
    findings.replace(1, recNo, [], 30);
    expect(open()).toEqual([]);
    expect(db.prepare("SELECT resolved_ms FROM finding ORDER BY finding_no").pluck().all()).toEqual([30, 20]);
  });

  it("keeps two findings of one code and field apart", () => {
    const recNo = withRecord();
    const findings = new FindingStore(db);
    const twice = ["a", "b"].map((message) => ({ code: "unresolved_account", field: "AccountCode", message }));
    findings.replace(1, recNo, twice, 10);
    findings.replace(1, recNo, twice, 20);
    expect(open()).toHaveLength(2);
    findings.replace(1, recNo, twice.slice(0, 1), 30);
    expect(open()).toHaveLength(1);
  });

  it("a finding about a whole stream is one, renewed until it is settled", () => {
    withRecord();
    const findings = new FindingStore(db);
    findings.raise(1, "count_drop", "12 of 40", 10);
    findings.raise(1, "count_drop", "13 of 40", 20);
    expect(open()).toEqual([["count_drop", "", "13 of 40", 10, 20]]);
    findings.settle(1, "count_drop", 30);
    expect(open()).toEqual([]);
  });

  it("a finding about what happened stays whatever is read in between, until it is settled", () => {
    const recNo = withRecord();
    const findings = new FindingStore(db);
    findings.raiseWatched({ recNo, code: "lock_moved_back", field: "period", message: "back" }, 10);
    findings.raiseWatched({ recNo, code: "lock_moved_back", field: "period", message: "further back" }, 15);
    findings.raiseWatched({ recNo, code: "deleted_document", field: "", message: "gone" }, 15);
    findings.replace(1, recNo, [], 20);
    findings.settleWatched("lock_moved_back", "year_end", null, 30);
    findings.settleWatched("deleted_document", "", recNo + 1, 30);
    expect(open()).toEqual([
      ["lock_moved_back", "period", "further back", 10, 15],
      ["deleted_document", "", "gone", 15, 15],
    ]);
    expect([findings.openFields("lock_moved_back"), findings.openSince("lock_moved_back", null, "period")]).toEqual([["period"], 10]);
    findings.settleWatched("lock_moved_back", "period", null, 40);
    findings.settleWatched("deleted_document", "", recNo, 40);
    expect(open()).toEqual([]);
  });
});
