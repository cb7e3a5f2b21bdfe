import type { PreparedCall, WriteContext } from "#main/ledgers/writing.ts";
import type { Clock, Log } from "#main/ports/index.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { StoredJob } from "#main/store/records/write-store.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ExactRequest, JobItem, JobState, WriteCheck, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { type EntrySample, refusedFields, sampleOperation } from "./entry-fields.ts";
import { guard, isBlocked, locksOf } from "./guard.ts";
import {
  bodyOf,
  contentOf,
  exactRequest,
  fileOf,
  goesOnByItself,
  isOpen,
  isUnread,
  itemsOf,
  type JobFile,
  markOf,
  newJob,
  type StoredCall,
  titleOf,
  UNSETTLED,
  viewJob,
} from "./job.ts";
import { Held, JobRun, type RunTools } from "./job-run.ts";
import { JobKeeper } from "./job-store.ts";
import { appliedBefore, mirrorWritten } from "./mirror-written.ts";
import { type Desk, openDesk, prepareCalls, waitsForLimit } from "./prepare-calls.ts";
import { readSeen } from "./seen.ts";
import { finishAction, unfinishedOperations } from "./unfinished.ts";
import { writeContext } from "./write-context.ts";
import { wrongInPreparing, wrongInput } from "./wrong-input.ts";

export interface WriteQueuePorts {
  readonly pool: WorkerPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly uuid: () => string;
  readonly person: string;
  readonly linkFor: (clientId: string) => Promise<LedgerLink | null>;
  /** Brings the mirror's locks up to date, when they are not. */
  readonly freshLocks: (clientId: string) => Promise<void>;
  readonly publish: (change: { readonly clientId: string; readonly jobId: string; readonly state: JobState }) => void;
}

/** What a write would do: shown before it is done. */
export interface WritePlan {
  readonly title: string;
  readonly checks: readonly WriteCheck[];
  /** The exact requests; empty while a check blocks. */
  readonly requests: readonly ExactRequest[];
  readonly items: readonly JobItem[];
}

export interface WriteSubmission {
  readonly clientId: string;
  readonly operations: readonly WriteOperation[];
  /** The user action's own value: the same value never acts twice. Made when left out. */
  readonly actionId?: string;
  /** Kept without being sent. */
  readonly draft?: boolean;
}

/**
 * The write queue: one job per user action, one job at a time per client, everything on disk before
 * it is sent (rules 15, 28). Jobs that could not be sent, or whose answer was lost, go on by
 * themselves when they are resumed.
 */
export class WriteQueue {
  readonly #ports: WriteQueuePorts;
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #closing = new AbortController();
  /** Clients with a job that was held and may go on. */
  readonly #waiting = new Set<string>();

  constructor(ports: WriteQueuePorts) {
    this.#ports = ports;
  }

  /** Makes the checks and the exact requests, sends no write and keeps nothing. Reads the ledger where an update must. */
  async plan({ clientId, operations }: WriteSubmission, signal?: AbortSignal): Promise<Result<WritePlan, Failure>> {
    const desk = await this.#desk(clientId);
    if (!desk.ok) return desk;
    await this.#ports.freshLocks(clientId);
    const mark = markOf(this.#ports.uuid());
    const { facts, context } = await this.#facts(desk.value, operations, mark);
    const checks = guard(operations, facts, desk.value.discovery, desk.value.writes, context);
    const plan = { title: titleOf(operations), checks, requests: [], items: [] };
    if (isBlocked(checks)) return ok(plan);
    const calls = await prepareCalls(desk.value, context, operations, signal ?? this.#closing.signal, "failure");
    if (!calls.ok) return calls;
    return ok({ ...plan, requests: calls.value.map(({ request }) => exactRequest(request)), items: calls.value.flatMap(itemsOf) });
  }

  /** Why fields of a new document can't be used with the client's ledger. Asks the ledger nothing. */
  async refusedFields(clientId: string, sample: EntrySample): Promise<Result<Readonly<Record<string, string>>, Failure>> {
    const desk = await this.#desk(clientId);
    if (!desk.ok) return desk;
    const operation = sampleOperation(sample, desk.value.discovery.organisation.baseCurrency);
    const { facts, context } = await this.#facts(desk.value, [operation], "check");
    return ok(refusedFields(desk.value, context, facts, sample));
  }

  /**
   * Keeps a job and, unless it is a draft, sends it. Resolves when it is settled or held. The same
   * action value returns the job that has it, going on with it where it has not ended. What could
   * never be sent, whatever the time, is refused by its field and not kept.
   */
  async submit(submission: WriteSubmission, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    const { clientId, operations } = submission;
    const desk = await this.#desk(clientId);
    if (!desk.ok) return desk;
    // An action that has its job is answered by it, whatever the checks would say by now.
    const isNew = submission.draft !== true && !(await this.#isKnown(desk.value.source, submission.actionId));
    const wrong = isNew ? await this.#wrongInput(desk.value, operations) : null;
    if (wrong !== null) return fail(wrong);
    const jobId = this.#ports.uuid();
    const seen = await readSeen(this.#ports.pool, desk.value.source, operations);
    const job = newJob(submission, { jobId, person: this.#ports.person, nowMs: this.#ports.clock.nowMs(), seen });
    const { existing } = await this.#ports.pool.must("writes.add", { ...desk.value.source, job });
    if (existing !== null && existing.content !== job.content)
      return fail({
        code: "already_exists",
        message: `The action ${job.actionId} was already used for ${bodyOf(existing).title}.`,
        field: "action-id",
        next: "Use a new action ID.",
      });
    const kept = existing ?? job;
    // A blocked job was not sent: asked for again, it is checked again.
    if (kept.state !== "blocked" && !UNSETTLED.has(kept.state as JobState)) return ok(viewJob(clientId, kept));
    const gone = await this.go(clientId, kept.jobId, signal);
    const unfit = existing === null && gone.ok ? wrongInPreparing(gone.value) : null;
    if (unfit === null) return gone;
    await this.#inTurn(clientId, () => this.#ports.pool.must("writes.drop", { ...desk.value.source, jobId }));
    this.#ports.publish({ clientId, jobId, state: "cancelled" });
    return fail(unfit);
  }

  /** Sends a job, or goes on with it; a draft and a blocked job are checked anew. */
  go(clientId: string, jobId: string, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    return this.#inTurn(clientId, async () => {
      const found = await this.#found(clientId, jobId);
      if (!found.ok) return found;
      const { desk, job } = found.value;
      if (["draft", "ready", "queued", "sent", "unknown", "blocked"].includes(job.state)) await this.#run(desk, job, signal);
      else if (isUnread(job)) {
        const keeper = this.#keeper(desk.source, job);
        await this.#readBack(desk, keeper, await this.#tools(desk, keeper, signal));
      }
      return this.#view(desk.source, jobId);
    });
  }

  /** Settles an unknown outcome by looking, never by sending (rule 28). */
  resolve(clientId: string, jobId: string, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    return this.#inTurn(clientId, async () => {
      const found = await this.#found(clientId, jobId);
      if (!found.ok) return found;
      const { desk, job } = found.value;
      const keeper = this.#keeper(desk.source, job);
      if (isOpen(job) && keeper.body.calls !== null) {
        const tools = await this.#tools(desk, keeper, signal);
        await new JobRun(keeper, tools).resolve();
        await this.#readBack(desk, keeper, tools);
      }
      return this.#view(desk.source, jobId);
    });
  }

  /**
   * Does what a partial job left undone, as one explicit act and a job of its own (rule 15). Asked
   * for twice, it is the same job.
   */
  async finish(clientId: string, jobId: string, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    const found = await this.#found(clientId, jobId);
    if (!found.ok) return found;
    const { operations, items, title } = bodyOf(found.value.job);
    const left = unfinishedOperations(operations, items);
    if (found.value.job.state !== "partial" || left.length === 0)
      return fail({ code: "conflict", message: `${title} is ${found.value.job.state}, so there is nothing left to finish.`, field: "id" });
    const jobs = await this.#ports.pool.must("writes.list", found.value.desk.source);
    return this.submit({ clientId, operations: left, actionId: finishAction(jobId, jobs) }, signal);
  }

  /** Takes a job back that has not left: a draft, a waiting or a blocked one. */
  cancel(clientId: string, jobId: string): Promise<Result<WriteJob, Failure>> {
    return this.#inTurn(clientId, async () => {
      const found = await this.#found(clientId, jobId);
      if (!found.ok) return found;
      const { desk, job } = found.value;
      const keeper = this.#keeper(desk.source, job);
      const left = keeper.body.calls?.some((call) => call.sends > 0) ?? false;
      if (left || !["draft", "ready", "queued", "blocked"].includes(job.state))
        return fail({
          code: "conflict",
          message: `${keeper.body.title} was sent already and is ${job.state}.`,
          next: "Void or change the record in the ledger instead.",
        });
      await keeper.save("cancelled");
      return this.#view(desk.source, jobId);
    });
  }

  /** Goes on with everything of a client that waits: after a start, when the network is back, after a sync. */
  async resume(clientId: string): Promise<void> {
    const desk = await this.#desk(clientId);
    if (!desk.ok) return;
    const jobs = await this.#ports.pool.must("writes.list", desk.value.source);
    for (const job of jobs.toReversed()) if (goesOnByItself(job) || isUnread(job)) await this.go(clientId, job.jobId);
  }

  /** Goes on with the clients whose jobs were held since the start. */
  resumeWaiting(): void {
    const clients = [...this.#waiting];
    this.#waiting.clear();
    for (const clientId of clients)
      this.resume(clientId).catch((error: unknown) => this.#ports.log.error("writes.defect", error, { clientId }));
  }

  async list(clientId: string): Promise<Result<readonly WriteJob[], Failure>> {
    const desk = await this.#desk(clientId);
    if (!desk.ok) return desk;
    const jobs = await this.#ports.pool.perform("writes.list", desk.value.source);
    const isWaiting = waitsForLimit(desk.value);
    return jobs.ok ? ok(jobs.value.map((job) => viewJob(clientId, job, isWaiting))) : jobs;
  }

  /** A job with every attempt, what came back, and what it was about to change. */
  async show(clientId: string, jobId: string): Promise<Result<JobFile, Failure>> {
    const desk = await this.#desk(clientId);
    if (!desk.ok) return desk;
    const found = await this.#ports.pool.must("writes.get", { ...desk.value.source, jobId });
    return found === null ? fail(noJob(jobId)) : ok(fileOf(clientId, found, waitsForLimit(desk.value)));
  }

  /** Stops between two requests; what is under way is left as it stands on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#turns.values()]);
  }

  /** One job at a time per client, in the order asked for. */
  #inTurn<T>(clientId: string, act: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(clientId) ?? Promise.resolve();
    const turn = before.then(act, act);
    this.#turns.set(
      clientId,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async #run(desk: Desk, job: StoredJob, signal: AbortSignal | undefined): Promise<void> {
    const keeper = this.#keeper(desk.source, job);
    await this.#ports.freshLocks(desk.source.clientId);
    const tools = await this.#tools(desk, keeper, signal);
    const untouched = keeper.body.calls?.every((call) => call.sends === 0) ?? true;
    if (!untouched || (await this.#makeReady(desk, keeper, tools))) {
      await new JobRun(keeper, tools).run();
      await this.#readBack(desk, keeper, tools);
    }
    // Held before it could be checked waits as well as held before it could be sent.
    if (UNSETTLED.has(keeper.state)) this.#waiting.add(desk.source.clientId);
  }

  /** Checks again and freezes the requests. @returns false when the job can't be sent as things stand */
  async #makeReady(desk: Desk, keeper: JobKeeper, tools: RunTools & { readonly facts: WriteFacts }): Promise<boolean> {
    const { body } = keeper;
    const checkedMs = this.#ports.clock.nowMs();
    const checks = guard(body.operations, tools.facts, desk.discovery, tools.writes, tools.context);
    const twin = await this.#twin(desk.source, keeper);
    body.checks = twin === null ? checks : [...checks, twin];
    if (isBlocked(body.checks)) {
      const moved = body.checks.some((check) => check.name === "version" && check.outcome === "blocked");
      await keeper.save(moved ? "conflict" : "blocked");
      return false;
    }
    let prepared: Result<readonly PreparedCall[], Failure>;
    try {
      prepared = await prepareCalls(desk, tools.context, body.operations, tools.signal, "held");
    } catch (error) {
      if (!(error instanceof Held)) throw error;
      body.failure = error.failure;
      await keeper.save("queued");
      return false;
    }
    if (!prepared.ok) {
      body.failure = prepared.failure;
      await keeper.save(
        prepared.failure.code === "conflict" ? "conflict" : prepared.failure.code === "ledger_rejected" ? "rejected" : "blocked",
      );
      return false;
    }
    body.calls = prepared.value.map(
      (call): StoredCall => ({ ...call, status: "pending", firstSentMs: null, lastSentMs: null, sends: 0, absentMs: [] }),
    );
    body.items = prepared.value.flatMap(itemsOf);
    body.before = tools.facts.records.map(({ id, raw }) => ({ id, raw }));
    const applied = appliedBefore(body.operations, tools.facts);
    if (applied.length > 0) body.applied = applied;
    body.unread = true;
    body.failure = null;
    await keeper.save("ready");
    tools.checkedMs = checkedMs;
    return true;
  }

  async #isKnown(source: ClientSource, actionId: string | undefined): Promise<boolean> {
    if (actionId === undefined) return false;
    const jobs = await this.#ports.pool.must("writes.list", source);
    return jobs.some((job) => job.actionId === actionId);
  }

  /** What no ledger could take, whatever the time: it is refused by its field and makes no job. */
  async #wrongInput(desk: Desk, operations: readonly WriteOperation[]): Promise<Failure | null> {
    const { facts, context } = await this.#facts(desk, operations, "check");
    return wrongInput(guard(operations, facts, desk.discovery, desk.writes, context));
  }

  /** Another job that asks for the very same and whose fate is open. */
  async #twin(source: ClientSource, keeper: JobKeeper): Promise<WriteCheck | null> {
    const content = contentOf(keeper.body.operations);
    const jobs = await this.#ports.pool.must("writes.list", source);
    const twin = jobs.find((job) => job.jobId !== keeper.jobId && job.content === content && isOpen(job));
    if (twin === undefined) return null;
    const message = `An identical write was sent as job ${twin.jobId} and has no final result yet. Resolve it first, so that nothing is posted twice.`;
    return { name: "identical_action", outcome: "blocked", message };
  }

  async #readBack(desk: Desk, keeper: JobKeeper, tools: RunTools): Promise<void> {
    const failure = await mirrorWritten(this.#ports.pool, desk, keeper, tools, this.#ports.clock.nowMs());
    if (failure === null) return;
    // The write stands; its mirror comes with the next sync, and what was posted is compared when the ledger answers again.
    this.#waiting.add(desk.source.clientId);
    this.#ports.log.warn("writes.not_read_back", { clientId: desk.source.clientId, jobId: keeper.jobId, code: failure.code });
  }

  async #tools(desk: Desk, keeper: JobKeeper, signal: AbortSignal | undefined): Promise<RunTools & { readonly facts: WriteFacts }> {
    const { facts, context } = await this.#facts(desk, keeper.body.operations, keeper.body.mark);
    const closing = this.#closing.signal;
    return {
      link: desk.link,
      writes: desk.writes,
      context,
      facts,
      clock: this.#ports.clock,
      checkedMs: null,
      lockedNow: async (operations) => {
        await this.#ports.freshLocks(desk.source.clientId);
        const now = await this.#ports.pool.must("writes.facts", { ...desk.source, operations: keeper.body.operations });
        return [...operations].flatMap((operation) => locksOf(now, operation))[0]?.message ?? null;
      },
      signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
    };
  }

  async #facts(desk: Desk, operations: readonly WriteOperation[], mark: string): Promise<{ facts: WriteFacts; context: WriteContext }> {
    const facts = await this.#ports.pool.must("writes.facts", { ...desk.source, operations });
    return { facts, context: writeContext(desk.link, desk.discovery, facts, mark) };
  }

  #desk(clientId: string): Promise<Result<Desk, Failure>> {
    return openDesk(this.#ports.linkFor, clientId);
  }

  async #found(clientId: string, jobId: string): Promise<Result<{ readonly desk: Desk; readonly job: StoredJob }, Failure>> {
    const desk = await this.#desk(clientId);
    if (!desk.ok) return desk;
    const found = await this.#ports.pool.must("writes.get", { ...desk.value.source, jobId });
    return found === null ? fail(noJob(jobId)) : ok({ desk: desk.value, job: found.job });
  }

  async #view(source: ClientSource, jobId: string): Promise<Result<WriteJob, Failure>> {
    const found = await this.#ports.pool.must("writes.get", { ...source, jobId });
    return found === null ? fail(noJob(jobId)) : ok(viewJob(source.clientId, found.job));
  }

  #keeper(source: ClientSource, job: StoredJob): JobKeeper {
    const { pool, clock, publish } = this.#ports;
    const keeper: JobKeeper = new JobKeeper(
      { pool, nowMs: () => clock.nowMs(), onChange: () => publish({ clientId: source.clientId, jobId: job.jobId, state: keeper.state }) },
      source,
      job,
    );
    return keeper;
  }
}

function noJob(jobId: string): Failure {
  return { code: "not_found", message: `Write job ${jobId} doesn't exist.`, field: "id", next: "List the jobs to see their ids." };
}
