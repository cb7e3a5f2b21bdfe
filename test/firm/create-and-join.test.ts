import { afterAll, beforeAll, expect, test } from "vitest";
import { firmServerOperations } from "#main/features/firm/server-operations.ts";
import { readMembership, saveMembership } from "#main/firm/membership.ts";
import type { FirmInvitation } from "#shared/contract/firm/server.ts";
import { assert } from "#shared/kernel/assert.ts";
import { type FirmComputer, firmComputer } from "#test/support/firm-computer.ts";
import { emptyDatabase } from "#test/support/postgres.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let ada: FirmComputer;
let rita: FirmComputer;
const open: FirmComputer[] = [];

const computer = async (...given: Parameters<typeof firmComputer>) => {
  const made = await firmComputer(...given);
  open.push(made);
  return made;
};

beforeAll(async () => {
  database = await emptyDatabase();
  ada = await computer("Ada");
  await ada.addClient("birch", "Birch & Co", "tenant-1");
  await ada.addClient("cedar", "Cedar Ltd", "tenant-2");
  rita = await computer("rita");
});
afterAll(async () => {
  for (const each of open) await each.close();
  await database.drop();
});

const failure = async (on: FirmComputer, name: Parameters<FirmComputer["route"]>[0], input: object) => {
  const reply = await on.route(name, input);
  return reply.ok ? null : reply.failure;
};

test("on one computer there is nothing to see, and nobody to invite", async () => {
  expect(await ada.ask("firm.status", {})).toMatchObject({ state: "alone", machines: [], problem: null });
  expect(await failure(ada, "firm.invite", { person: "Rita", role: "reviewer" })).toMatchObject({ code: "not_supported" });
});

test("an administrator makes the firm from what is there, once", async () => {
  const created = await ada.ask("firm.create", { url: database.url });
  expect(created).toMatchObject({ person: "Ada", role: "admin", clients: 2 });
  // At once, and after the next start.
  expect(await ada.ask("firm.status", {})).toMatchObject({ state: "online", person: "Ada" });
  await ada.restart();
  expect(await ada.ask("firm.status", {})).toMatchObject({ state: "online", person: "Ada", role: "admin", problem: null });
  expect(await failure(ada, "firm.create", { url: database.url })).toMatchObject({ code: "already_exists" });
  const other = await computer("Eve");
  expect(await failure(other, "firm.create", { url: database.url })).toMatchObject({ code: "already_exists", field: "url" });
  expect(other.secrets.size).toBe(0);
});

test("an invited person joins with the code, gets the firm's clients and role, and the code is used up", async () => {
  const { code, until, before } = await ada.ask("firm.invite", { person: "Rita", role: "reviewer" });
  expect(before).toBeNull();
  expect(until).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await rita.ask("firm.join", { code })).toMatchObject({ person: "Rita", role: "reviewer", clients: 2, twice: [] });
  await rita.restart();
  expect(await rita.ask("firm.status", {})).toMatchObject({ state: "online", person: "Rita", role: "reviewer" });
  const clients = await rita.runtime.context.pool.must("firm.clients", {});
  expect(clients.map(({ clientId, name }) => [clientId, name])).toEqual([
    ["birch", "Birch & Co"],
    ["cedar", "Cedar Ltd"],
  ]);
  expect(rita.runtime.context.people).toMatchObject({ name: "rita", role: "reviewer" });
  const late = await computer("late");
  expect(await failure(late, "firm.join", { code })).toMatchObject({ code: "not_found", field: "code" });
  expect(await failure(late, "firm.join", { code: "tieout-join-e30" })).toMatchObject({ code: "invalid_input", field: "code" });
});

test("an invitation of somebody who is in the firm says which role it changed at once, and what it reactivated", async () => {
  expect(await ada.ask("firm.invite", { person: "rita", role: "preparer" })).toMatchObject({
    before: { role: "reviewer", deactivated: false },
  });
  const made = await ada.ask("firm.invite", { person: "Rita", role: "reviewer" });
  expect(made).toMatchObject({ before: { role: "preparer", deactivated: false } });
  const form = firmServerOperations.find(({ name }) => name === "firm.invite")?.command as unknown as {
    readonly lines: (value: FirmInvitation) => readonly string[];
  };
  expect(form.lines({ ...made, before: { role: "preparer", deactivated: true } }).slice(0, 2)).toEqual([
    "Rita was already in the firm. The role has changed from preparer to reviewer.",
    "Rita was deactivated and has been reactivated.",
  ]);
  expect(form.lines({ ...made, before: null })[0]).toContain("Rita can run this command once");
});

test("an invitation that names clients says which of somebody's clients it replaced at once", async () => {
  const form = firmServerOperations.find(({ name }) => name === "firm.invite")?.command as unknown as {
    readonly lines: (value: FirmInvitation) => readonly string[];
  };
  const invite = async (...clients: string[]) => form.lines(await ada.ask("firm.invite", { person: "Rita", role: "reviewer", clients }));
  expect((await invite("birch"))[0]).toBe("Rita's clients have changed. Before: all clients. Now: birch.");
  expect((await invite("birch"))[0]).toContain("Rita can run this command once");
  expect((await invite("cedar", "birch"))[0]).toBe("Rita's clients have changed. Before: birch. Now: birch, cedar.");
  expect((await invite())[0]).toBe("Rita's clients have changed. Before: birch, cedar. Now: all clients.");
  // By the word that the command line has for it, which isn't given together with names.
  await invite("birch");
  const all = { person: "Rita", role: "reviewer", allClients: true } as const;
  expect(await failure(ada, "firm.invite", { ...all, clients: ["cedar"] })).toMatchObject({ code: "invalid_input", field: "allClients" });
  expect(await ada.ask("firm.invite", all)).toMatchObject({ clients: { from: ["birch"], to: null } });
  // A new person had none.
  const made = await ada.ask("firm.invite", { person: "Nils", role: "preparer", clients: ["birch"] });
  expect(made).toMatchObject({ before: null, clients: null });
});

test("only an administrator invites others, and hears who can otherwise", async () => {
  expect(await failure(rita, "firm.invite", { person: "Zoe", role: "admin" })).toMatchObject({
    code: "not_allowed",
    next: "These people can do it: Ada.",
  });
});

test("a second computer that has the same books, by its ledger's company, works on the firm's client", async () => {
  const { code } = await ada.ask("firm.invite", { person: "Bea", role: "preparer" });
  const bea = await computer("Bea");
  await bea.addClient("own-birch", "Birch", "tenant-1");
  await bea.addClient("elm", "Elm Inc", "tenant-3");
  expect(await bea.ask("firm.join", { code })).toMatchObject({ clients: 3, twice: [{ clientId: "own-birch", serverId: "birch" }] });
  expect((await bea.runtime.context.pool.must("firm.clients", {})).map(({ clientId }) => clientId).sort()).toEqual([
    "birch",
    "cedar",
    "elm",
  ]);
});

test("a lost laptop is removed: its login ends, and it says so and keeps what it has", async () => {
  const { machines } = await ada.ask("firm.status", {});
  const lost = machines.find(({ person }) => person === "Rita");
  expect(
    await failure(rita, "firm.revoke", { machineId: machines.find(({ person }) => person === "Ada")?.machineId as string }),
  ).toMatchObject({
    code: "not_allowed",
  });
  const grants = ada.runtime.context.firm.session?.grants;
  for (const key of ["a-grant", "app/neutral"]) await grants?.renewing(key, ["cedar", "birch"], (turn) => turn.keep("token"));
  expect(await ada.ask("firm.revoke", { machineId: lost?.machineId as string })).toMatchObject({
    person: "Rita",
    resealed: 2,
    // By name, as the keys of sign-ins mean nothing to people.
    known: [
      { isApp: false, ledger: "Ledger A", clients: ["Birch & Co", "Cedar Ltd"] },
      { isApp: true, ledger: "Ledger A", clients: ["Birch & Co", "Cedar Ltd"] },
    ],
  });
  for (const key of ["a-grant", "app/neutral"]) await grants?.drop(key);
  await rita.restart();
  expect(await rita.ask("firm.status", {})).toMatchObject({ state: "offline", problem: { code: "server_refused" } });
  expect(await rita.runtime.context.pool.must("firm.clients", {})).toHaveLength(2);
  expect(await ada.ask("firm.status", {})).toMatchObject({ machines: [{}, { person: "Rita", revokedBy: "Ada" }, {}] });
});

test("a removed computer can leave, whose login is blocked, and join again with a new invitation", async () => {
  const { code } = await ada.ask("firm.invite", { person: "Rita", role: "reviewer" });
  expect(await failure(rita, "firm.join", { code })).toMatchObject({ code: "already_exists", next: "Leave that firm first." });
  expect(await rita.ask("firm.leave", {})).toEqual({ signIns: 0, listedAs: null });
  expect(rita.secrets.size).toBe(0);
  expect(await rita.ask("firm.status", {})).toMatchObject({ state: "alone" });
  expect(await rita.ask("firm.join", { code })).toMatchObject({ person: "Rita", role: "reviewer" });
});

test("leaving works while the server can't be reached, and says that it still lists the computer", async () => {
  const { code } = await ada.ask("firm.invite", { person: "Gus", role: "preparer" });
  const gus = await computer("Gus");
  await gus.ask("firm.join", { code });
  const membership = await readMembership(gus.runtime.context.pool);
  assert(membership !== null, "the computer has joined");
  const { address, machineId } = membership;
  await saveMembership(gus.runtime.context.pool, { ...membership, address: { ...address, host: "127.0.0.1", port: 1 } });
  await gus.restart();
  expect(await gus.ask("firm.status", {})).toMatchObject({ state: "offline", problem: { code: "server_unreachable" } });
  expect(await gus.ask("firm.leave", {})).toEqual({ signIns: 0, listedAs: machineId });
  expect(await gus.ask("firm.status", {})).toMatchObject({ state: "alone" });
  expect(gus.secrets.size).toBe(0);
});

test("a computer without a keychain takes its secrets from the environment", async () => {
  const env = {
    TIEOUT_FIRM_PASSWORD: "a long password that nothing else uses",
    TIEOUT_FIRM_IDENTITY: "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX",
  };
  const { code } = await ada.ask("firm.invite", { person: "Night shift", role: "preparer" });
  const worker = await computer("worker", { env });
  await worker.ask("firm.join", { code });
  await worker.restart();
  expect(worker.secrets.size).toBe(0);
  expect(await worker.ask("firm.status", {})).toMatchObject({ state: "online", person: "Night shift" });
});

test("a clock that is a day off is named, and changes nothing at the server", async () => {
  const { code } = await ada.ask("firm.invite", { person: "Ada", role: "admin" });
  const early = await computer("Ada", { aheadMs: 86_400_000 });
  await early.ask("firm.join", { code });
  await early.restart();
  const status = await early.ask("firm.status", {});
  expect(status).toMatchObject({ state: "online", problem: { code: "conflict" } });
  expect(status.problem?.message).toContain("1440 minutes ahead");
});

test("leaving keeps everything here, but the last administrator's computer can't go before the others", async () => {
  const { machines } = await ada.ask("firm.status", {});
  const others = machines.filter(({ isThisOne, revokedAt }) => !isThisOne && revokedAt === null);
  for (const { machineId } of others.filter(({ person }) => person === "Ada")) await ada.ask("firm.revoke", { machineId });
  expect(await failure(ada, "firm.leave", {})).toMatchObject({ code: "conflict" });
  for (const { machineId } of others.filter(({ person }) => person !== "Ada")) await ada.ask("firm.revoke", { machineId });
  expect(await ada.ask("firm.leave", {})).toEqual({ signIns: 0, listedAs: null });
  await ada.restart();
  expect(await ada.ask("firm.status", {})).toMatchObject({ state: "alone" });
  expect(ada.secrets.size).toBe(0);
  const clients = await ada.runtime.context.pool.must("firm.clients", {});
  expect(clients).toHaveLength(3);
  // Nothing waits for a server that is no longer there.
  for (const { clientId } of clients) expect(await ada.runtime.context.pool.must("facts.outbox", { clientId })).toBeNull();
});
