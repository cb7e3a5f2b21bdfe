import { describe, expect, it } from "vitest";
import type { CloseSummary } from "#main/store/clients/firm.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import type { LinkOutcome } from "#main/sync/ledger-link.ts";
import { streamsAtOnce } from "#main/sync/plan.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";
import { answered, createEngineLab, type EngineLabOptions, queueOf, settle, UNTIMED, untilStopped } from "./engine-lab.ts";

const AT_ONCE = 48;
const failure: Failure = { code: "ledger_rejected", message: "no" };
const lab = (options: Omit<EngineLabOptions, "home">) => createEngineLab({ home: tempHome(), ...options });
const names = (count: number) => Array.from({ length: count }, (_, index) => `client-${index}`);

describe("turns", () => {
  it("are limited, and a client that waits for a day does not hold one", async () => {
    const queued = new Map<string, () => void>();
    const { engine, sent } = await lab({
      send: (clientId, _request, options) => {
        queued.set(clientId, () => options.onQueued(queueOf("day")));
        options.onQueued(queueOf("minute"));
        return untilStopped(options);
      },
    });
    const runs = names(AT_ONCE + 2).map((clientId) => engine.sync(clientId));
    await settle();
    expect(sent).toHaveLength(AT_ONCE);
    queued.get("client-3")?.();
    queued.get("client-3")?.();
    await settle();
    expect(sent.slice(AT_ONCE)).toEqual([`client-${AT_ONCE} /Organisation`]);
    await engine.stop("client-0");
    await settle();
    expect(sent.slice(AT_ONCE + 1)).toEqual([`client-${AT_ONCE + 1} /Organisation`]);
    await engine.stopAll();
    expect((await Promise.all(runs)).every((sync) => sync?.state === "queued")).toBe(true);
  });

  it("a run that waits for its turn can be stopped, takes no turn and sends nothing", async () => {
    const { engine, sent } = await lab({ send: (_clientId, _request, options) => untilStopped(options) });
    const runs = names(AT_ONCE + 1).map((clientId) => engine.sync(clientId));
    await settle();
    await engine.stop(`client-${AT_ONCE}`);
    expect((await runs[AT_ONCE])?.state).toBe("incomplete");
    // The others keep their places: the next one still waits.
    void engine.sync("late");
    await settle();
    expect(sent.some((line) => line.startsWith("late"))).toBe(false);
    await engine.stop("client-0");
    await settle();
    expect(sent.some((line) => line.startsWith("late"))).toBe(true);
    await engine.stopAll();
  });
});

describe("going first", () => {
  it("takes the next free place, before those that waited longer", async () => {
    const { engine, sent } = await lab({ send: (_clientId, _request, options) => untilStopped(options) });
    const runs = names(AT_ONCE + 3).map((clientId) => engine.sync(clientId));
    await settle();
    const last = `client-${AT_ONCE + 2}`;
    expect(engine.snapshot(last)).toMatchObject({ state: "queued", queue: { reason: "turn", position: 3, waiting: 3 }, goesFirst: false });
    expect(engine.goFirst(last)).toBe(true);
    expect(engine.snapshot(last)).toMatchObject({ queue: { position: 1 }, goesFirst: true });
    await engine.stop("client-0");
    await settle();
    expect(sent.at(-1)).toBe(`${last} /Organisation`);
    await engine.stopAll();
    await Promise.all(runs);
  });

  it("is told to the ledger's queue with the requests that wait already, and ends with the run", async () => {
    const asked: boolean[] = [];
    const { engine } = await lab({
      discovery,
      send: (_clientId, _request, options) => {
        asked.push(options.goesFirst?.() ?? false);
        waiting.push(() => options.goesFirst?.() ?? false);
        return untilStopped(options);
      },
    });
    const waiting: (() => boolean)[] = [];
    void engine.sync("one");
    await settle();
    engine.goFirst("one");
    expect(asked.every((first) => !first)).toBe(true);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every((goesFirst) => goesFirst())).toBe(true);
    await engine.stop("one");
    expect(engine.goFirst("one")).toBe(false);
    void engine.sync("one");
    await settle();
    expect(asked.at(-1)).toBe(false);
    await engine.stopAll();
  });
});

describe("a run", () => {
  it("is one per client: the second to ask joins the first", async () => {
    const { engine, sent } = await lab({ send: (_clientId, _request, options) => untilStopped(options) });
    const both = [engine.sync("one"), engine.sync("one")];
    await settle();
    const third = engine.sync("one");
    expect(sent).toHaveLength(1);
    await engine.stop("one");
    const [a, b, c] = await Promise.all([...both, third]);
    expect(a).toBe(b);
    expect(a).toBe(c);
    expect(engine.snapshot("one")).toBeNull();
  });

  it("for news ends before everything is read again, and is stopped for both", async () => {
    const kinds: string[] = [];
    const asks = new Map<number, (outcome: LinkOutcome) => void>();
    const { engine, pool, addClient } = await lab({
      send: (_clientId, request, options) => {
        kinds.push(request.path);
        return new Promise((resolve) => {
          asks.set(kinds.length, resolve);
          options.signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
        });
      },
    });
    await addClient("one");
    const news = engine.sync("one");
    await settle();
    const everything = engine.sync("one", { full: true });
    asks.get(1)?.({ kind: "rejected", failure });
    expect((await news)?.failure).toEqual(failure);
    await settle();
    // The second run asks again.
    expect(kinds).toEqual(["/Organisation", "/Organisation"]);
    const again = engine.sync("one", { full: true });
    await engine.stop("one");
    expect(await again).toBe(await everything);
    expect(kinds).toHaveLength(2);
    await pool.close();
  });

  it("stopped while it waits says queued, with the time at which it would go on", async () => {
    const { engine } = await lab({
      discovery,
      send: (_clientId, _request, options) => {
        options.onQueued(queueOf("day"));
        return untilStopped(options);
      },
    });
    const run = engine.sync("one");
    await settle();
    expect(engine.snapshot("one")).toMatchObject({ state: "queued", queue: { reason: "day" } });
    await engine.stop("one");
    const ended = await run;
    expect(ended).toMatchObject({ state: "queued", queue: { reason: "day" } });
    const waited = ended?.streams.filter((stream) => stream.state === "queued") ?? [];
    expect(waited.length).toBeGreaterThan(0);
    expect(waited.every((stream) => stream.resumeAt === "2026-11-22T00:00:00.000Z")).toBe(true);
  });

  it("whose discovery had to wait is not called queued for the rest of its time", async () => {
    const { engine } = await lab({
      send: async (_clientId, request, options) => {
        if (request.path !== "/Organisation" || engine.snapshot("one")?.streams.length !== 0) return untilStopped(options);
        options.onQueued(queueOf("minute"));
        return answered();
      },
    });
    const run = engine.sync("one");
    await settle();
    expect(engine.snapshot("one")).toMatchObject({ state: "syncing", queue: null });
    await engine.stop("one");
    expect((await run)?.state).toBe("incomplete");
  });

  it("whose every stream is refused is incomplete, with the first reason and each stream's own", async () => {
    const { engine, pool, addClient } = await lab({ discovery, send: async () => ({ kind: "rejected", failure }) });
    await addClient("one");
    const ended = await engine.sync("one");
    expect(ended).toMatchObject({ state: "incomplete", failure, asOf: null });
    expect(ended?.streams.every((stream) => stream.state === "failed" && stream.failure?.code === "ledger_rejected")).toBe(true);
    expect((await pool.must("firm.clients", {}))[0]?.rollup).toMatchObject({ state: "incomplete", problem: "no", streamsDone: 0 });
    // The file is closed with the run: another operation has to set it up first.
    await expect(pool.perform("run.start", { clientId: "one", system: "ledger_a", tenantId: "one" })).rejects.toThrow(/not set up/);
  });

  it.each<[LinkOutcome["kind"], string]>([
    ["needs_sign_in", "needs_sign_in"],
    ["unreachable", "offline"],
  ])("whose first stream meets %s stops there and is %s", async (kind, state) => {
    const { engine, sent } = await lab({ discovery, send: async () => ({ kind, failure }) as LinkOutcome });
    expect(await engine.sync("one")).toMatchObject({ state, failure });
    expect(sent.length).toBeLessThanOrEqual(streamsAtOnce(UNTIMED.concurrency));
  });

  it("that breaks is told to who asked, and the client can be read again", async () => {
    let broken = true;
    const { engine } = await lab({
      send: async () => {
        if (broken) throw new Error("a defect");
        return { kind: "rejected", failure };
      },
    });
    const run = engine.sync("one");
    const stopped = engine.stop("one");
    await expect(run).rejects.toThrow("a defect");
    await stopped;
    broken = false;
    expect(await engine.sync("one")).toMatchObject({ state: "failed" });
  });

  it("that can't write its files ends as failed with the reason, not as a defect", async () => {
    const full: Failure = { code: "storage", message: "The disk is full." };
    const { engine, pool, addClient } = await lab({ discovery, failing: { "run.start": full }, send: async () => answered() });
    await addClient("one");
    expect(await engine.sync("one")).toMatchObject({ state: "failed", failure: full });
    expect((await pool.must("firm.clients", {}))[0]?.rollup).toMatchObject({ state: "failed", problem: "The disk is full." });
    const nothing = await lab({ discovery, failing: { "run.start": full, "firm.saveRollup": full }, send: async () => answered() });
    expect(await nothing.engine.sync("one")).toMatchObject({ state: "failed", failure: full });
  });
});

const SUMMARY: CloseSummary = {
  ...{ period: "2026-10", periodEnd: calendarDate("2026-10-31"), status: "closed", due: calendarDate("2026-11-10"), openDue: null },
  ...{ progress: { tasks: 28, done: 28, byHand: 0, late: 0 }, blocks: [], variances: null, preparer: "Ada", reviewer: "Bob" },
  ...{ openChanges: 0, updatedAt: instantFromMs(2) },
};

describe("a close whose client can't be read", () => {
  it("is looked at again, because it rests on the sync's state", async () => {
    const { engine, pool, addClient } = await lab({ discovery, send: async () => ({ kind: "rejected", failure }) });
    await addClient("one");
    await engine.sync("one");
    await pool.must("firm.saveClose", { clientId: "one", summary: SUMMARY, askedMs: 2 });
    await engine.sync("one", { full: true });
    expect((await pool.must("firm.clients", {}))[0]?.rollup?.close?.updatedAt).toBe(instantFromMs(0));
  });
});

describe("a close that is saved while its client is read", () => {
  it("is still there after the run, and is to be looked at again even though the run failed", async () => {
    const saved: Promise<unknown>[] = [];
    let isArmed = false;
    const { engine, pool, addClient } = await lab({
      discovery,
      send: async () => ({ kind: "rejected", failure }),
      before: {
        "firm.saveRollup": () => {
          if (!isArmed) return;
          isArmed = false;
          saved.push(pool.must("firm.saveClose", { clientId: "one", summary: SUMMARY, askedMs: 2 }));
        },
      },
    });
    await addClient("one");
    await engine.sync("one");
    isArmed = true;
    await engine.sync("one");
    await Promise.all(saved);
    expect(saved).toHaveLength(1);
    expect((await pool.must("firm.clients", {}))[0]?.rollup).toMatchObject({
      close: { ...SUMMARY, updatedAt: instantFromMs(0) },
      streamsDone: 0,
    });
  });
});

describe("a client's as-of", () => {
  it("is the oldest of its streams', and none while one was never read", async () => {
    const home = tempHome();
    const { engine } = await createEngineLab({ home, discovery, send: async () => ({ kind: "rejected", failure }) });
    await engine.sync("one");
    const db = openClientFile(home, "one");
    const closed = db.prepare("UPDATE stream SET first_completed_ms = 1, completed_ms = ? WHERE stream_no = ?");
    const numbers = db.prepare("SELECT stream_no FROM stream ORDER BY stream_no").pluck().all() as number[];
    const day = Date.UTC(2026, 10, 1);
    for (const number of numbers.slice(1)) closed.run(day + number, number);
    expect((await engine.sync("one"))?.asOf).toBeNull();
    closed.run(day + 900, numbers[0]);
    expect((await engine.sync("one"))?.asOf).toBe(instantFromMs(day + (numbers[1] as number)));
    db.close();
  });
});

describe("discovery", () => {
  const rollup = {
    ...{ documents: 5, parties: 2, openReceivables: 1, openPayables: 0, findings: 0, removed: 0, lockedThrough: null },
    ...{ state: "up_to_date" as const, asOf: "2026-11-20T09:00:00.000Z" as never, problem: null, streamsDone: 9, streamsTotal: 9 },
  };

  it.each<[string, () => Promise<LinkOutcome>, string, string]>([
    ["is refused", async () => ({ kind: "rejected", failure }), "failed", "ledger_rejected"],
    [
      "needs a sign-in",
      async () => ({ kind: "needs_sign_in", failure: { code: "needs_sign_in", message: "no" } }),
      "needs_sign_in",
      "needs_sign_in",
    ],
    [
      "does not get through",
      async () => ({ kind: "unreachable", failure: { code: "ledger_unreachable", message: "no" } }),
      "offline",
      "ledger_unreachable",
    ],
    ["is answered with something else", async () => answered(404, "<html>"), "failed", "ledger_unreadable"],
  ])("that %s leaves the figures and the as-of of the last read", async (_, send, state, code) => {
    const { engine, pool, addClient, sent } = await lab({ send });
    await addClient("one");
    await pool.must("firm.saveRollup", { clientId: "one", change: rollup, nowMs: 1 });
    expect(await engine.sync("one")).toMatchObject({ state, failure: { code } });
    expect(sent).toHaveLength(1);
    expect((await pool.must("firm.clients", {}))[0]?.rollup).toEqual({
      ...rollup,
      state,
      ...{ problem: expect.any(String), problemCode: code },
      closeActedMs: expect.any(Number),
    });
  });

  it("is asked again when everything is to be read, and only then while it is fresh", async () => {
    const { engine, sent } = await lab({ discovery, send: async () => ({ kind: "unreachable", failure }) });
    await engine.sync("one");
    expect(sent.some((line) => line === "one /Organisation/Actions")).toBe(false);
    sent.length = 0;
    await engine.sync("one", { full: true });
    expect(sent).toEqual(["one /Organisation"]);
  });
});
