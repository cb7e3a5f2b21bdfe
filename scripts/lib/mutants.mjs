import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { runQuiet } from "./child.mjs";
import { importersIn } from "./nearest-tests.mjs";
import { ROOT } from "./paths.mjs";

/** The sources where a mistake would cause a wrong figure, a lost record or an extra call. */
const CORE = /^src\/shared\/(kernel|model)\/|^src\/main\/(?!api|hosts)[^/]+\//;
const NOT_MUTATED = /\/migrations\/|\.tsx$/;
/** Tests that are fast enough to run for each mutant; the others would take minutes. */
const QUICK_TESTS = /^test\/(unit|store|rules)\/.*\.test\.ts$/;
const HANG_MS = 180_000;
const OPERATORS = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
};

/**
 * Changes one operator, number, condition or statement of a core file in a copy of the project and runs the
 * tests that import that file. They must fail; a surviving mutant shows something untested, or a change without
 * effect.
 */
export function createMutants({ print, node, env, tally }) {
  const copy = mkdtempSync(join(tmpdir(), "tieout-mutants-"));
  for (const name of ["src", "test", "resources", "scripts", "package.json", "vitest.config.ts"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  const targets = [...importersIn(copy)]
    .map(([path, importers]) => [path, importers.filter((one) => QUICK_TESTS.test(one))])
    .filter(([path, tests]) => tests.length > 0 && CORE.test(path) && !NOT_MUTATED.test(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const sound = new Map();

  const run = async (tests) => {
    const vitest = join(copy, "node_modules", "vitest", "vitest.mjs");
    const args = [vitest, "run", "--project=unit*", "--bail=1", "--no-cache", `--fsModuleCachePath=${join(copy, ".cache")}`, ...tests];
    const { code } = await runQuiet(node, args, { cwd: copy, env, limitMs: HANG_MS });
    return code === 0;
  };

  const one = async (seed) => {
    const since = performance.now();
    const random = randomOf(seed);
    const [path, tests] = targets[Math.floor(random() * targets.length)];
    const source = readFileSync(join(copy, path), "utf8");
    const mutants = mutantsOf(path, source);
    if (mutants.length === 0) return;
    const { start, end, to } = mutants[Math.floor(random() * mutants.length)];
    const line = source.slice(0, start).split("\n").length;
    const what = `seed ${seed}: ${path}:${line} ${source.slice(start, end).split("\n")[0]} → ${to || "nothing"}`;
    if (!sound.has(path)) sound.set(path, await run(tests));
    if (!sound.get(path)) {
      tally.failed += 1;
      return print.end("mutants", "failed", since, `the tests of ${path} fail without any mutant: ${tests.join(" ")}`);
    }
    writeFileSync(join(copy, path), source.slice(0, start) + to + source.slice(end));
    const survived = await run(tests);
    writeFileSync(join(copy, path), source);
    if (survived) tally.survivors.push(what);
    else tally.passed += 1;
    print.end("mutants", survived ? "skipped" : "ok", since, `${what}: ${survived ? "survived" : "caught"}`);
  };

  return {
    /** Tries mutants one after another until the deadline; each has its own seed, and the first is `seed`. */
    round: async (seed, until) => {
      for (let next = seed; next === seed || performance.now() < until; next++) await one(next);
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** Every possible change of a source: its place and the replacement. */
function mutantsOf(path, source) {
  const found = [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const add = (node, to) => found.push({ start: node.getStart(file), end: node.getEnd(), to });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const to = OPERATORS[node.operatorToken.getText(file)];
      if (to !== undefined) add(node.operatorToken, to);
    } else if (ts.isNumericLiteral(node)) add(node, String(Number(node.getText(file).replaceAll("_", "")) + 1));
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) add(node, node.operand.getText(file));
    else if (ts.isExpressionStatement(node)) add(node, ";");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The same numbers for the same seed. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
