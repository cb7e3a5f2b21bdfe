import type { Log } from "#main/ports/index.ts";
import type { StoredJob } from "#main/store/records/write-store.ts";
import type { SharedJob } from "#main/store/server/write-jobs.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource, OpInput, OpResult } from "#main/workers/protocol.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { HeldLease, WorkServer } from "./work-server.ts";

export interface ClientJobsPorts {
  readonly pool: FilePool;
  readonly server: Pick<WorkServer, "shareJob" | "jobsBeside" | "restoreJob">;
  readonly log: Log;
  /** A job waits here until the server can be told of it. */
  readonly onUnshared: () => void;
  readonly hasLease: () => boolean;
  /** The client's lease, taken where this machine doesn't have it. */
  readonly lease: () => Promise<Result<HeldLease, Failure>>;
  /** The server said that the lease is another machine's. */
  readonly onLost: () => void;
  readonly release: () => Promise<void>;
}

/** One client's write jobs, here and at the firm's server. */
export class ClientJobs {
  readonly #source: ClientSource;
  readonly #ports: ClientJobsPorts;

  constructor(source: ClientSource, ports: ClientJobsPorts) {
    this.#source = source;
    this.#ports = ports;
  }

  /** Shares a job that was prepared here. @returns the job that has the action's value already, from any machine */
  async add(input: OpInput<"writes.add">): Promise<Result<OpResult<"writes.add">, Failure>> {
    const kept = await this.#ports.pool.perform("writes.add", input);
    if (!kept.ok || kept.value.existing !== null) return kept;
    const shared = await this.#share(input.job);
    // Without the server it waits here, like everything that was made offline.
    if (!shared.ok) this.#ports.onUnshared();
    return shared.ok && shared.value.jobId !== input.job.jobId ? ok({ existing: shared.value }) : kept;
  }

  /**
   * Brings jobs that were made offline to the server, and takes what other machines did with jobs.
   * @param held the lease that is just being taken; null where it is taken only if something was lost
   * @returns whether any changed here
   */
  async exchange(held: HeldLease | null): Promise<Result<boolean, Failure>> {
    const { pool, server } = this.#ports;
    const own = await pool.must("writes.list", this.#source);
    const known = new Map(own.map(({ jobId, updatedMs }) => [jobId, updatedMs]));
    const beside = await server.jobsBeside(this.#source.clientId, known);
    if (!beside.ok) return beside;
    const { jobs, ids } = beside.value;
    const lost = await this.#lost(
      jobs,
      own.filter(({ jobId, state }) => !ids.has(jobId) && !WAITING.has(state)).map(({ jobId }) => jobId),
    );
    const restored = lost.length === 0 ? ok(undefined) : await this.#restore(lost, held);
    if (!restored.ok) return restored;
    // Bringing one back may have cancelled another.
    const after = lost.length === 0 ? beside : await server.jobsBeside(this.#source.clientId, known);
    if (!after.ok) return after;
    const isLost = new Set(lost.map(({ job }) => job.jobId));
    const taken = after.value.jobs.filter(({ job }) => !isLost.has(job.jobId));
    if (taken.length > 0)
      await pool.must("log.takeJobs", {
        ...this.#source,
        jobs: taken.map((one) => ({ ...one, knownMs: known.get(one.job.jobId) ?? null })),
      });
    for (const job of own.filter(({ jobId, state }) => !ids.has(jobId) && WAITING.has(state))) {
      const shared = await this.#share(job);
      if (!shared.ok) return shared;
    }
    return ok(taken.length > 0);
  }

  /** Takes a job with every sending as the server has it, though both changed it at the same time. */
  async takeAgain(jobId: string): Promise<Result<true, Failure>> {
    const { pool, server } = this.#ports;
    const own = await pool.must("writes.list", this.#source);
    const known = new Map(own.map((job) => [job.jobId, job.updatedMs]));
    const knownMs = known.get(jobId) ?? null;
    known.delete(jobId);
    const beside = await server.jobsBeside(this.#source.clientId, known);
    if (!beside.ok) return beside;
    const jobs = beside.value.jobs.filter(({ job }) => job.jobId === jobId).map((one) => ({ ...one, knownMs }));
    await pool.must("log.takeJobs", { ...this.#source, jobs });
    return ok(true);
  }

  /** Brings a job to the server, and takes it with the server's time; or the one that has its action's value. */
  async #share(job: StoredJob): Promise<Result<StoredJob, Failure>> {
    const shared = await this.#ports.server.shareJob(this.#source.clientId, job);
    if (!shared.ok) return shared;
    const knownMs = shared.value.job.jobId === job.jobId ? job.updatedMs : null;
    await this.#ports.pool.must("log.takeJobs", { ...this.#source, jobs: [{ ...shared.value, knownMs }] });
    return ok(shared.value.job);
  }

  /** Jobs of which this machine knows a sending that the server lost: every sending is at the server before it is made. */
  async #lost(shared: readonly SharedJob[], unknown: readonly string[]): Promise<readonly SharedJob[]> {
    const there = new Map(shared.map((one) => [one.job.jobId, one.attempts]));
    const lost: SharedJob[] = [];
    for (const jobId of [...there.keys(), ...unknown]) {
      const own = await this.#ports.pool.must("writes.get", { ...this.#source, jobId });
      const known = new Map(there.get(jobId)?.map((attempt) => [attempt.attemptNo, attempt]));
      const isAhead = own?.attempts.some(({ attemptNo, answeredMs }) => {
        const same = known.get(attemptNo);
        return same === undefined || (answeredMs !== null && same.answeredMs === null);
      });
      if (own !== null && isAhead === true) lost.push(own);
    }
    return lost;
  }

  async #restore(lost: readonly SharedJob[], held: HeldLease | null): Promise<Result<unknown, Failure>> {
    const wasHeld = held !== null || this.#ports.hasLease();
    // Asking for the lease while it is being taken would wait for itself.
    const lease = held === null ? await this.#ports.lease() : ok(held);
    if (!lease.ok) return lease;
    this.#ports.log.warn("firm.server_went_back", { clientId: this.#source.clientId, of: "writes" });
    for (const job of lost) {
      const restored = await this.#ports.server.restoreJob(this.#source.clientId, lease.value.fence, job);
      // Meanwhile other machines may have sent something too, which is only at the server.
      const taken = restored.ok ? await this.takeAgain(job.job.jobId) : restored;
      if (taken.ok) continue;
      if (taken.failure.code === "lease_lost") this.#ports.onLost();
      return taken;
    }
    if (!wasHeld) await this.#ports.release();
    return ok(undefined);
  }
}

/** States of a job of which nothing was sent. */
const WAITING: ReadonlySet<string> = new Set(["draft", "ready", "queued", "blocked"]);
