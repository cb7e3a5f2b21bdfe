import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";

const STAMP = join(ROOT, "out", ".stamp");
const INPUTS = [
  "src",
  "resources",
  "package.json",
  "package-lock.json",
  "electron.vite.config.ts",
  "tsconfig.base.json",
  "tsconfig.renderer.json",
];

/** True when a source is newer than the last build. Folders count, so that a deleted file counts. */
export function buildIsStale() {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  return INPUTS.some((input) => newerThan(join(ROOT, input), built));
}

function newerThan(path, builtMs) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  if (entry.mtimeMs > builtMs) return true;
  return entry.isDirectory() && readdirSync(path).some((name) => newerThan(join(path, name), builtMs));
}

/** Builds the window, the preload and the Electron entry. @returns status and output */
export async function build(node, env) {
  // Stamped with the time before the build: a source that changes meanwhile is newer.
  const startedAt = new Date();
  const cli = join(ROOT, "node_modules", "electron-vite", "bin", "electron-vite.js");
  const result = await runQuiet(node, [cli, "build", "--logLevel", "warn"], { cwd: ROOT, env });
  if (result.code === 0) {
    mkdirSync(join(ROOT, "out"), { recursive: true });
    writeFileSync(STAMP, startedAt.toISOString());
    utimesSync(STAMP, startedAt, startedAt);
  }
  return result;
}
