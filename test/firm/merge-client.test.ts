import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mergeTwice, noteTwice } from "#main/firm/merge-twice.ts";
import { type FirmComputer, firmComputer } from "#test/support/firm-computer.ts";
import { poolWith } from "#test/support/pool-with.ts";
import { emptyDatabase } from "#test/support/postgres.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";

const PATIENCE_MS = 20_000;
const SENT_MS = 1_790_000_000_000;

/** A client with what its ledger can do: without that there is nothing to record on. */
async function connect(on: FirmComputer, clientId: string, name: string, tenantId: string): Promise<void> {
  await on.addClient(clientId, name, tenantId);
  await on.runtime.context.pool.must("firm.saveDiscovery", { connectionId: `connection-${clientId}`, discovery, nowMs: SENT_MS });
}

const note = (on: FirmComputer, clientId: string, text: string) => on.ask("notes.add", { clientId, subject: { kind: "client" }, text });
const notes = async (on: FirmComputer, clientId: string) => (await on.ask("notes.list", { clientId })).map(({ text }) => text).sort();
const clientIds = async (on: FirmComputer) =>
  (await on.runtime.context.pool.must("firm.clients", {})).map(({ clientId }) => clientId).sort();

describe("a client that the firm has under another id", () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let ada: FirmComputer;
  let bea: FirmComputer;
  const ended = new AbortController();
  const running: Promise<void>[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    ada = await firmComputer("Ada");
    bea = await firmComputer("Bea");
    await connect(ada, "birch", "Birch & Co", "tenant-1");
    await connect(bea, "own-birch", "Birch", "tenant-1");
    await connect(bea, "elm", "Elm Inc", "tenant-3");
    await connect(ada, "oak", "Oak", "tenant-5");
    await connect(bea, "own-oak", "OAK", "tenant-6");
    await note(ada, "birch", "From Ada.");
    await note(bea, "own-birch", "From Bea.");
    for (const jobId of ["paid", "asked"]) await send(bea, "own-birch", jobId);
    bea.secrets.set("connection-own-birch/refresh_token/a", "1:own");
    bea.secrets.set("connection-elm/refresh_token/a", "1:elm");
    for (const { runtime } of [ada, bea]) running.push(runtime.meetColleagues(ended.signal), runtime.followColleagues(ended.signal));
    await ada.ask("firm.create", { url: database.url });
    const { code } = await ada.ask("firm.invite", { person: "Bea", role: "preparer" });
    expect(await bea.ask("firm.join", { code })).toMatchObject({ clients: 4, twice: [{ clientId: "own-birch", serverId: "birch" }] });
  });
  afterAll(async () => {
    ended.abort();
    await Promise.all(running);
    await ada?.close();
    await bea?.close();
    await database?.drop();
  });

  async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const since = performance.now();
    while (!(await isSo())) {
      if (performance.now() - since > PATIENCE_MS) throw new Error(`${what} didn't arrive`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const source = (clientId: string) => ({ clientId, system: "ledger_a" as const, tenantId: "tenant-1" });

  /** A write of a computer on its own, which was sent and accepted. */
  async function send(on: FirmComputer, clientId: string, jobId: string): Promise<void> {
    const { pool } = on.runtime.context;
    const job = { jobId, actionId: `act-${jobId}`, state: "queued", content: jobId, body: "{}", createdMs: SENT_MS, updatedMs: SENT_MS };
    await pool.must("writes.add", { ...source(clientId), job });
    const change = { jobId, body: "{}", knownMs: SENT_MS };
    const { attemptNo } = await pool.must("writes.change", {
      ...source(clientId),
      change: { ...change, state: "sent", nowMs: SENT_MS, start: { callNo: 1, purpose: "write", request: "{}", sentMs: SENT_MS } },
    });
    await pool.must("writes.change", {
      ...source(clientId),
      change: {
        ...{ ...change, state: "accepted", nowMs: SENT_MS + 1 },
        end: { attemptNo: attemptNo ?? 0, answeredMs: SENT_MS + 1, status: 200, answer: "{}", note: null },
      },
    });
  }

  it("is one client after joining, with what both recorded", async () => {
    await until(async () => (await notes(bea, "birch").catch(() => [])).length === 2, "Ada's note");
    await until(async () => (await notes(ada, "birch")).length === 2, "Bea's note");
    expect(await clientIds(bea)).toEqual(["birch", "elm", "oak", "own-oak"]);
    expect(await notes(bea, "birch")).toEqual(["From Ada.", "From Bea."]);
    expect(await notes(ada, "birch")).toEqual(["From Ada.", "From Bea."]);
    const [row] = (await bea.runtime.context.pool.must("firm.clients", {})).filter(({ clientId }) => clientId === "birch");
    expect(row?.name).toBe("Birch & Co");
    expect((await ada.ask("notes.list", { clientId: "birch" })).find(({ text }) => text === "From Bea.")?.person).toContain("Bea");
  });

  it("keeps another company of the same name apart, under a name of its own", async () => {
    const names = async (on: FirmComputer) =>
      (await on.runtime.context.pool.must("firm.clients", {})).filter(({ clientId }) => clientId.endsWith("oak")).map(({ name }) => name);
    await until(async () => (await names(ada)).length === 2, "the other company");
    for (const on of [ada, bea]) expect((await names(on)).sort()).toEqual(["OAK (2)", "Oak"]);
  });

  it("works with the firm's connection, and keeps nothing of its own sign-in", async () => {
    expect(await bea.runtime.context.pool.must("firm.connection", { clientId: "birch" })).toMatchObject({
      connectionId: "connection-birch",
      tenantId: "tenant-1",
    });
    expect([...bea.secrets.keys()].filter((name) => name.includes("refresh_token"))).toEqual(["connection-elm/refresh_token/a"]);
  });

  it("keeps the former file, and the writes that were sent from it", async () => {
    const kept = readdirSync(join(bea.home, "kept"));
    expect(kept).toEqual([expect.stringMatching(/^merged-own-birch-/)]);
    expect(readdirSync(join(bea.home, "kept", kept[0] as string))).toContain("own-birch.sqlite");
    expect(readdirSync(join(bea.home, "clients")).some((name) => name.startsWith("own-birch"))).toBe(false);
    const { pool } = bea.runtime.context;
    const sent = await Promise.all(["paid", "asked"].map((jobId) => pool.must("writes.get", { ...source("birch"), jobId })));
    expect(sent.map((one) => one?.job.state)).toEqual(["accepted", "accepted"]);
    // Two computers that count from 1 would use the same numbers.
    const numbers = sent.flatMap((one) => one?.attempts.map(({ attemptNo }) => attemptNo) ?? []);
    expect(numbers.every((no) => no >= SENT_MS - 2)).toBe(true);
    expect(new Set(numbers).size).toBe(2);
  });

  it("goes out to the firm as any other client does", async () => {
    await note(bea, "birch", "After.");
    await until(async () => (await notes(ada, "birch")).includes("After."), "the note");
    expect(await bea.ask("firm.exchange", {})).toMatchObject({ online: true, broken: [], refused: [] });
    expect(await bea.ask("firm.check", {})).toMatchObject({ broken: [] });
  });

  it("is found when the firm gets it later, and merged at once", async () => {
    await connect(bea, "own-fir", "Fir", "tenant-4");
    await note(bea, "own-fir", "Fir from Bea.");
    // Both connected it before either heard of the other's.
    await connect(ada, "fir", "Fir Ltd", "tenant-4");
    await note(ada, "fir", "Fir from Ada.");
    const ids = async () => (await Promise.all([ada, bea].map(clientIds))).map((all) => all.join());
    await until(
      async () => (await ids()).every((all, _at, [first]) => all === first && all.split(",").length === 5),
      "the end of the second id",
    );
    const clientId = (await clientIds(ada)).find((id) => id.endsWith("fir")) as string;
    for (const on of [ada, bea])
      await until(async () => (await notes(on, clientId).catch(() => [])).join() === "Fir from Ada.,Fir from Bea.", "both notes");
  });

  it("is repaired without missing any number of a sending", async () => {
    const { pool } = bea.runtime.context;
    await pool.hold("birch", { code: "damaged", message: "repaired by the test" });
    const { ownFacts } = await pool.must("files.repair", { clientId: "birch", from: "ledger", damagedMs: SENT_MS, nowMs: SENT_MS });
    pool.free("birch");
    expect(ownFacts.find(({ table }) => table === "write_attempt")).toMatchObject({ fromDamaged: 2, missing: 0 });
  });
});

describe("the merge of a client on a computer", () => {
  const open: FirmComputer[] = [];
  afterAll(async () => {
    for (const each of open) await each.close();
  });

  async function computer() {
    const made = await firmComputer("Cid");
    open.push(made);
    await connect(made, "own", "Ash", "tenant-1");
    await note(made, "own", "Kept.");
    const { pool, clock, log } = made.runtime.context;
    await noteTwice(pool, [{ clientId: "own", serverId: "ash", connection: { connectionId: "firms", body: "{}" } }]);
    const needs: Parameters<typeof mergeTwice>[0] = { pool, clock, log, dropGrant: async () => null };
    return { made, needs };
  }

  it("goes on where the program ended", async () => {
    const { made, needs } = await computer();
    const { pool } = needs;
    const ending = poolWith(pool, async (op, input) => {
      if (op === "firm.moveClient") throw new Error("the program ends here");
      return pool.must(op, input);
    });
    await expect(mergeTwice({ ...needs, pool: ending })).rejects.toThrow("ends here");
    await mergeTwice(needs);
    expect(await clientIds(made)).toEqual(["ash"]);
    expect(await notes(made, "ash")).toEqual(["Kept."]);
    await mergeTwice(needs);
    expect(readdirSync(join(made.home, "kept"))).toHaveLength(1);
  });

  it("leaves a file that can't be read as it is, and the others go on", async () => {
    const { made, needs } = await computer();
    await needs.pool.hold("own", { code: "damaged", message: "closed for the test" });
    needs.pool.free("own");
    const path = join(made.home, "clients", "own.sqlite");
    writeFileSync(path, "not a database");
    await connect(made, "own-2", "Elder", "tenant-2");
    await noteTwice(needs.pool, [{ clientId: "own-2", serverId: "elder", connection: { connectionId: "firms-2", body: "{}" } }]);
    await mergeTwice(needs);
    expect(await clientIds(made)).toEqual(["elder", "own"]);
    expect(readFileSync(path, "utf8")).toBe("not a database");
  });
});
