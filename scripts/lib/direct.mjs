import { join } from "node:path";
import { buildIsStale } from "./build.mjs";
import { runAttached } from "./child.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";

const FOLLOW = new URL("./follow-parent.mjs", import.meta.url).href;

/**
 * Runs an unbuilt program on the project's Node. What it prints is its own; setting up is told on stderr.
 * @param cwd the folder that relative paths in `args` start from
 */
export async function runSource(flags, path, args, cwd = process.cwd()) {
  const node = await setUp(stepPrinter(process.stderr));
  if (node === null) return 1;
  return runAttached(node, [...flags, "--import", FOLLOW, join(ROOT, path), ...args], { env: withNode(node), cwd });
}

/**
 * Runs the command line: its bundle while that is newer than the sources, because it starts sooner. npm changes to the project's
 * folder and tells in INIT_CWD where the person was, which is what a path such as `--to bills.csv` is relative to.
 */
export function runCommand(args) {
  return runSource([], buildIsStale() ? "src/main/cli.ts" : "out/main/cli.js", args, process.env.INIT_CWD);
}
