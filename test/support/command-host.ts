import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runCommandLine } from "#main/hosts/node/command-line.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { endAtDefects } from "#main/hosts/node/output.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";

/** One command, as a line of JSON on stdin. */
export interface CommandAsked {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs command after command in one process that ends with its stdin: most of what a command takes is the start of its
 * process. Stdout gets a zero byte and the exit status after each, stderr a zero byte.
 */
async function serve(): Promise<void> {
  endAtDefects();
  const entries = threadEntries(process.argv[2] as string);
  for await (const line of createInterface({ input: process.stdin })) {
    const { args, env } = JSON.parse(line) as CommandAsked;
    const before = { ...process.env };
    Object.assign(process.env, env);
    const status = await runCommandLine(args, entries, async (home) => inlineThreads(home));
    process.env = before;
    writeSync(2, "\0");
    writeSync(1, `\0${status}\n`);
  }
}

/** The threads as the command has them: from the bundles where those are current, because they start in half the time. */
function threadEntries(command: string): ReturnType<typeof findEntries> {
  const entries = findEntries();
  if (command.endsWith(".ts")) return entries;
  const bundle = (url: URL) => new URL(fileURLToPath(url).replace(/^.*\/([^/]+)\.ts$/, "$1.js"), pathToFileURL(command));
  return {
    ...entries,
    clientWorker: bundle(entries.clientWorker),
    demoThread: bundle(entries.demoThread),
    sqlProcess: bundle(entries.sqlProcess),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void serve();
