import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FirmComputer } from "#test/support/firm-computer.ts";
import { firmComputer } from "#test/support/firm-computer.ts";
import { emptyDatabase } from "#test/support/postgres.ts";

const PATIENCE_MS = 20_000;

describe("two people at two computers of one firm", () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let ana: FirmComputer;
  let ben: FirmComputer;
  const ended = new AbortController();
  const running: Promise<void>[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    ana = await firmComputer("Ana");
    ben = await firmComputer("Ben");
    await ana.addClient("birch", "Birch & Co", "tenant-1");
    // As in two open windows: they were open before there was a firm.
    for (const { runtime } of [ana, ben]) running.push(runtime.meetColleagues(ended.signal), runtime.followColleagues(ended.signal));
    await ana.ask("firm.create", { url: database.url });
    const { code } = await ana.ask("firm.invite", { person: "Ben", role: "reviewer" });
    await ben.ask("firm.join", { code });
    await until(async () => (await ben.ask("clients.list", {})).rows.length === 1, "the client");
  });
  afterAll(async () => {
    ended.abort();
    await Promise.all(running);
    await ana?.close();
    await ben?.close();
    await database?.drop();
  });

  async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const since = performance.now();
    while (!(await isSo())) {
      if (performance.now() - since > PATIENCE_MS) throw new Error(`${what} didn't arrive`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it("meet in the same list of people, each with their role", async () => {
    await until(async () => (await ana.ask("people.list", {})).some(({ name }) => name === "Ben"), "Ben");
    expect((await ana.ask("people.list", {})).find(({ name }) => name === "Ben")).toMatchObject({ role: "reviewer" });
    await until(async () => (await ben.ask("firm.exchange", {}))?.online === true, "the end of the first exchange");
    expect(await ben.ask("firm.exchange", {})).toMatchObject({ failure: null, broken: [], forged: [] });
  });

  it("see what the other does at once", async () => {
    const delays: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const name = `Ana & Ben ${turn}`;
      const since = performance.now();
      await ana.ask("firm.setProfile", { name });
      await until(async () => (await ben.ask("firm.profile", {})).name === name, name);
      delays.push(performance.now() - since);
    }
    delays.sort((a, b) => a - b);
    console.info(`from one person's act to the other's answer: median ${delays[5]?.toFixed(0)} ms, slowest ${delays[9]?.toFixed(0)} ms`);
    expect(delays).toHaveLength(10);
  });

  it("see who else works on a client, until they leave it", async () => {
    expect(await ana.ask("firm.presence", { clientId: "birch" })).toEqual({ people: [] });
    expect(await ben.ask("firm.presence", { clientId: "birch" })).toEqual({ people: ["Ana"] });
    // Asked again after the news of it, a window learns who is there and makes no news of its own.
    let heard = 0;
    const stop = ana.runtime.subscribe(({ topic }) => {
      if (topic === "colleagues.changed") heard++;
    });
    for (let again = 0; again < 5; again++) expect(await ana.ask("firm.presence", { clientId: "birch" })).toEqual({ people: ["Ben"] });
    await new Promise((resolve) => setTimeout(resolve, 500));
    stop();
    expect(heard).toBeLessThan(5);
  });

  it("notice when the database's administrator changes a record that everybody has applied already", async () => {
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    const edit = (from: string, to: string) => owner.query("UPDATE tieout.fact SET body = replace(body, $1, $2)", [from, to]);
    try {
      expect((await ben.ask("firm.check", {})).broken).toEqual([]);
      await edit("Ana & Ben 3", "Ana & Bob 3");
      const { records, broken } = await ben.ask("firm.check", {});
      expect(records).toBeGreaterThan(9);
      expect(broken).toMatchObject([
        { clientId: "", failure: { code: "damaged", message: expect.stringContaining("by Ana in the firm's log has changed") } },
      ]);
      await edit("Ana & Bob 3", "Ana & Ben 3");
      expect((await ben.ask("firm.check", {})).broken).toEqual([]);
    } finally {
      await owner.end();
    }
  });

  it("work alone again at once after leaving", async () => {
    await ben.ask("firm.leave", {});
    expect(await ben.ask("firm.status", {})).toMatchObject({ state: "alone" });
    expect(await ben.ask("firm.exchange", {})).toBeNull();
    expect((await ben.ask("clients.list", {})).rows).toHaveLength(1);
    const { code } = await ana.ask("firm.invite", { person: "Ben", role: "reviewer" });
    await ben.ask("firm.join", { code });
    await until(async () => (await ben.ask("firm.exchange", {}))?.online === true, "the exchange");
    await ana.ask("firm.setProfile", { name: "Ana & Ben again" });
    await until(async () => (await ben.ask("firm.profile", {})).name === "Ana & Ben again", "the name");
  });
});
