import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SettingChange } from "#shared/contract/clients/setting-changes.ts";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { Reply } from "#shared/contract/reply.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const PIN = "4827159304";
let world: World;
let period: { clientId: string; period: string };
beforeAll(async () => {
  world = await createWorld({ seed: 83, tenants: [{ style: "a", a: { journals: true }, books: { months: 3, invoicesPerMonth: 6 } }] });
  const tenant = world.tenants[0] as Tenant;
  period = { clientId: tenant.source.clientId, period: "2026-10" };
  await syncToEnd(tenant);
  await ask("people.add", { name: "Rita", role: "reviewer" });
  await ask("close.move", { ...period, status: "in_close" });
});
afterAll(() => endWorld(world));

/** Hashing a PIN is real work, during which no virtual time passes. */
const ask = (method: string, input: unknown): Promise<Reply> => world.run(world.clock.hold(world.runtime.route(method, input)));
const answerOf = <T>(reply: Reply): T => (reply as { value: T }).value;
const sign = () => ask("close.sign", { ...period, role: "preparer" });
const withPin = async () => answerOf<CloseStatus>(await ask("close.status", period)).signatures.map((one) => one.withPin === true);
const DONE = { ok: true };
const asksFor = (name: string) => ({ ok: false, failure: { code: "not_allowed", field: "pin", message: `This needs ${name}'s PIN.` } });
const refuses = (name: string) => ({ ok: false, failure: { code: "not_allowed", message: `${name} needs a PIN to do this.` } });

describe("a sign-off and the signer's PIN", () => {
  it("takes none until an administrator requires it, and none is recorded", async () => {
    expect(await ask("people.pinRule", {})).toMatchObject({ ok: true, value: { required: false } });
    expect(await sign()).toMatchObject(DONE);
    expect(await withPin()).toEqual([false]);
  });

  it("is required by an administrator who entered their own, which is recorded", async () => {
    expect(await ask("people.requirePins", { required: true })).toMatchObject(refuses("tester"));
    await ask("people.use", { name: "Rita" });
    expect(await ask("people.requirePins", { required: true })).toMatchObject({ failure: { code: "not_allowed" } });
    await ask("people.use", { name: "tester" });
    expect(await ask("people.enterPin", { pin: PIN })).toMatchObject(refuses("tester"));
    expect(await ask("people.setPin", { newPin: PIN })).toMatchObject(DONE);
    expect(await ask("people.requirePins", { required: true })).toMatchObject({ ok: true, value: { required: true } });
    expect(await ask("people.pinRule", {})).toMatchObject({ value: { required: true } });
    const changes = answerOf<SettingChange[]>(await ask("firm.activity", {}));
    const change = changes.find(({ subject }) => subject === "");
    expect(change).toMatchObject({ kind: "person_pin", what: "added", after: "Required to sign off", person: "tester@world" });
    expect(await ask("firm.undo", { changeId: change?.changeId })).toMatchObject({ failure: { code: "not_supported" } });
  });

  it("is refused to a person without a PIN, as all that counts as a signature is; other work goes on", async () => {
    await ask("people.use", { name: "Rita" });
    for (const [method, input] of [
      ["close.sign", { ...period, role: "reviewer" }],
      ["close.override", { ...period, gate: "tasks", why: "Agreed" }],
      ["close.acceptTieOut", { ...period, check: "trial_balance", why: "Agreed" }],
      ["close.move", { ...period, status: "closed", why: "Agreed" }],
      ["periods.set", { ...period, status: "reopened", why: "Agreed" }],
      ["reconciliations.sign", { ...period, accountId: "x", role: "preparer" }],
      ["reconciliations.signAll", { ...period, accountIds: ["x"], role: "reviewer" }],
      ["flux.sign", { ...period, accountId: "x", role: "preparer" }],
      ["flux.signMany", { ...period, accountIds: ["x"], role: "reviewer" }],
      ["flux.signBelow", { ...period, role: "preparer" }],
      ["flux.explain", { ...period, accountId: "x", text: "Rent", sign: true }],
      ["packs.export", period],
      ["review.import", { path: "/nowhere/review.tieout", passphrase: "four words are enough" }],
    ] as const)
      expect(await ask(method, input), method).toMatchObject(refuses("Rita"));
    expect(await ask("flux.explain", { ...period, accountId: "x", text: "Rent" })).toMatchObject({ failure: { code: "not_found" } });
  });

  it("is accepted after the PIN, and says so", async () => {
    expect(await ask("people.use", { name: "tester", pin: PIN })).toMatchObject(DONE);
    expect(await sign()).toMatchObject(DONE);
    expect(await withPin()).toEqual([true]);
    expect(await sign(), "entered once").toMatchObject(DONE);
  });

  it("isn't made by an undo: one that opens a closed period or closes it again takes the PIN, and that of a sign-off doesn't", async () => {
    const numberOf = async (reply: Promise<Reply>) => answerOf<{ readonly decisionNo: number }>(await reply).decisionNo;
    const undo = (decisionNo: number) => ask("decisions.undo", { clientId: period.clientId, decisionNo });
    const [signed, closed] = [await numberOf(sign()), await numberOf(ask("periods.set", { ...period, status: "closed", why: "Agreed" }))];
    await ask("people.use", { name: "Rita" });
    expect(await undo(closed)).toMatchObject(refuses("Rita"));
    expect(await undo(signed)).toMatchObject(DONE);
    await ask("people.use", { name: "tester", pin: PIN });
    expect(await undo(closed)).toMatchObject(DONE);
  });

  it("asks again after a start, for the first one", async () => {
    await world.restart();
    expect(await sign()).toMatchObject(asksFor("tester"));
    expect(await ask("people.enterPin", { pin: "0000" })).toMatchObject({ failure: { code: "invalid_input", field: "pin" } });
    expect(await sign()).toMatchObject(asksFor("tester"));
    expect(await ask("people.enterPin", { pin: PIN })).toMatchObject({ ok: true, value: { name: "tester" } });
    expect(await sign()).toMatchObject(DONE);
  });

  it("can't be got around as the administrator whom a start found: resetting a PIN and ending the rule take theirs", async () => {
    await ask("people.use", { name: "Rita" });
    expect(await ask("people.setPin", { newPin: PIN })).toMatchObject(DONE);
    await ask("people.use", { name: "tester", pin: PIN });
    await world.restart();
    expect(await ask("people.resetPin", { name: "Rita" })).toMatchObject(asksFor("tester"));
    expect(await ask("people.requirePins", { required: false })).toMatchObject(asksFor("tester"));
    expect(await ask("people.enterPin", { pin: PIN })).toMatchObject(DONE);
    expect(await ask("people.resetPin", { name: "Rita" })).toMatchObject(DONE);
    await ask("people.use", { name: "Rita" });
    expect(await sign()).toMatchObject(refuses("Rita"));
    await ask("people.use", { name: "tester", pin: PIN });
    expect(await ask("people.requirePins", { required: false })).toMatchObject({ ok: true, value: { required: false } });
    await ask("people.use", { name: "Rita" });
    expect(await sign()).toMatchObject(DONE);
    expect(await withPin()).toEqual([false]);
  });

  it("says nothing of a PIN that its person removed", async () => {
    expect(await ask("people.setPin", { newPin: PIN })).toMatchObject(DONE);
    expect(await ask("people.removePin", { pin: PIN })).toMatchObject(DONE);
    expect(await sign()).toMatchObject(DONE);
    expect(await withPin()).toEqual([false]);
  });
});
