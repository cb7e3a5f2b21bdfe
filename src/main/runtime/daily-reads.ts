import type { Clock, Log } from "#main/ports/index.ts";
import { OperationFailed, type WorkerPool } from "#main/workers/pool.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { localDay } from "#shared/kernel/instant.ts";

/**
 * Notes how many requests reading sent on each day, client by client, when a run has come to rest. Each
 * run counts from nothing, so what it says twice is noted once.
 */
export class DailyReads {
  readonly #ports: { readonly pool: WorkerPool; readonly clock: Clock; readonly log: Log };
  readonly #noted = new Map<string, number>();

  constructor(ports: { readonly pool: WorkerPool; readonly clock: Clock; readonly log: Log }) {
    this.#ports = ports;
  }

  /** A client's reading moved or ended. */
  onSync({ clientId, state, requests }: ClientSync): void {
    const noted = this.#noted.get(clientId) ?? 0;
    const before = requests.sent < noted ? 0 : noted;
    if (state === "syncing" || state === "queued") {
      this.#noted.set(clientId, before);
      return;
    }
    this.#noted.set(clientId, requests.sent);
    if (requests.sent > before) this.#note(clientId, requests.sent - before);
  }

  #note(clientId: string, calls: number): void {
    const { pool, clock, log } = this.#ports;
    const day = localDay(clock.nowMs());
    pool.must("firm.addReads", { clientId, day, calls }).catch((error: unknown) => {
      if (error instanceof OperationFailed) log.warn("reads.not_noted", { clientId, code: error.failure.code });
      else log.error("reads.defect", error, { clientId });
    });
  }
}
