import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What the tests look at of electron-builder's configuration. */
export interface PackagerConfig {
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly asar: unknown;
  readonly asarUnpack: readonly string[];
  readonly disableAsarIntegrity: boolean;
  readonly publish: unknown;
  readonly win: Readonly<Record<string, unknown>>;
  readonly mac: Readonly<Record<string, unknown>>;
}

/** The configuration as a package is made with it on this machine. */
export async function packagerConfig(): Promise<PackagerConfig> {
  const file = pathToFileURL(join(import.meta.dirname, "..", "..", "electron-builder.config.mjs")).href;
  const loaded = (await import(file)) as { readonly default: PackagerConfig };
  return loaded.default;
}
