import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { runAttached, runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";

/**
 * Runs one project of vitest.config.ts, or those that a pattern such as `unit*` names, with its output on this terminal.
 * @param more further arguments of vitest
 * @param quiet keeps the output aside, and answers with it
 * @param wrap turns the command into another one, for a test that needs a session around it
 * @returns true counts; a file that does not load, and an error outside any test, count as failures
 */
export async function runVitest(project, node, env, { wrap = (command) => command, more = [], quiet = false } = {}) {
  const memory = memoryFolder();
  const folder = mkdtempSync(join(memory ?? tmpdir(), "tieout-test-"));
  // Programs that refuse to run as root have their files in it, too: they may pass through, and list nothing.
  chmodSync(folder, 0o711);
  const report = join(folder, "report.json");
  const [command, ...args] = wrap([
    node,
    join(ROOT, "node_modules", "vitest", "vitest.mjs"),
    "run",
    `--project=${project}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...more,
  ]);
  // Every run, and each process that a test starts, finds the sources compiled.
  const cached = { NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "node"), ...env };
  const options = { cwd: ROOT, env: memory === null ? cached : { ...cached, TMPDIR: folder } };
  const { code, output = "" } = quiet
    ? await runQuiet(command, args, options)
    : { code: await runAttached(command, args, { ...options, stdio: ["ignore", "inherit", "inherit"] }) };
  const counts = countsOf(report);
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { ...counts, output };
}

/** What the tests of one run keep on the disk at a time is a tenth of this. */
const ROOM_MIN = 8 * 2 ** 30;

/**
 * Memory where there is plenty of it: the tests make thousands of databases, and each commit would wait for the disk. They
 * lose nothing by it, because a power cut and a full disk are played above the file system.
 */
function memoryFolder() {
  const memory = "/dev/shm";
  if (process.platform !== "linux" || process.env.TMPDIR || freemem() < ROOM_MIN || !existsSync(memory)) return null;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < ROOM_MIN ? null : memory;
}

function countsOf(report) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, "utf8"));
  } catch (error) {
    process.stderr.write(`vitest left no report: ${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0, failures: [], failedFiles: [] };
  }
  const unloaded = result.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: result.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
    ),
    failedFiles: result.testResults
      .filter(({ status }) => status === "failed")
      .map(({ name, assertionResults }) => ({
        path: relative(ROOT, name),
        passed: assertionResults.filter(({ status }) => status === "passed").length,
        skipped: assertionResults.filter(({ status }) => status !== "passed" && status !== "failed").length,
      })),
  };
}

/** More files than these that fail say that something is broken, not that the machine was busy. */
const SECOND_CHANCES_MAX = 4;

/**
 * Runs a project, then once more the few files that failed: a machine that is shared can make any window late.
 * The counts are those of the last run of each file, and `unstable` names the tests that needed it.
 */
export async function runVitestTwice(project, node, env, options = {}) {
  const first = await runVitest(project, node, env, options);
  const files = first.failedFiles;
  if (files.length === 0 || files.length > SECOND_CHANCES_MAX) return { ...first, unstable: [] };
  const again = await runVitest(project, node, env, { ...options, more: [...(options.more ?? []), ...files.map(({ path }) => path)] });
  const before = (key) => files.reduce((sum, file) => sum + file[key], 0);
  return {
    ...again,
    passed: first.passed - before("passed") + again.passed,
    skipped: first.skipped - before("skipped") + again.skipped,
    unstable: first.failures.filter((name) => !again.failures.includes(name)),
  };
}
