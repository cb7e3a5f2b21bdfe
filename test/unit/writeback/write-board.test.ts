import { describe, expect, it } from "vitest";
import { WriteBoard } from "#main/writeback/write-board.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const stored = (jobId: string, state: string) => ({
  ...{ jobId, actionId: jobId, state, content: "", createdMs: 0, updatedMs: 0 },
  body: JSON.stringify({
    title: "Bill",
    operations: [],
    person: "ana",
    mark: "x",
    checks: [],
    calls: null,
    items: [],
    failure: null,
    before: [],
  }),
});
const source = (clientId: string) => ({ clientId, system: "ledger_a", tenantId: clientId }) as const;

describe("the board of all clients' jobs", () => {
  function lab() {
    const time = createVirtualTime();
    const files = new Map<string, Result<ReturnType<typeof stored>[], Failure>>([
      ["oak", ok([stored("1", "queued"), stored("2", "rejected")])],
      ["elm", ok([])],
      ["ash", fail({ code: "damaged", message: "not readable" })],
    ]);
    const read: string[] = [];
    const since: number[] = [];
    let whileReading = () => undefined as unknown;
    const perform = async (_: string, { clientId, endedSinceMs }: { clientId: string; endedSinceMs: number }) => {
      read.push(clientId);
      since.push(time.nowMs() - endedSinceMs);
      whileReading();
      return files.get(clientId) ?? ok([]);
    };
    const board = new WriteBoard({ pool: { perform } as never, clock: time });
    return {
      board,
      read,
      since,
      meanwhile: (act: () => unknown) => (whileReading = act),
      list: () => board.list(["oak", "elm", "ash"].map(source)),
    };
  }

  it("has the jobs of the last 30 days by client, and names the files that can't be read", async () => {
    const { list, since } = lab();
    const { jobs, unreadable } = await list();
    expect([...jobs.keys()]).toEqual(["oak"]);
    expect(jobs.get("oak")?.map(({ job, goesOn }) => [job.jobId, job.clientId, goesOn])).toEqual([
      ["1", "oak", true],
      ["2", "oak", false],
    ]);
    expect(unreadable).toEqual(["ash"]);
    expect(since[0]).toBe(30 * 86_400_000);
  });

  it("reads a file again only when its jobs moved, or when it couldn't be read", async () => {
    const { board, list, read } = lab();
    await list();
    await list();
    expect(read.toSorted()).toEqual(["ash", "ash", "elm", "oak"]);
    board.changed(["oak"]);
    await list();
    expect(read.filter((id) => id === "oak")).toHaveLength(2);
    expect(read.filter((id) => id === "elm")).toHaveLength(1);
  });

  it("doesn't keep what it read while the jobs moved", async () => {
    const { board, list, read, meanwhile } = lab();
    meanwhile(() => board.changed(["oak"]));
    await list();
    meanwhile(() => undefined);
    await list();
    await list();
    expect(read.filter((id) => id === "oak")).toHaveLength(2);
  });

  it("reads every file of a large firm once", async () => {
    const { board, read } = lab();
    const clients = Array.from({ length: 30 }, (_, index) => `c${index}`);
    await board.list(clients.map(source));
    expect(read.toSorted()).toEqual(clients.toSorted());
  });
});
