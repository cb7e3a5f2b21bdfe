import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { QueuedRead, QueuedWrite } from "#shared/contract/sync/queue.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

let world: World;
let tenant: Tenant;
let clientId: string;

beforeAll(async () => {
  const books = { months: 7, invoicesPerMonth: 22 } as const;
  world = await createWorld({ seed: 71, tenants: [{ style: "a", books, limits: { pageSize: 10, requestsPerDay: 1_000 } }] });
  [tenant] = world.tenants as [Tenant];
  ({ clientId } = tenant.source);
});
afterAll(() => world.close());

const ask = async <T>(method: string, input: object = {}): Promise<T> => {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(reply.failure.message);
  return reply.value as T;
};
const line = async () => (await ask<{ rows: QueuedRead[] }>("queue.reads")).rows[0] as QueuedRead;

describe("the firm's queue", () => {
  it("names the earliest end of a first read while sizes are unknown, and the end within 15 percent once they are known", async () => {
    const { clock } = world;
    const seen: { readonly atMs: number; readonly sync: ClientSync }[] = [];
    const unsubscribe = world.runtime.subscribe(({ topic, payload }) => {
      if (topic === "sync.progress") seen.push({ atMs: clock.nowMs(), sync: payload as ClientSync });
    });
    const startMs = clock.nowMs();
    const ended = await world.run(world.runtime.context.engine.sync(clientId));
    unsubscribe();
    expect(ended?.state).toBe("up_to_date");
    expect(ended?.requests.sent).toBeGreaterThan(90);
    const reading = seen.filter(({ sync }) => sync.outlook !== null);
    const endMs = reading.at(-1)?.atMs ?? 0;
    const told = reading.flatMap(({ atMs, sync: { outlook } }) =>
      outlook?.finishesAt == null ? [] : [{ atMs, unsized: outlook.unsized, finishMs: Date.parse(outlook.finishesAt) }],
    );
    // No end before twenty requests were timed.
    const few = reading.filter(({ sync }) => (sync.outlook?.inputs.samples ?? 0) < 20);
    expect(few.length).toBeGreaterThan(0);
    expect(few.every(({ sync }) => sync.outlook?.finishesAt === null)).toBe(true);
    for (const { finishMs, unsized } of told) if (unsized > 0) expect(finishMs).toBeLessThan(endMs + 0.15 * (endMs - startMs));
    const [known] = told.filter(({ unsized, atMs }) => unsized === 0 && atMs > startMs + (endMs - startMs) / 2);
    expect(Math.abs((known?.finishMs ?? 0) - endMs)).toBeLessThan(0.15 * (endMs - startMs));
    // A limit is only ever a wait, with its reason and the moment at which it goes on.
    const waits = seen.flatMap(({ atMs, sync: { queue, state } }) => (queue === null ? [] : [{ atMs, queue, state }]));
    expect(waits.length).toBeGreaterThan(10);
    expect(waits.every(({ queue, state }) => state === "queued" && queue.reason === "minute" && queue.resumeAt !== null)).toBe(true);
    expect(seen.every(({ sync }) => sync.failure === null && sync.streams.every(({ state }) => state !== "failed"))).toBe(true);
  });

  it("shows a reading while it goes, lets it go first, and keeps a pause until a person lifts it", async () => {
    expect(await line()).toMatchObject({ active: false, paused: false, goesFirst: false, queue: null, streamsDone: expect.any(Number) });
    const reading = world.runtime.context.engine.sync(clientId, { full: true });
    // The reply comes back before the run has sent anything.
    await ask("sync.goFirst", { clientId });
    expect(await line()).toMatchObject({ active: true, goesFirst: true, name: expect.any(String), ledger: "Ledger A" });
    expect(await ask<ClientSync>("sync.status", { clientId })).toMatchObject({ goesFirst: true });
    await ask("sync.pause", { clientId });
    await world.run(reading);
    expect(await line()).toMatchObject({ active: false, paused: true, goesFirst: false, planned: { state: "paused", nextAt: null } });
    const refused = await world.run(world.runtime.route("sync.goFirst", { clientId }));
    expect(refused).toMatchObject({ ok: false, failure: { code: "conflict", field: "client" } });
    await ask("sync.resume", { clientId });
    await tenant.sync();
    expect(await line()).toMatchObject({ active: false, paused: false });
  });

  it("holds what the mirror holds of each stream, whatever the last reading brought", async () => {
    await tenant.sync();
    const held = new Map(
      (await ask<{ stream: string; records: number }[]>("sync.held", { clientId })).map((one) => [one.stream, one.records]),
    );
    const { streams } = await ask<ClientSync>("sync.status", { clientId });
    expect([...held.keys()].sort()).toEqual(streams.map(({ stream }) => stream).sort());
    const records = [...held.values()].reduce((sum, count) => sum + count, 0);
    expect(records).toBeGreaterThan(streams.reduce((sum, { seen }) => sum + seen, 0));
    expect((await tenant.readAll("documents")).length).toBeLessThanOrEqual(records);
  });

  it("puts a client's writes beside its reads, drafts at once, with their places", async () => {
    const board = async () => (await ask<{ rows: QueuedWrite[] }>("queue.writes")).rows;
    expect(await board()).toEqual([]);
    const [first, second] = await tenant.readAll("documents");
    for (const [index, document] of [first, second].entries()) {
      const operations = [{ kind: "void", id: (document as { id: string }).id }];
      await ask("writes.submit", { clientId, operations, actionId: `act-${index}`, draft: true });
      const rows = await board();
      expect(rows).toHaveLength(index + 1);
      expect(rows.at(-1)).toMatchObject({ clientId, position: null, queue: null, job: { state: "draft" } });
    }
    const [{ job }] = (await board()) as [QueuedWrite];
    await ask("writes.cancel", { clientId, jobId: job.jobId });
    expect((await board()).map((row) => row.job.state)).toEqual(["draft"]);
  });

  it("makes the close that the board shows out of date with every move of a write, because it counts those without a result", async () => {
    const board = async (refresh: "none" | "now") =>
      (await ask<{ rows: CloseBoardRow[] }>("close.board", { refresh })).rows.find((row) => row.clientId === clientId);
    expect(await board("now")).toMatchObject({ outdated: false });
    const told: string[] = [];
    const unsubscribe = world.runtime.subscribe(({ topic }) => void told.push(topic));
    const { job } = (await ask<{ rows: QueuedWrite[] }>("queue.writes")).rows[0] as QueuedWrite;
    await ask("writes.cancel", { clientId, jobId: job.jobId });
    // Windows ask for the board again on this news, so that it's out of date by then.
    await vi.waitFor(() => expect(told).toContain("writes.changed"));
    unsubscribe();
    expect(await board("none")).toMatchObject({ outdated: true });
    expect(await board("now")).toMatchObject({ outdated: false });
  });
});
