import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonView } from "#shared/contract/clients/people.ts";
import type { SettingChange } from "#shared/contract/clients/setting-changes.ts";
import type { Reply } from "#shared/contract/reply.ts";
import { createWorld, type World } from "#test/support/world.ts";
import { endWorld } from "./expecting.ts";

const PIN = "4827159304";
let world: World;
beforeAll(async () => {
  world = await createWorld({ seed: 72, tenants: [] });
  await ask("people.add", { name: "Rita", role: "reviewer" });
  await ask("people.add", { name: "Pat", role: "preparer" });
});
afterAll(() => endWorld(world));

/** Hashing a PIN is real work, during which no virtual time passes. */
const ask = (method: string, input: unknown): Promise<Reply> => world.run(world.clock.hold(world.runtime.route(method, input)));
const use = (name: string, pin?: string) => ask("people.use", pin === undefined ? { name } : { name, pin });
const answerOf = <T>(reply: Reply): T => (reply as { value: T }).value;
const people = async () => answerOf<PersonView[]>(await ask("people.list", {}));
const current = async () => (await people()).find((person) => person.current)?.name;
const withPin = async () => (await people()).filter(({ hasPin }) => hasPin).map(({ name }) => name);
const NEXT = "Try again.";
const WRONG = { ok: false, failure: { code: "invalid_input", message: "That PIN isn't right.", next: NEXT, field: "pin" } };

/** Once no wait is left, as a person whose PIN is known. */
async function as(name: string, pin?: string): Promise<void> {
  await world.clock.advance(60_000);
  expect(await use(name, pin)).toMatchObject({ ok: true, value: { name, current: true } });
}

describe("a person's PIN", () => {
  it("isn't asked for while nobody has one", async () => {
    expect(await withPin()).toEqual([]);
    for (const name of ["Rita", "Pat", "tester"]) expect(await use(name), name).toMatchObject({ ok: true, value: { name } });
    expect(await use("Pat", "0000"), "one that isn't needed").toMatchObject({ ok: true });
  });

  it("is 4 to 12 digits, set by the current user, and told to nobody", async () => {
    await as("Rita");
    for (const newPin of ["123", "1234567890123", "12a4", "١٢٣٤", ""])
      expect(await ask("people.setPin", { newPin }), newPin).toMatchObject({
        failure: { code: "invalid_input", field: "newPin", message: "New PIN: use 4 to 12 digits." },
      });
    const set = await ask("people.setPin", { newPin: PIN });
    expect(set).toMatchObject({ ok: true, value: { name: "Rita", hasPin: true } });
    expect(await withPin()).toEqual(["Rita"]);
    const told = JSON.stringify([set, await ask("people.list", {}), await ask("firm.activity", {})]);
    for (const secret of ["scrypt", "verifier", PIN]) expect(told).not.toContain(secret);
    for (const name of readdirSync(world.home).filter((file) => file.startsWith("firm.sqlite")))
      expect(readFileSync(join(world.home, name)).includes(PIN), name).toBe(false);
  });

  it("is asked for by each switch to its person, and by no other", async () => {
    expect(await use("rita"), "who works here already").toMatchObject({ ok: true, value: { name: "Rita" } });
    await as("Pat");
    expect(await use("rita")).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "pin", next: "Enter Rita's PIN." } });
    expect(await use("Rita", "4827")).toMatchObject(WRONG);
    expect(await current()).toBe("Pat");
    expect(await use("rita", PIN)).toMatchObject({ ok: true, value: { name: "Rita", current: true } });
  });

  it("isn't asked for when Tieout starts again: the current user stays the same", async () => {
    await world.restart();
    expect(await current()).toBe("Rita");
    await as("Pat");
    await world.restart();
    expect(await use("Rita")).toMatchObject({ failure: { field: "pin" } });
  });

  it("is waited for a minute after five wrong tries in a row, also with the right one", async () => {
    for (let time = 1; time <= 4; time++) expect(await use("Rita", "0000")).toEqual(WRONG);
    expect(await use("Rita", "0000")).toMatchObject({ failure: { ...WRONG.failure, next: "Wait 1 minute, then try again." } });
    expect(await use("Rita", PIN)).toMatchObject({ failure: { code: "busy", field: "pin", next: "Wait 60 seconds, then try again." } });
    await world.clock.advance(59_000);
    expect(await use("Rita", PIN)).toMatchObject({ failure: { code: "busy", next: "Wait 1 second, then try again." } });
    expect(await current()).toBe("Pat");
    await world.clock.advance(1_000);
    expect(await use("Rita", PIN)).toMatchObject({ ok: true });
    await as("Pat");
    expect(await use("Rita", "0000"), "the right one ended the row").toEqual(WRONG);
    await as("Rita", PIN);
  });

  it("can't be guessed by trying many at once", async () => {
    await as("Pat");
    const guesses = Array.from({ length: 12 }, (_, at) => world.runtime.route("people.use", { name: "Rita", pin: String(1000 + at) }));
    const codes = (await world.run(world.clock.hold(Promise.all(guesses)))).map((reply) => (reply.ok ? "done" : reply.failure.code));
    expect(codes.filter((code) => code === "invalid_input")).toHaveLength(5);
    expect(codes.filter((code) => code === "busy")).toHaveLength(7);
  });

  it("is changed and removed by its person alone, who has to give it", async () => {
    await as("Pat");
    expect(await ask("people.resetPin", { name: "Rita" })).toMatchObject({ failure: { code: "not_allowed" } });
    expect(await ask("people.removePin", { pin: PIN })).toMatchObject({ failure: { code: "not_found", message: "Pat has no PIN." } });
    expect(await withPin()).toEqual(["Rita"]);
    await as("Rita", PIN);
    expect(await ask("people.setPin", { newPin: "9999" })).toMatchObject({ failure: { code: "invalid_input", field: "currentPin" } });
    expect(await ask("people.setPin", { newPin: "9999", currentPin: "0000" })).toMatchObject({
      failure: { ...WRONG.failure, field: "currentPin" },
    });
    expect(await ask("people.setPin", { newPin: "9999", currentPin: PIN })).toMatchObject({ ok: true });
    await as("Pat");
    expect(await use("Rita", PIN)).toEqual(WRONG);
    await as("Rita", "9999");
    expect(await ask("people.removePin", { pin: "0000" })).toEqual(WRONG);
    expect(await ask("people.removePin", { pin: "9999" })).toMatchObject({ ok: true, value: { hasPin: false } });
    await as("Pat");
    await as("Rita");
  });

  it("that was forgotten is reset by an administrator, which is recorded and can't be undone", async () => {
    await ask("people.setPin", { newPin: PIN });
    await as("tester");
    expect(await ask("people.resetPin", { name: "rita" })).toMatchObject({ ok: true, value: { name: "Rita", hasPin: false } });
    expect(await ask("people.resetPin", { name: "Rita" })).toMatchObject({ failure: { code: "not_found" } });
    expect(await use("Rita")).toMatchObject({ ok: true });
    const changes = answerOf<SettingChange[]>(await ask("firm.activity", {})).filter(({ kind }) => kind === "person_pin");
    const told = changes.map(({ what, subject, person }) => [what, subject, person]);
    expect(told.toReversed()).toEqual([
      ["added", "Rita", "Rita@world"],
      ["changed", "Rita", "Rita@world"],
      ["removed", "Rita", "Rita@world"],
      ["added", "Rita", "Rita@world"],
      ["removed", "Rita", "tester@world"],
    ]);
    await as("tester");
    expect(await ask("firm.undo", { changeId: changes[0]?.changeId })).toMatchObject({ failure: { code: "not_supported" } });
  });
});
