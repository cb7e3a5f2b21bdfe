import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import type { DisconnectOutcome, SignInChoice, SignInView } from "#shared/contract/connections/sign-in.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";

const home = mkdtempSync(join(tmpdir(), "tieout-practice-"));
const said: string[] = [];
const showAddress = (address: string) => void said.push(`${address}\n`);
let core: OpenCore;

async function open(): Promise<void> {
  const opened = await openCore({ home, secrets: "memory", command: "test", entries: findEntries(), showAddress });
  if (!opened.ok) throw new Error(opened.failure.message);
  core = opened.value;
}

async function ask<T>(method: string, input: unknown = {}): Promise<T> {
  const reply = await core.runtime.route(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.message}`);
  return reply.value as T;
}

/** The person at the consent page: reads it, ticks what is wanted, and goes where the browser is sent. */
async function consent(decide: (page: string) => URLSearchParams): Promise<number> {
  await expect.poll(() => said.join("").includes("/oauth/authorize"), { timeout: 15_000 }).toBe(true);
  const address = /http:\S+/.exec(said.splice(0).join(""))?.[0] ?? "";
  const page = await fetch(address);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const answer = await fetch(address, { method: "POST", body: decide(await page.text()), redirect: "manual" });
  return (await fetch(answer.headers.get("location") ?? "")).status;
}

const allow = (page: string): URLSearchParams => {
  const form = new URLSearchParams(
    [...page.matchAll(/name="tenant" value="([^"]+)" checked/g)].map(([, tenant = ""]) => ["tenant", tenant]),
  );
  form.set("decision", "allow");
  return form;
};

async function signedIn(profile: string, account = "", decide = allow, journals = false): Promise<SignInView> {
  const { signInId } = await ask<SignInView>("signIn.begin", { profile, account, journals });
  expect(await consent(decide)).toBe(200);
  await expect
    .poll(async () => (await ask<SignInView>("signIn.show", { signInId })).state, { timeout: 15_000 })
    .toMatch(/^(choose|failed|cancelled)$/);
  return ask<SignInView>("signIn.show", { signInId });
}

const sync = async (clientId: string) => (await core.runtime.context.engine.sync(clientId, {})) as ClientSync;

beforeAll(async () => {
  vi.stubEnv("TIEOUT_NO_BROWSER", "1");
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  await open();
}, 30_000);

afterAll(async () => {
  await core.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("a newcomer connects practice ledgers by signing in", { timeout: 90_000 }, () => {
  let clients: readonly string[];

  it("offers the vendors of the profiles and three practice ledgers that need no registration", async () => {
    const choices = await ask<SignInChoice[]>("signIn.choices");
    expect(choices.map(({ system, practice, app }) => [system, practice, app?.clientId ?? null])).toEqual([
      ["ledger_c", false, null],
      ["ledger_b", false, null],
      ["ledger_a", false, null],
      ["ledger_a", true, "tieout-practice"],
      ["ledger_b", true, "tieout-practice"],
      ["ledger_c", true, "tieout-practice"],
    ]);
  });

  it("tells where a practice ledger takes certificates before any client is connected, and nothing of other ledgers", async () => {
    const of = (profile: string) => ask<{ address: string | null }>("certificates.uploadAddress", { profile, account: "PRACTICE1" });
    const { address } = await of("practice-c");
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/c\/practice1\/certificates$/);
    const page = await (await fetch(address ?? "")).text();
    expect(page).toContain("Upload a certificate");
    expect(page).toContain('value="tieout-practice"');
    expect([await of("practice-a"), await of("practice-b")]).toEqual([{ address: null }, { address: null }]);
    expect(await core.runtime.route("certificates.uploadAddress", { profile: "practice-d" })).toMatchObject({
      failure: { code: "invalid_input", field: "profile" },
    });
  });

  it("connects several tenants of one sign-in at once, and says which are connected", async () => {
    const { signInId, state, tenants } = await signedIn("practice-a");
    expect(state).toBe("choose");
    expect(tenants).toHaveLength(3);
    const wanted = tenants.slice(0, 2).map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
    const done = await ask<SignInView>("signIn.connect", { signInId, tenants: wanted });
    expect(done.outcomes.map(({ state: one, failure }) => [one, failure])).toEqual([
      ["connected", null],
      ["connected", null],
    ]);
    expect(done.state).toBe("done");
    expect(done.tenants.map(({ connectedTo }) => connectedTo?.name ?? null)).toEqual([tenants[0]?.name, tenants[1]?.name, null]);
    clients = done.outcomes.map(({ clientId }) => clientId ?? "");
    expect((await sync(clients[0] ?? "")).state).toBe("up_to_date");
  });

  it("ends one of two that share a grant without ending the other, then both", async () => {
    const [first = "", second = ""] = clients;
    expect(await ask<DisconnectOutcome>("connections.disconnect", { clientId: first })).toMatchObject({ revoked: "revoked" });
    expect((await sync(first)).state).toBe("needs_sign_in");
    expect((await sync(second)).state).toBe("up_to_date");
    expect(await ask<DisconnectOutcome>("connections.disconnect", { clientId: second, forget: true })).toMatchObject({
      revoked: "revoked",
    });
    expect(await ask("connections.show", { clientId: second })).toBeNull();
    // The first client's mirror stayed.
    expect((await ask<{ rows: unknown[] }>("documents.list", { clientId: first, filter: {}, limit: 5 })).rows.length).toBeGreaterThan(0);
  });

  it("takes an ended connection up again with one sign-in, and refuses other books than its own", async () => {
    const [clientId = ""] = clients;
    const other = (page: string) => {
      const form = allow(page);
      form.delete("tenant");
      form.set("tenant", /name="tenant" value="([^"]+02)"/.exec(page)?.[1] ?? "");
      return form;
    };
    const [refused] = await Promise.all([core.runtime.route("connections.signIn", { clientId }), consent(other)]);
    expect(refused).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "tenantId" } });
    expect((await sync(clientId)).state).toBe("needs_sign_in");
    const [again] = await Promise.all([core.runtime.route("connections.signIn", { clientId }), consent(allow)]);
    expect(again).toMatchObject({ ok: true });
    expect((await sync(clientId)).state).toBe("up_to_date");
  });

  it("connects Ledger B by the company that the redirect names, and Ledger C by the account that was typed", async () => {
    for (const [profile, account] of [["practice-b", ""] as const, ["practice-c", "practice1"] as const]) {
      const { signInId, tenants } = await signedIn(profile, account);
      expect(tenants).toHaveLength(1);
      const [{ tenantId = "", name = "" } = {}] = tenants;
      const done = await ask<SignInView>("signIn.connect", { signInId, tenants: [{ tenantId, client: { newClient: name } }] });
      expect(done.outcomes).toMatchObject([{ state: "connected", failure: null }]);
    }
  });

  it("says that a person declined, and keeps nothing", async () => {
    const declined = await signedIn("practice-b", "", () => new URLSearchParams({ decision: "deny" }));
    expect(declined).toMatchObject({ state: "failed", failure: { code: "needs_sign_in" } });
    expect(await core.runtime.route("signIn.begin", { profile: "practice-c", account: "no account!" })).toMatchObject({
      failure: { code: "invalid_input", field: "account" },
    });
    expect(await core.runtime.route("signIn.begin", { profile: "xero" })).toMatchObject({ failure: { field: "clientId" } });
  });

  it("connects by a certificate that was made here and uploaded there", async () => {
    const made = await ask<{ keyId: string; certificate: string }>("certificates.make", { name: "Practice", algorithm: "ES256" });
    const place = { profile: "practice-c", account: "practice1" };
    const { address } = await ask<{ address: string }>("certificates.uploadAddress", place);
    const body = new URLSearchParams({ app: "tieout-practice", certificate: made.certificate });
    const page = await (await fetch(address, { method: "POST", body })).text();
    const certificateId = /<code>([0-9A-F]+)<\/code>/.exec(page)?.[1] ?? "";
    const connected = (await core.runtime.context.connections.all()).find(({ system }) => system === "ledger_c")?.clientId ?? "";
    await ask("connections.disconnect", { clientId: connected, forget: true });
    const use = {
      client: { clientId: connected },
      ...place,
      app: "tieout-practice",
      certificateId,
      keyId: made.keyId,
    };
    expect(await ask("certificates.connect", use)).toMatchObject({ state: "connected", failure: null });
    expect((await sync(connected)).state).toBe("up_to_date");
    expect(await core.runtime.route("certificates.forget", { keyId: made.keyId })).toMatchObject({ failure: { code: "busy" } });
    const text = JSON.stringify(await ask("certificates.list"));
    expect(text).toContain("BEGIN CERTIFICATE");
    expect(text).not.toContain("PRIVATE");
  });

  it("shows the same books after a restart, to whoever signs in again", async () => {
    const [clientId = ""] = clients;
    await core.close();
    await open();
    // These secrets lived in the memory of the first process.
    expect((await sync(clientId)).state).not.toBe("up_to_date");
    const [again] = await Promise.all([core.runtime.route("connections.signIn", { clientId }), consent(allow)]);
    expect(again).toMatchObject({ ok: true });
    const after = await sync(clientId);
    expect(after.state).toBe("up_to_date");
    expect(after.streams.reduce((sum, { changed }) => sum + changed, 0)).toBe(0);
  });

  it("leaves no token and no private key in any file", () => {
    const files = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(home, name)).isFile());
    for (const name of files)
      expect(readFileSync(join(home, name), "latin1"), name).not.toMatch(/(access|refresh|code)-[0-9a-f]{32}|PRIVATE KEY/);
  });
});
