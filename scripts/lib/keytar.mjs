import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runQuiet } from "./child.mjs";
import { runNpm } from "./dependencies.mjs";
import { ROOT } from "./paths.mjs";

const BINARY = join(ROOT, "node_modules", "keytar", "build", "Release", "keytar.node");
const TRIED = join(ROOT, "node_modules", ".tieout-keytar");
const LIMIT_MS = 180_000;

export const keytarIsBuilt = () => existsSync(BINARY);

/** True when there is nothing left to do about it: npm ci removes the note of an attempt. */
export const keytarIsSettled = () => keytarIsBuilt() || existsSync(TRIED);

/**
 * Builds the keychain binding, best effort and once per installation: without it
 * the maintained library is used, which brings its own.
 * @param node the Node whose headers it is built against; shipped with them, so nothing is fetched
 */
export async function ensureKeytar(print, node) {
  if (keytarIsBuilt() || !existsSync(join(ROOT, "node_modules", "keytar"))) return;
  const since = performance.now();
  print.begin("keytar");
  const headers = dirname(dirname(node));
  const env = { ...process.env };
  if (existsSync(join(headers, "include", "node", "node_api.h"))) env.npm_config_nodedir = headers;
  if (await hasBuildTools()) env.npm_config_build_from_source = "true";
  await runNpm(["rebuild", "keytar", "--ignore-scripts=false"], { env, limitMs: LIMIT_MS });
  writeFileSync(TRIED, "");
  if (keytarIsBuilt()) print.end("keytar", "ok", since, "binding built");
  else
    print.end(
      "keytar",
      "skipped",
      since,
      "no binding: @napi-rs/keyring is used (keytar needs a C++ compiler, make, Python 3 and libsecret-1-dev)",
    );
}

async function hasBuildTools() {
  if (process.platform !== "linux") return false;
  const probes = await Promise.all([
    runQuiet("pkg-config", ["--exists", "libsecret-1"]),
    ...["g++", "make", "python3"].map((tool) => runQuiet(tool, ["--version"])),
  ]);
  return probes.every(({ code }) => code === 0);
}
