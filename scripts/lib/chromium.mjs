import { existsSync } from "node:fs";
import { join } from "node:path";
import { runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";
import { onPath } from "./system-tools.mjs";

const LIMIT_MS = 180_000;

const PLACES = {
  linux: ["/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge", "/snap/bin/chromium"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};
/** The one without a window first: it draws the same page with less work, and no list below an address bar. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/** A Chromium that is on the machine already: the one that TIEOUT_CHROMIUM names, or one in its usual place. */
export function findChromium() {
  const named = process.env.TIEOUT_CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  const places = [...NAMES.map(onPath), ...(PLACES[process.platform] ?? [])];
  return places.find((path) => path !== null && existsSync(path)) ?? null;
}

/** The packages of Debian that have one, the best first; none when the best is there, or another was named. */
export function chromiumPackages() {
  const there = findChromium();
  if (process.env.TIEOUT_CHROMIUM || there?.endsWith(NAMES[0])) return [];
  return there === null ? NAMES.slice(0, 2) : NAMES.slice(0, 1);
}

/** The one that Playwright downloads, as the last resort. @returns its path, or null */
export async function downloadChromium(node, env) {
  const cli = join(ROOT, "node_modules", "playwright-core", "cli.js");
  await runQuiet(node, [cli, "install", "--only-shell", "chromium"], { cwd: ROOT, env, limitMs: LIMIT_MS });
  const asked = await runQuiet(
    node,
    ["--input-type=module", "-e", "import { chromium } from 'playwright-core'; console.log(chromium.executablePath())"],
    { cwd: ROOT, env },
  );
  const path = asked.stdout.trim();
  return path !== "" && existsSync(path) ? path : null;
}
