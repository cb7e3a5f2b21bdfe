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
    await ana.ask("firm.create", { url: database.url });
    await ana.restart();
    const { code } = await ana.ask("firm.invite", { person: "Ben", role: "reviewer" });
    await ben.ask("firm.join", { code });
    await ben.restart();
    for (const { runtime } of [ana, ben]) running.push(runtime.meetColleagues(ended.signal));
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
    expect(await ana.ask("firm.presence", { clientId: "birch" })).toEqual({ people: ["Ben"] });
  });
});
