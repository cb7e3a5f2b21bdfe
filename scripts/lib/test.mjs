import { execFileSync } from "node:child_process";
import { build } from "./build.mjs";
import { runQuiet } from "./child.mjs";
import { downloadChromium, findChromium } from "./chromium.mjs";
import { keychainSession, keychainTestIsMissing } from "./keychain-session.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";
import { installSystemTools } from "./system-tools.mjs";
import { runVitest } from "./vitest-run.mjs";

/** A check that is one command: passed when it ends with 0, its output shown when it does not. */
// One checker: on two cores several would check the same types twice.
const CHECKS = {
  types: ["tsc", "-b", "tsconfig.json", "--checkers", "1"],
  lint: ["biome", "check", "--error-on-warnings", "--max-diagnostics=40", "."],
  imports: ["node", "scripts/check-imports.mjs"],
  "dead code": ["knip", "--no-progress"],
};

/**
 * Everything that must hold, on a machine with nothing but Node and npm. The last line of its
 * output is the count: each test of each vitest run, and each other step as one.
 * @param only names of steps, all when empty; `quick` is types, lint, and the fast tests that a change can break
 */
export async function test(only) {
  const print = stepPrinter(process.stdout);
  const tally = { passed: 0, failed: 0 };
  const steps = only.includes("quick") ? ["types", "lint", "changed", ...only] : only;
  try {
    await runSteps(print, tally, (name) => (steps.length === 0 ? name !== "changed" : steps.includes(name)));
  } catch (error) {
    print.say(error.stack);
    tally.failed += 1;
  }
  print.say(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 ? 0 : 1;
}

async function runSteps(print, tally, wanted) {
  await installSystemTools(print, findChromium() === null && wanted("e2e"));
  const node = await setUp(print, { retryKeytar: true });
  if (node === null) {
    tally.failed += 1;
    return;
  }
  const env = withNode(node, process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" });
  const context = { print, tally, node, env };
  for (const [name, [command, ...args]] of Object.entries(CHECKS)) {
    if (wanted(name)) await check(context, name, () => runQuiet(command, args, { cwd: ROOT, env, shell: process.platform === "win32" }));
  }
  let built = true;
  if (wanted("build") || wanted("e2e")) built = await check(context, "build", () => build(node, env));
  if (wanted("changed")) await suite(context, "changed", () => runVitest("unit", node, env, { more: changedTests() }));
  if (wanted("unit")) await suite(context, "unit", () => runVitest("unit", node, env));
  if (wanted("keychain")) await keychain(context);
  if (wanted("e2e")) await endToEnd(context, built);
}

/** Suites that sync simulated ledgers or start processes take minutes: they belong to the whole run. */
const SLOW = ["test/simulation/**", "test/conformance/**", "test/headless/**", "test/tidy.test.ts", "test/architecture.test.ts"];

/** The tests that reach what isn't committed yet, or what the newest commit changed. */
function changedTests() {
  const clean = execFileSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" }).trim() === "";
  return [`--changed${clean ? "=HEAD~1" : ""}`, "--passWithNoTests", ...SLOW.flatMap((path) => ["--exclude", path])];
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
  const { passed, failed, skipped } = await run();
  tally.passed += passed;
  tally.failed += failed;
  const note = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run here` : ""}`;
  print.end(name, failed === 0 ? "ok" : "failed", since, note);
}

async function keychain(context) {
  const missing = keychainTestIsMissing();
  if (missing !== null) return context.print.end("keychain", "skipped", performance.now(), `NOT RUN: ${missing}`);
  const session = keychainSession(context.env);
  try {
    await suite(context, "keychain", () => runVitest("keychain", context.node, session.env, { wrap: session.wrap }));
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
    return suite(context, "e2e", () => runVitest("e2e", node, { ...env, TIEOUT_CHROMIUM: chromium }));
  }
  const must = !built || Boolean(process.env.CI) || Boolean(process.env.TIEOUT_REQUIRE_E2E);
  if (must) tally.failed += 1;
  print.end("e2e", must ? "failed" : "skipped", since, `NOT RUN: ${reason}`);
}
