import { describe, expect, it } from "vitest";
import type { LinkWriteOutcome } from "#main/sync/ledger-link.ts";
import { absent, callOf, createJobLab, LONG_MEMORY, lost, posted, SETTLE, START, seen, sentAt } from "#test/support/job-lab.ts";

const HOUR = 3_600_000;

/** A job whose write waits for a limit, while somebody may close its month. */
function waiting(waitMs: number, closesMs: number) {
  const asked: number[] = [];
  const outcome = async (_signal: AbortSignal, mayStillGo: () => boolean): Promise<LinkWriteOutcome> => {
    await job.time.sleep(waitMs);
    return mayStillGo() ? posted : { kind: "cancelled" };
  };
  const lockedNow = async () => {
    asked.push(job.time.nowMs() - START);
    return job.time.nowMs() - START >= closesMs ? "June is closed." : null;
  };
  const job = createJobLab({ writes: [outcome, posted], tools: { lockedNow } });
  return { job, asked };
}

describe("a write that waited for a limit of its ledger (rule 7)", () => {
  it("isn't sent behind a lock that was set meanwhile", async () => {
    const { job, asked } = waiting(2 * HOUR, HOUR);
    const { state, items, calls } = await job.run();
    expect([state, items[0]?.message, asked]).toEqual(["rejected", "Not sent: June is closed.", [2 * HOUR]]);
    expect([calls[0]?.sends, job.writesAt()]).toEqual([0, [0]]);
    expect(job.attempts[0]?.note).toMatch(/^Not sent\. /);
  });

  it("is sent where its month is still open, after the locks were asked again", async () => {
    const { job, asked } = waiting(2 * HOUR, 3 * HOUR);
    expect([(await job.run()).state, asked, job.writesAt()]).toEqual(["accepted", [2 * HOUR], [0, 7_200]]);
  });

  it("is sent at once after a short wait", async () => {
    const { job, asked } = waiting(59_000, 0);
    expect([(await job.run()).state, asked, job.writesAt()]).toEqual(["accepted", [], [0]]);
  });
});

describe("a write whose answer was lost, behind a lock that was set since (rule 7)", () => {
  const nothing = Array.from({ length: 3 }, () => seen(absent));
  const tools = { checkedMs: null, lockedNow: async () => "June is closed." };

  it("isn't repeated: it's looked for, and refused when it isn't there", async () => {
    const call = callOf({ ...sentAt(START - HOUR), replays: true });
    const job = createJobLab({ calls: [call], state: "unknown", trust: LONG_MEMORY, reads: nothing, tools });
    const { state, items } = await job.run();
    expect([state, items[0]?.message, job.writesAt()]).toEqual(["rejected", "Not posted: June is closed.", []]);
    expect(job.readsAt()).toEqual([0, SETTLE / 1_000]);
  });

  it("is repeated while its month is open", async () => {
    const call = callOf({ ...sentAt(START - HOUR), replays: true });
    const open = { ...tools, lockedNow: async () => null };
    const job = createJobLab({ calls: [call], state: "unknown", trust: LONG_MEMORY, writes: [lost, posted], tools: open });
    expect([(await job.run()).state, job.writesAt()]).toEqual(["accepted", [2, 6]]);
  });
});
