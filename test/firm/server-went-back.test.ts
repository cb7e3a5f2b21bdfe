import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { everyRow } from "#test/support/firm-machines.ts";
import { SimActs } from "#test/support/firm-sim/sim-acts.ts";
import { openSimFirm, type SimFirm, type SimMachine } from "#test/support/firm-sim/sim-firm.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { intentOf, sceneOf } from "#test/support/write-intents.ts";
import { WritePlan } from "#test/support/write-plan.ts";

const LEDGER_TABLES = ["source_record", "document", "document_line", "posting", "payment", "entity", "stream", "ledger_report", "tie_out"];

describe("a server that went back to an earlier state", () => {
  let firm: SimFirm;
  let acts: SimActs;
  let tenant: Tenant;
  let clientId: string;
  const [ada, pat, rita] = [0, 1, 2].map((at) => () => firm.machines[at] as SimMachine) as [
    () => SimMachine,
    () => SimMachine,
    () => SimMachine,
  ];
  const run = <T>(promise: Promise<T>) => firm.world.clock.run(promise);
  const look = async (...machines: readonly SimMachine[]) => {
    for (const machine of machines) await run(acts.look(machine));
  };
  const sync = (machine: SimMachine) => run(machine.world.runtime.context.engine.sync(clientId));
  const note = (machine: SimMachine, text: string) => run(machine.must("notes.add", { clientId, subject: { kind: "client" }, text }));
  const notes = async (machine: SimMachine) => (await run(machine.must("notes.list", { clientId }))).map(({ text }) => text).sort();

  beforeAll(async () => {
    firm = await openSimFirm(21, seededRandom(21), [{ style: "c", books: { months: 1, invoicesPerMonth: 3, foreignCurrencies: [] } }]);
    acts = new SimActs(firm);
    tenant = firm.tenants[0] as Tenant;
    clientId = tenant.source.clientId;
    await look(...firm.machines);
    expect((await sync(ada()))?.state).toBe("up_to_date");
    await look(...firm.machines);
  });
  afterAll(() => firm?.end());

  it("gets back what people recorded since, and has it once", async () => {
    await note(pat(), "Before.");
    await look(pat(), ada(), rita());
    await firm.database.copy();
    await note(pat(), "Lost, and Ada has it too.");
    await note(rita(), "Lost, and nobody else has it.");
    await look(pat(), rita(), ada());
    await firm.database.promote();
    await note(ada(), "After.");
    await look(ada(), pat(), rita(), ada(), pat(), rita());
    const all = ["After.", "Before.", "Lost, and Ada has it too.", "Lost, and nobody else has it."];
    for (const machine of [ada(), pat(), rita()]) expect(await notes(machine), machine.is.name).toEqual(all);
    const [row] = await run(firm.database.asOwner("SELECT count(*)::int AS notes FROM tieout.fact WHERE kind = 'note'"));
    expect(row).toEqual({ notes: 4 });
  });

  it("has no pages that only some machines hold: their files are made again", async () => {
    await firm.database.copy();
    playEvents(tenant.books, 1, 12, firm.world.clock.nowMs());
    await firm.world.clock.advance(3_600_000);
    expect((await sync(pat()))?.state).toBe("up_to_date");
    await look(rita());
    await firm.database.promote();
    playEvents(tenant.books, 2, 12, firm.world.clock.nowMs());
    await firm.world.clock.advance(3_600_000);
    // This machine never saw the lost pages, and reads what they had.
    expect((await sync(ada()))?.state).toBe("up_to_date");
    const reconciled = await run(ada().world.runtime.context.engine.sync(clientId, { reconcileOnly: true }));
    expect(reconciled?.state).toBe("up_to_date");
    await look(pat(), rita(), ada(), pat(), rita());
    const ours = everyRow(ada().world, clientId);
    for (const machine of [pat(), rita()]) {
      const theirs = everyRow(machine.world, clientId);
      for (const table of LEDGER_TABLES) expect(theirs[table], `${table} of ${machine.is.name}`).toEqual(ours[table]);
    }
    for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
  });

  it("learns again what was sent to the ledger, and nobody sends it twice", async () => {
    const scene = await sceneOf(firm.world, tenant, new WritePlan());
    const intent = await intentOf(scene, 7, "bill", seededRandom(7));
    if (intent === null) throw new Error("a bill can always be made");
    const order = { clientId, operations: [...intent.operations], actionId: "once", draft: true };
    await run(pat().must("writes.submit", order as never));
    await look(pat(), rita());
    await firm.database.copy();
    const [draft] = await run(rita().must("writes.list", { clientId }));
    expect(await run(rita().must("writes.send", { clientId, jobId: draft?.jobId ?? "" }))).toMatchObject({ state: "accepted" });
    await firm.database.promote();
    // Her first look finds that her lease is of the lost time.
    await look(rita(), rita(), pat(), ada());
    for (const machine of [ada(), pat(), rita()]) {
      const jobs = await run(machine.must("writes.list", { clientId }));
      expect(
        jobs.map(({ state }) => state),
        machine.is.name,
      ).toEqual(["accepted"]);
    }
    expect(intent.effects()).toBe(1);
  });

  it("learns it from a program that was closed meanwhile, where it has no job of the client at all", async () => {
    await run(firm.database.asOwner("DELETE FROM tieout.write_call; DELETE FROM tieout.write_job"));
    await firm.world.clock.advance(120_000);
    await look(pat());
    const kept = await run(
      firm.database.asOwner(
        "SELECT j.state, count(c.*)::int > 0 AS sent FROM tieout.write_job j LEFT JOIN tieout.write_call c USING (client_id, job_id) GROUP BY 1",
      ),
    );
    expect(kept).toEqual([{ state: "accepted", sent: true }]);
  });

  it("doesn't call a write rejected that a computer made which nobody can ask any more", async () => {
    const intent = await intentOf(await sceneOf(firm.world, tenant, new WritePlan()), 11, "bill", seededRandom(11));
    const order = { clientId, operations: [...(intent?.operations ?? [])], actionId: "made by a lost computer", draft: true };
    const { jobId } = await run(pat().must("writes.submit", order as never));
    await look(ada());
    // No other computer has the lease any more.
    await firm.world.clock.advance(120_000);
    await firm.database.copy();
    expect(await run(pat().must("writes.send", { clientId, jobId }))).toMatchObject({ state: "accepted" });
    await firm.database.promote();
    await firm.world.clock.advance(120_000);
    await look(ada());
    expect(await run(ada().must("writes.send", { clientId, jobId }))).toMatchObject({ state: "accepted" });
    expect(intent?.effects()).toBe(1);
    await firm.world.clock.advance(120_000);
    await look(pat(), rita(), ada());
    await firm.world.clock.advance(120_000);
  });

  it("cancels an act that someone prepared again before it learned that the act was done", async () => {
    const intent = await intentOf(await sceneOf(firm.world, tenant, new WritePlan()), 13, "bill", seededRandom(13));
    const order = { clientId, operations: [...(intent?.operations ?? [])], actionId: "prepared again" };
    await look(rita());
    await firm.database.copy();
    const sent = await run(rita().must("writes.submit", order as never));
    expect(sent).toMatchObject({ state: "accepted" });
    await firm.database.promote();
    const again = await run(ada().must("writes.submit", { ...order, draft: true } as never));
    await firm.world.clock.advance(120_000);
    await look(rita(), ada(), pat());
    for (const machine of [ada(), pat(), rita()]) {
      const jobs = await run(machine.must("writes.list", { clientId }));
      const states = Object.fromEntries(jobs.map(({ jobId, state }) => [jobId, state]));
      expect(states, machine.is.name).toMatchObject({ [sent.jobId]: "accepted", [again.jobId]: "cancelled" });
    }
    expect(intent?.effects()).toBe(1);
    await firm.world.clock.advance(120_000);
  });

  it("lets the ledger take an act once that someone did again, though the computer that did it first couldn't be asked", async () => {
    const intent = await intentOf(await sceneOf(firm.world, tenant, new WritePlan()), 17, "bill", seededRandom(17));
    const order = { clientId, operations: [...(intent?.operations ?? [])], actionId: "done again" } as never;
    await look(rita());
    await firm.database.copy();
    const sent = await run(rita().must("writes.submit", order));
    expect(sent).toMatchObject({ state: "accepted" });
    await firm.database.promote();
    await firm.world.clock.advance(120_000);
    const again = await run(ada().must("writes.submit", order));
    expect(again).toMatchObject({ state: "accepted" });
    expect(intent?.effects()).toBe(1);
    await firm.world.clock.advance(120_000);
    await look(rita(), ada(), pat());
    for (const machine of [ada(), pat(), rita()]) {
      const jobs = await run(machine.must("writes.list", { clientId }));
      const states = Object.fromEntries(jobs.map(({ jobId, state }) => [jobId, state]));
      expect(states, machine.is.name).toMatchObject({ [sent.jobId]: "accepted", [again.jobId]: "accepted" });
    }
    await firm.world.clock.advance(120_000);
  });

  it("gives no sending the number of one that it lost", async () => {
    const order = async (number: number) => {
      const intent = await intentOf(await sceneOf(firm.world, tenant, new WritePlan()), number, "bill", seededRandom(number));
      return { clientId, operations: [...(intent?.operations ?? [])], actionId: `numbered ${number}` } as never;
    };
    await firm.database.copy();
    expect(await run(rita().must("writes.submit", await order(8)))).toMatchObject({ state: "accepted" });
    await firm.database.promote();
    await firm.world.clock.advance(120_000);
    expect(await run(ada().must("writes.submit", await order(9)))).toMatchObject({ state: "accepted" });
    await firm.world.clock.advance(120_000);
    await look(rita(), rita(), pat(), ada());
    const sendings = ({ world }: SimMachine) => everyRow(world, clientId, { write_attempt: ["sent_ms", "answered_ms"] }).write_attempt;
    for (const machine of [pat(), rita()]) expect(sendings(machine), machine.is.name).toEqual(sendings(ada()));
    expect(sendings(ada())?.length).toBeGreaterThan(6);
  });

  it("lists what only a removed computer could send again where it is known, and counts it nowhere", async () => {
    const lost = await firm.openMachine();
    await firm.database.asAdmin("SELECT tieout.member_set('Pat', 'reviewer', NULL, NULL)");
    await look(lost, lost);
    const period = (await run(ada().must("periods.list", { clientId })))[0]?.id ?? "";
    const override = { clientId, period, gate: "tasks", why: "Agreed with the owner." } as const;
    const gate = async (machine: SimMachine) => {
      const { sign, overrides } = await run(machine.must("close.gates", { clientId, period }));
      const blocking = sign.find((one) => one.gate === override.gate)?.blocking ?? 0;
      return { blocks: blocking > 0, overrides: overrides.map(({ waiting }) => waiting) };
    };
    await firm.database.copy();
    await run(lost.must("close.override", override));
    await look(lost, ada());
    expect(await gate(ada())).toEqual({ blocks: false, overrides: [false] });
    await firm.database.promote();
    await firm.revoke(lost);
    await look(ada(), rita());
    expect(await gate(ada())).toEqual({ blocks: true, overrides: [true] });
    expect(await gate(rita())).toEqual({ blocks: true, overrides: [] });
    const exchange = await run(ada().must("firm.exchange", {}));
    expect(exchange?.refused.map(({ message }) => message)).toEqual([
      "The record is in another person's name. Only that person's computer can send it.",
    ]);
  });

  it("is believed nothing that says something else than before, however well its hashes follow", async () => {
    await firm.database.copy();
    await note(pat(), "The last one.");
    await look(pat(), rita());
    await firm.database.promote();
    await run(firm.database.asOwner(REWRITE));
    await look(rita());
    const { broken } = (await run(rita().must("firm.exchange", {}))) ?? { broken: [] };
    expect(broken).toMatchObject([{ clientId, failure: { code: "damaged" } }]);
    expect(await notes(rita())).not.toContain("Behind.");
    expect(firm.defects.filter((defect) => !defect.includes("firm.broken_log"))).toEqual([]);
  });
});

/** What the owner of the database could do: another text in an old record, and every hash after it made to follow. */
const REWRITE = `DO $$
DECLARE
  head bytea := decode(repeat('00', 32), 'hex');
  f record;
BEGIN
  UPDATE tieout.fact SET body = replace(body, 'Before.', 'Behind.') WHERE body LIKE '%Before.%';
  FOR f IN SELECT * FROM tieout.fact WHERE client_id <> '' ORDER BY fact_no LOOP
    UPDATE tieout.fact SET previous = head, hash = sha256(head || tieout.digest(f.client_id) || tieout.digest(f.fact_no::text)
      || tieout.digest(f.fact_id::text) || tieout.digest(f.kind) || tieout.digest(f.source) || tieout.digest(f.body) || tieout.digest(f.person)
      || tieout.digest(f.machine_id::text) || tieout.digest(tieout.utc(f.at)))
      WHERE client_id = f.client_id AND fact_no = f.fact_no RETURNING hash INTO head;
    UPDATE tieout.client_log SET fact_head = head WHERE client_id = f.client_id;
  END LOOP;
END $$`;
