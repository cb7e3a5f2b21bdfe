import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type HouseRule,
  noAny,
  noBrands,
  noDefaultExport,
  noEmptyCatch,
  noFloatMoney,
  noLedgerIdentity,
  noLeftovers,
  noRealTime,
  noRegistryHosts,
  noSilencedCompiler,
  noSqlOutsideStore,
  noUtcToday,
} from "./support/house-rules/code-rules.ts";
import {
  againstRatchet,
  FILE_LINES_MAX,
  FUNCTION_LINES_MAX,
  longFiles,
  longFunctions,
  type Measured,
  type Ratchet,
} from "./support/house-rules/size-rules.ts";
import { type Breach, isCode, ROOT, readSources, type SourceText } from "./support/house-rules/source.ts";

/**
 * The house rules as a test: each message names the replacement. The second half seeds a violation
 * of each rule and expects it to be caught, so that a rule which no longer sees anything fails too.
 */
const everything = readSources(".");
const code = everything.filter(isCode);
const ours = code.filter(({ path }) => /^(src|test|bench|scripts)\//.test(path));
/** Migrations are lists of statements, and a landed one is never edited. */
const measured = ours.filter(({ path }) => !path.startsWith("test/") && !path.startsWith("src/main/store/migrations/"));

const report = (breaches: readonly Breach[]) => breaches.map(({ path, line, message }) => `${path}:${line} ${message}`);
const check = (sources: readonly SourceText[], rule: HouseRule) => report(sources.flatMap(rule));

const RULES_OF_CODE: readonly HouseRule[] = [
  noDefaultExport,
  noAny,
  noSilencedCompiler,
  noEmptyCatch,
  noSqlOutsideStore,
  noRealTime,
  noUtcToday,
  noLedgerIdentity,
  noLeftovers,
  noFloatMoney,
];
const isMeasured = new Set(measured);
/** Every rule on a file before the next file, because parsing is what takes the time. */
const judged = { breaches: new Map<HouseRule, Breach[]>(RULES_OF_CODE.map((rule) => [rule, []])), long: [] as Measured[] };
beforeAll(() => {
  for (const source of ours) {
    for (const rule of RULES_OF_CODE) judged.breaches.get(rule)?.push(...rule(source));
    if (isMeasured.has(source)) judged.long.push(...longFunctions([source]));
  }
});

const breachesOf = (rule: HouseRule): readonly Breach[] => {
  const found = judged.breaches.get(rule);
  if (found === undefined) throw new Error("a rule that nobody applied");
  return found;
};

/** Figures of src that are no amounts, and may be rounded as numbers. */
const NUMBERS_THAT_ARE_NO_MONEY: Readonly<Record<string, string>> = {
  "src/simulator/ledger-c/queries/sql-functions.ts": "shows a number of the SQL engine as Ledger C does; amounts are summed exactly before",
};

/** May only shrink: split a function rather than adding it. */
const LONG_FUNCTIONS: Ratchet = {};

/** May only shrink: split a file rather than adding it. */
const LONG_FILES: Ratchet = {
  "test/unit/ledgers/c/transactions.test.ts": 549,
};

/** Rules of the specification without a suite of their own. The list may only shrink. */
const COMES_WITH_A_LATER_ISSUE: readonly number[] = [];
const RULES = 31;

describe("house rules", () => {
  test("exports have names", () => expect(report(breachesOf(noDefaultExport))).toEqual([]));
  test("nothing is of type any", () => expect(report(breachesOf(noAny))).toEqual([]));
  test("today is the day where people are", () => expect(report(breachesOf(noUtcToday))).toEqual([]));
  test("the compiler is not silenced", () => expect(report(breachesOf(noSilencedCompiler))).toEqual([]));
  test("no error is swallowed", () => expect(report(breachesOf(noEmptyCatch))).toEqual([]));
  test("SQL is written in the store only", () => expect(report(breachesOf(noSqlOutsideStore))).toEqual([]));
  test("time, chance and the network come through ports", () => expect(report(breachesOf(noRealTime))).toEqual([]));
  test("only adapters know which ledger it is", () => expect(report(breachesOf(noLedgerIdentity))).toEqual([]));
  test("code names no vendor", () => expect(check(everything, noBrands)).toEqual([]));
  test("nothing names a registry's host", () => expect(check(everything, noRegistryHosts)).toEqual([]));
  test("no test is left out in silence", () => expect(report(breachesOf(noLeftovers))).toEqual([]));

  test("amounts never pass through a float", () => {
    const breaches = breachesOf(noFloatMoney);
    expect(report(breaches.filter(({ path }) => NUMBERS_THAT_ARE_NO_MONEY[path] === undefined))).toEqual([]);
    const idle = Object.keys(NUMBERS_THAT_ARE_NO_MONEY).filter((path) => !breaches.some((breach) => breach.path === path));
    expect(idle, "rounds nothing any more: take it out of the list").toEqual([]);
  });

  test(`a function has at most ${FUNCTION_LINES_MAX} lines`, () => {
    const advice = "split it; the parent decides, the parts are pure";
    expect(report(againstRatchet(judged.long, LONG_FUNCTIONS, advice))).toEqual([]);
  });

  test(`a file has at most ${FILE_LINES_MAX} lines`, () => {
    expect(report(againstRatchet(longFiles(ours), LONG_FILES, "one reason per file: move a part out"))).toEqual([]);
  });

  test(`a folder has at most ${FOLDER_FILES_MAX} files`, () => {
    const counts = Map.groupBy(
      ours.filter(({ path }) => path.startsWith("src/")),
      ({ path }) => dirname(path),
    );
    const wide = [...counts].filter(([, files]) => files.length > FOLDER_FILES_MAX).map(([folder, files]) => `${folder}: ${files.length}`);
    expect(wide, "give an area in it a folder").toEqual([]);
  });

  test("the project's own folder holds what it is known to hold", () => {
    const ignored = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n");
    const strangers = readdirSync(ROOT).filter(
      (name) => !AT_THE_TOP.has(name) && !/^\.git$|^\.setup/.test(name) && !ignored.includes(name) && !ignored.includes(`${name}/`),
    );
    expect(strangers, "a test wrote it here, or it has a better place").toEqual([]);
  });

  test("every folder of the pipeline says what enters and what leaves", () => {
    const without = ["src/main", "src/main/ledgers", "src/main/hosts", "src/simulator"]
      .flatMap((parent) => foldersIn(parent).map((folder) => `${parent}/${folder}`))
      .filter((folder) => !NO_README_OF_ITS_OWN.has(folder) && !existsSync(join(ROOT, folder, "README.md")));
    expect(without, "add a README.md of 5 to 15 lines: what enters, what leaves, what it may not import").toEqual([]);
  });
});

const FOLDER_FILES_MAX = 25;

const AT_THE_TOP = new Set([
  ...[".ci", ".github", ".gitignore", ".npmrc", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"],
  ...["bench", "docs", "resources", "scripts", "src", "test"],
  ...["allowed-imports.cjs", "biome.json", "dependency-cruiser.cjs", "electron-builder.config.mjs", "electron.vite.config.ts"],
  ...["knip.json", "package-lock.json", "package.json", "vitest.config.ts"],
  ...["", ".base", ".main", ".preload", ".renderer", ".shared", ".test"].map((part) => `tsconfig${part}.json`),
]);

/** Told in the README of the folder above. */
const NO_README_OF_ITS_OWN = new Set(["src/simulator/books", "src/simulator/demo"]);

const foldersIn = (parent: string) =>
  readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe("rules of the specification", () => {
  const suites = readdirSync(join(ROOT, "test/rules")).filter((name) => name.endsWith(".test.ts"));
  const covered = new Set(suites.map((name) => Number(/^rule-(\d\d)-/.exec(name)?.[1])));

  test("a suite is named after its rule", () => {
    const misnamed = suites.filter((name) => !/^rule-(0[1-9]|[12]\d|3[01])-[a-z0-9-]+\.test\.ts$/.test(name));
    expect(misnamed, "name it rule-NN-what-it-says.test.ts").toEqual([]);
  });

  test("every rule has a suite, or is listed as coming with a later issue", () => {
    const numbers = Array.from({ length: RULES }, (_, index) => index + 1);
    const missing = numbers.filter((rule) => !covered.has(rule) && !COMES_WITH_A_LATER_ISSUE.includes(rule));
    expect(missing, "write test/rules/rule-NN-….test.ts").toEqual([]);
  });

  test("the list of later rules only shrinks", () => {
    const written = COMES_WITH_A_LATER_ISSUE.filter((rule) => covered.has(rule));
    expect(written, "has a suite now: take it out of the list").toEqual([]);
  });
});

describe("the rules see what they forbid", () => {
  const seed = (rule: HouseRule, text: string, path = "src/main/sync/seed.ts") => rule({ path, text }).length;

  test.each<[string, HouseRule, string]>([
    ["default function", noDefaultExport, "export default function f() {}"],
    ["default value", noDefaultExport, "const a = 1; export default a;"],
    ["default by name", noDefaultExport, "const a = 1; export { a as default };"],
    ["any as a type", noAny, "let a: any;"],
    ["any in a cast", noAny, "const a = b as any;"],
    ["any in an argument", noAny, "const a: Array<any> = [];"],
    ["utc-today", noUtcToday, "const today = clock.now().slice(0, 10);"],
    ["utc-today-ms", noUtcToday, "const today = instantFromMs(clock.nowMs()).slice(0, 10);"],
    ["ts-ignore", noSilencedCompiler, `// ${["@ts-ig", "nore"].join("")}\nconst a = 1;`],
    ["ts-nocheck", noSilencedCompiler, `/*\n * ${["@ts-no", "check"].join("")} */`],
    ["empty catch", noEmptyCatch, "try { f(); } catch {}"],
    ["catch with an excuse only", noEmptyCatch, "try { f(); } catch (e) { /* fine */ }"],
    ["Date.now", noRealTime, "const a = Date.now();"],
    ["new Date", noRealTime, "const a = new Date();"],
    ["Math.random", noRealTime, "const a = Math.random();"],
    ["setTimeout", noRealTime, "setTimeout(() => f(), 1);"],
    ["globalThis.setTimeout", noRealTime, "globalThis.setTimeout(f, 1);"],
    ["fetch", noRealTime, "await fetch(url);"],
    ["parseFloat", noFloatMoney, "const a = parseFloat(total);"],
    ["Number.parseFloat", noFloatMoney, "const a = Number.parseFloat(total);"],
    ["toFixed", noFloatMoney, "const a = total.toFixed(2);"],
    ["Math.round", noFloatMoney, "const a = Math.round(total * 100);"],
    ["identity", noLedgerIdentity, 'if (system === "ledger_a") f();'],
    ["identity the other way round", noLedgerIdentity, 'if ("ledger_b" !== source.system) f();'],
    ["identity in a switch", noLedgerIdentity, 'switch (s) { case "ledger_c": f(); }'],
    ["SQL in a screen's way", noSqlOutsideStore, 'const a = db.prepare("SELECT 1");'],
    ["SQL in a template", noSqlOutsideStore, "const a = `DELETE FROM t`;"],
    ["brand", noBrands, `const a = "${["Quick", "Books"].join("")}";`],
    ["brand in a name", noBrands, `const ${["xe", "ro"].join("")}Client = 1;`],
    ["registry", noRegistryHosts, `// see https://${["registry.np", "mjs"].join("")}.org`],
  ])("%s", (_name, rule, text) => {
    expect(seed(rule, text)).toBe(1);
  });

  test.each<[string, HouseRule, string, string]>([
    ["words in comments and texts", noAny, "// any value\nconst any_ = 'any';", "src/main/sync/seed.ts"],
    ["a catch that handles", noEmptyCatch, "try { f(); } catch (e) { report(e); }", "src/main/sync/seed.ts"],
    ["a date from a number", noRealTime, "const a = new Date(ms);", "src/main/sync/seed.ts"],
    ["real time in a host", noRealTime, "const a = Date.now();", "src/main/hosts/node/clock.ts"],
    ["an adapter that knows itself", noLedgerIdentity, 'if (s === "ledger_a") f();', "src/main/ledgers/registry.ts"],
    ["intuitive", noBrands, "// the intuitive order", "src/main/sync/seed.ts"],
    ["rounding of the window's pixels", noFloatMoney, "const a = Math.round(width);", "src/renderer/format/a.ts"],
  ])("and nothing else: %s", (_name, rule, text, path) => {
    expect(seed(rule, text, path)).toBe(0);
  });

  test("skipped tests are seen in tests", () => {
    expect(seed(noLeftovers, "test.skip('a', f); describe.only('b', f); it.todo('c');", "test/unit/seed.test.ts")).toBe(3);
  });

  test("a long function and a long file are seen, may not grow, and are taken off the list when they shrink", () => {
    const body = "f();\n".repeat(FUNCTION_LINES_MAX);
    const long = [{ path: "src/main/a.ts", text: `export function grow() {\n${body}}\n` }];
    const key = "src/main/a.ts#grow";
    const lines = FUNCTION_LINES_MAX + 2;
    expect(longFunctions(long)).toEqual([{ key, path: "src/main/a.ts", line: 1, lines }]);
    expect(againstRatchet(longFunctions(long), {}, "split it")).toHaveLength(1);
    expect(againstRatchet(longFunctions(long), { [key]: lines }, "split it")).toEqual([]);
    expect(againstRatchet(longFunctions(long), { [key]: lines - 1 }, "split it")[0]?.message).toMatch(/^grew/);
    expect(againstRatchet([], { [key]: lines }, "split it")[0]?.message).toMatch(/take it out/);
    expect(longFiles([{ path: "src/main/b.ts", text: "f();\n".repeat(FILE_LINES_MAX + 1) }])).toHaveLength(1);
  });

  test("the project's own files are read", () => {
    expect(ours.length).toBeGreaterThan(100);
    expect(everything.some(({ path }) => path === "package-lock.json")).toBe(true);
  });
});
