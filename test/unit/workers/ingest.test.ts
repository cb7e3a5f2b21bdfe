import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import {
  accountRecord,
  createIngestLab,
  documentRecord,
  type IngestLab,
  journalRecord,
  NOW,
  partyRecord,
} from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome());
});
afterEach(() => lab.db.close());

const one = (fields: Readonly<Record<string, unknown>> = {}, more: readonly unknown[] = []) => ({
  id: "7",
  yields: [documentRecord("7", fields), ...more],
});
const money = (amount: string) => ({ amount, currency: "NZD" });
const changes = () => lab.rows("SELECT record_id, field, before, after FROM field_change ORDER BY change_no");
const findings = () => lab.rows("SELECT code, field, message FROM finding WHERE resolved_ms IS NULL ORDER BY finding_no");
const document = () => lab.reader.documents([1])[0];
const reworded = (record: MappedRecord): MappedRecord =>
  record.kind === "document" ? { ...record, value: { ...record.value, memo: "as read now" } } : record;
const CHANGED = { seen: 1, changed: 1, unchanged: 0, removed: 0 };
const UNCHANGED = { seen: 1, changed: 0, unchanged: 1, removed: 0 };

describe("a record that is read again", () => {
  it("with the same bytes does nothing at all, also before its hash is indexed", () => {
    expect(lab.take([one()])).toEqual(CHANGED);
    const before = lab.db.serialize();
    expect(lab.take([one()], NOW + 1)).toEqual(UNCHANGED);
    expect(Buffer.compare(lab.db.serialize(), before)).toBe(0);
    expect(lab.mapped()).toBe(2);
  });

  it("with the same bytes is not even parsed once hashes are indexed", () => {
    lab.take([one()]);
    lab.db.exec("CREATE INDEX source_record_hash ON source_record (raw_hash)");
    lab.ingest.refreshHashIndex();
    lab.take([one()]);
    expect(lab.mapped()).toBe(1);
  });

  it("with other bytes and the same meaning is unchanged, and its newest bytes are kept", () => {
    lab.take([one({ total: money("100.0") })]);
    const { id, yields } = one({ total: money("100.00") });
    expect(lab.take([{ yields, id }], NOW + 5)).toEqual(UNCHANGED);
    expect(changes()).toEqual([]);
    expect(lab.ingest.records.readRaw(1)?.toString()).toBe(JSON.stringify({ yields, id }));
    expect(lab.rows("SELECT COUNT(*) FROM source_record")).toEqual([[1]]);
  });

  it("with another meaning is changed, with what was before and what is after as sent", () => {
    lab.take([one({ total: money("100.0"), memo: "old" })]);
    const lines = (documentRecord("7").value.lines as object[]).map((line) => ({ ...line, net: money("99.00") }));
    expect(lab.take([one({ total: money("99.00"), status: "part_paid", lines })], NOW + 5)).toEqual(CHANGED);
    expect(changes()).toEqual(
      [
        ["Invoice:7", "status", "open", "part_paid"],
        ["Invoice:7", "total", "100.0 NZD", "99.00 NZD"],
        ["Invoice:7", "line 1", "account | 100.00 NZD | none", "account | 99.00 NZD | none"],
        ["Invoice:7", "memo", "old", null],
      ].sort((a, b) => order(a) - order(b)),
    );
    expect(document()).toMatchObject({ total: money("99.00"), status: "part_paid" });
    expect(document()?.lines).toHaveLength(1);
    function order(row: (string | null)[]): number {
      return ["status", "total", "memo", "line 1"].indexOf(row[1] as string);
    }
  });

  it("does not call another spelling of an amount a change when something else changed", () => {
    lab.take([one({ total: money("100.0") })]);
    lab.take([one({ total: money("100.00"), reference: "PO 5" })], NOW + 5);
    expect(changes()).toEqual([["Invoice:7", "reference", null, "PO 5"]]);
  });

  it("keeps its number, its lines and allocations replaced and not added", () => {
    const allocation = { fromKind: "document", fromId: "Invoice:7", toId: "Invoice:9", amount: money("5.00") };
    lab.take([one({ allocations: [allocation, { ...allocation, toId: "Invoice:8" }] })]);
    lab.take([one({ allocations: [allocation], memo: "x" })]);
    expect(lab.rows("SELECT rec_no, to_id FROM allocation")).toEqual([[1, "Invoice:9"]]);
    expect(lab.rows("SELECT COUNT(*) FROM document_line")).toEqual([[1]]);
    expect(changes().map((row) => row[1])).toEqual(["memo", "allocations"]);
  });

  it("is mapped again when the mapper moved on, though its bytes are the same", () => {
    lab.readPass("backfill", [[one()]]);
    const known = lab.rows("SELECT hex(raw_hash) FROM source_record");
    lab.take([one()]);
    expect(lab.rows("SELECT hex(raw_hash) FROM source_record")).not.toEqual(known);
  });

  it("and now reads otherwise, though its bytes are the same, is rewritten without a history: the ledger changed nothing", () => {
    const given = one({ memo: "as read before" }, [journalRecord("7", "100.00")]);
    lab.take([given]);
    lab.remap = ({ records, ...source }) => ({ ...source, records: records.map(reworded).filter(({ kind }) => kind === "document") });
    expect(lab.take([given], NOW + 5, "map-2")).toEqual(CHANGED);
    expect(document()?.memo).toBe("as read now");
    expect(lab.rows("SELECT COUNT(*) FROM journal")).toEqual([[0]]);
    expect(changes()).toEqual([]);
    // Changes in the ledger are reported as usual.
    lab.remap = null;
    lab.take([one({ memo: "changed" })], NOW + 9, "map-2");
    expect(changes()).toEqual([["Invoice:7", "memo", "as read now", "changed"]]);
  });
});

describe("balances of parties and accounts", () => {
  it("are refreshed without a change and without history", () => {
    const party = (receivable: string) => ({ id: "p", entity: "Contact", yields: [partyRecord("p", { receivable: money(receivable) })] });
    const account = (balance: string) => ({ id: "a", entity: "Account", yields: [accountRecord("a", { balance: money(balance) })] });
    lab.take([party("10.00"), account("1.00")]);
    expect(lab.take([party("25.00"), account("2.00")], NOW + 1)).toEqual({ seen: 2, changed: 0, unchanged: 2, removed: 0 });
    expect(
      lab.rows(
        "SELECT kind, json_extract(volatile, '$.receivable.amount'), json_extract(volatile, '$.balance.amount') FROM entity ORDER BY kind",
      ),
    ).toEqual([
      ["account", null, "2.00"],
      ["party", "25.00", null],
    ]);
    expect(changes()).toEqual([]);
  });

  it("of a party that was renamed as well are both taken over", () => {
    const party = (name: string, receivable: string) => ({ id: "p", yields: [partyRecord("p", { name, receivable: money(receivable) })] });
    lab.take([party("Elm", "10.00")]);
    expect(lab.take([party("Elm & Sons", "25.00")])).toEqual(CHANGED);
    expect(changes()).toEqual([["Contact:p", "name", "Elm", "Elm & Sons"]]);
    expect(lab.rows("SELECT json_extract(volatile, '$.receivable.amount') FROM entity")).toEqual([["25.00"]]);
  });

  it("an account read on a page serves the next record of the same page", () => {
    expect(lab.context.accountIdByCode("200")).toBeUndefined();
    lab.take([{ id: "a", yields: [accountRecord("a")] }]);
    expect(lab.context.accountIdByCode("200")).toBe("Account:a");
    lab.take([{ id: "a", yields: [] }]);
    expect(lab.context.accountIdByCode("200")).toBeUndefined();
  });
});

describe("a record that goes", () => {
  const stub = { id: "7", deleted: true };

  it("by a deleted stub keeps its last fields, is marked with the time, once", () => {
    const credit = { id: "8", yields: [documentRecord("8", { allocations: [] })] };
    // Another record has an allocation that comes from this one.
    const holder = {
      id: "9",
      yields: [
        documentRecord("9", { allocations: [{ fromKind: "document", fromId: "Invoice:7", toId: "Invoice:8", amount: money("5.00") }] }),
      ],
    };
    lab.take([one({ memo: "kept" }), credit, holder]);
    expect(lab.take([stub], NOW + 5)).toEqual({ seen: 1, changed: 0, unchanged: 0, removed: 1 });
    expect(document()).toMatchObject({ status: "deleted", memo: "kept", removedDetectedAt: "2026-11-21T09:00:00.005Z" });
    expect(lab.rows("SELECT COUNT(*) FROM allocation")).toEqual([[1]]);
    expect(changes()).toEqual([
      ["Invoice:7", "status", "open", "deleted"],
      ["Invoice:7", "outstanding", "100.00 NZD", "0.00 NZD"],
      ["Invoice:7", "record", "present", "removed"],
    ]);
    expect(lab.take([stub], NOW + 9)).toEqual(UNCHANGED);
    expect(document()?.removedDetectedAt).toBe("2026-11-21T09:00:00.005Z");
    expect(lab.ingest.records.readRaw(1)?.toString()).toContain('"memo":"kept"');
  });

  it("before it was ever read is nothing", () => {
    expect(lab.take([stub])).toEqual(UNCHANGED);
    expect(lab.rows("SELECT COUNT(*) FROM source_record")).toEqual([[0]]);
  });

  it("and comes back with the very same bytes stands as it stood, with both events told", () => {
    lab.take([one()]);
    lab.take([stub], NOW + 5);
    expect(lab.take([one()], NOW + 9)).toEqual(CHANGED);
    expect(document()).toMatchObject({ status: "open", removedDetectedAt: null });
    expect(changes().map(([, field, before, after]) => [field, before, after])).toEqual([
      ["status", "open", "deleted"],
      ["outstanding", "100.00 NZD", "0.00 NZD"],
      ["record", "present", "removed"],
      ["record", "removed", "present"],
      ["status", "deleted", "open"],
      ["outstanding", "0.00 NZD", "100.00 NZD"],
    ]);
  });

  it("and is found removed by a whole read or by its ids, and is back when it is read again", () => {
    lab.readPass("backfill", [[one(), { id: "8", yields: [documentRecord("8")] }]]);
    lab.readIds(["8"], NOW + 1);
    expect(lab.reader.documents([1, 2]).map((each) => each.removedDetectedAt)).toEqual(["2026-11-21T09:00:00.001Z", null]);
    lab.readPass("full", [[one()]], NOW + 2);
    expect(lab.reader.documents([1, 2]).map((each) => each.removedDetectedAt)).toEqual([null, "2026-11-21T09:00:00.002Z"]);
  });

  it("and is listed among the ids again asks to be read", () => {
    lab.readPass("backfill", [[one()]]);
    lab.readIds([], NOW + 1);
    lab.readIds(["7"], NOW + 2);
    expect(lab.streams.get("things").needs_reconcile).toBe(1);
    lab.readIds(["7"], NOW + 3);
    expect(lab.streams.get("things")).toMatchObject({ needs_since: "1970-01-01T00:00:00.000Z", state: "incomplete" });
  });

  it("together with most others is a finding first, and nobody is marked", () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ id: `m${index}`, yields: [documentRecord(`m${index}`)] }));
    lab.readPass("backfill", [many]);
    lab.readPass("full", [many.slice(0, 9)], NOW + 1);
    expect(lab.rows("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL")).toEqual([[0]]);
    expect(findings().map((row) => row[0])).toEqual(["count_drop"]);
    lab.readPass("full", [many.slice(0, 10)], NOW + 2);
    expect(lab.rows("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL")).toEqual([[10]]);
    expect(findings()).toEqual([]);
  });
});

describe("a record that can't be mapped", () => {
  it("is kept raw under its own id, is a finding on it, keeps its last rows and is settled when it reads again", () => {
    lab.take([one({ memo: "good" })]);
    expect(lab.take([{ id: "7", malformed: "Total is not a number" }], NOW + 1)).toEqual(UNCHANGED);
    expect(findings()).toEqual([["malformed_record", "Total", "Total is not a number"]]);
    expect(document()).toMatchObject({ memo: "good", id: "Invoice:7" });
    expect(lab.ingest.records.readRaw(1)?.toString()).toContain("malformed");
    lab.take([one({ memo: "good again" })], NOW + 2);
    expect(findings()).toEqual([]);
    expect(changes()).toEqual([["Invoice:7", "memo", "good", "good again"]]);
    expect(lab.rows("SELECT COUNT(*) FROM source_record")).toEqual([[1]]);
  });

  it("because of an unknown value keeps a party as it was too", () => {
    lab.take([{ id: "p", entity: "Contact", yields: [partyRecord("p")] }]);
    lab.take([{ id: "p", entity: "Contact", unknown: "ContactStatus" }]);
    expect(lab.rows("SELECT id FROM entity")).toEqual([["Contact:p"]]);
    expect(findings()).toEqual([["unknown_value", "Status", "unknown ContactStatus"]]);
  });

  it("is not taken for gone by a whole read", () => {
    lab.readPass("backfill", [[one(), { id: "8", yields: [documentRecord("8")] }]]);
    lab.readPass(
      "full",
      [
        [
          { id: "7", malformed: "x" },
          { id: "8", yields: [documentRecord("8")] },
        ],
      ],
      NOW + 1,
    );
    expect(lab.rows("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL")).toEqual([[0]]);
  });

  it("not even its id holds back every verdict on who is gone, until it reads", () => {
    lab.readPass("backfill", [[one(), { id: "8", yields: [documentRecord("8")] }]]);
    lab.readPass("full", [['{"id":"7","id":"7"}']], NOW + 1);
    expect(lab.rows("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL")).toEqual([[0]]);
    expect(findings()).toEqual([["malformed_record", "", "an object repeats a key"]]);
    lab.readPass("full", [[one()]], NOW + 2);
    // The made-up record and 8 are removed, and the finding about the former is settled with it.
    expect(lab.rows("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL")).toEqual([[2]]);
    expect(findings()).toEqual([]);
  });

  it("does not stop the rest of its page", () => {
    expect(lab.take([{ id: "1", malformed: "x" }, one()])).toMatchObject({ seen: 2, changed: 2 });
    expect(lab.rows("SELECT COUNT(*) FROM document")).toEqual([[1]]);
  });
});

describe("what a record yields", () => {
  it("no journal any more: its postings go, the document stays", () => {
    lab.take([one({}, [journalRecord("7", "100.00")])]);
    expect(lab.rows("SELECT COUNT(*) FROM posting")).toEqual([[2]]);
    expect(lab.take([one()])).toEqual(CHANGED);
    expect([
      lab.rows("SELECT COUNT(*) FROM posting"),
      lab.rows("SELECT COUNT(*) FROM journal"),
      lab.rows("SELECT COUNT(*) FROM document"),
    ]).toEqual([[[0]], [[0]], [[1]]]);
    expect(changes()).toEqual([["gl:7", "journal", "gl:7", null]]);
  });

  it("another kind: rows of the old kind make room", () => {
    const allocation = { fromKind: "payment", fromId: "Invoice:7", toId: "Invoice:9", amount: money("5.00"), date: "2026-10-05" };
    const { issueDate: date, currency, source } = documentRecord("7").value;
    const payment = {
      kind: "payment",
      value: {
        id: "Invoice:7",
        direction: "received",
        date,
        currency,
        amount: money("5.00"),
        unapplied: money("0.00"),
        status: "posted",
        allocations: [allocation],
        source,
      },
    };
    lab.take([{ id: "7", yields: [payment] }]);
    lab.take([one({ allocations: [{ ...allocation, fromKind: "document" }] })]);
    expect([lab.rows("SELECT COUNT(*) FROM payment"), lab.rows("SELECT from_kind FROM allocation")]).toEqual([[[0]], [[1]]]);
  });
});

describe("a page that breaks in the middle", () => {
  it("leaves nothing, keeps the cursor, and the next attempt is as if it had never been", () => {
    lab.readPass("backfill", [[one()]]);
    const before = { stream: lab.streams.get("things"), words: lab.rows("SELECT * FROM word ORDER BY word_no"), file: lab.db.serialize() };
    lab.db.exec("CREATE TEMP TRIGGER torn BEFORE INSERT ON document_line WHEN NEW.rec_no = 3 BEGIN SELECT RAISE(ABORT, 'torn'); END");
    const page = ["8", "9"].map((id) => ({
      id,
      entity: `New${id}`,
      yields: [documentRecord(id, { memo: id, sourceStatus: `Word ${id}` })],
    }));
    expect(() => lab.readPass("delta", [page])).toThrow("torn");
    const after = lab.streams.get("things");
    expect([after.watermark, after.seen, after.pages, after.completed_ms]).toEqual([
      before.stream.watermark,
      before.stream.seen,
      before.stream.pages,
      before.stream.completed_ms,
    ]);
    expect(JSON.parse(after.pass_position ?? "null")).toMatchObject({ page: 0 });
    expect(lab.rows("SELECT * FROM word ORDER BY word_no")).toEqual(before.words);
    for (const table of ["source_record", "document", "raw_page"]) expect(lab.rows(`SELECT COUNT(*) FROM ${table}`)).toEqual([[1]]);
    lab.db.exec("DROP TRIGGER torn");
    lab.readPass("delta", [page]);
    expect(lab.reader.documents([2, 3]).map((each) => [each.id, each.sourceStatus, each.memo])).toEqual([
      ["New8:8", "Word 8", "8"],
      ["New9:9", "Word 9", "9"],
    ]);
    expect(lab.ingest.records.readRaw(3)?.toString()).toBe(JSON.stringify(page[1]));
    // No byte of the torn page is stored with the next one.
    expect(lab.rows("SELECT SUM(bytes) FROM raw_page")).toEqual(lab.rows("SELECT SUM(raw_length) FROM source_record"));
  });

  it("between two pages goes on with the second", () => {
    lab.db.exec("CREATE TEMP TRIGGER torn BEFORE INSERT ON document WHEN NEW.rec_no = 2 BEGIN SELECT RAISE(ABORT, 'torn'); END");
    const pages = [[one()], [{ id: "8", yields: [documentRecord("8")] }]];
    expect(() => lab.readPass("backfill", pages)).toThrow("torn");
    expect(lab.streams.get("things")).toMatchObject({ pages: 1, seen: 1, completed_ms: null, pass_kind: "backfill" });
    lab.db.exec("DROP TRIGGER torn");
    const mapped = lab.mapped();
    lab.readPass("backfill", pages);
    expect(lab.mapped()).toBe(mapped + 1);
    expect(lab.streams.get("things")).toMatchObject({ pages: 2, seen: 2, state: "up_to_date", pass_no: 1 });
  });
});
