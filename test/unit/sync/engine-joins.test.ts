import { describe, expect, it } from "vitest";
import type { SyncRequest } from "#main/sync/engine.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";
import { heldLab, settle } from "./engine-lab.ts";

describe("a sync that meets another run", () => {
  // Without a stored discovery, each run begins with one request, whose refusal ends it.
  it.each<[string, SyncRequest, SyncRequest, number]>([
    ["everything new, of the lock dates", { only: ["organisation"] }, {}, 2],
    ["everything new, of an ID comparison", { reconcileOnly: true }, {}, 2],
    ["an ID comparison, of everything new", {}, { reconcileOnly: true }, 2],
    ["an ID comparison, of a full resync", { full: true }, { reconcileOnly: true }, 2],
    ["a full resync, of everything new", {}, { full: true }, 2],
    ["a full resync, of some data sets in full", { full: true, only: ["invoices"] }, { full: true }, 2],
    ["all invoices, of the sales invoices", { only: ["invoices.accrec"] }, { only: ["invoices"] }, 2],
    ["the bills, of the sales invoices", { only: ["invoices.accrec"] }, { only: ["invoices.accpay"] }, 2],
    ["the sales invoices, of all invoices", { only: ["invoices"] }, { only: ["invoices.accrec"] }, 1],
    ["the lock dates, of everything new", {}, { only: ["organisation"] }, 1],
    ["everything new, of a full resync", { full: true }, {}, 1],
    ["an ID comparison, of another", { reconcileOnly: true }, { reconcileOnly: true }, 1],
  ])("and wants %s: takes its answer only when that covers it", async (_, first, second, runs) => {
    const { engine, sent, letGo } = await heldLab();
    const before = engine.sync("one", first);
    await settle();
    const after = engine.sync("one", second);
    await settle();
    expect(sent).toHaveLength(1);
    letGo();
    expect((await after) === (await before)).toBe(runs === 1);
    expect(sent).toHaveLength(runs);
  });

  it("shares the run that follows with all that wait for it", async () => {
    const alone = await heldLab({ discovery });
    alone.letGo();
    await alone.engine.sync("one");
    const { engine, sent, letGo } = await heldLab({ discovery });
    const locks = engine.sync("one", { only: ["organisation"] });
    await settle();
    const both = [engine.sync("one"), engine.sync("one")];
    await settle();
    expect(sent).toEqual(["one /Organisation"]);
    letGo();
    await locks;
    const [a, b] = await Promise.all(both);
    expect(a).toBe(b);
    expect(sent).toHaveLength(1 + alone.sent.length);
  });

  it("ends its wait when its caller stops waiting, and then reads nothing", async () => {
    const { engine, sent, letGo } = await heldLab();
    const locks = engine.sync("one", { only: ["organisation"] });
    await settle();
    const caller = new AbortController();
    const waiting = [engine.sync("one", {}, caller.signal), engine.sync("one", { only: ["organisation"] }, caller.signal)];
    await settle();
    caller.abort();
    for (const sync of await Promise.all(waiting)) expect(sync?.state).toBe("incomplete");
    expect(engine.snapshot("one")?.state).toBe("syncing");
    expect((await engine.sync("one", {}, caller.signal))?.state).toBe("incomplete");
    letGo();
    await locks;
    await settle();
    expect(sent).toHaveLength(1);
  });

  it("isn't taken for a sync, and put first, where it reads only some data sets or compares IDs", async () => {
    for (const [request, isReading] of [
      [{ only: ["organisation"] }, false] as const,
      [{ reconcileOnly: true }, false] as const,
      [{}, true] as const,
    ]) {
      const { engine } = await heldLab();
      expect(engine.isReading("one")).toBe(false);
      void engine.sync("one", request);
      await settle();
      expect(engine.isReading("one")).toBe(isReading);
      expect(engine.goFirst("one")).toBe(isReading);
      expect(engine.snapshot("one")?.goesFirst).toBe(true);
      await engine.stopAll();
    }
  });

  it("is stopped with it", async () => {
    const { engine, sent } = await heldLab();
    const locks = engine.sync("one", { only: ["organisation"] });
    await settle();
    const all = engine.sync("one");
    await engine.stop("one");
    expect(await all).toBe(await locks);
    expect(sent).toHaveLength(1);
  });
});
