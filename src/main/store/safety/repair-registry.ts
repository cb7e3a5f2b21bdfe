import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { commitExchange, dropExchange, finishExchange, freshKeptName } from "#main/files/exchange.ts";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { INCOMING, KEPT_FOLDER, REPAIRS_FOLDER } from "#main/ports/data-folder-names.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import { dataFilePath, withLogs } from "./known-files.ts";
import { newestGood } from "./newest-good.ts";

const REGISTRY = "firm.sqlite";
/** No client id starts with an underscore. */
const FOLDER = `${REPAIRS_FOLDER}/_registry`;

/** The replacement of a damaged registry. */
export interface RegistryRepair {
  readonly snapshotAt: Instant;
  /** The folder with the damaged file. */
  readonly quarantine: string;
}

/**
 * Replaces a damaged firm registry with its newest good snapshot; the damaged file is kept. The clients' files
 * aren't touched. Nothing may have the registry open.
 * @returns null when it has no good snapshot: then nothing was changed
 */
export function repairRegistry(home: string, nowMs: number): RegistryRepair | null {
  const good = newestGood(home, null);
  if (good === null) return null;
  dropExchange(home, FOLDER);
  const next = join(home, FOLDER, INCOMING, REGISTRY);
  mkdirSync(dirname(next), { recursive: true, mode: 0o700 });
  copyFileSync(good.path, next);
  chmodSync(next, 0o600);
  syncPath(next);
  syncFolderOf(next);
  const keptAs = freshKeptName(home, `damaged-firm-${instantFromMs(nowMs).replaceAll(/[:.]/g, "-")}`);
  commitExchange(home, FOLDER, { keptAs, aside: withLogs(REGISTRY), bring: [REGISTRY] });
  finishExchange(home, FOLDER);
  return { snapshotAt: instantFromMs(good.takenMs), quarantine: join(home, KEPT_FOLDER, keptAs) };
}

export const REGISTRY_LOST = "The firm's own file, which lists its clients, is missing or empty. The clients' files aren't affected.";

/** The registry is missing or empty although there are clients' files: a new one would hide them all. */
export function isRegistryLost(home: string): boolean {
  const size = statSync(dataFilePath(home, null), { throwIfNoEntry: false })?.size ?? 0;
  const clients = join(home, "clients");
  return size === 0 && existsSync(clients) && readdirSync(clients).some((name) => name.endsWith(".sqlite"));
}
