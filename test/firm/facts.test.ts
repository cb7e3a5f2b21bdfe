import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import { appendFacts } from "#main/store/server/fact-log.ts";
import { ask } from "#test/support/ask.ts";
import { type Desk, openDesk } from "#test/support/firm-people.ts";
import { must, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

describe("what people record in a firm with a server", () => {
  let firm: ServerFirm;
  let ana: Desk;
  let ben: Desk;
  /** One act after the other, a second apart. */
  const on = async <N extends OperationName>(
    desk: Desk,
    name: N,
    input: Omit<OperationInput<N>, "clientId">,
  ): Promise<OperationOutput<N>> => {
    await desk.world.clock.advance(1_000);
    return ask(desk.world, name, { clientId: desk.clientId, ...input } as OperationInput<N>);
  };
  const notes = async (desk: Desk) => (await on(desk, "notes.list", {})).map(({ text }) => text);
  const decisions = (desk: Desk) => on(desk, "decisions.list", {});
  const conflicts = (desk: Desk) => ask(desk.world, "review.conflicts", {});
  const firstDocument = async (desk: Desk) =>
    (await on(desk, "documents.list", { filter: { types: ["purchase_bill"] }, limit: 1 })).rows[0]?.id ?? "";

  beforeAll(async () => {
    firm = await serverFirm();
    ana = await openDesk(firm, "Ana", {
      movesIn: true,
      before: async ({ world, clientId }) => {
        await ask(world, "notes.add", { clientId, subject: { kind: "client" }, text: "From before the server." });
      },
    });
    await ana.exchange();
    ben = await openDesk(firm, "Ben");
    await ben.exchange();
  });
  afterAll(async () => {
    await ana?.end();
    await ben?.end();
    await firm?.end();
  });

  it("moves in with what was there, once", async () => {
    expect(await notes(ben)).toEqual(["From before the server."]);
    const machine = must(
      await firm.owner.read((db) => db.selectFrom("tieout.machine").selectAll().where("person", "=", "Ana").executeTakeFirst()),
    );
    expect(machine?.moved_in_at).not.toBeNull();
  });

  it("a note, a task and an approval appear at the other's, and nothing comes back", async () => {
    await on(ana, "notes.add", { subject: { kind: "client" }, text: "Lease ends in March." });
    await on(ana, "tasks.add", { subject: { kind: "client" }, title: "Ask for the lease" });
    await on(ana, "approvals.set", { documentId: await firstDocument(ana), verdict: "approved", note: "seen" });
    await ana.exchange();
    await ben.exchange();
    expect(await notes(ben)).toContain("Lease ends in March.");
    expect((await on(ben, "tasks.list", {})).map(({ title }) => title)).toEqual(["Ask for the lease"]);
    expect(await on(ben, "decisions.list", { kind: "approval" })).toMatchObject([{ person: "Ana@world" }]);
    const count = async () =>
      must(await firm.owner.read((db) => sql<{ n: number }>`SELECT count(*) AS n FROM tieout.fact`.execute(db))).rows[0]?.n;
    const before = await count();
    for (const desk of [ana, ben, ana, ben]) await desk.exchange();
    expect(await count()).toBe(before);
  });

  it("what was done offline goes out in its order when the server is back", async () => {
    ben.offline = true;
    for (const text of ["One.", "Two.", "Three."]) await on(ben, "notes.add", { subject: { kind: "client" }, text });
    ben.sync.noteWritten(ben.clientId);
    expect(await ben.sync.syncNow()).toMatchObject({ ok: false });
    expect(ben.sync.status).toMatchObject({ isOnline: false, failure: { code: "server_unreachable" } });
    await ana.exchange();
    expect(await notes(ana)).not.toContain("One.");
    ben.offline = false;
    await ben.exchange();
    await ana.exchange();
    expect((await notes(ana)).slice(-3)).toEqual(["One.", "Two.", "Three."]);
    const sent = must(
      await firm.owner.read((db) =>
        sql<{ body: string }>`SELECT body FROM tieout.fact WHERE person = 'Ben' AND kind = 'note' ORDER BY fact_no`.execute(db),
      ),
    );
    expect(sent.rows.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual(["One.", "Two.", "Three."]);
  });

  it("changes made without knowing each other are a conflict on both sides, and one choice ends it on both", async () => {
    const taskId = (await on(ana, "tasks.list", {}))[0]?.taskId ?? "";
    await on(ana, "tasks.change", { taskId, title: "Ask for the lease, Ana" });
    await on(ben, "tasks.change", { taskId, title: "Ask for the lease, Ben" });
    await ana.exchange();
    await ben.exchange();
    await ana.exchange();
    expect((await conflicts(ben)).map(({ kind }) => kind)).toEqual(["task"]);
    expect((await conflicts(ana)).map(({ kind }) => kind)).toEqual(["task"]);
    await on(ana, "review.settle", { conflictNo: (await conflicts(ana))[0]?.conflictNo ?? 0, keep: "theirs" });
    await ana.exchange();
    await ben.exchange();
    for (const desk of [ana, ben]) {
      expect(await conflicts(desk)).toEqual([]);
      expect((await on(desk, "tasks.list", {})).map(({ title }) => title)).toEqual(["Ask for the lease, Ben"]);
    }
  });

  it("two decisions on one subject are a conflict on both sides, whichever side is kept", async () => {
    const documentId = await firstDocument(ana);
    for (const keep of ["ours", "theirs"] as const) {
      await on(ana, "approvals.set", { documentId, verdict: "returned", note: `Ana ${keep}` });
      await on(ben, "approvals.set", { documentId, verdict: "approved", note: `Ben ${keep}` });
      await ana.exchange();
      await ben.exchange();
      await ana.exchange();
      expect(await conflicts(ana)).toHaveLength(1);
      expect(await conflicts(ben)).toHaveLength(1);
      await on(ben, "review.settle", { conflictNo: (await conflicts(ben))[0]?.conflictNo ?? 0, keep });
      for (const desk of [ben, ana, ben]) await desk.exchange();
      for (const desk of [ana, ben]) {
        expect(await conflicts(desk)).toEqual([]);
        const standing = await on(desk, "decisions.list", { kind: "approval" });
        expect(standing.map(({ person }) => person)).toEqual([keep === "ours" ? "Ben@world" : "Ana@world"]);
      }
    }
    const [ours, theirs] = [await decisions(ana), await decisions(ben)];
    const named = (all: typeof ours) => all.map(({ kind, subject, person }) => `${kind} ${subject} ${person}`).sort();
    expect(named(theirs)).toEqual(named(ours));
  });

  it("a decision that two people replace without knowing of each other has one end everywhere", async () => {
    const documentId = await firstDocument(ana);
    await on(ana, "approvals.set", { documentId, verdict: "approved", note: "Known to both" });
    await ana.exchange();
    await ben.exchange();
    await on(ben, "approvals.set", { documentId, verdict: "returned", note: "Ben, first by the clock" });
    await on(ana, "approvals.set", { documentId, verdict: "returned", note: "Ana, first at the server" });
    for (const desk of [ana, ben, ana, ben]) await desk.exchange();
    const ends = async (desk: Desk) =>
      (await on(desk, "decisions.list", { kind: "approval", undone: true }))
        .filter(({ body }) => JSON.stringify(body).includes("Known to both"))
        .map(({ undoneAt, undoneBy }) => ({ undoneAt, undoneBy }));
    expect(await ends(ana)).toMatchObject([{ undoneBy: "Ana@world" }]);
    expect(await ends(ben)).toEqual(await ends(ana));
    await on(ben, "review.settle", { conflictNo: (await conflicts(ben))[0]?.conflictNo ?? 0, keep: "theirs" });
    for (const desk of [ben, ana, ben]) await desk.exchange();
    expect(await ends(ben)).toEqual(await ends(ana));
  });

  it("a fact that an administrator of the database edits is found, reported and asked for again", async () => {
    await on(ana, "notes.add", { subject: { kind: "client" }, text: "Signed in good faith." });
    await ana.exchange();
    const edit = (from: string, to: string) =>
      firm.owner.read((db) => sql`UPDATE tieout.fact SET body = replace(body, ${from}, ${to}) WHERE body LIKE ${`%${from}%`}`.execute(db));
    expect(await edit("in good faith", "under pressure")).toMatchObject({ ok: true });
    await ben.exchange();
    expect(await notes(ben)).not.toContain("Signed under pressure.");
    expect([...ben.sync.status.broken]).toMatchObject([[ben.clientId, { code: "damaged", message: expect.stringContaining("Ana") }]]);
    expect(await edit("under pressure", "in good faith")).toMatchObject({ ok: true });
    await ben.exchange();
    expect(await notes(ben)).toContain("Signed in good faith.");
    expect([...ben.sync.status.broken]).toEqual([]);
  });

  it("settings of the firm reach everybody", async () => {
    await ask(ana.world, "firm.setProfile", { name: "Ana & Ben LLP" });
    await ana.exchange();
    await ben.exchange();
    expect(await ask(ben.world, "firm.profile", {})).toMatchObject({ name: "Ana & Ben LLP" });
  });

  it("a setting that a colleague changed can be undone, and is undone for everybody", async () => {
    const { changeIds } = await ask(ana.world, "firm.setProfile", { name: "Mistyped" });
    await ana.exchange();
    await ben.exchange();
    const told = async (desk: Desk) => (await ask(desk.world, "firm.activity", {})).find(({ changeId }) => changeId === changeIds[0]);
    expect(await told(ben)).toMatchObject({ kind: "firm_name", after: "Mistyped", undoneBy: null });
    await ask(ben.world, "firm.undo", { changeId: changeIds[0] ?? "" });
    await ben.exchange();
    await ana.exchange();
    for (const desk of [ana, ben]) {
      expect(await ask(desk.world, "firm.profile", {})).toMatchObject({ name: "Ana & Ben LLP" });
      expect((await told(desk))?.undoneBy).toMatch(/Ben/);
    }
  });

  it("a setting that is sent as something its sender may record is left out, and its sender named", async () => {
    const { server } = await firm.join("Cleo", "preparer");
    const row = { table: "setting", key: ["firm/profile"], row: { key: "firm/profile", value: '{"name":"Cleo Ltd"}' } };
    const fact = { factId: randomUUID(), kind: "exchange_rate", source: "own", body: JSON.stringify(row) } as const;
    must(await server.read((db) => appendFacts(db, "", [fact])));
    await ana.exchange();
    expect(await ask(ana.world, "firm.profile", {})).toMatchObject({ name: "Ana & Ben LLP" });
    expect(ana.sync.status.forged).toMatchObject([{ clientId: "", person: "Cleo" }]);
    expect([...ana.sync.status.broken]).toEqual([]);
  });

  it("a setting that is changed again before the first change came back isn't lost", async () => {
    ana.afterAppend = async () => {
      ana.afterAppend = null;
      await ask(ana.world, "firm.setProfile", { name: "Second" });
    };
    await ask(ana.world, "firm.setProfile", { name: "First" });
    await ana.exchange();
    await ana.exchange();
    await ben.exchange();
    for (const desk of [ana, ben]) expect(await ask(desk.world, "firm.profile", {})).toMatchObject({ name: "Second" });
  });
});
