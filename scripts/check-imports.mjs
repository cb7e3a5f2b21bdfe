/**
 * Import rules of a project folder (this one, or the one that is named). dependency-cruiser reads no
 * TypeScript when it finds no compiler with an API, and then passes an empty tree: a check of next
 * to nothing counts as failed here.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";

/** Fewer files than this are not the project. */
const LEAST_FILES = 100;
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { forbidden, options } = createRequire(import.meta.url)("../dependency-cruiser.cjs");
process.chdir(process.argv[2] ?? ROOT);
// Without a tsconfig.json: it has no paths of its own, and each import would be looked for among them first.
const { output } = await cruise(
  ["src", "test", "bench"].filter((folder) => existsSync(folder)),
  { ...options, validate: true, ruleSet: { forbidden, options } },
);
const { totalCruised, violations } = output.summary;
for (const { rule, from, to, cycle } of violations) {
  const { comment } = forbidden.find(({ name }) => name === rule.name);
  const path = cycle === undefined ? to : cycle.map((step) => step.name).join(" → ");
  process.stderr.write(`${from} → ${path}\n  ${rule.name}: ${comment}\n`);
}
const tooFew = totalCruised < LEAST_FILES;
if (tooFew) process.stderr.write(`only ${totalCruised} files were read. Check the typescript alias in package.json.\n`);
process.stdout.write(`${totalCruised} files, ${violations.length} violations\n`);
process.exitCode = violations.length > 0 || tooFew ? 1 : 0;
