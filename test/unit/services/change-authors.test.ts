import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changesPage } from "#main/store/changes/changes.ts";
import { addJob, changeJob } from "#main/store/records/write-store.ts";
import { createIngestLab, documentRecord, type IngestLab, journalRecord, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome());
});
afterEach(() => lab.db.close());

const bill = (id: string, memo: string) => ({ id, yields: [documentRecord(id, { type: "purchase_bill", number: `B-${id}`, memo })] });
const page = (more: { readonly newestFirst?: boolean; readonly after?: number; readonly limit?: number } = {}) =>
  changesPage(lab.reader, { sinceMs: 0, closedOnly: false, after: 0, limit: 50, entities: [], ...more });

/** A job that names the records, sent and read back between two moments. */
function sentJob(jobId: string, records: readonly string[], sentMs: number, answeredMs: number): void {
  const body = JSON.stringify({ person: "ana", title: "Memo of a bill", items: records.map((recordId) => ({ recordId })) });
  addJob(lab.db, { jobId, actionId: jobId, state: "ready", content: jobId, body, createdMs: sentMs, updatedMs: sentMs });
  const start = { callNo: 0, purpose: "write", request: "{}", sentMs };
  const attemptNo = changeJob(lab.db, { jobId, state: "sent", body, nowMs: sentMs, knownMs: sentMs, start }).attemptNo ?? 0;
  const end = { attemptNo, answeredMs, status: 200, answer: "{}", note: null };
  changeJob(lab.db, { jobId, state: "accepted", body, nowMs: answeredMs, knownMs: sentMs, end });
}

describe("who made a change", () => {
  it("is the person of the write that names the record and was under way; of everything else nobody is known", () => {
    lab.readPass("backfill", [[bill("1", "a"), bill("10", "a")]]);
    sentJob("job-1", ["Invoice:1"], NOW + 90, NOW + 110);
    lab.readPass("delta", [[bill("1", "b"), bill("10", "b")]], NOW + 100);
    lab.readPass("delta", [[bill("1", "c")]], NOW + 200);
    expect(page().rows.map(({ recordId, after, by }) => [recordId, after, by])).toEqual([
      ["Invoice:1", "b", { person: "ana", jobId: "job-1", title: "Memo of a bill" }],
      // Its id begins like the other's, and is another one.
      ["Invoice:10", "b", null],
      ["Invoice:1", "c", null],
    ]);
  });

  it("is nobody while a job has not left", () => {
    lab.readPass("backfill", [[bill("1", "a")]]);
    const body = JSON.stringify({ person: "ana", title: "t", items: [{ recordId: "Invoice:1" }] });
    addJob(lab.db, { jobId: "j", actionId: "j", state: "draft", content: "j", body, createdMs: NOW, updatedMs: NOW + 900 });
    lab.readPass("delta", [[bill("1", "b")]], NOW + 100);
    expect(page().rows.map(({ by }) => by)).toEqual([null]);
  });
});

describe("changes for a window", () => {
  it("can be turned through from the last one backwards, and no change is left out or told twice", () => {
    lab.readPass("backfill", [[bill("1", "a")]]);
    for (const [index, memo] of ["b", "c", "d", "e", "f"].entries()) lab.readPass("delta", [[bill("1", memo)]], NOW + index + 1);
    const seen: (string | null)[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const turned = page({ newestFirst: true, after, limit: 2 });
      seen.push(...turned.rows.map((row) => row.after));
      after = turned.next;
    }
    expect(seen).toEqual(["f", "e", "d", "c", "b"]);
  });

  it("are told by what people call the record and its kind; a posting by the document that it is of", () => {
    const posted = (amount: string) => {
      const record = journalRecord("3", amount);
      return { id: "3", yields: [{ ...record, value: { ...record.value, documentId: "Invoice:1" } }] };
    };
    lab.readPass("backfill", [[bill("1", "a"), posted("9.00")]]);
    lab.readPass("delta", [[bill("1", "b"), posted("8.00")]], NOW + 1);
    const told = page().rows.map(({ recordKind, label, shown }) => [recordKind, label, shown.field]);
    expect(told).toEqual([
      ["document", "Bill B-1 (100.00 NZD, 5 Oct 2026)", "memo"],
      ["journal", "Posting of bill B-1 (100.00 NZD, 5 Oct 2026)", "postings"],
    ]);
  });
});
