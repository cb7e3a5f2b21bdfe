import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";

const DOWNLOAD_LIMIT_MS = 180_000;
export const ELECTRON_FOLDER = join(ROOT, "node_modules", "electron");

/** The binary's path, or null when it was not downloaded yet. */
export function binaryIn(folder) {
  const note = join(folder, "path.txt");
  if (!existsSync(note)) return null;
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, "dist"), readFileSync(note, "utf8").trim());
  return existsSync(path) ? path : null;
}

/** Tries to have the binary, within three minutes. @returns its path, or null */
export async function downloadElectron(print, node, env) {
  const since = performance.now();
  print.begin("electron");
  await runQuiet(node, [join(ELECTRON_FOLDER, "install.js")], { cwd: ELECTRON_FOLDER, env, limitMs: DOWNLOAD_LIMIT_MS });
  const path = binaryIn(ELECTRON_FOLDER);
  print.end("electron", path === null ? "skipped" : "ok", since, path === null ? "not downloaded" : "downloaded");
  return path;
}
