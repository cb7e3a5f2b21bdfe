import { afterAll, describe, expect, it } from "vitest";
import type { Server } from "#main/store/server/connect.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { fail } from "#shared/kernel/result.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft, WriteJob } from "#shared/model/ledger/write.ts";
import { createFirmLab, everyRow, type FirmDesk, type FirmLab } from "#test/support/firm-machines.ts";
import { must, run } from "#test/support/server-firm.ts";

const labs: FirmLab[] = [];
afterAll(async () => {
  for (const lab of labs) await lab.end();
});

async function lab(seed: number, secondsServer?: (server: Server) => Server) {
  const made = await createFirmLab({ seed, tenants: [{ style: "c", books: { months: 1, invoicesPerMonth: 4, foreignCurrencies: [] } }] });
  labs.push(made);
  const { first } = made;
  const clientId = first.world.tenants[0]?.source.clientId ?? "";
  expect((await first.sync(clientId)).state).toBe("up_to_date");
  const second = await made.join("Ben", secondsServer);
  await second.catchUp(clientId);
  return { ...made, clientId, second, bill: await billOf(first) };
}

async function billOf({ world }: FirmDesk): Promise<DocumentDraft> {
  const tenant = world.tenants[0];
  const parties = ((await tenant?.readAll("parties")) ?? []) as unknown as Party[];
  const accounts = ((await tenant?.readAll("accounts")) ?? []) as unknown as Account[];
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? "USD") === "USD");
  const account = accounts.find((candidate) => candidate.class === "expense" && candidate.active);
  const entity = tenant?.books.entities[0];
  if (vendor === undefined || account === undefined) throw new Error("the books have no vendor or no expense account");
  return {
    ...{ type: "purchase_bill", party: { id: vendor.id }, number: "TEST-9001", currency: "USD", status: "open", memo: "Paper" },
    ...{ issueDate: calendarDate("2026-11-18"), dueDate: calendarDate("2026-12-18") },
    ...(entity === undefined ? {} : { entityId: `subsidiary:${entity.id}` }),
    lines: [
      { kind: "account", accountId: account.id, description: "A4", net: { amount: decimal("120.50"), currency: "USD" }, dimensions: [] },
    ],
  };
}

async function submit({ world }: FirmDesk, clientId: string, document: DocumentDraft, draft: boolean): Promise<WriteJob> {
  const { writes } = world.runtime.context;
  return must(await world.run(writes.submit({ clientId, operations: [{ kind: "create_document", document }], actionId: "act-1", draft })));
}

async function jobs({ world, shared }: FirmDesk, clientId: string): Promise<readonly WriteJob[]> {
  must(await world.run(shared.exchangeJobs(clientId)));
  return must(await world.run(world.runtime.context.writes.list(clientId)));
}

/** The calls of ledger updates without their times: the machine that sent has its own clock's, the others have the server's. */
function callsOf(world: FirmDesk["world"], clientId: string): readonly unknown[] {
  const { write_attempt: rows = [] } = everyRow(world, clientId);
  return rows.map((row) => (JSON.parse(String(row)) as unknown[]).filter((_, column) => column !== 5 && column !== 6));
}

const posted = ({ world }: FirmDesk) => world.tenants[0]?.books.transactions.filter(({ number }) => number === "TEST-9001").length;

describe("a write in a firm with several machines", () => {
  it("is drafted on one, sent by another, and known to both with every call", async () => {
    const { first, second, clientId, bill, firm } = await lab(500);
    const draft = await submit(second, clientId, bill, true);
    expect((await jobs(first, clientId)).map(({ jobId, state }) => [jobId, state])).toEqual([[draft.jobId, "draft"]]);
    const onServer: unknown[] = [];
    first.world.patch = async (request) => {
      if (request.method !== "POST" || !/bill/i.test(request.url)) return null;
      const said = run(
        "SELECT j.state, c.purpose, c.answered_at FROM tieout.write_job j JOIN tieout.write_call c USING (client_id, job_id)",
      );
      onServer.push(...must(await first.world.clock.hold(firm.owner.read(said))));
      return null;
    };
    const done = must(await first.world.run(first.world.runtime.context.writes.go(clientId, draft.jobId)));
    expect(done.state).toBe("accepted");
    // Asked while the ledger's answer was on its way: job and call were there already.
    expect(onServer).toEqual([{ state: "sent", purpose: "write", answered_at: null }]);
    expect(posted(first)).toBe(1);
    expect((await jobs(second, clientId)).map(({ state }) => state)).toEqual(["accepted"]);
    await second.catchUp(clientId);
    const [ours, theirs] = [first, second].map(({ world }) => everyRow(world, clientId));
    for (const table of ["source_record", "document", "document_line", "posting", "stream"])
      expect(theirs?.[table], table).toEqual(ours?.[table]);
    expect(callsOf(second.world, clientId)).toEqual(callsOf(first.world, clientId));
    expect(callsOf(first.world, clientId).length).toBeGreaterThan(1);
  });

  it("waits while another machine has the lease, and is sent exactly once", async () => {
    const { first, second, clientId, bill, firm } = await lab(510);
    const machine = first.machine.machineId;
    const lease = "UPDATE tieout.lease SET until = clock_timestamp() + interval '1 hour', fence = fence + 1, machine_id";
    must(await firm.owner.read(run(`${lease} = '${machine}'`)));
    expect((await submit(second, clientId, bill, false)).state).toBe("ready");
    expect(posted(first)).toBe(0);
    expect((await jobs(first, clientId)).map(({ state }) => state)).toEqual(["ready"]);
    await first.world.run(first.world.runtime.context.writes.resume(clientId));
    expect(posted(first)).toBe(1);
    // Its own machine looks again when it hears of it, and finds it done.
    expect((await jobs(second, clientId)).map(({ state }) => state)).toEqual(["accepted"]);
    await second.world.run(second.world.runtime.context.writes.resume(clientId));
    expect(posted(first)).toBe(1);
  });

  it("isn't sent again by a machine that takes over before it has heard that the write was made", async () => {
    const { first, second, clientId, bill, firm } = await lab(540);
    const draft = await submit(first, clientId, bill, true);
    expect((await jobs(second, clientId)).map(({ state }) => state)).toEqual(["draft"]);
    expect(must(await first.world.run(first.world.runtime.context.writes.go(clientId, draft.jobId))).state).toBe("accepted");
    must(await firm.owner.read(run("UPDATE tieout.lease SET until = clock_timestamp() - interval '1 second'")));
    expect(must(await second.world.run(second.world.runtime.context.writes.go(clientId, draft.jobId))).state).toBe("accepted");
    const sendings = run("SELECT attempt_no FROM tieout.write_call WHERE purpose <> 'read_back'");
    expect([must(await firm.owner.read(sendings)).length, posted(first)]).toEqual([1, 1]);
  });

  it("stays where it is on a computer that was removed from the firm", async () => {
    const { first, second, clientId, bill, firm } = await lab(570);
    const { machineId } = first.machine;
    const lease = `machine_id = '${machineId}', fence = fence + 1, until = clock_timestamp()`;
    must(await firm.owner.read(run(`UPDATE tieout.lease SET ${lease} + interval '1 hour'`)));
    expect((await submit(second, clientId, bill, false)).state).toBe("ready");
    must(await firm.owner.read(run("UPDATE tieout.lease SET until = clock_timestamp()")));
    must(await firm.owner.read(run(`UPDATE tieout.machine SET revoked_at = now() WHERE machine_id = '${second.machine.machineId}'`)));
    await second.world.run(second.world.runtime.context.writes.resume(clientId));
    expect(must(await second.world.run(second.world.runtime.context.writes.list(clientId)))).toMatchObject([{ state: "ready" }]);
    expect(posted(first)).toBe(0);
  });

  it("acts once when two people do the same act", async () => {
    const { first, second, clientId, bill } = await lab(520);
    expect((await submit(first, clientId, bill, false)).state).toBe("accepted");
    const again = await submit(second, clientId, bill, false);
    expect([again.state, posted(first)]).toEqual(["accepted", 1]);
  });

  it("is shared as soon as the server answers again, where it was prepared without it", async () => {
    let isCut = false;
    const { first, second, clientId, bill } = await lab(550, (server) => ({
      ...server,
      read: async (act) => (isCut ? fail({ code: "server_unreachable", message: "The server can't be reached." }) : server.read(act)),
    }));
    const stop = new AbortController();
    const looking = second.shared.follow(stop.signal, () => undefined);
    await second.world.run(second.world.clock.sleep(100));
    isCut = true;
    const draft = await submit(second, clientId, bill, true);
    expect(second.shared.left).toEqual(new Set([clientId]));
    isCut = false;
    await second.world.run(second.world.clock.sleep(2_500));
    stop.abort();
    await second.world.run(looking);
    expect((await jobs(first, clientId)).map(({ jobId, state }) => [jobId, state])).toEqual([[draft.jobId, "draft"]]);
    expect(second.shared.left.size).toBe(0);
  });

  it("is sent while the server waits for its update", async () => {
    const { first, clientId, bill, firm } = await lab(560);
    must(await firm.owner.read(run("ALTER TABLE tieout.write_call ALTER COLUMN attempt_no TYPE int")));
    expect((await submit(first, clientId, bill, false)).state).toBe("accepted");
  });

  it("is known with its answer again, where the server's word for having it was lost", async () => {
    let lose = 0;
    const forgetful = (server: Server): Server => ({
      ...server,
      read: async (act) => {
        const done = await server.read(act);
        const isChange = done.ok && typeof done.value === "object" && done.value !== null && "attemptNo" in done.value;
        if (!isChange || lose === 0) return done;
        lose -= 1;
        return fail({ code: "server_unreachable", message: "The server can't be reached.", next: "Try again." });
      },
    });
    const { first, second, clientId, bill, firm } = await lab(580, forgetful);
    const { writes } = second.world.runtime.context;
    const draft = await submit(second, clientId, bill, true);
    second.world.patch = async (request) => {
      if (request.method === "POST" && /bill/i.test(request.url)) lose = 1;
      return null;
    };
    must(await firm.owner.read(run("UPDATE tieout.lease SET until = clock_timestamp() - interval '1 second'")));
    expect(must(await second.world.run(writes.go(clientId, draft.jobId))).state).toBe("sent");
    expect(lose).toBe(0);
    await second.world.run(writes.resume(clientId));
    expect(posted(first)).toBe(1);
    expect((await jobs(first, clientId)).map(({ state }) => state)).toEqual(["accepted"]);
    const [theirs, ours] = [first, second].map(({ world }) => callsOf(world, clientId));
    expect(ours).toEqual(theirs);
  });

  it("is one write when the computer that may send prepared it without the server, and someone else prepared it too", async () => {
    let isCut = false;
    const { first, second, clientId, bill, firm } = await lab(580, (server) => ({
      ...server,
      read: async (act) => (isCut ? fail({ code: "server_unreachable", message: "The server can't be reached." }) : server.read(act)),
    }));
    must(await firm.owner.read(run("UPDATE tieout.lease SET until = clock_timestamp() - interval '1 second'")));
    expect((await second.sync(clientId)).state).toBe("up_to_date");
    isCut = true;
    const alone = await submit(second, clientId, bill, true);
    isCut = false;
    const shared = await submit(first, clientId, bill, true);
    const { writes } = second.world.runtime.context;
    await second.world.run(writes.go(clientId, alone.jobId));
    expect((await jobs(second, clientId)).map(({ jobId }) => jobId)).toEqual([shared.jobId]);
    expect(must(await second.world.run(writes.go(clientId, shared.jobId))).state).toBe("accepted");
    expect(posted(first)).toBe(1);
  });

  it("is one write when two people prepared the same act, one of them without the server", async () => {
    let isCut = false;
    const cut = (server: Server): Server => ({
      ...server,
      read: async (act) =>
        isCut ? fail({ code: "server_unreachable", message: "The server can't be reached.", next: "Try again." }) : server.read(act),
    });
    const { first, second, clientId, bill } = await lab(530, cut);
    const shared = await submit(first, clientId, bill, true);
    isCut = true;
    const alone = await submit(second, clientId, bill, true);
    expect(alone.jobId).not.toBe(shared.jobId);
    isCut = false;
    expect((await jobs(second, clientId)).map(({ jobId, state }) => [jobId, state])).toEqual([[shared.jobId, "draft"]]);
    expect((await jobs(first, clientId)).map(({ jobId }) => jobId)).toEqual([shared.jobId]);
    expect(must(await second.world.run(second.world.runtime.context.writes.go(clientId, shared.jobId))).state).toBe("accepted");
    expect((await jobs(first, clientId)).map(({ state }) => state)).toEqual(["accepted"]);
    expect(posted(first)).toBe(1);
  });
});
