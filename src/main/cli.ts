import type { FilesHere } from "./hosts/node/command-line.ts";
import { keepCompiled } from "./hosts/node/compile-cache.ts";
import { findEntries } from "./hosts/node/entries.ts";
import { endAtDefects } from "./hosts/node/output.ts";

endAtDefects();
keepCompiled();

const filesHere: FilesHere = async (home) => (await import("./workers/inline-threads.ts")).inlineThreads(home);
const { runCommandLine } = await import("./hosts/node/command-line.ts");

// Everything is closed and written by now; a timer of a limiter must not hold the process.
process.exit(await runCommandLine(process.argv.slice(2), findEntries(), filesHere));
