#!/usr/bin/env node
/**
 * The commands of package.json, from a bare clone on: installs what is missing, finds the Node that
 * the project runs on, then does the work. Built-ins only, and it runs on Node 20.
 */
const COMMANDS = {
  start: async (args) => (await import("./lib/start.mjs")).start(args),
  test: async (args) => (await import("./lib/test.mjs")).test(args),
  prove: async (args) => (await import("./lib/prove.mjs")).prove(args),
  tieout: async (args) => (await import("./lib/direct.mjs")).runCommand(args),
  package: async (args) => (await import("./lib/package.mjs")).makePackages(args),
  bench: async (args) => (await import("./lib/direct.mjs")).runSource(["--expose-gc"], "bench/run.ts", args),
};

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name ?? "") ? COMMANDS[name] : undefined;
if (command === undefined) {
  process.stderr.write(`usage: node scripts/run.mjs ${Object.keys(COMMANDS).join(" | ")}\n`);
  process.exit(2);
}
process.exitCode = await command(args);
