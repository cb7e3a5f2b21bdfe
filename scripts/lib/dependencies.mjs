import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";

const LOCKFILE = join(ROOT, "package-lock.json");
/** npm's own list of what it has installed. */
const INSTALLED = join(ROOT, "node_modules", ".package-lock.json");

/** True when npm has installed every package of the lockfile that this machine needs, by this launcher or by hand. */
export function isInstalled() {
  const installedMs = statSync(INSTALLED, { throwIfNoEntry: false })?.mtimeMs;
  if (installedMs === undefined) return false;
  if (installedMs > statSync(LOCKFILE).mtimeMs) return true;
  const [wanted, have] = [LOCKFILE, INSTALLED].map((file) => JSON.parse(readFileSync(file, "utf8")).packages);
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.version === have[path]?.version || (entry.optional === true && have[path] === undefined),
  );
}

/**
 * Installs what the lockfile says; the caller holds the setup lock.
 * @returns true when everything is there
 */
export async function ensureDependencies(print) {
  // The process that was waited for may have done it.
  if (isInstalled()) return true;
  const since = performance.now();
  print.say("Installing dependencies; this takes a minute or two the first time.");
  print.begin("dependencies");
  const { code, output } = await runNpm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  print.end("dependencies", code === 0 ? "ok" : "failed", since, code === 0 ? "installed" : `npm ci ended with ${code}`);
  if (code !== 0) print.say(output);
  return code === 0;
}

/** Runs npm through the very npm that started this script where there is one. */
export function runNpm(args, options = {}) {
  const script = process.env.npm_execpath ?? "";
  if (/^npm(-cli)?\.c?js$/.test(basename(script))) {
    return runQuiet(process.execPath, [script, ...args], { cwd: ROOT, ...options });
  }
  return runQuiet("npm", args, { cwd: ROOT, shell: process.platform === "win32", ...options });
}
