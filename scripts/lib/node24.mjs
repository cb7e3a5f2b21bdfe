import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "./paths.mjs";

/** Type stripping without a flag, which the unbuilt core needs. */
const LEAST = [22, 19];

/** The Node that the project runs on: the one from the lockfile, else this one when it is new enough, else null. */
export function findNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const file = process.platform === "win32" ? "node.exe" : join("bin", "node");
  const shipped = join(ROOT, "node_modules", `node-${platform}-${process.arch}`, file);
  if (existsSync(shipped)) return shipped;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const newEnough = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  return newEnough ? process.execPath : null;
}

/** The environment with that Node and the project's tools first on PATH. */
export function withNode(node, extra = {}) {
  const path = [dirname(node), join(ROOT, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  // Sources run as they are: what the last start has read and stripped of its types need not be read again.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(ROOT, "node_modules", ".cache", "compiled");
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE, ...extra };
}

export const NO_NODE = `Tieout needs Node.js ${LEAST.join(".")} or later, and the project includes none for ${process.platform}-${process.arch}. Install Node.js 24 LTS.`;
