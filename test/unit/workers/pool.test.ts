import { describe, expect, it } from "vitest";
import type { SpawnThread } from "#main/ports/index.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { OperationFailed, WorkerPool } from "#main/workers/pool.ts";
import type { WorkerReply, WorkerRequest } from "#main/workers/protocol.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { tempHome } from "#test/support/temp-home.ts";

interface FakeThread {
  readonly name: string;
  readonly asked: WorkerRequest[];
  reply(reply: WorkerReply): void;
  die(error: Error | null): void;
}

/** Threads that answer when told to. */
function fakeThreads(): { readonly started: FakeThread[]; readonly spawn: SpawnThread } {
  const started: FakeThread[] = [];
  const spawn: SpawnThread = (name) => {
    const asked: WorkerRequest[] = [];
    let onMessage: (message: unknown) => void = () => undefined;
    let onExit: (error: Error | null) => void = () => undefined;
    started.push({ name, asked, reply: (reply) => onMessage(reply), die: (error) => onExit(error) });
    return {
      post: (message) => void asked.push(message as WorkerRequest),
      onMessage: (listener) => {
        onMessage = listener;
      },
      onExit: (listener) => {
        onExit = listener;
      },
      close: async () => onExit(null),
    };
  };
  return { started, spawn };
}

const source = (clientId: string) => ({ clientId, system: "ledger_a" as const, tenantId: "t" });
const threadOf = (threads: readonly FakeThread[], op: string) =>
  threads.find((thread) => thread.asked.some((asked) => asked.op === op))?.name;

describe("the pool of file-owning threads", () => {
  it("sends questions to the reader, the registry to the first writer and a client always to the same writer", () => {
    const { started, spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 3);
    void pool.perform("streams.list", source("a"));
    void pool.perform("firm.clients", {});
    void pool.perform("firm.setPaused", { clientId: "z", paused: true });
    expect([threadOf(started, "streams.list"), threadOf(started, "firm.clients"), threadOf(started, "firm.setPaused")]).toEqual([
      "reader",
      "reader",
      "writer-0",
    ]);
    for (let client = 0; client < 40; client++)
      for (let time = 0; time < 2; time++) void pool.perform("run.start", source(`client-${client}`));
    const owners = new Map<string, Set<string>>();
    for (const { name, asked } of started)
      for (const { op, input } of asked) {
        if (op !== "run.start") continue;
        const { clientId } = input as { clientId: string };
        owners.set(clientId, (owners.get(clientId) ?? new Set()).add(name));
      }
    expect([...owners.values()].every((names) => names.size === 1)).toBe(true);
    expect(new Set([...owners.values()].flatMap((names) => [...names])).size).toBe(3);
  });

  it("works out what nobody waits for beside the questions of windows", () => {
    const { started, spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 1);
    void pool.perform("operation.later", { ...source("a"), name: "close.refreshStatus" } as never);
    void pool.perform("operation.read", { ...source("a"), name: "documents.show" } as never);
    expect([threadOf(started, "operation.later"), threadOf(started, "operation.read")]).toEqual(["packer", "reader"]);
  });

  it("gives each caller its own answer, whatever the order", async () => {
    const { started, spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 1);
    const answers = [pool.perform("firm.clients", {}), pool.perform("firm.counters", {}), pool.perform("firm.connections", {})];
    const reader = started.find(({ name }) => name === "reader");
    const ids = reader?.asked.map((asked) => asked.id) ?? [];
    reader?.reply({ id: ids[2] as number, kind: "value", value: ["third"] });
    reader?.reply({ id: ids[0] as number, kind: "failure", failure: { code: "storage", message: "busy" } });
    reader?.reply({ id: ids[1] as number, kind: "defect", message: "firm.counters: no", stack: "the trace" });
    reader?.reply({ id: 999, kind: "value", value: "nobody asked" });
    expect(await answers[2]).toEqual({ ok: true, value: ["third"] });
    expect(await answers[0]).toEqual({ ok: false, failure: { code: "storage", message: "busy" } });
    await expect(answers[1]).rejects.toMatchObject({ name: "Defect", stack: "the trace" });
  });

  it("rejects what waits when a thread dies, starts it again for the next, and leaves the others alone", async () => {
    const { started, spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 1);
    const lost = pool.perform("firm.setPaused", { clientId: "a", paused: true });
    const reading = pool.perform("firm.clients", {});
    started[0]?.die(new Error("out of memory"));
    await expect(lost).rejects.toThrow("out of memory");
    const next = pool.perform("firm.setPaused", { clientId: "a", paused: true });
    expect(started.map(({ name }) => name)).toEqual(["writer-0", "reader", "writer-0"]);
    started[2]?.reply({ id: started[2].asked[0]?.id as number, kind: "value", value: null });
    expect(await next).toEqual({ ok: true, value: null });
    started[1]?.reply({ id: started[1].asked[0]?.id as number, kind: "value", value: [] });
    expect(await reading).toEqual({ ok: true, value: [] });
  });

  it("that was closed answers nobody for ever", async () => {
    const { spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 1);
    const waiting = pool.perform("firm.clients", {});
    await pool.close();
    await expect(waiting).rejects.toBeInstanceOf(Defect);
    await expect(pool.perform("firm.clients", {})).rejects.toThrow(/closed/);
  });

  it("holds a client whose file is damaged, and none for a damaged copy of the firm's server", async () => {
    const { started, spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 1);
    const noticed: string[] = [];
    pool.watchDamage((clientId) => void noticed.push(clientId));
    const damaged = { code: "damaged", message: "Damaged." } as const;
    const refusal = async (op: "log.takePart" | "run.start") => {
      const asked = pool.perform(op, source("a") as never);
      const writer = started.find(({ name }) => name === "writer-0");
      // One that is held is answered without its thread.
      const request = writer?.asked.splice(0).at(-1);
      if (request !== undefined) writer?.reply({ id: request.id, kind: "failure", failure: damaged });
      expect(await asked).toEqual({ ok: false, failure: damaged });
      return request?.op ?? "held";
    };
    expect([await refusal("log.takePart"), await refusal("run.start"), noticed]).toEqual(["log.takePart", "run.start", ["a"]]);
    expect(await refusal("log.takePart")).toBe("held");
  });

  it("must: a failure is thrown with its code, so that it can still be told", async () => {
    const { started, spawn } = fakeThreads();
    const pool = new WorkerPool(spawn, 1);
    const asked = pool.must("firm.clients", {});
    const failure = { code: "storage" as const, message: "The disk is full." };
    started[1]?.reply({ id: started[1].asked[0]?.id as number, kind: "failure", failure });
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OperationFailed);
    expect(error).toMatchObject({ failure });
  });
});

describe("over a real channel", () => {
  it("a mirror that was never read is empty and makes no file", async () => {
    const pool = new WorkerPool(inlineThreads(tempHome()), 1);
    await pool.must("firm.check", {});
    expect(await pool.must("streams.list", source("new"))).toEqual([]);
    expect(await pool.must("periods.book", { ...source("new"), fiscalYearEnd: { month: 12, day: 31 } })).toEqual([]);
    expect(await pool.must("client.check", source("new"))).toMatchObject({ integrity: "ok", bytes: 0 });
    await pool.close();
  });

  it("an operation that breaks is a defect with its trace, and the next one is answered", async () => {
    const pool = new WorkerPool(inlineThreads(tempHome()), 1);
    const broken = pool.perform("run.start", source("never-set-up"));
    await expect(broken).rejects.toMatchObject({
      name: "Defect",
      message: expect.stringContaining("run.start: client never-set-up was not set up"),
    });
    await expect(broken).rejects.toMatchObject({ stack: expect.stringContaining("client-files.ts") });
    expect((await pool.perform("firm.check", {})).ok).toBe(true);
    await pool.close();
  });
});
