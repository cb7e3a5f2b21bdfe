import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onPath } from "./system-tools.mjs";

/** Starts an unlocked keyring on the session's own bus, runs the command, ends the keyring. */
const SCRIPT = `
printf '\\n' | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
keyring=$!
tries=0
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -ge 100 ] && break
  sleep 0.1
done
"$@"
status=$?
kill "$keyring" 2>/dev/null
exit "$status"
`;

/** Why the keychain test can't run here, or null. */
export function keychainTestIsMissing() {
  if (process.platform !== "linux") return "it needs a private session bus, which only Linux has";
  const tools = ["dbus-run-session", "dbus-send", "gdbus", "gnome-keyring-daemon"].filter((tool) => onPath(tool) === null);
  if (tools.length > 0) return `${tools.join(", ")} not installed (packages dbus, libglib2.0-bin and gnome-keyring)`;
  return null;
}

/**
 * A private session: its own bus, home and keyring, so that no one's real keychain is touched.
 * @returns the environment, the wrapper for the command, and a function that removes the home
 */
export function keychainSession(env) {
  const home = mkdtempSync(join(tmpdir(), "tieout-keychain-"));
  return {
    env: { ...env, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    wrap: (command) => ["dbus-run-session", "--", "sh", "-c", SCRIPT, "keychain", ...command],
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
