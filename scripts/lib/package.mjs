import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { runAttached } from "./child.mjs";
import { binaryIn, downloadElectron, ELECTRON_FOLDER } from "./electron-binary.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";

/** Distinct from a failed build: nothing is wrong with the project. */
const NO_BINARY = 3;
const KEY_IN_PACKAGE = join(ROOT, "out", "update-key.pem");

/**
 * Creates the packages of this system in `dist/`. With `--check` it creates no installers: the same
 * configuration packs the same files around a placeholder for Electron's binary, and the result is checked.
 * @returns 0 created (or found right), 1 failed, 3 Electron's binary isn't available here
 */
export async function makePackages(args) {
  const print = stepPrinter(process.stdout);
  const node = await setUp(print);
  if (node === null) return 1;
  const env = withNode(node);
  if (!(await freshBuild(print, node, env))) return 1;
  if (args.includes("--check")) return runAttached(node, [join(ROOT, "scripts", "package-check.mjs")], { cwd: ROOT, env });
  putUpdateKey();
  const binary = binaryIn(ELECTRON_FOLDER) ?? (await downloadElectron(print, node, env));
  if (binary === null) {
    print.say(
      "No package was made, because Electron couldn't be downloaded.\n" +
        "Run the command again with access to the download, or name a mirror in ELECTRON_MIRROR.\n" +
        "To check what needs no Electron: npm run package -- --check",
    );
    return NO_BINARY;
  }
  const electron = ["-c.electronDist", join(ELECTRON_FOLDER, "dist")];
  return runAttached(node, [join(ROOT, "node_modules", "electron-builder", "cli.js"), "--publish", "never", ...electron, ...args], {
    cwd: ROOT,
    env,
  });
}

async function freshBuild(print, node, env) {
  const since = performance.now();
  print.begin("build");
  const { code, output } = await build(node, env);
  print.end("build", code === 0 ? "ok" : "failed", since);
  if (code !== 0) print.say(output);
  return code === 0;
}

/** The public key for verifying updates of this package; without one it accepts none. */
function putUpdateKey() {
  const key = process.env.TIEOUT_UPDATE_KEY;
  rmSync(KEY_IN_PACKAGE, { force: true });
  if (key !== undefined && key !== "") copyFileSync(key, KEY_IN_PACKAGE);
}
