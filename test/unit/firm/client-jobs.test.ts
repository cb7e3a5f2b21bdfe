import { expect, it } from "vitest";
import { ClientLog, type ClientLogPorts } from "#main/firm/client-log.ts";
import type { WorkServer } from "#main/firm/work-server.ts";
import type { StoredAttempt, StoredJob } from "#main/store/records/write-store.ts";
import { addJob, changeJob, readJob, takeJobs } from "#main/store/records/write-store.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { createIngestLab } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const SOURCE = { clientId: "client", system: "ledger_a", tenantId: "tenant" } as const;
const HASH = "0".repeat(64);

function jobIn(state: string, updatedMs: number): StoredJob {
  return { jobId: "job", actionId: "act", state, content: "content", body: state, createdMs: 1, updatedMs };
}

function attempt(answeredMs: number | null): StoredAttempt {
  return {
    attemptNo: 5,
    jobId: "job",
    callNo: 0,
    purpose: "write",
    request: "{}",
    sentMs: 2,
    answeredMs,
    status: null,
    answer: null,
    note: null,
  };
}

it("brings back what the server lost though the lease ends while it is being taken", async () => {
  const job = jobIn("unknown", 3);
  const restored: number[] = [];
  const server: Partial<WorkServer> = {
    takeLease: async () => ok({ fence: 1, counters: {}, serverMs: 0 }),
    releaseLease: async () => undefined,
    count: async () => fail({ code: "lease_lost", message: "It has run out." }),
    endOfLog: async () => ok({ page: 0, hash: HASH }),
    jobsBeside: async () => {
      // A call that waited is counted just now, and finds that the lease has run out.
      await log.count({ fence: 1, counters: {}, serverMs: 0, askedMs: 0, answeredMs: 0, goodUntil: 0 }, {});
      return ok({ jobs: [], ids: new Set<string>() });
    },
    restoreJob: async (_client, fence) => {
      restored.push(fence);
      return ok(undefined);
    },
  };
  const answers: Record<string, unknown> = {
    "log.position": { page: 0, hash: HASH },
    "writes.list": [job],
    "writes.get": { job, attempts: [attempt(null)] },
  };
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const quiet = { warn: () => undefined };
  const ports = {
    ...{ server, clock, log: quiet, pool: { must: async (op: string) => answers[op] } },
    ...{ settleCounters: async () => true, onNewLease: () => undefined, onServerTime: () => undefined, onPages: () => undefined },
    onUnshared: () => undefined,
  };
  const log: ClientLog = new ClientLog(SOURCE, ports as unknown as ClientLogPorts);
  const waited = new Promise((resolve) => setTimeout(resolve, 5_000, "it waits for itself"));
  expect(await Promise.race([log.lease(), waited])).toMatchObject({ ok: true, value: { fence: 1 } });
  expect(restored).toEqual([1]);
});

it("keeps what was done with a job here while the server was asked for its jobs", () => {
  const { db } = createIngestLab(tempHome());
  try {
    addJob(db, jobIn("ready", 1));
    const start = { callNo: 0, purpose: "write", request: "{}", sentMs: 2, attemptNo: 5 };
    // The server's word of the same change comes first.
    takeJobs(db, [{ job: jobIn("sent", 2), attempts: [attempt(null)], knownMs: 1 }]);
    expect(changeJob(db, { jobId: "job", state: "sent", body: "sent", nowMs: 2, knownMs: 1, start })).toEqual({
      attemptNo: 5,
      updatedMs: 2,
    });
    changeJob(db, { jobId: "job", state: "accepted", body: "accepted", nowMs: 3, knownMs: 2 });
    takeJobs(db, [{ job: jobIn("sent", 2), attempts: [attempt(null)], knownMs: 2 }]);
    expect(readJob(db, "job")?.job).toMatchObject({ state: "accepted", updatedMs: 3 });
    takeJobs(db, [{ job: jobIn("partial", 4), attempts: [attempt(4)], knownMs: 3 }]);
    expect(readJob(db, "job")).toMatchObject({ job: { state: "partial", updatedMs: 4 }, attempts: [{ attemptNo: 5, answeredMs: 4 }] });
  } finally {
    db.close();
  }
});
