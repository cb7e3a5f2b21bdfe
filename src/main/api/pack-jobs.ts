import { OperationFailed } from "#main/workers/pool.ts";
import type { PackJob } from "#shared/contract/close/packs.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ApiContext } from "./context.ts";
import { exportPack, type PackQuestion } from "./packs.ts";

interface Running {
  job: PackJob;
  readonly stop: AbortController;
}

/** Jobs that ended are remembered up to this many, for who asks late. */
const REMEMBERED = 100;
const TOLD_EVERY_MS = 200;

/** Packs that are made while windows go on; each tells how far it is and can be stopped. */
export class PackJobs {
  readonly #contextOf: () => ApiContext;
  readonly #jobs = new Map<string, Running>();

  constructor(contextOf: () => ApiContext) {
    this.#contextOf = contextOf;
  }

  get #context(): ApiContext {
    return this.#contextOf();
  }

  start(question: PackQuestion): { readonly jobId: string } {
    const jobId = this.#context.uuid();
    const { clientId, period } = question;
    const job: PackJob = { jobId, clientId, period, state: "running", doing: "Starting…", done: 0, total: 1, pack: null, failure: null };
    const running: Running = { job, stop: new AbortController() };
    this.#jobs.set(jobId, running);
    this.#forgetOld();
    void this.#run(running, question);
    return { jobId };
  }

  find(jobId: string): PackJob | null {
    return this.#jobs.get(jobId)?.job ?? null;
  }

  /** @returns false for a job that is over, or that there never was */
  cancel(jobId: string): boolean {
    const running = this.#jobs.get(jobId);
    if (running?.job.state !== "running") return false;
    running.stop.abort();
    return true;
  }

  async #run(running: Running, question: PackQuestion): Promise<void> {
    const { clock, log } = this.#context;
    let toldMs = Number.NEGATIVE_INFINITY;
    const onProgress = (progress: Pick<PackJob, "doing" | "done" | "total">): void => {
      running.job = { ...running.job, ...progress };
      if (clock.monotonicMs() - toldMs < TOLD_EVERY_MS) return;
      toldMs = clock.monotonicMs();
      this.#tell(running);
    };
    try {
      const made = await exportPack(this.#context, question, { onProgress, signal: running.stop.signal });
      if (made.ok) running.job = { ...running.job, state: "done", doing: "Done", done: running.job.total, pack: made.value };
      else running.job = { ...running.job, state: made.failure.code === "cancelled" ? "cancelled" : "failed", failure: made.failure };
    } catch (error) {
      if (!(error instanceof OperationFailed)) log.error("packs.defect", error, { clientId: question.clientId });
      running.job = { ...running.job, state: "failed", failure: error instanceof OperationFailed ? error.failure : defect(error) };
    }
    this.#tell(running);
  }

  #tell({ job }: Running): void {
    this.#context.publish("packs.progress", job);
  }

  #forgetOld(): void {
    for (const [jobId, { job }] of this.#jobs) {
      if (this.#jobs.size <= REMEMBERED) return;
      if (job.state !== "running") this.#jobs.delete(jobId);
    }
  }
}

function defect(error: unknown): Failure {
  return {
    code: "defect",
    message: `Something went wrong inside Tieout: ${error instanceof Error ? error.message : String(error)}`,
    next: "Try again. If it keeps happening, the log in the data folder has the details.",
  };
}
