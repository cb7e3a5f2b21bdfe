import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface BuildScript {
  buildIsStale(): boolean;
  build(node: string, env: NodeJS.ProcessEnv): Promise<{ readonly code: number; readonly output: string }>;
}

/** Builds the bundles when a source is newer than they are, so that a test never judges yesterday's. */
export async function ensureBuilt(): Promise<void> {
  const script = pathToFileURL(join(import.meta.dirname, "..", "..", "scripts", "lib", "build.mjs")).href;
  const { build, buildIsStale } = (await import(script)) as BuildScript;
  if (!buildIsStale()) return;
  const { NODE_ENV: _test, VITEST: _vitest, ...env } = process.env;
  const { code, output } = await build(process.execPath, env);
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
}
