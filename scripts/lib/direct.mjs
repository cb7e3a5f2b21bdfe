import { join } from "node:path";
import { runAttached } from "./child.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { setUp } from "./setup.mjs";
import { stepPrinter } from "./step.mjs";

const FOLLOW = new URL("./follow-parent.mjs", import.meta.url).href;

/** The headless command, unbuilt. What it prints is its own; setting up is told on stderr. */
export async function tieout(args) {
  const node = await setUp(stepPrinter(process.stderr));
  if (node === null) return 1;
  return runAttached(node, ["--import", FOLLOW, join(ROOT, "src", "main", "cli.ts"), ...args], { env: withNode(node) });
}

/** Every figure as a ratio against a baseline of the same run. */
export async function bench(args) {
  const node = await setUp(stepPrinter(process.stderr));
  if (node === null) return 1;
  return runAttached(node, ["--expose-gc", "--import", FOLLOW, join(ROOT, "bench", "run.ts"), ...args], {
    cwd: ROOT,
    env: withNode(node),
  });
}
