import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "#main/hosts/node/command-line.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { headlessProcess } from "#test/support/headless.ts";
import { tempHome } from "#test/support/temp-home.ts";

test("a verb that reads no whole books starts no thread", async () => {
  const nowhere = { ...findEntries(), clientWorker: new URL("file:///nowhere/client-worker.js") };
  const args = ["client", "list", "--json", "--secrets", "memory", "--home", tempHome()];
  expect(await runCommandLine(args, nowhere, async (home) => inlineThreads(home))).toBe(0);
});

test("what a start has compiled is kept in the person's own folder for the next one", async () => {
  const home = tempHome();
  const env = { HOME: home, LOCALAPPDATA: home, XDG_CACHE_HOME: join(home, "cache"), NODE_COMPILE_CACHE: "" };
  expect((await headlessProcess(home, ["--help"], { env })).status).toBe(0);
  const kept = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(kept.length).toBeGreaterThan(1);
  expect(new Set(kept.map(({ parentPath }) => relative(home, parentPath).split(/[\\/]/).includes("compiled")))).toEqual(new Set([true]));
});
