import { runCommandLine } from "./hosts/node/command-line.ts";
import { findEntries } from "./hosts/node/entries.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), findEntries());
