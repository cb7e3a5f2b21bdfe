import { afterAll, beforeAll, expect, test } from "vitest";
import type { FirmNeeds } from "#main/firm/firm-port.ts";
import { createFirm, joinByCode } from "#main/firm/founding.ts";
import { createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import { ok } from "#shared/kernel/result.ts";
import { type FirmComputer, firmComputer } from "#test/support/firm-computer.ts";
import { poolWith } from "#test/support/pool-with.ts";
import { emptyDatabase } from "#test/support/postgres.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let ada: FirmComputer;
const open: FirmComputer[] = [];

const computer = async (user: string) => {
  const made = await firmComputer(user);
  open.push(made);
  return made;
};

beforeAll(async () => {
  database = await emptyDatabase();
  ada = await computer("Ada");
});
afterAll(async () => {
  for (const each of open) await each.close();
  await database.drop();
});

/** What founding and joining need of a computer. With `dies` the program ends when the server has the machine. */
function needsOf({ runtime, secrets }: FirmComputer, dies: boolean): FirmNeeds {
  const { pool, clock, log, uuid } = runtime.context;
  const must: FirmNeeds["pool"]["must"] = async (op, input) => {
    if (dies && op === "firm.saveSetting" && (input as { readonly key: string }).key === "firm/server")
      throw new Error("the program ends here");
    return pool.must(op, input);
  };
  return {
    ...{ pool: poolWith(pool, must), clock, log, uuid, env: () => undefined, machineName: "computer" },
    ...{ keepGrant: async () => ok(null), dropGrant: async () => null },
    localCounters: createMemoryCounterStore(),
    secrets: {
      kind: "memory",
      get: async (name) => secrets.get(name) ?? null,
      set: async (name, value) => void secrets.set(name, value),
      delete: async (name) => void secrets.delete(name),
    },
  };
}

test("a founder whose program ends before it knows of its firm makes it again, and goes on", async () => {
  const order = { url: database.url, person: "Ada" };
  await expect(createFirm(needsOf(ada, true), order)).rejects.toThrow("ends here");
  expect(await createFirm(needsOf(ada, false), order)).toMatchObject({ ok: true, value: { person: "Ada", role: "admin" } });
  await ada.restart();
  const { machines } = await ada.ask("firm.status", {});
  expect(machines).toHaveLength(1);
});

test("a program that ends between the server's word and its own note joins with the same code again", async () => {
  const { code } = await ada.ask("firm.invite", { person: "Rita", role: "reviewer" });
  const rita = await computer("Rita");
  await expect(joinByCode(needsOf(rita, true), code)).rejects.toThrow("ends here");
  await rita.restart();
  expect(await rita.ask("firm.status", {})).toMatchObject({ state: "alone" });
  expect(await rita.ask("firm.join", { code })).toMatchObject({ person: "Rita", role: "reviewer" });
  await rita.restart();
  expect(await rita.ask("firm.status", {})).toMatchObject({ state: "online", person: "Rita" });
  const { machines } = await ada.ask("firm.status", {});
  expect(machines.filter(({ person }) => person === "Rita")).toHaveLength(1);
  // Nothing of the join is left over.
  expect(rita.secrets.size).toBe(2);
});

test("an administrator removes the computer of such a join, and its code is of no use then", async () => {
  const { code } = await ada.ask("firm.invite", { person: "Zoe", role: "preparer" });
  const zoe = await computer("Zoe");
  await expect(joinByCode(needsOf(zoe, true), code)).rejects.toThrow("ends here");
  const { machines } = await ada.ask("firm.status", {});
  const machineId = machines.find(({ person }) => person === "Zoe")?.machineId ?? "";
  expect(await ada.ask("firm.revoke", { machineId })).toMatchObject({ person: "Zoe" });
  expect(await zoe.route("firm.join", { code })).toMatchObject({ ok: false, failure: { code: "not_found", field: "code" } });
  const again = await ada.ask("firm.invite", { person: "Zoe", role: "preparer" });
  expect(await zoe.ask("firm.join", { code: again.code })).toMatchObject({ person: "Zoe" });
});
