import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isCode, ROOT, readSources } from "./support/house-rules/source.ts";

/** The table of who may import whom, and proof that the rules made from it catch what they forbid. */
interface Zone {
  readonly files: string;
  readonly imports: readonly string[];
  readonly types?: readonly string[];
}
const { zones } = createRequire(import.meta.url)("../allowed-imports.cjs") as { readonly zones: Readonly<Record<string, Zone>> };

describe("the table of imports", () => {
  const files = readSources("src").filter(isCode);

  test("every source file is in exactly one zone", () => {
    const astray = files
      .map(({ path }) => ({ path, in: Object.keys(zones).filter((name) => new RegExp(zones[name]?.files ?? "").test(path)) }))
      .filter((file) => file.in.length !== 1);
    expect(astray, "give the folder a zone in allowed-imports.cjs").toEqual([]);
  });

  test("it names only zones that it has", () => {
    const named = Object.values(zones).flatMap(({ imports, types = [] }) => [...imports, ...types]);
    expect(named.filter((name) => zones[name] === undefined)).toEqual([]);
  });

  test("no two zones import each other at run time", () => {
    const pairs = Object.entries(zones).flatMap(([name, zone]) =>
      zone.imports.filter((other) => zones[other]?.imports.includes(name)).map((other) => `${name} ↔ ${other}`),
    );
    expect(pairs).toEqual([]);
  });
});

/** [file that breaks a rule, what it imports, the rule] */
const SEEDS: readonly (readonly [string, string, string])[] = [
  ["src/shared/kernel/seed.ts", 'import "zod";', "shared-kernel-packages"],
  ["src/shared/kernel/seed-file.ts", 'import "node:fs";', "shared-kernel-no-node"],
  ["src/shared/model/seed.ts", 'import "#main/ports/index.ts";', "shared-model-imports"],
  ["src/main/domain/seed.ts", 'import "#main/store/database/open.ts";', "main-domain-imports"],
  ["src/main/domain/seed-file.ts", 'import "node:fs";', "main-domain-no-node"],
  ["src/main/transport/seed.ts", 'import "node:net";', "main-transport-no-node"],
  ["src/main/transport/seed-adapter.ts", 'import { page } from "#main/ledgers/adapter.ts"; page();', "main-transport-types-only"],
  ["src/main/ledgers/a/seed.ts", 'import "../b/index.ts";', "main-ledgers-a-imports"],
  ["src/main/ledgers/b/seed.ts", 'import type { c } from "#main/ledgers/c/index.ts"; export type D = typeof c;', "main-ledgers-b-imports"],
  ["src/main/ledgers/seed.ts", 'import "./registry.ts";', "main-ledgers-imports"],
  ["src/main/workers/seed.ts", 'import "#main/transport/client.ts";', "main-workers-imports"],
  ["src/main/sync/seed.ts", 'import { open } from "#main/store/database/open.ts"; open();', "main-sync-types-only"],
  ["src/main/store/aging/seed.ts", 'import "electron";', "main-store-areas-packages"],
  ["src/main/runtime/seed.ts", 'import "keytar";', "main-runtime-packages"],
  ["src/main/hosts/node/seed.ts", 'import "better-sqlite3";', "sqlite-in-a-host-is-the-folder-lock"],
  ["src/main/hosts/node/commands/seed.ts", 'import "#main/runtime/create-runtime.ts";', "main-hosts-node-commands-imports"],
  ["src/main/hosts/electron/seed.ts", 'import "#main/runtime/create-runtime.ts";', "main-hosts-electron-imports"],
  ["src/simulator/seed.ts", 'import "#shared/model/books/money.ts";', "simulator-imports"],
  ["src/simulator/seed-adapter.ts", 'import "#main/ledgers/a/index.ts";', "simulator-imports"],
  ["src/preload/seed.ts", 'import "#shared/contract/index.ts";', "preload-imports"],
  ["src/renderer/features/one/seed.ts", 'import "../two/two.ts";', "features-apart"],
  ["src/renderer/ui/seed.ts", 'import "../features/two/two.ts";', "renderer-ui-imports"],
  ["src/main/store/database/seed.ts", 'import "left-alone";', "no-undeclared-packages"],
  ["src/main/store/database/seed-dev.ts", 'import "vitest";', "no-dev-packages-in-the-core"],
  ["src/main/store/database/seed-test.ts", 'import "#test/support/help.ts";', "main-store-imports"],
  ["src/main/store/database/seed-none.ts", 'import "./nowhere.ts";', "no-unresolved"],
  ["src/main/store/database/round.ts", 'import "./trip.ts";', "no-cycles"],
];

/** What the seeds reach for, and imports that are allowed. */
const AROUND: Readonly<Record<string, string>> = {
  "src/main/ports/index.ts": "export const port = 1;",
  "src/main/store/database/open.ts": 'import "better-sqlite3"; import "node:fs"; export const open = () => 1;',
  "src/main/store/database/trip.ts": 'import "./round.ts";',
  "src/main/ledgers/adapter.ts": "export const page = () => 1;",
  "src/main/ledgers/registry.ts": 'import "./a/index.ts"; import "./b/index.ts";',
  "src/main/ledgers/a/index.ts": 'import "../adapter.ts"; import "zod";',
  "src/main/ledgers/b/index.ts": "export const b = 1;",
  "src/main/ledgers/c/index.ts": "export const c = 1;",
  "src/main/runtime/create-runtime.ts": "export const run = 1;",
  "src/main/transport/client.ts": 'import type { page } from "#main/ledgers/adapter.ts"; export type P = typeof page;',
  "src/main/sync/engine.ts": 'import type { open } from "#main/store/database/open.ts"; export type O = typeof open;',
  "src/main/hosts/node/data-folder.ts": 'import "better-sqlite3"; import "keytar";',
  "src/shared/model/books/money.ts": 'import "zod";',
  "src/shared/contract/index.ts": 'import "#shared/model/books/money.ts";',
  "src/renderer/features/two/two.ts": "export const two = 2;",
  "test/support/help.ts": "export const help = 1;",
};

const PACKAGES = ["zod", "electron", "keytar", "better-sqlite3", "vitest", "left-alone"];

describe("the rules see what they forbid", () => {
  let folder = "";
  let output = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tieout-imports-"));
    for (const [path, text] of [...Object.entries(AROUND), ...SEEDS.map(([path, text]) => [path, text] as const)]) write(path, text);
    for (const name of PACKAGES) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
      write(`node_modules/${name}/index.js`, "");
    }
    const real = readSources(".").find(({ path }) => path === "package.json")?.text ?? "";
    write("package.json", real);
    output = await checkImports(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  const rulesBrokenBy = (path: string) =>
    output.split("\n").flatMap((line, index, lines) => (line.startsWith(`${path} → `) ? [lines[index + 1]?.trim().split(":")[0]] : []));

  test.each(SEEDS)("%s: %s", (path, _text, rule) => {
    expect(rulesBrokenBy(path)).toContain(rule);
  });

  test("and nothing else", () => {
    const allowed = Object.keys(AROUND).filter((path) => path !== "src/main/store/database/trip.ts");
    expect(allowed.flatMap((path) => rulesBrokenBy(path).map((rule) => `${path}: ${rule}`))).toEqual([]);
  });

  test("a tree of which next to nothing is read is refused", () => {
    expect(output).toMatch(/only \d+ files were read/);
  });
});

/** @returns what the check prints; it fails, as it should */
async function checkImports(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, "scripts/check-imports.mjs"), folder], (_error, stdout, stderr) => resolve(stderr + stdout));
  });
}
