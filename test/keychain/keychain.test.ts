import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { keychainSecrets } from "#main/hosts/node/secret-stores.ts";
import { HELPERS, INSTALLED, KEYRING_ALONE, KEYTAR_ALONE, keytarLoads } from "#test/support/keychain-helpers.ts";
import { restartOnRetry } from "#test/support/keyring.ts";

/** Against a real, unlocked keyring on a private session bus (scripts/lib/keychain-session.mjs). Tokens and keys are long. */
const LONG = 8_000;

restartOnRetry();

describe.each(HELPERS)("the operating system's keychain, $library", ({ entry }) => {
  const secrets = keychainSecrets(entry);

  test("says that it is one, and that it can be used", async () => {
    expect(secrets.kind).toBe("keychain");
    expect(await secrets.check?.()).toBeNull();
  });

  test("keeps a secret, replaces it and forgets it", async () => {
    await secrets.set("client-1/refresh", "first");
    await secrets.set("client-1/refresh", "second");
    expect(await secrets.get("client-1/refresh")).toBe("second");
    await secrets.delete("client-1/refresh");
    expect(await secrets.get("client-1/refresh")).toBeNull();
  });

  test("answers null for a secret that was never kept, and deletes it without a word", async () => {
    expect(await secrets.get("never")).toBeNull();
    await expect(secrets.delete("never")).resolves.toBeUndefined();
  });

  test("keeps secrets apart by name", async () => {
    await Promise.all([secrets.set("a", "one"), secrets.set("b", "two")]);
    expect([await secrets.get("a"), await secrets.get("b")]).toEqual(["one", "two"]);
    await secrets.delete("a");
    expect([await secrets.get("a"), await secrets.get("b")]).toEqual([null, "two"]);
    await secrets.delete("b");
  });

  test("gives long values and every script back unchanged", async () => {
    for (const value of ["t".repeat(LONG), "Ærøskøbing — 東京 — 🔑", ' {"quoted": "json"}\n', "-leading=dash&sign%20"]) {
      await secrets.set("shape", value);
      expect(await secrets.get("shape")).toBe(value);
    }
    await secrets.delete("shape");
  });

  test("refuses a value that it would cut short, rather than keeping a part of it", async () => {
    expect(() => secrets.set("cut", "before\0after")).toThrow(/NUL/);
    expect(await secrets.get("cut")).toBeNull();
  });

  test("a second process reads what this one kept", async () => {
    await secrets.set("shared", "between processes");
    expect(await inAnotherProcess(entry, "shared")).toBe("between processes");
    await secrets.delete("shared");
  });

  test("without a session bus the failure has a code, a reason and what to do", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tieout-no-bus-"));
    try {
      // No bus and no way to start one, like on a bare server.
      const answer = await inAnotherProcess(entry, "shared", {
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, "none")}`,
        XDG_RUNTIME_DIR: folder,
        DISPLAY: "",
      });
      const failure = JSON.parse(answer) as { code: string; message: string; next: string };
      expect(failure.code).toBe("keychain_unavailable");
      expect(failure.message).toMatch(/can't use the operating system's keychain: .+/);
      expect(failure.next).toMatch(/--secrets memory/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("two libraries on one keychain", () => {
  test("what one kept is read and moved by the installed choice, once, long values too", async () => {
    const older = keychainSecrets(KEYRING_ALONE);
    const installed = keychainSecrets(INSTALLED);
    for (const value of ["short", "t".repeat(LONG)]) {
      await older.set("moved", value);
      expect(await installed.get("moved")).toBe(value);
      expect(await keychainSecrets(INSTALLED).get("moved")).toBe(value);
    }
    // Where keytar works it has the value now, and the other entry is deleted.
    expect(await keychainSecrets(KEYRING_ALONE).get("moved")).toBe(keytarLoads ? null : "t".repeat(LONG));
    if (keytarLoads) expect(await keychainSecrets(KEYTAR_ALONE).get("moved")).toBe("t".repeat(LONG));
    await installed.delete("moved");
  });

  test("a value that was replaced or deleted does not come back from the other", async () => {
    const older = keychainSecrets(KEYRING_ALONE);
    const installed = keychainSecrets(INSTALLED);
    await older.set("replaced", "old");
    await installed.set("replaced", "new");
    expect(await installed.get("replaced")).toBe("new");
    await older.set("replaced", "old");
    await installed.delete("replaced");
    expect([await installed.get("replaced"), await older.get("replaced")]).toEqual([null, null]);
  });

  test("what keytar alone kept is read by the installed choice", async ({ skip }) => {
    skip(!keytarLoads, "keytar could not be built here, so it has kept nothing");
    await keychainSecrets(KEYTAR_ALONE).set("kept-before", "value");
    expect(await keychainSecrets(INSTALLED).get("kept-before")).toBe("value");
    await keychainSecrets(INSTALLED).delete("kept-before");
    expect(await keychainSecrets(KEYTAR_ALONE).get("kept-before")).toBeNull();
  });
});

async function inAnotherProcess(entry: URL, name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const reader = fileURLToPath(new URL("./read-shared.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [reader, entry.href, name], { env: { ...process.env, ...env } });
  return stdout.trim();
}
