import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { forkKeychain } from "#main/hosts/node/keychain/fork-keychain.ts";
import { superviseKeychain } from "#main/hosts/node/keychain/keychain-items.ts";
import type { KeychainProcess } from "#main/hosts/node/keychain/keychain-messages.ts";
import { deleteLong, readLong, writeLong } from "#main/hosts/node/keychain/long-values.ts";
import { keychainSecrets } from "#main/hosts/node/secret-stores.ts";
import { SecretsUnavailable } from "#main/ports/index.ts";
import { createOAuthRefreshSource } from "#main/signin/oauth-refresh.ts";
import { memoryTokenMarks } from "#main/signin/token-marks.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createTokenIssuer } from "#simulator/tokens.ts";
import { HELPERS } from "#test/support/keychain-helpers.ts";
import { killKeyring, lockKeyring, startKeyring } from "#test/support/keyring.ts";
import { createLogKeeper } from "#test/support/transport-lab.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

async function reasonOf(act: Promise<unknown>): Promise<string> {
  const error = await act.catch((caught: unknown) => caught);
  if (!(error instanceof SecretsUnavailable)) throw new Error(`expected an unusable keychain, got ${String(error)}`);
  return error.reason;
}

/**
 * Reads what is held after a helper was killed. Its death is noticed by the next request, so the store asks twice. On a busy
 * machine the keyring's daemon can end along with its client: it's started again, and what it held then must be whole too.
 */
async function readAgain(read: () => Promise<string | null>, restart: () => void): Promise<string | null> {
  return read()
    .catch(read)
    .catch(async (error: unknown) => {
      if (!(error instanceof SecretsUnavailable)) throw error;
      await startKeyring();
      restart();
      return read();
    });
}

/** Every test leaves an unlocked keyring behind. */
afterEach(startKeyring);

describe.each(HELPERS)("a real keyring, $library", ({ entry, locked }) => {
  test("that is locked says so, keeps what it had, and goes on in the same process when it is unlocked", async () => {
    const secrets = keychainSecrets(entry);
    await secrets.set("client-1/refresh", "kept");
    await lockKeyring();
    expect(await reasonOf(secrets.get("client-1/refresh"))).toBe(locked);
    expect(await reasonOf(secrets.set("client-1/refresh", "other"))).toBe(locked);
    expect(await reasonOf(secrets.delete("client-1/refresh"))).toBe(locked);
    expect(await secrets.check?.()).toMatchObject({
      code: "keychain_unavailable",
      next: expect.stringMatching(/[Uu]nlock|enter the keychain's password/),
    });
    await startKeyring();
    expect(await secrets.check?.()).toBeNull();
    expect(await secrets.get("client-1/refresh")).toBe("kept");
  });

  test("that is locked before the first question does not look empty", async () => {
    await keychainSecrets(entry).set("early", "kept");
    await lockKeyring();
    expect(await reasonOf(keychainSecrets(entry).get("early"))).toBe(locked);
    await startKeyring();
    expect(await keychainSecrets(entry).get("early")).toBe("kept");
  });

  test("whose daemon is killed is unusable, and used again when a daemon is back", async () => {
    const secrets = keychainSecrets(entry);
    const long = "k".repeat(7_000);
    await secrets.set("long", long);
    await killKeyring();
    expect([locked, "no_service", "no_bus", "no_collection"]).toContain(await reasonOf(secrets.get("long")));
    await startKeyring();
    expect(await secrets.get("long")).toBe(long);
  });

  test("holds the old value or the new one, whole, when the helper is killed in the middle of writing", async () => {
    const helpers: KeychainProcess[] = [];
    const fork = forkKeychain(entry);
    const items = superviseKeychain(() => {
      const helper = fork();
      helpers.push(helper);
      return helper;
    });
    let whole = "0".repeat(6_000);
    await writeLong(items, "killed", whole);
    let broken = 0;
    for (let round = 1; round <= 12; round++) {
      const next = String(round % 10).repeat(6_000 + 700 * (round % 3));
      const writing = writeLong(items, "killed", next).then(
        () => true,
        () => false,
      );
      // Later in each round: in the first parts, between them, at the head, during cleanup.
      await wait(round * 6);
      helpers.at(-1)?.kill();
      if (!(await writing)) broken++;
      const held = await readAgain(() => readLong(items, "killed"), items.restart);
      expect([whole, next].includes(held ?? "")).toBe(true);
      whole = held ?? "";
    }
    expect(broken).toBeGreaterThan(0);
    await deleteLong(items, "killed");
  });

  test("that nobody offers on the bus is named as missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tieout-bare-bus-"));
    try {
      const bare = join(folder, "bus.conf");
      writeFileSync(
        bare,
        `<busconfig><type>session</type><listen>unix:tmpdir=${folder}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
      );
      const reader = fileURLToPath(new URL("./read-shared.ts", import.meta.url));
      const words = ["--config-file", bare, "--", process.execPath, reader, entry.href, "shared"];
      const { stdout } = await promisify(execFile)("dbus-run-session", words, { timeout: 20_000 });
      expect(JSON.parse(stdout)).toMatchObject({ code: "keychain_unavailable", message: expect.stringMatching(/no secret service/) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("carries the rotation of refresh tokens; locked in between, the ledger is not asked and nothing is lost", async () => {
    const time = createVirtualTime();
    const issuer = createTokenIssuer({ nowMs: () => time.nowMs(), random: seededRandom(4), lifetimeMs: 1_800_000 });
    let asked = 0;
    const marks = memoryTokenMarks();
    const start = () =>
      createOAuthRefreshSource({
        config: { tokenUrl: "https://login.example/token", clientId: "app" },
        connectionId: "real-keyring",
        marks,
        ports: {
          clock: time,
          http: async ({ body }) => {
            asked++;
            const answer = issuer.exchange(new URLSearchParams(String(body)));
            const bytes = new Uint8Array(new TextEncoder().encode(answer.body));
            return { status: answer.status, headers: {}, body: bytes, wireBytes: bytes.length };
          },
          random: seededRandom(2),
          secrets: keychainSecrets(entry),
          env: () => undefined,
          log: createLogKeeper().log,
        },
      });
    const first = start();
    const { accessToken, refreshToken } = issuer.issue();
    expect(await first.adopt({ accessToken, refreshToken, seconds: 1_800 })).toMatchObject({ ok: true });
    for (let round = 1; round <= 3; round++) {
      await time.pass(1_800_000);
      // Every second process is a new one, with nothing in memory.
      const token = await (round === 2 ? start() : first).token();
      expect(token.ok && issuer.check(token.value)).toBe("ok");
      expect(asked).toBe(round);
    }
    await time.pass(1_800_000);
    await lockKeyring();
    expect(await first.token()).toMatchObject({ ok: false, failure: { code: "keychain_unavailable" } });
    expect(asked).toBe(3);
    await startKeyring();
    expect((await first.token()).ok).toBe(true);
    expect(issuer.totals).toMatchObject({ refreshed: 4, reuseDetected: 0 });
    expect(await first.forget()).toMatchObject({ ok: true });
  });
});
