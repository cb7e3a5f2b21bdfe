import { describe, expect, it } from "vitest";
import type { SpawnThread } from "#main/ports/index.ts";
import { countersOnDisk } from "#main/runtime/counters-on-disk.ts";
import type { CounterChange } from "#main/transport/limiter/counter-store.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import type { WorkerRequest } from "#main/workers/protocol.ts";
import { tempHome } from "#test/support/temp-home.ts";

const NOW = Date.UTC(2026, 10, 21, 9);
const KEY = "ledger_b/9130";
const reserving = (id: string): CounterChange => ({
  reserved: { id, calls: 5, fromMs: NOW, untilMs: NOW + 1000 },
  settled: [],
  blocks: [],
  pruneBeforeMs: 0,
});

/** A pool on real files whose named operation fails as often as told. */
async function poolFailing(home: string, failures: { op: string; left: number }): Promise<WorkerPool> {
  const spawn: SpawnThread = (name) => {
    const port = inlineThreads(home)(name);
    let answer: (message: unknown) => void = () => undefined;
    return {
      ...port,
      post: (message, transfer) => {
        const { id, op } = message as WorkerRequest;
        if (op !== failures.op || failures.left-- <= 0) port.post(message, transfer);
        else answer({ id, kind: "failure", failure: { code: "storage", message: "busy" } });
      },
      onMessage: (listener) => {
        answer = listener;
        port.onMessage(listener);
      },
    };
  };
  const pool = new WorkerPool(spawn, 1);
  await pool.must("firm.check", {});
  return pool;
}

const idsOf = async (counters: ReturnType<typeof countersOnDisk>) =>
  (await counters.load(KEY)).reservations.map((reservation) => reservation.id);

describe("the limiters' counters on disk", () => {
  it("lose nothing of commits made at the same moment, and are there after a restart", async () => {
    const home = tempHome();
    const pool = await poolFailing(home, { op: "", left: 0 });
    const counters = countersOnDisk(pool, () => NOW);
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
    await Promise.all(ids.map((id) => counters.commit(KEY, reserving(id))));
    expect(await idsOf(counters)).toEqual(ids);
    await pool.close();
    const again = await poolFailing(home, { op: "", left: 0 });
    expect(await idsOf(countersOnDisk(again, () => NOW))).toEqual(ids);
    expect((await countersOnDisk(again, () => NOW).load("other")).reservations).toEqual([]);
    await again.close();
  });

  it("that could not be read once are read the next time", async () => {
    const pool = await poolFailing(tempHome(), { op: "firm.counters", left: 1 });
    const counters = countersOnDisk(pool, () => NOW);
    await expect(counters.load(KEY)).rejects.toThrow("busy");
    expect(await idsOf(counters)).toEqual([]);
    await pool.close();
  });

  it("that could not be written refuse the calls they announce, and count them all the same", async () => {
    const home = tempHome();
    const pool = await poolFailing(home, { op: "firm.saveCounters", left: 1 });
    const counters = countersOnDisk(pool, () => NOW);
    await expect(counters.commit(KEY, reserving("refused"))).rejects.toThrow("busy");
    await counters.commit(KEY, reserving("kept"));
    await pool.close();
    const again = await poolFailing(home, { op: "", left: 0 });
    expect(await idsOf(countersOnDisk(again, () => NOW))).toEqual(["refused", "kept"]);
    await again.close();
  });
});
