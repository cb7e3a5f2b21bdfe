import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, buildIsStale } from "./build.mjs";
import { runAttached } from "./child.mjs";
import { binaryIn, downloadElectron, ELECTRON_FOLDER } from "./electron-binary.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";

const RETRY_DOWNLOAD_AFTER_MS = 24 * 60 * 60 * 1_000;
/** A window that ends this soon with an error never opened: libraries or the sandbox are missing. */
const NEVER_OPENED_MS = 5_000;

/** Opens the app: in Electron where that can be had, else in a browser at 127.0.0.1. */
export async function start(args) {
  if (args.includes("--demo-firm")) return (await import("./demo-firm.mjs")).startDemoFirm();
  const print = stepPrinter(process.stdout);
  const node = await setUp(print);
  if (node === null) return 1;
  const env = withNode(node);
  if (!(await ensureBuild(print, node, env))) return 1;

  const electron = await findElectron(print, node, env);
  if (electron.path !== null) {
    const since = performance.now();
    const { ELECTRON_RUN_AS_NODE: _unwanted, ...windowEnv } = env;
    const code = await runAttached(electron.path, [ROOT, ...args], { cwd: ROOT, env: windowEnv });
    if (code === 0 || code > 128 || performance.now() - since > NEVER_OPENED_MS) return code;
    electron.reason = `Electron ended at once with status ${code}`;
  }
  print.say(`Opening in the browser: ${electron.reason}.`);
  const follow = new URL("./follow-parent.mjs", import.meta.url).href;
  return runAttached(node, ["--import", follow, join(ROOT, "src", "main", "loopback.ts"), ...args], { cwd: ROOT, env });
}

/** Builds unless the build is newer than the sources. @returns false when that failed */
export async function ensureBuild(print, node, env) {
  if (!buildIsStale()) return true;
  const since = performance.now();
  print.begin("build");
  const { code, output } = await build(node, env);
  print.end("build", code === 0 ? "ok" : "failed", since);
  if (code !== 0) print.say(output);
  return code === 0;
}

/** @returns the binary's path, or null and the reason in words that end a sentence */
async function findElectron(print, node, env) {
  const none = (reason) => ({ path: null, reason });
  if (process.env.TIEOUT_HOST === "browser") return none("TIEOUT_HOST asks for it");
  if (process.platform === "linux") {
    if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return none("there is no display");
    if (process.getuid() === 0) return none("Electron's sandbox doesn't run as root");
  }
  const found = binaryIn(ELECTRON_FOLDER);
  if (found !== null) return { path: found };
  const failed = join(ROOT, "node_modules", ".tieout-electron-failed");
  const lastTry = statSync(failed, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const unreachable = none("Electron couldn't be downloaded");
  if (process.env.TIEOUT_HOST !== "electron" && Date.now() - lastTry < RETRY_DOWNLOAD_AFTER_MS) return unreachable;
  const path = await downloadElectron(print, node, env);
  if (path !== null) return { path };
  writeFileSync(failed, "");
  return unreachable;
}
