import type { Clock, Log } from "#main/ports/index.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";

/** What a run reads, and how. */
export interface RunOptions {
  readonly full: boolean;
  readonly only: readonly string[] | null;
  /** Compare ids now, whether due or not, and read nothing else. */
  readonly reconcileOnly: boolean;
  readonly lane: "person" | "background";
  /** Ahead of other clients' runs. */
  readonly goesFirst: boolean;
  readonly signal: AbortSignal;
}

/** What a run works with. */
export interface RunPorts {
  readonly pool: FilePool;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (snapshot: ClientSync) => void;
  /** The run waits for hours (a day's or month's budget), so others may have its slot. */
  readonly onLongWait: () => void;
}
