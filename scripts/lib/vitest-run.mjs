import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAttached } from "./child.mjs";
import { ROOT } from "./paths.mjs";

/**
 * Runs one project of vitest.config.ts with its output on this terminal.
 * @param more further arguments of vitest
 * @param wrap turns the command into another one, for a test that needs a session around it
 * @returns true counts; a file that does not load, and an error outside any test, count as failures
 */
export async function runVitest(project, node, env, { wrap = (command) => command, more = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tieout-test-"));
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
  const code = await runAttached(command, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  const counts = countsOf(report);
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function countsOf(report) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, "utf8"));
  } catch (error) {
    process.stderr.write(`vitest left no report: ${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unloaded = result.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}
