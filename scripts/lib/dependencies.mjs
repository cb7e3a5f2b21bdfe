import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";

const MARKER = join(ROOT, "node_modules", ".tieout-installed");

/** What an installation depends on: the lockfile and the machine. */
function installKey() {
  return createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex");
}

/** True when what the lockfile asks for is there. */
export function isInstalled() {
  return existsSync(MARKER) && readFileSync(MARKER, "utf8") === installKey();
}

/**
 * Installs what the lockfile says; the caller holds the setup lock.
 * @returns true when everything is there
 */
export async function ensureDependencies(print) {
  // The process that was waited for may have done it, or npm ci was run by hand.
  if (isInstalled()) return true;
  if (!installedByHand() && !(await install(print))) return false;
  writeFileSync(MARKER, installKey());
  return true;
}

async function install(print) {
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

/** npm leaves a list of what it installed; it is believed when it has every package of the lockfile that this machine needs. */
function installedByHand() {
  const list = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return false;
  const have = JSON.parse(readFileSync(list, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.version === have[path]?.version || (entry.optional === true && have[path] === undefined),
  );
}
