import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the tools that we are measured against are installed, for the bench alone. */
export const PEERS = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "tieout-bench", "peers");

/**
 * Installs packages, named with their versions, unless they are there.
 * @param overrides versions of their own dependencies, where the latest one that they ask for has no binary for this Node
 */
export function installPeers(packages: readonly string[], overrides: Readonly<Record<string, string>> = {}): void {
  const missing = packages.filter((name) => !existsSync(join(PEERS, "node_modules", name.slice(0, name.lastIndexOf("@")))));
  if (missing.length === 0) return;
  mkdirSync(PEERS, { recursive: true });
  if (!existsSync(join(PEERS, "package.json"))) writeFileSync(join(PEERS, "package.json"), '{"private":true}');
  const npm = (...args: readonly string[]) => execFileSync("npm", args, { cwd: PEERS, stdio: "ignore" });
  for (const [name, version] of Object.entries(overrides)) npm("pkg", "set", `overrides.${name}=${version}`);
  npm("install", "--no-audit", "--no-fund", ...missing);
}

/** Installs a command from the system's packages, unless it is there. Where that isn't possible it throws. */
export function installCommand(name: string): void {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
  } catch {
    execFileSync("apt-get", ["install", "-qq", "-y", "--no-install-recommends", name], { stdio: "ignore" });
  }
}
