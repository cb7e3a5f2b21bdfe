import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runQuiet } from "./child.mjs";

/** For all packages together: a machine without access to a package archive must not wait for each in turn. */
const LIMIT_MS = 240_000;

/** The full path of a tool on PATH, or null. */
export function onPath(tool) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, tool);
    if (folder !== "" && existsSync(path)) return path;
  }
  return null;
}

/** Packages behind the keychain test and the keychain binding, with a check for each. */
const KEYCHAIN_PACKAGES = {
  dbus: async () => onPath("dbus-run-session") !== null && onPath("dbus-daemon") !== null,
  "gnome-keyring": async () => onPath("gnome-keyring-daemon") !== null,
  "libsecret-1-dev": async () => (await runQuiet("pkg-config", ["--exists", "libsecret-1"])).code === 0,
  "pkg-config": async () => onPath("pkg-config") !== null,
  "g++": async () => onPath("g++") !== null,
  make: async () => onPath("make") !== null,
  python3: async () => onPath("python3") !== null,
};

/** Used to verify close packs: a program that computes their workbooks, and one that reads their PDFs. */
const PACK_PACKAGES = {
  "libreoffice-calc": async () => onPath("soffice") !== null,
  "poppler-utils": async () => onPath("pdftotext") !== null,
};

/**
 * Installs system packages that the tests can use, where the system allows it: Debian's package manager, as
 * root. Otherwise it does nothing, and a failure isn't one of the tests.
 * @param browsers packages with a browser for the end-to-end tests: only the first that can be had is installed
 */
export async function installSystemTools(print, browsers) {
  if (process.platform !== "linux" || process.getuid() !== 0 || onPath("apt-get") === null) return;
  if (process.env.TIEOUT_NO_SYSTEM_PACKAGES) return;
  const missing = browsers.length > 0 ? [browsers] : [];
  for (const [name, isThere] of Object.entries({ ...KEYCHAIN_PACKAGES, ...PACK_PACKAGES })) if (!(await isThere())) missing.push([name]);
  if (missing.length === 0) return;
  const since = performance.now();
  print.begin("system tools");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...args) => runQuiet("apt-get", ["-qq", ...args], { env, limitMs: Math.max(1, LIMIT_MS - (performance.now() - since)) });
  await aptGet("update");
  const firstInstalled = async ([name, ...others]) => {
    if (name === undefined) return undefined;
    const { code } = await aptGet("install", "-y", "--no-install-recommends", name);
    return code === 0 ? name : firstInstalled(others);
  };
  const installed = [];
  const failed = [];
  // One at a time, so that an unavailable package doesn't prevent the others.
  for (const names of missing) {
    const there = await firstInstalled(names);
    if (there === undefined) failed.push(names.join(" or "));
    else installed.push(there);
  }
  if (failed.length === 0) print.end("system tools", "ok", since, `installed ${installed.join(", ")}`);
  else print.end("system tools", "skipped", since, `not available: ${failed.join(", ")}`);
}
