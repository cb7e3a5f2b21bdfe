import { describe, expect, it } from "vitest";
import { bill, createWriteQueueLab } from "#test/support/write-queue-lab.ts";

const clientId = "c";
const HOUR_MS = 3_600_000;

/** A ledger that says which dates are locked only after so long, unless nobody waits any more. */
function slowLocks(ms: number) {
  const lab = createWriteQueueLab();
  lab.meanwhile = (signal) => lab.time.sleep(ms, signal).catch(() => undefined);
  return lab;
}

describe("locks that a limit keeps from being read", () => {
  it("leave an update queued until they are", async () => {
    const lab = slowLocks(HOUR_MS);
    const sent = lab.queue.submit({ clientId, operations: [bill("B-1")] });
    await lab.time.pass(10_000);
    expect([...lab.jobs.values()].map(({ state }) => state)).toEqual(["queued"]);
    expect(lab.published.at(-1)).toMatch(/ queued$/);
    expect(lab.sent).toEqual([]);
    await lab.run(sent);
    expect([...lab.jobs.values()].map(({ state }) => state)).toEqual(["accepted"]);
  });

  it("don't keep a person from a review", async () => {
    const lab = slowLocks(23 * HOUR_MS);
    const began = lab.time.nowMs();
    const plan = await lab.run(lab.queue.plan({ clientId, operations: [bill("B-1")] }));
    expect(plan).toMatchObject({ ok: true, value: { requests: [{ method: "POST" }] } });
    expect(lab.time.nowMs() - began).toBeLessThan(10_000);
  });

  it("hold up nothing where they are read at once", async () => {
    const lab = slowLocks(500);
    await lab.run(lab.queue.submit({ clientId, operations: [bill("B-1")] }));
    expect(lab.published.filter((news) => news.endsWith(" queued"))).toEqual([]);
  });
});
