/**
 * Packs the application around a placeholder for Electron's binary, which isn't available everywhere, and
 * checks the result: its files and fuses. With a folder as argument the result is kept there.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgePackage } from "./lib/package-rules.mjs";
import { packAroundStandIn } from "./lib/package-stand-in.mjs";

const kept = process.argv[2];
const folder = kept ?? mkdtempSync(join(tmpdir(), "tieout-package-"));
try {
  const made = await packAroundStandIn(folder);
  const faults = await judgePackage(made);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${made.files.length} files in the package, ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
