import { describe, expect, it } from "vitest";
import type { LedgerRequest } from "#main/ledgers/adapter.ts";
import { adapterC } from "#main/ledgers/c/index.ts";
import { context, play, rowsAnswer, textOf } from "#test/unit/ledgers/c/support.ts";

const streams = adapterC.streams(context());
const since = "2026-10-12T16:00:41.000Z";

// Rule 31: Ledger C has no webhooks; changes are found by asking for lastmodifieddate.
describe("rule 31: Ledger C is polled by lastmodifieddate", () => {
  it("has no change feed and no stream that waits for one", () => {
    expect(streams.length).toBeGreaterThan(0);
    for (const stream of streams) {
      expect(["since", "full"]).toContain(stream.delta);
      expect(stream.feedStream).toBeUndefined();
      expect(stream.isFeed).toBeUndefined();
    }
  });

  it.each(streams.filter((stream) => stream.delta === "since").map((stream) => [stream.name, stream] as const))(
    "%s asks for what changed at or after a time, with a day of overlap",
    (_name, stream) => {
      const ask = (position: string | null) =>
        play(stream.readPage(context(), stream.start(position)), () => rowsAnswer([])).asked.map(textOf);
      const [changes] = ask(since);
      expect(changes).toContain(`lastmodifieddate >= TO_TIMESTAMP('2026-10-12T16:00:41','YYYY-MM-DD"T"HH24:MI:SS')`);
      expect(changes).not.toContain("trandate >");
      expect(ask(null)[0]).not.toContain("TO_TIMESTAMP");
      // Times are in the zone of the account, which is never more than a day away.
      expect(stream.overlapMs).toBeGreaterThanOrEqual(86_400_000);
    },
  );

  it("moves on to the latest change time that a page showed", () => {
    const stream = streams.find((one) => one.name === "customers");
    const rows = ["2026-10-12T16:00:41", "2026-10-13T00:00:00", "2026-10-12T23:59:59"].map((lastmodifieddate, index) => ({
      id: String(index + 1),
      lastmodifieddate,
    }));
    const page = stream === undefined ? undefined : play(stream.readPage(context(), stream.start(since)), () => rowsAnswer(rows)).result;
    expect(page?.watermark).toBe("2026-10-13T00:00:00.000Z");
  });

  it("writes nothing into the ledger to be told of changes", () => {
    const asked: LedgerRequest[] = streams.flatMap((stream) => [
      ...play(stream.readPage(context(), stream.start(since)), () => rowsAnswer([])).asked,
    ]);
    expect(asked.every((request) => request.method === "POST" && request.path.endsWith("/query_language"))).toBe(true);
    expect(asked.every((request) => textOf(request).startsWith("SELECT "))).toBe(true);
  });

  it("compares ids for what was deleted, because a hard delete shows nowhere", () => {
    for (const stream of streams.filter((one) => one.name.startsWith("transactions."))) {
      expect(stream.deletes).toBe("reconcile");
      expect(stream.readIds).toBeDefined();
    }
  });
});
