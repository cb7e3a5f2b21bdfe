import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenCore } from "#main/hosts/node/open-core.ts";
import { keychainSecrets } from "#main/hosts/node/secret-stores.ts";
import { refreshTokenName } from "#main/signin/token-store.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import { INSTALLED, keytarLoads } from "#test/support/keychain-helpers.ts";
import { lockKeyring, restartOnRetry, startKeyring } from "#test/support/keyring.ts";
import { findSecrets, folderPlaces } from "#test/support/secret-search.ts";
import { type SignedInLab, signedInLab } from "#test/support/signed-in-core.ts";

let lab: SignedInLab;
let core: OpenCore;
let clientId: string;
let grantKey: string;
const own = keychainSecrets(INSTALLED);
/** A locked keyring is known to keytar; the other library hears of the prompt that nobody answered. */
const NEXT_WHEN_LOCKED = keytarLoads ? /Unlock/ : /keychain's password/;

async function state(): Promise<TokenStateView> {
  const reply = await core.runtime.route("connections.tokenState", { clientId });
  return (reply as { value: TokenStateView }).value;
}

/** A process of its own on the same data folder, as a second Tieout would be. */
function secondProcess(): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const child = fileURLToPath(new URL("../support/sync-child.ts", import.meta.url));
  const env = { ...process.env, SECRETS: "keychain" };
  return promisify(execFile)(process.execPath, [child, lab.home, JSON.stringify([lab.file()])], { env, timeout: 40_000 });
}

restartOnRetry();

beforeAll(async () => {
  lab = await signedInLab({ secrets: "keychain" });
  core = await lab.open();
  await core.resume();
  clientId = await lab.connect(core);
  grantKey = (await core.runtime.context.connections.find(clientId))?.connectionId ?? "";
}, 120_000);

afterAll(async () => {
  await core.close();
  await lab.close();
});

describe("a sign-in in the browser, with a real keyring", () => {
  test("keeps its refresh token there and nowhere else, and rotates it there", async () => {
    expect((await lab.sync(core, clientId)).state).toBe("up_to_date");
    expect(await own.get(refreshTokenName(grantKey, "a"))).toMatch(/^1:refresh-/);
    lab.expireAccess();
    expect((await lab.sync(core, clientId)).state).toBe("up_to_date");
    expect(await own.get(refreshTokenName(grantKey, "b"))).toMatch(/^2:refresh-/);
    expect(await state()).toMatchObject({ state: "signed_in", generation: 2, keychain: { kind: "keychain", problem: null } });
    // The first accepted request made the generation before it needless.
    await expect.poll(() => own.get(refreshTokenName(grantKey, "a")), { timeout: 5_000 }).toBeNull();
    expect(findSecrets(folderPlaces(lab.home), lab.secrets)).toEqual([]);
  });

  test("stops with a clear code when the keyring is locked, asks the ledger nothing, and goes on automatically when it is not", async () => {
    const before = lab.refreshes();
    lab.expireAccess();
    await lockKeyring();
    const stopped = await lab.sync(core, clientId);
    expect(stopped).toMatchObject({
      state: "failed",
      failure: { code: "keychain_unavailable", next: expect.stringMatching(NEXT_WHEN_LOCKED) },
    });
    expect(lab.refreshes()).toBe(before);
    expect(await state()).toMatchObject({ state: "keychain_unavailable", generation: 2 });
    const doctor = (await core.runtime.route("safety.report", { deep: false })) as {
      value: { ok: boolean; checks: { what: string; ok: boolean }[] };
    };
    expect(doctor.value.checks.find(({ what }) => what === "keychain")).toMatchObject({ ok: false });
    await startKeyring();
    // Nobody presses anything: the next look, here that of the state, is enough.
    expect(await state()).toMatchObject({ state: "signed_in" });
    const seen = async () => (await core.runtime.context.pool.must("firm.clients", {}))[0]?.rollup?.state;
    await expect.poll(seen, { timeout: 20_000 }).toBe("up_to_date");
    expect(lab.refreshes()).toBe(before + 1);
  });

  test("is not shared with a second process on the same data folder, and is taken up by the next one", { timeout: 60_000 }, async () => {
    const before = lab.refreshes();
    await expect(secondProcess()).rejects.toThrow(/is in use by process/);
    expect(lab.refreshes()).toBe(before);
    await core.close();
    lab.expireAccess();
    // Two at once: one gets the folder, the other is told who has it, and the ledger is asked once.
    const ends = await Promise.allSettled([secondProcess(), secondProcess()]);
    const won = ends.filter((end) => end.status === "fulfilled");
    const lost = ends.filter((end) => end.status === "rejected");
    expect([won.length, lost.length], lost.map((end) => String(end.reason)).join("\n")).toEqual([1, 1]);
    expect(String((lost[0] as PromiseRejectedResult).reason)).toMatch(/is in use by/);
    expect((won[0] as PromiseFulfilledResult<{ stdout: string }>).value.stdout).toMatch(/"state":"up_to_date"/);
    expect(lab.refreshes()).toBe(before + 1);
    expect(lab.simulated.tokens.totals.reuseDetected).toBe(0);
    core = await lab.open();
    expect((await lab.sync(core, clientId)).state).toBe("up_to_date");
    expect((await state()).generation).toBe(5);
  });

  test("is gone from the keyring when it is ended, and the mirror stays", async () => {
    expect(await core.runtime.route("connections.disconnect", { clientId })).toMatchObject({ ok: true });
    expect([await own.get(refreshTokenName(grantKey, "a")), await own.get(refreshTokenName(grantKey, "b"))]).toEqual([null, null]);
    expect(await state()).toMatchObject({ state: "ended", generation: null });
    const documents = await core.runtime.route("documents.list", { clientId, filter: {}, limit: 5 });
    expect(documents).toMatchObject({ ok: true });
  });
});
