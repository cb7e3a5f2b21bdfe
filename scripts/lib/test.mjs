import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { runQuiet } from "./child.mjs";
import { chromiumPackages, downloadChromium, findChromium } from "./chromium.mjs";
import { keychainSession, keychainTestIsMissing } from "./keychain-session.mjs";
import { importersIn, nearestTests } from "./nearest-tests.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";
import { installSystemTools } from "./system-tools.mjs";
import { runVitest, runVitestTwice } from "./vitest-run.mjs";

/** A check that is one command: passed when it ends with 0, its output shown when it does not. */
// One checker: on two cores several would check the same types twice.
const CHECKS = {
  types: ["tsc", "-b", "tsconfig.json", "--checkers", "1"],
  lint: ["biome", "check", "--error-on-warnings", "--max-diagnostics=40", "."],
  imports: ["node", "scripts/check-imports.mjs"],
  "dead code": ["knip", "--no-progress"],
};

/** Steps of `quick` that the whole run has no need of. */
const OF_A_CHANGE = new Set(["lint of changes", "changed"]);

/**
 * Everything that must hold, on a machine with nothing but Node and npm. The last line of its
 * output is the count: each test of each vitest run, and each other step as one.
 * @param only names of steps, all when empty; `quick` is types, and lint and the nearest fast tests of what changed
 */
export async function test(only) {
  const print = stepPrinter(process.stdout);
  const tally = { passed: 0, failed: 0 };
  const ofAChange = only.includes("quick") ? ["types", "lint of changes", "changed"] : [];
  const steps = [...ofAChange, ...only];
  try {
    await runSteps(print, tally, (name) => (steps.length === 0 ? !OF_A_CHANGE.has(name) : steps.includes(name)));
  } catch (error) {
    print.say(error.stack);
    tally.failed += 1;
  }
  print.say(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 ? 0 : 1;
}

async function runSteps(print, tally, wanted) {
  await installSystemTools(print, wanted("e2e") ? chromiumPackages() : []);
  const node = await setUp(print, { retryKeytar: true });
  if (node === null) {
    tally.failed += 1;
    return;
  }
  const env = withNode(node, process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" });
  const context = { print, tally, node, env };
  const built = await checks(context, wanted);
  if (wanted("changed")) await changed(context);
  // Alone: beside others, the system's keyring daemon aborts now and then. They print only what fails.
  if (wanted("keychain")) await keychain(context);
  if (wanted("unit")) await suite(context, "unit", () => runVitestTwice("unit*", node, env));
  if (wanted("e2e")) await endToEnd(context, built);
}

/** Two at a time, for each waits now and then. @returns whether what the window tests run is built */
async function checks(context, wanted) {
  const { node, env } = context;
  const shell = process.platform === "win32";
  const commands = { ...CHECKS, ...(wanted("lint of changes") ? { "lint of changes": lintOf(changedFiles()) } : {}) };
  const steps = Object.entries(commands).map(([name, [command, ...args]]) => [
    name,
    () => runQuiet(command, args, { cwd: ROOT, env, shell }),
  ]);
  const waiting = [["build", () => build(node, env)], ...steps].filter(([name]) => wanted(name) || (name === "build" && wanted("e2e")));
  const passed = new Map();
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) passed.set(step[0], await check(context, ...step));
  };
  await Promise.all([lane(), lane()]);
  return passed.get("build") ?? true;
}

/** Suites that sync simulated ledgers, start processes or read every source take long: they belong to the whole run. */
const QUICK = /^test\/(unit|store|rules)\/.*\.test\.ts$/;
/** More than these take longer than anybody waits after each change. */
const QUICK_MAX = 60;

async function changed(context) {
  const { print, node, env } = context;
  const tests = changedTests(print);
  if (tests.length === 0) return print.end("changed", "skipped", performance.now(), "no quick test covers the changes");
  await suite(context, "changed", () => runVitest("unit*", node, env, { more: tests }));
}

/** What isn't committed yet, or else what the newest commit changed; a file that was deleted counts too. */
function changedFiles() {
  const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
  const open = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return open.length > 0 ? open : git("diff", "--name-only", "HEAD~1");
}

/** Files that the linter has no rules for are passed over. */
function lintOf(files) {
  const there = files.filter((path) => existsSync(join(ROOT, path)));
  const [command, ...args] = CHECKS.lint;
  return [command, ...args.slice(0, -1), "--no-errors-on-unmatched", ...there];
}

/** The quick tests that are nearest to what changed. */
function changedTests(print) {
  const importers = importersIn(ROOT);
  const near = (path) => nearestTests(importers, path, (one) => QUICK.test(one));
  const tests = [...new Set(changedFiles().flatMap(near))];
  if (tests.length > QUICK_MAX)
    print.say(`${tests.length - QUICK_MAX} more test files are just as close to the changes. npm test runs them`);
  return tests.slice(0, QUICK_MAX);
}

async function check({ print, tally }, name, run) {
  const since = performance.now();
  print.begin(name);
  const { code, output } = await run();
  const passed = code === 0;
  print.end(name, passed ? "ok" : "failed", since);
  if (!passed) print.say(output.trimEnd());
  tally[passed ? "passed" : "failed"] += 1;
  return passed;
}

async function suite({ print, tally }, name, run) {
  const since = performance.now();
  const { passed, failed, skipped, unstable = [], output = "" } = await run();
  if (failed > 0 && output !== "") print.say(output.trimEnd());
  tally.passed += passed;
  tally.failed += failed;
  const note = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run here` : ""}`;
  print.end(name, failed === 0 ? "ok" : "failed", since, note);
  for (const test of unstable) print.say(`  UNSTABLE: failed, then passed when its file ran again: ${test}`);
}

async function keychain(context) {
  const missing = keychainTestIsMissing();
  if (missing !== null) return context.print.end("keychain", "skipped", performance.now(), `NOT RUN: ${missing}`);
  const session = keychainSession(context.env);
  try {
    await suite(context, "keychain", () => runVitestTwice("keychain", context.node, session.env, { wrap: session.wrap, quiet: true }));
  } finally {
    session.remove();
  }
}

async function endToEnd(context, built) {
  const { print, tally, node, env } = context;
  const since = performance.now();
  const chromium = findChromium() ?? (await downloadChromium(node, env));
  const reason = built ? "no Chromium: install the package chromium, or set TIEOUT_CHROMIUM" : "the build failed";
  if (built && chromium !== null) {
    // One more than there are cores: a window waits half of its time for ledgers that keep to their limits.
    const more = [`--maxWorkers=${availableParallelism() + 1}`];
    return suite(context, "e2e", () => runVitestTwice("e2e", node, { ...env, TIEOUT_CHROMIUM: chromium }, { more }));
  }
  const must = !built || Boolean(process.env.CI) || Boolean(process.env.TIEOUT_REQUIRE_E2E);
  if (must) tally.failed += 1;
  print.end("e2e", must ? "failed" : "skipped", since, `NOT RUN: ${reason}`);
}
