import { describe, expect, it } from "vitest";
import { adapterB } from "#main/ledgers/b/index.ts";
import { contextB, converse, response } from "#test/unit/ledgers/b/support.ts";

describe("rule 18: Ledger B has no postings endpoint", () => {
  it("never claims a general-ledger feed, and says why", () => {
    const { value } = converse(adapterB.discover({ ...contextB(), wantsJournals: true }), (request) => {
      if (request.path.includes("companyinfo")) return response({ CompanyInfo: { CompanyName: "Birch" } });
      return response(request.path.endsWith("preferences") ? { Preferences: { Id: "1" } } : { QueryResponse: {} });
    });
    expect(value.capabilities.hasGlFeed).toBe(false);
    expect(value.evidence.hasGlFeed).toContain("doesn't provide postings");
  });

  it("reads no stream of postings, whatever was asked for", () => {
    const streams = adapterB.streams({ ...contextB(), wantsJournals: true });
    expect(streams.map((stream) => stream.entityType)).not.toContain("Journal");
    expect(streams.map((stream) => stream.name)).toEqual(adapterB.streams(contextB()).map((stream) => stream.name));
    const nouns = streams.filter((stream) => /journal|posting|gl/i.test(stream.name));
    // What people type as journals is a document like others, not the ledger's postings.
    expect(nouns.map((stream) => stream.entityType)).toEqual(["JournalEntry"]);
  });

  it("asks no reports endpoint for detail", () => {
    for (const stream of adapterB.streams(contextB())) {
      const first = stream.readPage(contextB(), stream.start("2026-11-20T00:00:00.000Z")).next();
      if (first.done) throw new Error(`${stream.name} asks nothing`);
      expect(first.value.path).toMatch(/\/(query|cdc|preferences)$/);
    }
  });
});
