import type { Clock } from "#main/ports/index.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { goesOnByItself, viewJob } from "./job.ts";

/** A job on the board, and whether it goes on without a person. */
export interface BoardJob {
  readonly job: WriteJob;
  readonly goesOn: boolean;
}

/** How long what ended badly stays on the board. */
const SHOWN_MS = 30 * 86_400_000;
const FILES_AT_ONCE = 4;

/**
 * The jobs of all clients that a person may want to see beside each other. Each client's file is read
 * once and again when its jobs move: the firm may have hundreds of files.
 */
export class WriteBoard {
  readonly #ports: { readonly pool: FilePool; readonly clock: Clock };
  readonly #known = new Map<string, readonly BoardJob[]>();
  /** Counts the moves of a client's jobs, so that what was read before one is not kept. */
  readonly #moves = new Map<string, number>();

  constructor(ports: { readonly pool: FilePool; readonly clock: Clock }) {
    this.#ports = ports;
  }

  /** The jobs of these clients moved, or their files were put in place of others. */
  changed(clientIds: readonly string[]): void {
    for (const clientId of clientIds) {
      this.#known.delete(clientId);
      this.#moves.set(clientId, (this.#moves.get(clientId) ?? 0) + 1);
    }
  }

  /** @returns the jobs by client, and the clients whose files could not be read */
  async list(
    sources: readonly ClientSource[],
  ): Promise<{ readonly jobs: ReadonlyMap<string, readonly BoardJob[]>; readonly unreadable: string[] }> {
    const jobs = new Map<string, readonly BoardJob[]>();
    const unreadable: string[] = [];
    const left = [...sources];
    const readNext = async (): Promise<void> => {
      for (let source = left.shift(); source !== undefined; source = left.shift()) {
        const found = this.#known.get(source.clientId) ?? (await this.#read(source));
        if (found === null) unreadable.push(source.clientId);
        else if (found.length > 0) jobs.set(source.clientId, found);
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, readNext));
    return { jobs, unreadable };
  }

  async #read(source: ClientSource): Promise<readonly BoardJob[] | null> {
    const { pool, clock } = this.#ports;
    const moves = this.#moves.get(source.clientId);
    const stored = await pool.perform("writes.board", { ...source, endedSinceMs: clock.nowMs() - SHOWN_MS });
    if (!stored.ok) return null;
    const jobs = stored.value.map((job) => ({ job: viewJob(source.clientId, job), goesOn: goesOnByItself(job) }));
    if (this.#moves.get(source.clientId) === moves) this.#known.set(source.clientId, jobs);
    return jobs;
  }
}
