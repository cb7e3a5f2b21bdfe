import { describe, expect, test } from "vitest";
import { viewJob } from "#main/writeback/job.ts";

const call = (status: "pending" | "sent" | "done", sends: number) => ({
  request: { method: "POST", url: "/bills", headers: {}, body: null },
  ...{ items: [], status, sends, firstSentMs: null, lastSentMs: null, absentMs: [] },
});

const stored = (state: string, calls: readonly ReturnType<typeof call>[]) => ({
  ...{ jobId: "1", actionId: "1", state, content: "", createdMs: 0, updatedMs: 0 },
  body: JSON.stringify({
    title: "Bill",
    operations: [],
    person: "ana",
    mark: "x",
    checks: [],
    calls,
    items: [],
    failure: null,
    before: [],
  }),
});

describe("a write that waits for a limit of the ledger (rule 26)", () => {
  const state = (job: ReturnType<typeof stored>, isWaiting: boolean) => viewJob("client", job, isWaiting).state;

  test("is queued for people, although a crash must find it noted as sent", () => {
    expect(state(stored("sent", [call("sent", 1)]), true)).toBe("queued");
    expect(state(stored("sent", [call("done", 1), call("sent", 1)]), true)).toBe("queued");
  });

  test("is sent once it has left, also while its repetition waits", () => {
    expect(state(stored("sent", [call("sent", 1)]), false)).toBe("sent");
    expect(state(stored("sent", [call("sent", 2)]), true)).toBe("sent");
    expect(state(stored("sent", [call("done", 1), call("sent", 2)]), true)).toBe("sent");
    expect(state(stored("unknown", [call("sent", 1)]), true)).toBe("unknown");
  });
});
