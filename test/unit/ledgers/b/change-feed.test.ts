import { describe, expect, it } from "vitest";
import { AnswerUnreadable, type LedgerRequest, type LedgerResponse } from "#main/ledgers/adapter.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { contextB, converse, decodeText, NOW, response, streamB } from "./support.ts";

type Changes = Readonly<Record<string, readonly object[]>>;
const SINCE = "2026-11-20T09:00:00.000Z";
const TIME = "2026-11-21T01:00:00.250-08:00";

const records = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({ Id: String(from + i), MetaData: { LastUpdatedTime: "2026-11-20T10:00:00-08:00" } }));
const stub = (Id: string) => ({ domain: "QBO", status: "Deleted", Id, MetaData: { LastUpdatedTime: "2026-11-20T10:00:00-08:00" } });

/** A feed that cuts every answer off after `cap` objects, of one entity or of all. */
function feed(
  changes: Changes,
  cap: { readonly perEntity: number; readonly perAnswer: number } = { perEntity: 1000, perAnswer: Number.POSITIVE_INFINITY },
) {
  return (request: LedgerRequest): LedgerResponse => {
    let left = cap.perAnswer;
    const lists = (request.query?.entities ?? "").split(",").map((entity) => {
      const rows = (changes[entity] ?? []).slice(0, Math.min(cap.perEntity, left));
      left -= rows.length;
      return rows.length === 0 ? {} : { [entity]: rows, startPosition: 1, maxResults: rows.length };
    });
    return response({ CDCResponse: [{ QueryResponse: lists }], time: TIME });
  };
}

const read = (answer: (request: LedgerRequest) => LedgerResponse, since: string | null = SINCE) => {
  const stream = streamB("changes");
  return converse(stream.readPage(contextB(), stream.start(since)), answer);
};
const routed = (page: ReturnType<typeof read>["value"]) =>
  page.records.map((record) => [record.stream, (JSON.parse(decodeText(record.bytes)) as { Id: string }).Id]);

describe("the change feed of Ledger B", () => {
  it("asks once for every entity that it carries", () => {
    const { requests, value } = read(feed({}));
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toBe("/v3/company/9130/cdc");
    expect(requests[0]?.query?.changedSince).toBe(SINCE);
    const asked = requests[0]?.query?.entities?.split(",") ?? [];
    const carried = adapterB.streams(contextB()).filter((stream) => stream.feedStream === "changes");
    expect(asked.sort()).toEqual(carried.map((stream) => stream.entityType).sort());
    for (const excluded of ["TaxCode", "TaxRate", "TaxAgency", "TimeActivity", "JournalCode"]) expect(asked).not.toContain(excluded);
    expect(value).toEqual({ records: [], next: null, watermark: "2026-11-21T09:00:00.250Z" });
  });

  it("routes each record to its stream, deletes included", () => {
    const { value } = read(feed({ Invoice: [...records(2), stub("65")], BillPayment: records(1, 7), Vendor: records(1, 9) }));
    expect(routed(value)).toEqual([
      ["vendors", "9"],
      ["invoices", "1"],
      ["invoices", "2"],
      ["invoices", "65"],
      ["bill-payments", "7"],
    ]);
    expect(value.incomplete).toBeUndefined();
  });

  it("moves its cursor when there is nothing but deletes", () => {
    expect(read(feed({ Bill: [stub("65")] })).value).toMatchObject({ next: null, watermark: "2026-11-21T09:00:00.250Z" });
  });

  it("takes the time from the front of the answer, or from the clock when there is none", () => {
    expect(read(() => response(`{"time":"${TIME}","CDCResponse":[{"QueryResponse":[{}]}]}`)).value.watermark).toBe(
      "2026-11-21T09:00:00.250Z",
    );
    expect(read(() => response({ CDCResponse: [{ QueryResponse: [{}] }] })).value.watermark).toBe(NOW);
    const named = { Item: [{ Id: "1", time: "2020-01-01T00:00:00Z" }] };
    expect(read(() => response({ CDCResponse: [{ QueryResponse: [named] }] })).value.watermark).toBe(NOW);
  });

  it.each([
    ["one entity", { Invoice: records(999), Bill: records(1) }],
    ["all together", { Invoice: records(600), Bill: records(600), Payment: records(10) }],
  ])("asks again one by one when %s reach the limit", (_what, changes) => {
    const { requests, value } = read(feed(changes, { perEntity: 1000, perAnswer: 1000 }));
    expect(requests.length).toBe(1 + (requests[0]?.query?.entities?.split(",").length ?? 0));
    expect(requests.slice(1).every((request) => !request.query?.entities?.includes(","))).toBe(true);
    expect(value.records).toHaveLength(Object.values(changes).reduce((sum, rows) => sum + rows.length, 0));
    expect(value.incomplete).toBeUndefined();
  });

  it("goes by the time of the first answer when it had to ask again", () => {
    let minute = 0;
    const { value } = read((request) => {
      const answer = JSON.parse(decodeText(feed({ Bill: records(1000) })(request).body)) as object;
      return response({ ...answer, time: `2026-11-21T09:${String(minute++).padStart(2, "0")}:00Z` });
    });
    expect(value.watermark).toBe("2026-11-21T09:00:00.000Z");
  });

  it("reports an entity that is full even alone", () => {
    const { value } = read(feed({ Invoice: records(1200), Bill: records(3) }));
    expect(value.incomplete).toEqual([{ stream: "invoices", reason: expect.stringContaining(SINCE), reconcile: true }]);
    expect(value.records).toHaveLength(1003);
  });

  it("has a list read again when one of its values changed", () => {
    const { value } = read(feed({ Class: records(2), Department: records(1), Item: records(1) }));
    expect(routed(value)).toEqual([["items", "1"]]);
    expect(value.incomplete).toMatchObject([
      { stream: "classes", reconcile: false },
      { stream: "departments", reconcile: false },
    ]);
  });

  it("begins now when it has no cursor yet", () => {
    expect(read(feed({}), null).requests[0]?.query?.changedSince).toBe(NOW);
  });

  it("passes over entities that it did not ask for", () => {
    expect(
      read(() => response({ CDCResponse: [{ QueryResponse: [{ Estimate: records(2) }, { Bill: records(1) }] }], time: TIME })).value
        .records,
    ).toHaveLength(1);
  });

  it.each([
    ["HTML", "<html>"],
    ["another answer", { QueryResponse: {} }],
    ["a fault for one entity", { CDCResponse: [{ QueryResponse: [{ Bill: records(1) }, { Fault: { Error: [{ code: "500" }] } }] }] }],
    ["a fault for the whole part", { CDCResponse: [{ Fault: { Error: [{ code: "500" }] } }] }],
  ])("refuses %s", (_what, body) => {
    expect(() => read(() => response(body))).toThrow(AnswerUnreadable);
  });

  it("is not stopped by a record that speaks of faults", () => {
    const Item = [
      { Id: "1", Name: '"Fault"' },
      { Id: "2", Fault: "none" },
    ];
    expect(read(() => response({ CDCResponse: [{ QueryResponse: [{ Item }] }] })).value.records).toHaveLength(2);
  });

  it("maps nothing itself", () => {
    expect(() => streamB("changes").map(contextB(), {})).toThrow(Defect);
  });
});

describe("the streams of Ledger B", () => {
  const streams = adapterB.streams(contextB());

  it("come in three phases, with unique names", () => {
    const names = (phase: number) =>
      streams
        .filter((stream) => stream.phase === phase && !stream.isFeed)
        .map((stream) => stream.name)
        .sort();
    expect(names(1)).toEqual(["accounts", "classes", "company", "customers", "departments", "items", "tax-codes", "tax-rates", "vendors"]);
    expect(names(2)).toEqual(
      [
        "bills",
        "credit-memos",
        "invoices",
        "journal-entries",
        "purchase-orders",
        "purchases",
        "refund-receipts",
        "sales-receipts",
        "vendor-credits",
      ].sort(),
    );
    expect(names(3)).toEqual(["bill-payments", "payments"]);
    expect(new Set(streams.map((stream) => stream.name)).size).toBe(streams.length);
  });

  it("learn of changes and deletes from the feed, taxes and settings from a whole read", () => {
    for (const stream of streams) {
      const whole = ["company", "tax-codes", "tax-rates"].includes(stream.name);
      if (stream.isFeed) expect(stream).toMatchObject({ name: "changes", lookbackDaysMax: 30, overlapMs: 600_000 });
      else if (whole) expect(stream).toMatchObject({ delta: "full", deletes: "full" });
      else expect(stream).toMatchObject({ delta: "feed", feedStream: "changes", deletes: "feed", overlapMs: 600_000 });
    }
  });
});
