import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A data folder of a test's own. */
export function tempHome(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "tieout-store-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
