import { describe, expect, it } from "vitest";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";
import { createEngineLab, heldLab, REFUSED, settle, untilStopped } from "./engine-lab.ts";

const LOCKS = ["organisation"];
const LOCKS_ASKED = "one /Organisation";

describe("a reading before a write", () => {
  it("takes a run of its own where none is under way, also when all slots are taken", async () => {
    const { engine, sent } = await createEngineLab({
      home: tempHome(),
      discovery,
      send: async (clientId, _request, options) => (clientId === "one" ? REFUSED : untilStopped(options)),
    });
    for (let index = 0; index < 48; index++) void engine.sync(`client-${index}`);
    await settle();
    const waiting = engine.sync("two");
    expect(await engine.readNow("one", LOCKS)).toBe(false);
    expect(sent.filter((line) => line.startsWith("one"))).toEqual([LOCKS_ASKED]);
    await settle();
    expect(sent.some((line) => line.startsWith("two"))).toBe(false);
    await engine.stopAll();
    await waiting;
  });

  it("doesn't wait until a run that is queued for a slot gets one", async () => {
    const { engine, sent } = await createEngineLab({
      home: tempHome(),
      discovery,
      send: (_id, _request, options) => untilStopped(options),
    });
    for (let index = 0; index < 48; index++) void engine.sync(`client-${index}`);
    await settle();
    void engine.sync("one");
    const caller = new AbortController();
    const read = engine.readNow("one", LOCKS, caller.signal);
    await settle();
    expect(sent.filter((line) => line.startsWith("one"))).toContain(LOCKS_ASKED);
    caller.abort();
    expect(await read).toBe(false);
    await engine.stopAll();
  });

  it("follows a run that never came to read, and one that was stopped", async () => {
    const { engine, sent, letGo } = await heldLab();
    void engine.sync("one");
    await settle();
    const read = engine.readNow("one", LOCKS);
    await engine.stop("one");
    await settle();
    // The run of its own asks what the connection can do.
    expect(sent).toEqual([LOCKS_ASKED, LOCKS_ASKED]);
    letGo();
    expect(await read).toBe(false);
  });

  it("reads nothing for a caller that left", async () => {
    const { engine, sent } = await heldLab();
    expect(await engine.readNow("one", LOCKS, AbortSignal.abort())).toBe(false);
    expect(sent).toEqual([]);
  });

  it("that the data files keep from reading says so", async () => {
    const full = { code: "storage", message: "full" } as const;
    const { engine, letGo } = await heldLab({ discovery, failing: { "pass.begin": full } });
    letGo();
    expect(await engine.readNow("one", LOCKS)).toBe(false);
  });
});
