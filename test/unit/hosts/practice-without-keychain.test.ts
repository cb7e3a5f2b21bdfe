import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findEntries } from "#main/hosts/node/entries.ts";
import type { KeychainAnswer, SpawnKeychain } from "#main/hosts/node/keychain/keychain-messages.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";

const home = mkdtempSync(join(tmpdir(), "tieout-no-keychain-"));
const said: string[] = [];
const showAddress = (address: string) => void said.push(`${address}\n`);
let core: OpenCore;

/** The helper of a machine on which no secret service was ever installed. */
const noService: SpawnKeychain = () => {
  let listener: (answer: KeychainAnswer) => void = () => undefined;
  const message = "The name org.freedesktop.secrets was not provided by any .service files";
  return {
    post: ({ id }) => setImmediate(() => listener({ id, ok: false, message, installed: true })),
    onAnswer: (heard) => {
      listener = heard;
    },
    onExit: () => undefined,
    hold: () => undefined,
    kill: () => undefined,
  };
};

beforeAll(async () => {
  vi.stubEnv("TIEOUT_NO_BROWSER", "1");
  const opened = await openCore({
    home,
    secrets: "keychain",
    command: "test",
    entries: findEntries(),
    spawnKeychain: noService,
    showAddress,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  core = opened.value;
}, 30_000);

afterAll(async () => {
  await core.close();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

async function ask<T>(method: string, input: unknown = {}): Promise<T> {
  const reply = await core.runtime.route(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.message}`);
  return reply.value as T;
}

it("says what to install", async () => {
  const { problem } = await ask<{ problem: { message: string; next: string } | null }>("signIn.keychain");
  expect(problem?.message).toContain("no secret service");
  expect(problem?.next).toContain("sudo apt install gnome-keyring");
});

it("connects a practice ledger all the same, and reads it", { timeout: 90_000 }, async () => {
  const { signInId } = await ask<SignInView>("signIn.begin", { profile: "practice-b" });
  await expect.poll(() => said.join("").includes("/oauth/authorize"), { timeout: 15_000 }).toBe(true);
  const address = /http:\S+/.exec(said.splice(0).join(""))?.[0] ?? "";
  const page = await (await fetch(address)).text();
  const [, tenant = ""] = /name="tenant" value="([^"]+)"/.exec(page) ?? [];
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ decision: "allow", tenant }), redirect: "manual" });
  expect((await fetch(answer.headers.get("location") ?? "")).status).toBe(200);
  await expect.poll(async () => (await ask<SignInView>("signIn.show", { signInId })).state, { timeout: 15_000 }).toBe("choose");
  const { tenants } = await ask<SignInView>("signIn.show", { signInId });
  const wanted = tenants.map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
  const done = await ask<SignInView>("signIn.connect", { signInId, tenants: wanted });
  expect(done.outcomes.map(({ state, failure }) => [state, failure])).toEqual([["connected", null]]);
  const clientId = done.outcomes[0]?.clientId ?? "";
  expect(((await core.runtime.context.engine.sync(clientId, {})) as ClientSync).state).toBe("up_to_date");
  expect(await ask("connections.tokenState", { clientId })).toMatchObject({
    state: "signed_in",
    keychain: { kind: "memory", problem: null },
  });
});
