import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { beforeEach, expect } from "vitest";

/** The keyring of the private session that the keychain tests run in (scripts/lib/keychain-session.mjs). */
const run = promisify(execFile);
const SECRETS = "org.freedesktop.secrets";

/**
 * Before a test is tried again, the daemon is started again. It isn't ours, and now and then it aborts with a fatal error of GLib
 * (the kernel's log names it): every test after that would only say that no keyring is unlocked.
 */
export function restartOnRetry(): void {
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) await startKeyring();
  });
}

/** Locks the default collection, as a desktop does after a while or on demand. */
export async function lockKeyring(): Promise<void> {
  const collection = "['/org/freedesktop/secrets/collection/login']";
  const method = "org.freedesktop.Secret.Service.Lock";
  await run("gdbus", ["call", "--session", "--dest", SECRETS, "--object-path", "/org/freedesktop/secrets", "--method", method, collection]);
}

/** Kills the daemon: the bus may start another one at the next request, which is locked. */
export async function killKeyring(): Promise<void> {
  const pid = await owner();
  if (pid !== null) process.kill(pid, "SIGKILL");
  await expect.poll(owner, { timeout: 10_000 }).not.toBe(pid);
}

const STARTS_MAX = 5;

/**
 * Starts the daemon again, unlocked with the session's own (empty) password, replacing any other. Only this daemon counts:
 * while the old one hands over, the bus may start another at somebody's request, which is locked.
 */
export async function startKeyring(): Promise<void> {
  for (let start = 1; ; start++) {
    const daemon = spawn("gnome-keyring-daemon", ["--replace", "--foreground", "--unlock", "--components=secrets"], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    daemon.stdin.end("\n");
    daemon.unref();
    try {
      await expect.poll(owner, { timeout: 10_000 }).toBe(daemon.pid);
      return;
    } catch (error) {
      daemon.kill("SIGKILL");
      if (start === STARTS_MAX) throw error;
    }
  }
}

async function owner(): Promise<number | null> {
  const method = "org.freedesktop.DBus.GetConnectionUnixProcessID";
  try {
    const { stdout } = await run("dbus-send", [
      "--session",
      "--print-reply",
      "--dest=org.freedesktop.DBus",
      "/",
      method,
      `string:${SECRETS}`,
    ]);
    return Number(/uint32 (\d+)/.exec(stdout)?.[1] ?? Number.NaN) || null;
  } catch {
    // Nobody has the name now.
    return null;
  }
}
