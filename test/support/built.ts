import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface BuildScript {
  buildIsStale(): boolean;
  build(node: string, env: NodeJS.ProcessEnv): Promise<{ readonly code: number; readonly output: string }>;
}

const load = async (): Promise<BuildScript> =>
  import(pathToFileURL(join(import.meta.dirname, "..", "..", "scripts", "lib", "build.mjs")).href);

let entry: Promise<string> | undefined;

/** The command: its bundle while that is newer than the sources, because it starts in half the time, else the sources. */
export function commandEntry(): Promise<string> {
  const root = join(import.meta.dirname, "..", "..");
  entry ??= load().then(({ buildIsStale }) => (buildIsStale() ? join(root, "src", "main", "cli.ts") : join(root, "out", "main", "cli.js")));
  return entry;
}

/** The thread that owns files, in the same form. */
export async function workerEntry(): Promise<URL> {
  const command = await commandEntry();
  return new URL(command.endsWith(".ts") ? "client-worker.ts" : "client-worker.js", pathToFileURL(command));
}

/** Builds the bundles when a source is newer than they are, so that a test never judges yesterday's. */
export async function ensureBuilt(): Promise<void> {
  const { build, buildIsStale } = await load();
  if (!buildIsStale()) return;
  const { NODE_ENV: _test, VITEST: _vitest, ...env } = process.env;
  const { code, output } = await build(process.execPath, env);
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
}
