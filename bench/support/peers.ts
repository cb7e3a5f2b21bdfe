import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the tools that we are measured against are installed, for the bench alone. */
export const PEERS = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "tieout-bench", "peers");

/** Installs packages, named with their versions, unless they are there. */
export function installPeers(packages: readonly string[]): void {
  const missing = packages.filter((name) => !existsSync(join(PEERS, "node_modules", name.slice(0, name.lastIndexOf("@")))));
  if (missing.length === 0) return;
  mkdirSync(PEERS, { recursive: true });
  if (!existsSync(join(PEERS, "package.json"))) writeFileSync(join(PEERS, "package.json"), '{"private":true}');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...missing], { cwd: PEERS, stdio: "ignore" });
}
