import { runCommandLine } from "./hosts/node/command-line.ts";
import { findEntries } from "./hosts/node/entries.ts";
import { endAtDefects } from "./hosts/node/output.ts";

endAtDefects();

// Everything is closed and written by now; a timer of a limiter must not hold the process.
process.exit(await runCommandLine(process.argv.slice(2), findEntries()));
