import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import config from "../../electron-builder.config.mjs";
import { ROOT } from "./paths.mjs";

const require = createRequire(join(ROOT, "package.json"));
const builder = createRequire(require.resolve("electron-builder"));

/** How a fuse wire looks in a binary: the sentinel, its version, its length, one character per fuse. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** As Electron ships it: every fuse as it comes, none as we want it all. */
const WIRE = "101100011";

/**
 * Runs electron-builder itself over the real configuration; only the folder with Electron's binary is made up.
 * @returns where the package lies, and the paths of every file of the archive
 */
export async function packAroundStandIn(folder) {
  const { build, Platform, Arch } = require("electron-builder");
  const { validateConfiguration } = builder("app-builder-lib/out/util/config/config.js");
  await validateConfiguration(structuredClone(config), { isEnabled: false, add: () => undefined });
  const electronDist = makeStandIn(join(folder, "electron"));
  const output = join(folder, "made");
  await build({
    projectDir: ROOT,
    targets: Platform.LINUX.createTarget("dir", process.arch === "arm64" ? Arch.arm64 : Arch.x64),
    publish: "never",
    config: { ...config, electronDist, directories: { ...config.directories, output } },
  });
  const app = join(output, process.arch === "arm64" ? "linux-arm64-unpacked" : "linux-unpacked");
  const archive = join(app, "resources", "app.asar");
  const asar = await import(builder.resolve("@electron/asar"));
  const { getRawHeader, listPackage, statFile } = asar.default ?? asar;
  const files = listPackage(archive, { isPack: false })
    .map((name) => name.replaceAll("\\", "/").replace(/^\//, ""))
    .filter((name) => statFile(archive, name).files === undefined);
  return { app, archive, files, header: getRawHeader(archive).header, binary: join(app, "tieout") };
}

function makeStandIn(dist) {
  for (const part of ["resources", "locales"]) mkdirSync(join(dist, part), { recursive: true });
  const binary = Buffer.concat([Buffer.from(`stand-in ${SENTINEL}`), Buffer.from([1, WIRE.length]), Buffer.from(WIRE), Buffer.alloc(64)]);
  writeFileSync(join(dist, "electron"), binary);
  chmodSync(join(dist, "electron"), 0o755);
  for (const name of ["LICENSE", "LICENSES.chromium.html", "version", "chrome-sandbox", "locales/en-US.pak"])
    writeFileSync(join(dist, name), "");
  return dist;
}
