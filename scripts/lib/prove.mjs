import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";
import { runVitest } from "./vitest-run.mjs";

/** Suites that try something else with every seed, by the name that `--only` takes. */
const SUITES = {
  runs: ["test/simulation/seeded-runs.test.ts", "test/simulation/seeded-runs-more.test.ts"],
  writes: ["a", "b", "c"].map((ledger) => `test/simulation/writes-${ledger}.test.ts`),
  firm: ["test/simulation/firm.test.ts"],
  kills: ["test/simulation/sigkill.test.ts", "test/store/killed-backup.test.ts", "test/store/power-cut.test.ts"],
  flips: ["test/store/flipped-bits.test.ts"],
  limits: ["test/rules/rule-27-limiter.test.ts", "test/unit/transport/token-generations.test.ts"],
  messages: ["test/simulation/hostile-messages.test.ts"],
  figures: ["test/simulation/metamorphic-figures.test.ts"],
  files: ["test/conformance/damaged-files.test.ts", "test/simulation/hostile-bundles.test.ts"],
  answers: ["test/simulation/mutated-answers.test.ts"],
  properties: propertySuites,
};
const MUTANTS = "mutants";
const USAGE = `usage: npm run prove -- --minutes N [--only ${[...Object.keys(SUITES), MUTANTS].join("|")}] [--seed S]\n`;
const SEEDS = 1_000_000_000;

/**
 * What nights are for: fresh seeds, kills, power cuts and mutations, one suite after the other until the time is over. A
 * failure is printed with the command that brings it back, and the rest goes on. With `--seed` it runs once.
 */
export async function prove(args) {
  const options = readOptions(args);
  if (options === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  const print = stepPrinter(process.stdout);
  const node = await setUp(print);
  if (node === null) return 1;
  const session = { print, node, env: withNode(node, { NO_COLOR: "1" }), tally: { passed: 0, failed: 0, survivors: [] } };
  const until = performance.now() + options.minutes * 60_000;
  const names = options.only === undefined ? [...Object.keys(SUITES), MUTANTS] : [options.only];
  const { createMutants } = await import("./mutants.mjs");
  const mutants = names.includes(MUTANTS) ? createMutants(session) : null;
  try {
    do {
      for (const name of names) {
        const seed = options.seed ?? randomInt(1, SEEDS);
        await (name === MUTANTS ? mutants.round(seed, mutantsEnd(until, options)) : seeded(session, name, seed));
        if (performance.now() >= until) break;
      }
    } while (performance.now() < until);
  } finally {
    mutants?.remove();
  }
  const { passed, failed, survivors } = session.tally;
  if (survivors.length > 0) print.say(`${survivors.length} mutants survived:\n${survivors.join("\n")}`);
  print.say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function readOptions(args) {
  try {
    const { values } = parseArgs({ args, options: { minutes: { type: "string" }, seed: { type: "string" }, only: { type: "string" } } });
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    // A given seed is tried once.
    const minutes = seed === undefined ? Number(values.minutes) : 0;
    const isKnown = values.only === undefined || values.only === MUTANTS || Object.hasOwn(SUITES, values.only);
    return isKnown && minutes >= 0 && (seed === undefined || Number.isSafeInteger(seed)) ? { minutes, seed, only: values.only } : null;
  } catch {
    return null;
  }
}

/** Mutants are quick to try: in a turn of theirs there is time for many, unless one was named. */
function mutantsEnd(until, { seed }) {
  return seed === undefined ? Math.min(until, performance.now() + 120_000) : performance.now();
}

async function seeded({ print, node, env, tally }, name, seed) {
  const since = performance.now();
  const files = typeof SUITES[name] === "function" ? SUITES[name]() : SUITES[name];
  const { passed, failed, failures, output } = await runVitest(
    "unit*",
    node,
    { ...env, TIEOUT_SEED: String(seed) },
    { more: files, quiet: true },
  );
  tally.passed += passed;
  tally.failed += failed;
  print.end(name, failed === 0 ? "ok" : "failed", since, `seed ${seed}: ${passed} passed, ${failed} failed`);
  if (failed === 0) return;
  print.say(output.trimEnd());
  const again = new Set(failures.map((title) => / seed (\d+) /.exec(` ${title} `)?.[1] ?? seed));
  for (const one of again.size === 0 ? [seed] : again) print.say(`Again: npm run prove -- --only ${name} --seed ${one}`);
}

/** Every file with properties: fast-check takes its seed from ours. */
function propertySuites() {
  return readdirSync(join(ROOT, "test"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
    .filter((path) => readFileSync(join(ROOT, path), "utf8").includes('from "fast-check"'));
}
