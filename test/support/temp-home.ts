import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A data folder that is removed when the test ends. */
export function tempHome(): string {
  const home = mkdtempSync(join(tmpdir(), "tieout-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}
