import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesRequest, companyInfoRequest, preferencesRequest, queryRequest, queryText } from "#main/ledgers/b/requests.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { instant } from "#shared/kernel/instant.ts";
import { contextB } from "./support.ts";

const page = { entity: "Bill", orderBy: "MetaData.LastUpdatedTime", startPosition: 1, maxResults: 1000 } as const;

describe("requests to Ledger B", () => {
  it("writes a page's query", () => {
    const since = instant("2026-10-12T09:00:41-07:00");
    const where = [
      { property: "Active", operator: "IN", value: { anyOf: [{ truth: true }, { truth: false }] } },
      { property: "MetaData.LastUpdatedTime", operator: ">=", value: { instant: since } },
    ] as const;
    expect(queryText({ ...page, where })).toBe(
      "SELECT * FROM Bill WHERE Active IN (true,false) AND MetaData.LastUpdatedTime >= '2026-10-12T16:00:41.000Z' ORDER BY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000",
    );
    expect(queryText({ ...page, where: [] })).toBe(
      "SELECT * FROM Bill ORDER BY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000",
    );
  });

  it("lets no text out of its quotes", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = queryText({ ...page, where: [{ property: "DocNumber", operator: "=", value: { text } }] });
        const head = "SELECT * FROM Bill WHERE DocNumber = '";
        const tail = "' ORDER BY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000";
        expect(query.startsWith(head) && query.endsWith(tail)).toBe(true);
        const inside = query.slice(head.length, query.length - tail.length);
        expect(inside).toMatch(/^(?:[^\\']|\\[\\'])*$/);
        expect(inside.replace(/\\([\\'])/g, "$1")).toBe(text);
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %s as a row", (startPosition) => {
    expect(() => queryText({ ...page, where: [], startPosition })).toThrow(Defect);
  });

  it("carries realm, minor version and media type on every request", () => {
    const context = { ...contextB(), tenantId: "91/30" };
    const since = instant("2026-10-12T16:00:41Z");
    const requests = [
      queryRequest(context, { ...page, where: [] }),
      changesRequest(context, ["Invoice", "Bill"], since),
      preferencesRequest(context),
      companyInfoRequest(context),
    ];
    expect(requests.map((request) => request.path)).toEqual([
      "/v3/company/91%2F30/query",
      "/v3/company/91%2F30/cdc",
      "/v3/company/91%2F30/preferences",
      "/v3/company/91%2F30/companyinfo/91%2F30",
    ]);
    for (const request of requests)
      expect(request).toMatchObject({ method: "GET", query: { minorversion: "75" }, headers: { Accept: "application/json" } });
    expect(requests[1]?.query).toMatchObject({ entities: "Invoice,Bill", changedSince: "2026-10-12T16:00:41.000Z" });
  });
});
