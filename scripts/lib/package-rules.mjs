import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const require = createRequire(join(ROOT, "package.json"));
const builder = createRequire(require.resolve("electron-builder"));

const MUST = [
  "package.json",
  "out/main/index.js",
  "out/main/client-worker.js",
  "out/main/keychain-process.js",
  "out/main/sql-process.js",
  "out/main/demo-thread.js",
  "out/preload/index.cjs",
  "out/renderer/index.html",
  "out/renderer/assets/inter-LICENSE.txt",
  "resources/ledger-limits.json",
  "resources/profiles/neutral.json",
  `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
  "node_modules/better-sqlite3/lib/index.js",
  "node_modules/@napi-rs/keyring/index.js",
  "node_modules/electron-updater/out/main.js",
];

/** Top folders of the archive; everything else in the checkout stays out. */
const TOP = /^(package\.json|out\/(main|preload|renderer)\/|out\/update-key\.pem$|resources\/(?!packaging\/)|node_modules\/)/;

const NEVER = [
  [/^node_modules\/node-(linux|win|darwin)-/, "a second Node"],
  [
    /^node_modules\/(electron|electron-builder|vite|vitest|playwright-core|typescript|@biomejs|fast-check|react|xero-node)\//,
    "a tool or what is bundled already",
  ],
  [/\.(map|ts|mts|cts|tsbuildinfo|gyp|c|cc|cpp|h|o)$/, "a source, a map or what a compiler left"],
  [/(^|\/)(\.env|\.npmrc|\.git[^/]*|id_rsa|[^/]*\.(key|p12|pfx))$/, "what may be a secret"],
  [/\.sqlite(-wal|-shm)?$/, "somebody's data"],
];

/** The fuses as they must be set in the binary; the ninth, for WebAssembly, keeps Electron's default. */
const FUSES = {
  RunAsNode: "0",
  EnableCookieEncryption: "1",
  EnableNodeOptionsEnvironmentVariable: "0",
  EnableNodeCliInspectArguments: "0",
  EnableEmbeddedAsarIntegrityValidation: "1",
  OnlyLoadAppFromAsar: "1",
  LoadBrowserProcessSpecificV8Snapshot: "0",
  GrantFileProtocolExtraPrivileges: "0",
};

/** @returns the problems of a package, one sentence each */
export async function judgePackage({ files, header, binary }) {
  const there = new Set(files);
  const faults = MUST.filter((name) => !there.has(name)).map((name) => `${name} is missing`);
  for (const name of files) {
    if (!TOP.test(name)) faults.push(`${name} has no place in the package`);
    for (const [pattern, what] of NEVER) if (pattern.test(name)) faults.push(`${name} is ${what}`);
  }
  faults.push(...judgeEntries(header));
  return [...faults, ...(await judgeFuses(binary))];
}

/** Every file of the archive has its hash; only what the system loads itself is next to it. */
function judgeEntries(folder, path = "") {
  return Object.entries(folder.files).flatMap(([name, entry]) => {
    const at = path === "" ? name : `${path}/${name}`;
    if (entry.files !== undefined) return judgeEntries(entry, at);
    if (entry.unpacked === true) return at.endsWith(".node") ? [] : [`${at} lies outside of the archive`];
    return entry.integrity?.algorithm === "SHA256" || entry.link !== undefined ? [] : [`${at} has no hash`];
  });
}

async function judgeFuses(binary) {
  const { FuseV1Options, getCurrentFuseWire } = await import(builder.resolve("@electron/fuses"));
  const wire = await getCurrentFuseWire(binary);
  return Object.entries(FUSES).flatMap(([name, wanted]) => {
    const found = String.fromCharCode(wire[FuseV1Options[name]]);
    return found === wanted ? [] : [`the fuse ${name} is ${found}, not ${wanted}`];
  });
}
