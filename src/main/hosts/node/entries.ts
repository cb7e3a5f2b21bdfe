import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assert } from "#shared/kernel/assert.ts";

/** Where the pieces beside the running code are: they differ between a checkout and a build. */
export interface Entries {
  readonly clientWorker: URL;
  readonly demoThread: URL;
  /** The one process that loads the native keychain module. */
  readonly keychainProcess: URL;
  /** The process that answers one question in SQL. */
  readonly sqlProcess: URL;
  /** Folder with profiles and limits. */
  readonly resources: string;
  /** Folder of the built window. */
  readonly renderer: string;
  readonly preload: string;
}

/** Finds the thread entries, the resources and the built window relative to this file. */
export function findEntries(): Entries {
  const here = fileURLToPath(import.meta.url);
  const root = rootAbove(dirname(here));
  const built = !here.endsWith(".ts");
  const main = built ? join(root, "out", "main") : join(root, "src", "main");
  const thread = (source: string, bundle: string): URL => pathToFileURL(join(main, built ? bundle : source));
  return {
    clientWorker: thread("client-worker.ts", "client-worker.js"),
    demoThread: thread(join("..", "simulator", "demo", "demo-thread.ts"), "demo-thread.js"),
    keychainProcess: thread("keychain-process.ts", "keychain-process.js"),
    sqlProcess: thread("sql-process.ts", "sql-process.js"),
    resources: join(root, "resources"),
    renderer: join(root, "out", "renderer"),
    preload: join(root, "out", "preload", "index.cjs"),
  };
}

function rootAbove(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "resources", "ledger-limits.json"))) return at;
    assert(dirname(at) !== at, `no resources folder above ${folder}`);
  }
}
