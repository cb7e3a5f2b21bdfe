import type { AttemptEnd, StoredJob } from "#main/store/records/write-store.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { JobAttempt, JobState } from "#shared/model/ledger/write.ts";
import { bodyOf, type JobBody } from "./job.ts";

/**
 * One job in hand: what is changed here is on disk before anything further happens. An attempt is
 * opened in the same commit that says `sent`, before the first byte leaves.
 */
export class JobRecord {
  readonly source: ClientSource;
  readonly jobId: string;
  readonly createdMs: number;
  readonly body: JobBody;
  state: JobState;
  readonly #pool: FilePool;
  readonly #nowMs: () => number;
  readonly #onChange: () => void;
  #updatedMs: number;

  constructor(
    ports: { readonly pool: FilePool; readonly nowMs: () => number; readonly onChange: () => void },
    source: ClientSource,
    job: StoredJob,
  ) {
    this.#pool = ports.pool;
    this.#nowMs = ports.nowMs;
    this.#onChange = ports.onChange;
    this.source = source;
    this.jobId = job.jobId;
    this.createdMs = job.createdMs;
    this.body = bodyOf(job);
    this.state = job.state as JobState;
    this.#updatedMs = job.updatedMs;
  }

  /** Saves the job. @throws OperationFailed when it can't be stored: then nothing may be sent */
  async save(state: JobState = this.state): Promise<void> {
    await this.#change(state, {});
  }

  /** Opens an attempt. @returns its number */
  async begin(state: JobState, callNo: number, purpose: JobAttempt["purpose"], request: string): Promise<number> {
    return (await this.#change(state, { start: { callNo, purpose, request, sentMs: this.#nowMs() } })) as number;
  }

  /** Closes an attempt with what came back. */
  async end(state: JobState, end: Omit<AttemptEnd, "answeredMs">): Promise<void> {
    await this.#change(state, { end: { ...end, answeredMs: this.#nowMs() } });
  }

  async #change(state: JobState, extra: object): Promise<number | null> {
    this.state = state;
    const change = { jobId: this.jobId, state, body: JSON.stringify(this.body), nowMs: this.#nowMs(), knownMs: this.#updatedMs, ...extra };
    const { attemptNo, updatedMs } = await this.#pool.must("writes.change", { ...this.source, change });
    this.#updatedMs = updatedMs;
    this.#onChange();
    return attemptNo;
  }
}
