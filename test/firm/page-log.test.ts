import { afterAll, describe, expect, it } from "vitest";
import type { Server } from "#main/store/server/connect.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { fail } from "#shared/kernel/result.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { createFirmLab, everyRow, type FirmDesk, type FirmLab } from "#test/support/firm-machines.ts";
import { run } from "#test/support/server-firm.ts";
import type { TenantOptions } from "#test/support/world-tenant.ts";

const DAY_MS = 86_400_000;
const labs: FirmLab[] = [];
afterAll(async () => {
  for (const lab of labs) await lab.end();
});

async function lab(tenant: TenantOptions, seed: number, through?: (server: Server) => Server): Promise<FirmLab & { clientId: string }> {
  const books = { months: 1, invoicesPerMonth: 4, ...tenant.books };
  const made = await createFirmLab({ seed, tenants: [{ ...tenant, books }] }, through);
  labs.push(made);
  return { ...made, clientId: made.first.world.tenants[0]?.source.clientId ?? "" };
}

function callsOf({ world }: FirmDesk): number {
  return world.tenants[0]?.simulated.referee.totals.arrivals ?? 0;
}

async function changeBooks({ world }: FirmDesk, seed: number): Promise<void> {
  const { books } = world.tenants[0] ?? {};
  if (books !== undefined) playEvents(books, seed, 12, world.clock.nowMs());
  await world.clock.advance(2 * DAY_MS);
}

describe.each(["a", "b", "c"] as const)("pages of ledger %s", (style) => {
  it("give another machine the same rows, at no cost to the ledger's limits", async () => {
    const { first, join, clientId } = await lab({ style, ...(style === "a" ? { a: { journals: true } } : {}) }, 400);
    expect((await first.sync(clientId)).state).toBe("up_to_date");
    const second = await join("Ben");
    const calls = callsOf(first);
    expect(await second.catchUp(clientId)).toBeGreaterThan(5);
    expect(everyRow(second.world, clientId)).toEqual(everyRow(first.world, clientId));

    // Changes, deletions, id comparisons and a complete read; each machine in turn, so that each goes on where the other stopped.
    const desks = [first, second];
    for (const [round, request] of [{}, { reconcileOnly: true }, { full: true }, {}].entries()) {
      await changeBooks(first, 60 + round);
      const [reader, other] = round % 2 === 0 ? desks.toReversed() : desks;
      expect((await (reader as FirmDesk).sync(clientId, request)).failure).toBeNull();
      const before = callsOf(first);
      expect(await (other as FirmDesk).catchUp(clientId)).toBeGreaterThan(0);
      expect(callsOf(first)).toBe(before);
      expect(everyRow(second.world, clientId), `round ${round}`).toEqual(everyRow(first.world, clientId));
    }
    expect(calls).toBeGreaterThan(0);
    for (const kind of ["documents", "payments", "accounts", "parties"] as const)
      expect(await first.world.tenants[0]?.compareLive(kind)).toEqual([]);
    first.world.tenants[0]?.simulated.referee.assertClean();
  });
});

describe("the log of a client's pages", () => {
  it("shows the dashboard's row of the reader everywhere", async () => {
    const { first, join, clientId } = await lab({ style: "a" }, 410);
    await first.sync(clientId);
    const second = await join("Ben");
    await second.catchUp(clientId);
    const row = async ({ world }: FirmDesk) => {
      const client = await world.run(world.runtime.context.pool.must("firm.client", { clientId }));
      // Each machine works out the state of the close from what it holds.
      const { close: _close, closeActedMs: _acted, ...read } = client?.rollup ?? {};
      return read as { readonly state?: string };
    };
    expect(await row(second)).toEqual(await row(first));
    expect((await row(second)).state).toBe("up_to_date");
  });

  it("is followed by every open window, within seconds", async () => {
    const { first, join, clientId } = await lab({ style: "a" }, 415);
    const second = await join("Ben");
    const stop = new AbortController();
    const following = second.world.runtime.followColleagues(stop.signal);
    await first.sync(clientId);
    await first.world.clock.advance(3_000);
    expect(everyRow(second.world, clientId)).toEqual(everyRow(first.world, clientId));
    stop.abort();
    await second.world.run(following);
  });

  it("finds a page again when the answer to its commit was lost", async () => {
    let lost = 0;
    const { first, join, clientId, firm } = await lab({ style: "b" }, 420, (server) => ({
      ...server,
      read: async (act) => {
        const done = await server.read(act);
        // Every seventh statement is carried out and its answer never arrives.
        return ++lost % 7 === 0 ? fail({ code: "server_unreachable", message: "The connection broke." }) : done;
      },
    }));
    for (let round = 0; round < 30 && (await first.sync(clientId)).state !== "up_to_date"; round++) await changeBooks(first, round);
    expect(lost).toBeGreaterThan(20);
    const second = await join("Ben");
    await second.catchUp(clientId);
    expect(everyRow(second.world, clientId)).toEqual(everyRow(first.world, clientId));
    const numbers = await firm.owner.read(run("SELECT count(*) AS pages, max(page_no) AS last FROM tieout.mirror_page"));
    expect(numbers.ok && numbers.value[0]?.pages).toBe(numbers.ok && numbers.value[0]?.last);
  });

  it("is refused, and nothing of it taken, from the page that somebody changed", async () => {
    const { first, join, clientId, firm } = await lab({ style: "a" }, 430);
    await first.sync(clientId);
    const second = await join("Ben");
    // The owner of the database can: that is what the chain is for.
    const forged = await firm.owner.read(run("UPDATE tieout.mirror_page SET cursor_after = 'x' WHERE page_no = 9"));
    expect(forged.ok).toBe(true);
    const taken = await second.world.run(second.shared.catchUp(clientId));
    expect(taken.ok ? null : [taken.failure.code, taken.failure.message]).toEqual([
      "damaged",
      expect.stringContaining("Part 9 of the client's history was changed"),
    ]);
    const { page } = await second.world.run(second.world.runtime.context.pool.must("log.position", { clientId }));
    expect(page).toBe(8);
  });
});

describe("a copy of a client's file", () => {
  const large = { books: { months: 3, invoicesPerMonth: 40 }, limits: { pageSize: 20 } };
  const copies = async (firm: FirmLab["firm"]) => {
    const found = await firm.owner.read(run("SELECT page_no, count(*) AS parts FROM tieout.mirror_snapshot GROUP BY page_no"));
    return found.ok ? found.value : [];
  };

  it("is what a new machine begins with, and it goes on from there", async () => {
    const { first, join, clientId, firm } = await lab({ style: "b", ...large }, 460);
    await first.sync(clientId);
    expect(await copies(firm)).toHaveLength(1);
    const second = await join("Ben");
    const replayed: number[] = [];
    let parts = 0;
    const { pool } = second.world.runtime.context;
    const perform = pool.perform.bind(pool);
    const source = first.world.tenants[0]?.source as ClientSource;
    pool.perform = async (op, input, transfer) => {
      if (op === "log.replay") replayed.push((input as { pages: readonly unknown[] }).pages.length);
      if (op === "log.takePart") parts++;
      // A window that asks meanwhile has the file open that the copy takes the place of.
      if (op === "log.takePart") expect(await perform("streams.list", source)).toEqual({ ok: true, value: [] });
      return perform(op, input, transfer);
    };
    expect(await second.catchUp(clientId)).toBeGreaterThan(20);
    expect(replayed).toEqual([1]);
    // The file and, as the last part, the checksums of its pages, which aren't worked out again.
    expect(parts).toBe((await copies(firm))[0]?.parts);
    expect(parts).toBeGreaterThan(1);
    expect((await second.world.run(pool.must("streams.list", source))).length).toBeGreaterThan(0);
    expect(await second.world.run(pool.must("client.verify", { clientId, fromPage: 1 }))).toMatchObject({ next: null });
    expect(everyRow(second.world, clientId)).toEqual(everyRow(first.world, clientId));
    await changeBooks(first, 3);
    expect((await second.sync(clientId)).state).toBe("up_to_date");
    await first.catchUp(clientId);
    expect(everyRow(second.world, clientId)).toEqual(everyRow(first.world, clientId));
  });

  it("replaces nothing that was recorded while it came", async () => {
    const { first, join, clientId } = await lab({ style: "b", ...large }, 480);
    await first.sync(clientId);
    const second = await join("Ben");
    const { pool } = second.world.runtime.context;
    const perform = pool.perform.bind(pool);
    const source = first.world.tenants[0]?.source as ClientSource;
    let noted = 0;
    pool.perform = async (op, input, transfer) => {
      if (op === "log.takePart" && noted++ === 0) {
        const taken = await perform(op, input, transfer);
        const made = { kind: "approval" as const, subject: "Bill:1", body: "{}", person: "Ben", nowMs: second.world.clock.nowMs() };
        expect(await perform("decisions.make", { ...source, ...made })).toMatchObject({ ok: true });
        return taken;
      }
      return perform(op, input, transfer);
    };
    await second.catchUp(clientId);
    expect(noted).toBeGreaterThan(0);
    expect(everyRow(second.world, clientId).decision).toHaveLength(1);
    expect(everyRow(second.world, clientId).posting).toEqual(everyRow(first.world, clientId).posting);
  });

  it("is refused when a byte of it was changed", async () => {
    const { first, join, clientId, firm } = await lab({ style: "b", ...large }, 470);
    await first.sync(clientId);
    const second = await join("Ben");
    // With the hash beside it: the page in the log says which one it must be.
    const forge = "UPDATE tieout.mirror_snapshot SET bytes = set_byte(bytes, 9, 255 - get_byte(bytes, 9))";
    expect((await firm.owner.read(run(`${forge}; UPDATE tieout.mirror_snapshot SET sha256 = sha256(bytes)`))).ok).toBe(true);
    const taken = await second.world.run(second.shared.catchUp(clientId));
    expect(taken.ok ? null : [taken.failure.code, taken.failure.message]).toEqual([
      "damaged",
      expect.stringContaining("was changed after it was made"),
    ]);
  });
});

describe("the lease of a client", () => {
  it("lets one machine at a time call the ledger, and says who has it", async () => {
    const { first, join, clientId } = await lab({ style: "a" }, 440);
    const second = await join("Ben");
    const { engine } = first.world.runtime.context;
    const running = engine.sync(clientId);
    await first.world.clock.advance(2_000);
    const refused = await second.sync(clientId);
    expect([refused.state, refused.failure?.code, refused.failure?.message]).toEqual([
      "queued",
      "lease_lost",
      "This client is being updated by Ada on Ada's computer.",
    ]);
    // Waiting, with its reason, and no problem of the client.
    expect(refused.queue?.reason).toBe("colleague");
    expect((await first.world.run(running))?.state).toBe("up_to_date");
    expect((await second.sync(clientId)).state).toBe("up_to_date");
    first.world.tenants[0]?.simulated.referee.assertClean();
  });

  it("is lost in the middle of a page: nothing more is sent or saved, and the next holder goes on from the calls already spent", async () => {
    const { first, join, clientId, firm } = await lab(
      { style: "a", books: { months: 3, invoicesPerMonth: 30 }, limits: { pageSize: 5 } },
      450,
    );
    const second = await join("Ben");
    const running = first.world.runtime.context.engine.sync(clientId);
    await first.world.clock.advance(20_000);
    // The database's clock, not a machine's, says when it ends.
    const expired = await firm.owner.read(run("UPDATE tieout.lease SET until = clock_timestamp()"));
    expect(expired.ok).toBe(true);
    const taken = second.sync(clientId);
    const [before, after] = await first.world.run(Promise.all([running, taken]));
    expect(before?.failure?.code).toMatch(/lease_lost/);
    expect(after.state).toBe("up_to_date");
    await first.catchUp(clientId);
    expect(everyRow(second.world, clientId)).toEqual(everyRow(first.world, clientId));
    first.world.tenants[0]?.simulated.referee.assertClean();
  });
});
