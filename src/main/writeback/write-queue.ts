import type { PreparedCall, WriteContext } from "#main/ledgers/writing.ts";
import type { Clock, Log } from "#main/ports/index.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { StoredJob } from "#main/store/records/write-store.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobState, Withdrawal, WriteCheck, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { type EntrySample, refusedFields, sampleOperation } from "./entry-fields.ts";
import { guard, identicalAction, isBlocked, locksOf } from "./guard.ts";
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
  type WritePlan,
} from "./job.ts";
import { JobRecord } from "./job-record.ts";
import { Held, JobRun, type RunTools } from "./job-run.ts";
import { locksBeforeSending, locksForReview } from "./lock-waits.ts";
import { appliedBefore, mirrorWritten } from "./mirror-written.ts";
import { openWriteAccess, prepareCalls, type WriteAccess, waitsForLimit } from "./prepare-calls.ts";
import { namingChanges, readSeen } from "./seen.ts";
import { type JobTurn, WriteTurns } from "./turns.ts";
import { failureOf, finishAction, noJob, nothingToFinish, tooLateToCancel, unfinishedOperations, unlessElsewhere } from "./unfinished.ts";
import { writeContext } from "./write-context.ts";
import { wrongInPreparing, wrongInput } from "./wrong-input.ts";

export interface WriteQueuePorts {
  readonly pool: FilePool;
  readonly clock: Clock;
  readonly log: Log;
  readonly uuid: () => string;
  readonly sha256: (text: string) => string;
  readonly person: string;
  readonly linkFor: (clientId: string) => Promise<LedgerLink | null>;
  /** Whether other computers of a firm send these jobs too. */
  readonly isShared: () => boolean;
  /** Reads the ledger's lock dates again if they're outdated. */
  readonly freshLocks: (clientId: string, signal: AbortSignal) => Promise<void>;
  readonly publish: (change: { readonly clientId: string; readonly jobId: string; readonly state: JobState }) => void;
}

export interface WriteSubmission {
  readonly clientId: string;
  readonly operations: readonly WriteOperation[];
  /** Identifies the user action, so that it never acts twice. Generated when left out. */
  readonly actionId?: string;
  /** Saved without being sent. */
  readonly draft?: boolean;
}

/** One job per user action, one at a time per client, and everything is on disk before it's sent (rules 15, 28). */
export class WriteQueue {
  readonly #ports: WriteQueuePorts;
  readonly #turns = new WriteTurns();
  #closing = new AbortController();
  /** Clients with a job that was held and may continue. */
  readonly #waiting = new Set<string>();

  constructor(ports: WriteQueuePorts) {
    this.#ports = ports;
  }

  /** Makes the checks and the exact requests, sends no write and keeps nothing. Reads the ledger where an update must. */
  async plan({ clientId, operations }: WriteSubmission, signal?: AbortSignal): Promise<Result<WritePlan, Failure>> {
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    const stop = this.#stopping(signal);
    await locksForReview(this.#ports, clientId, stop);
    const mark = markOf(this.#ports.sha256, this.#ports.uuid());
    const { facts, context } = await this.#facts(access.value, operations, mark);
    const checks = guard(operations, facts, access.value.discovery, access.value.writes, context);
    const plan = { title: titleOf(operations, facts.records), checks, requests: [], items: [] };
    if (isBlocked(checks)) return ok(plan);
    const calls = await prepareCalls(access.value, context, operations, stop, "failure");
    if (!calls.ok) return calls;
    return ok({ ...plan, requests: calls.value.map(({ request }) => exactRequest(request)), items: calls.value.flatMap(itemsOf) });
  }

  /** Why fields of a new document can't be used with the client's ledger. Asks the ledger nothing. */
  async refusedFields(clientId: string, sample: EntrySample): Promise<Result<Readonly<Record<string, string>>, Failure>> {
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    const operation = sampleOperation(sample, access.value.discovery.organisation.baseCurrency);
    const { facts, context } = await this.#facts(access.value, [operation], "check");
    return ok(refusedFields(access.value, context, facts, sample));
  }

  /** What taking a record back comes to in the client's ledger. Asks the ledger nothing. */
  async withdrawals(clientId: string, id: string): Promise<Result<readonly Withdrawal[], Failure>> {
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    const { context } = await this.#facts(access.value, [{ kind: "delete", id }], "check");
    return ok(access.value.writes.withdrawals(context, id));
  }

  /**
   * Saves a job and sends it unless it's a draft, which nothing moves and so is told here. Resolves when settled or held. An action id that
   * was used before returns its job. Input no ledger could accept is refused and not saved.
   */
  async submit(submission: WriteSubmission, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    const { clientId, operations } = submission;
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    // A known action returns its job, even if its checks would fail now.
    const isNew = submission.draft !== true && !(await this.#isKnown(access.value.source, submission.actionId));
    const wrong = isNew ? await this.#wrongInput(access.value, operations) : null;
    if (wrong !== null) return fail(wrong);
    const jobId = this.#ports.uuid();
    const seen = await readSeen(this.#ports.pool, access.value.source, operations);
    const { person, clock, sha256 } = this.#ports;
    const job = newJob(submission, { jobId, person, nowMs: clock.nowMs(), seen, sha256 });
    const { existing } = await this.#ports.pool.must("writes.add", { ...access.value.source, job });
    if (existing !== null && existing.content !== job.content)
      return fail({
        code: "already_exists",
        message: `The action ID ${job.actionId} was already used for “${bodyOf(existing).title}”.`,
        field: "action-id",
        next: "Use a new action ID.",
      });
    const kept = existing ?? job;
    if (existing === null && submission.draft === true) this.#ports.publish({ clientId, jobId, state: "draft" });
    // A blocked job was never sent, so it's checked again.
    if (kept.state !== "blocked" && !UNSETTLED.has(kept.state as JobState)) return ok(viewJob(clientId, kept));
    const gone = await this.go(clientId, kept.jobId, signal);
    const unfit = existing === null && gone.ok ? wrongInPreparing(gone.value) : null;
    if (unfit === null) return gone;
    await this.#turns.inTurn(clientId, () => this.#ports.pool.must("writes.drop", { ...access.value.source, jobId }));
    this.#ports.publish({ clientId, jobId, state: "cancelled" });
    return fail(unfit);
  }

  /** Sends a job or continues it. Drafts and blocked jobs are checked again. */
  go(clientId: string, jobId: string, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    return this.#turns.ofJob(clientId, jobId, async (turn) => {
      const found = await this.#found(clientId, jobId);
      if (!found.ok) return found;
      const { access, job } = found.value;
      if (["draft", "ready", "queued", "sent", "unknown", "blocked"].includes(job.state))
        await this.#run(access, job, turn, signal).catch(unlessElsewhere);
      else if (isUnread(job)) {
        const record = this.#record(access.source, job);
        await this.#readBack(access, record, await this.#tools(access, record, signal)).catch(unlessElsewhere);
      }
      return this.#view(access.source, jobId, job.actionId);
    });
  }

  /** Settles an unknown outcome by looking, never by sending (rule 28). */
  resolve(clientId: string, jobId: string, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    return this.#turns.inTurn(clientId, async () => {
      const found = await this.#found(clientId, jobId);
      if (!found.ok) return found;
      const { access, job } = found.value;
      const record = this.#record(access.source, job);
      if (isOpen(job) && record.body.calls !== null) {
        const tools = await this.#tools(access, record, signal);
        await new JobRun(record, tools).resolve();
        await this.#readBack(access, record, tools);
      }
      return this.#view(access.source, jobId);
    });
  }

  /** Sends what a partial job left unposted, as a new job (rule 15). Repeating it returns the same job. */
  async finish(clientId: string, jobId: string, signal?: AbortSignal): Promise<Result<WriteJob, Failure>> {
    const found = await this.#found(clientId, jobId);
    if (!found.ok) return found;
    const { operations, items, title } = bodyOf(found.value.job);
    const left = unfinishedOperations(operations, items);
    if (found.value.job.state !== "partial" || left.length === 0) return fail(nothingToFinish(title, found.value.job.state));
    const jobs = await this.#ports.pool.must("writes.list", found.value.access.source);
    return this.submit({ clientId, operations: left, actionId: finishAction(jobId, jobs) }, signal);
  }

  /** Cancels a job that wasn't sent. */
  cancel(clientId: string, jobId: string): Promise<Result<WriteJob, Failure>> {
    return this.#turns.outOfTurn(clientId, jobId, async () => {
      const found = await this.#found(clientId, jobId);
      if (!found.ok) return found;
      const { access, job } = found.value;
      const record = this.#record(access.source, job);
      const left = record.body.calls?.some((call) => call.sends > 0) ?? false;
      if (left || !["draft", "ready", "queued", "blocked"].includes(job.state)) return fail(tooLateToCancel(record.body.title, job.state));
      record.body.failure = null;
      await record.save("cancelled");
      return this.#view(access.source, jobId);
    });
  }

  /** Continues a client's waiting jobs after a start, a sync, or when the network is back. */
  async resume(clientId: string): Promise<void> {
    const access = await this.#access(clientId);
    if (!access.ok) return;
    const jobs = await this.#ports.pool.must("writes.list", access.value.source);
    for (const job of jobs.toReversed().filter((one) => goesOnByItself(one) || isUnread(one))) {
      const failure = await this.go(clientId, job.jobId).then(() => null, failureOf);
      if (failure !== null) return this.#ports.log.warn("writes.not_resumed", { clientId, code: failure.code });
    }
  }

  /** Continues the clients whose jobs were held since the start. */
  resumeWaiting(): void {
    const clients = [...this.#waiting];
    this.#waiting.clear();
    for (const clientId of clients)
      this.resume(clientId).catch((error: unknown) => this.#ports.log.error("writes.defect", error, { clientId }));
  }

  async list(clientId: string): Promise<Result<readonly WriteJob[], Failure>> {
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    const jobs = await this.#ports.pool.perform("writes.list", access.value.source);
    const isWaiting = waitsForLimit(access.value);
    return jobs.ok ? ok(jobs.value.map((job) => viewJob(clientId, job, isWaiting))) : jobs;
  }

  /** A job with its attempts, their answers and the records it changes. */
  async show(clientId: string, jobId: string): Promise<Result<JobFile, Failure>> {
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    const found = await this.#ports.pool.must("writes.get", { ...access.value.source, jobId });
    return found === null ? fail(noJob(jobId)) : ok(fileOf(clientId, found, waitsForLimit(access.value)));
  }

  /** Stops between two requests. Unfinished jobs stay on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turns.idle();
  }

  /** The same, to go on later. */
  async interrupt(): Promise<void> {
    await this.close();
    this.#closing = new AbortController();
  }

  async #run(access: WriteAccess, job: StoredJob, turn: JobTurn, until: AbortSignal | undefined): Promise<void> {
    const signal = until === undefined ? turn.stop.signal : AbortSignal.any([turn.stop.signal, until]);
    const record = this.#record(access.source, job);
    await locksBeforeSending(this.#ports, access.source.clientId, record, this.#stopping(signal));
    const tools = await this.#tools(access, record, signal);
    const untouched = record.body.calls?.every((call) => call.sends === 0) ?? true;
    if (!untouched || (await this.#makeReady(access, record, tools))) {
      await new JobRun(record, tools, turn).run();
      await this.#readBack(access, record, tools);
    }
    // A job held before its checks waits, too.
    if (UNSETTLED.has(record.state)) this.#waiting.add(access.source.clientId);
  }

  /** Checks again and freezes the requests. @returns false when the job can't be sent now */
  async #makeReady(access: WriteAccess, record: JobRecord, tools: RunTools & { readonly facts: WriteFacts }): Promise<boolean> {
    const { body } = record;
    const checkedMs = this.#ports.clock.nowMs();
    const checks = guard(body.operations, tools.facts, access.discovery, tools.writes, tools.context);
    const twin = await this.#twin(access.source, record);
    // A record that has changed since it was seen had no name when the job was kept.
    const seen = (body.seen ?? []).map((document) => ({ id: document.id, document }));
    body.title = titleOf(body.operations, [...tools.facts.records, ...seen]);
    body.checks = namingChanges(twin === null ? checks : [...checks, twin], body, tools.facts.records);
    if (isBlocked(body.checks)) {
      const moved = body.checks.some((check) => check.name === "version" && check.outcome === "blocked");
      await record.save(moved ? "conflict" : "blocked");
      return false;
    }
    let prepared: Result<readonly PreparedCall[], Failure>;
    try {
      prepared = await prepareCalls(access, tools.context, body.operations, tools.signal, "held");
    } catch (error) {
      if (!(error instanceof Held)) throw error;
      body.failure = error.failure;
      await record.save("queued");
      return false;
    }
    if (!prepared.ok) {
      body.failure = prepared.failure;
      await record.save(
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
    await record.save("ready");
    tools.checkedMs = checkedMs;
    return true;
  }

  async #isKnown(source: ClientSource, actionId: string | undefined): Promise<boolean> {
    if (actionId === undefined) return false;
    const jobs = await this.#ports.pool.must("writes.list", source);
    return jobs.some((job) => job.actionId === actionId);
  }

  /** Input no ledger could accept, named by its field. */
  async #wrongInput(access: WriteAccess, operations: readonly WriteOperation[]): Promise<Failure | null> {
    const { facts, context } = await this.#facts(access, operations, "check");
    return wrongInput(guard(operations, facts, access.discovery, access.writes, context));
  }

  /** An identical job without a final result. */
  async #twin(source: ClientSource, record: JobRecord): Promise<WriteCheck | null> {
    const jobs = await this.#ports.pool.must("writes.list", source);
    return identicalAction(jobs, record.jobId, contentOf(record.body.operations));
  }

  async #readBack(access: WriteAccess, record: JobRecord, tools: RunTools): Promise<void> {
    const failure = await mirrorWritten(this.#ports.pool, access, record, tools, this.#ports.clock.nowMs());
    if (failure === null) return;
    // The write is posted. The next sync reads it and compares what was posted.
    this.#waiting.add(access.source.clientId);
    this.#ports.log.warn("writes.not_read_back", { clientId: access.source.clientId, jobId: record.jobId, code: failure.code });
  }

  async #tools(
    access: WriteAccess,
    record: JobRecord,
    signal: AbortSignal | undefined,
  ): Promise<RunTools & { readonly facts: WriteFacts }> {
    const { facts, context } = await this.#facts(access, record.body.operations, record.body.mark);
    const stop = this.#stopping(signal);
    return {
      ...{ link: access.link, writes: access.writes, context, facts },
      ...{ clock: this.#ports.clock, isShared: this.#ports.isShared(), checkedMs: null },
      lockedNow: async (operations) => {
        await this.#ports.freshLocks(access.source.clientId, stop);
        const now = await this.#ports.pool.must("writes.facts", { ...access.source, operations: record.body.operations });
        return [...operations].flatMap((operation) => locksOf(now, operation))[0]?.message ?? null;
      },
      signal: stop,
    };
  }

  #stopping(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, signal]);
  }

  async #facts(
    access: WriteAccess,
    operations: readonly WriteOperation[],
    mark: string,
  ): Promise<{ facts: WriteFacts; context: WriteContext }> {
    const facts = await this.#ports.pool.must("writes.facts", { ...access.source, operations });
    return { facts, context: writeContext(access.link, access.discovery, facts, mark) };
  }

  #access(clientId: string): Promise<Result<WriteAccess, Failure>> {
    return openWriteAccess(this.#ports.linkFor, clientId);
  }

  async #found(clientId: string, jobId: string): Promise<Result<{ readonly access: WriteAccess; readonly job: StoredJob }, Failure>> {
    const access = await this.#access(clientId);
    if (!access.ok) return access;
    const found = await this.#ports.pool.must("writes.get", { ...access.value.source, jobId });
    return found === null ? fail(noJob(jobId)) : ok({ access: access.value, job: found.job });
  }

  /** @param actionId finds the job that another machine of the firm had for the same act */
  async #view(source: ClientSource, jobId: string, actionId?: string): Promise<Result<WriteJob, Failure>> {
    const own = (await this.#ports.pool.must("writes.get", { ...source, jobId }))?.job;
    const job = own ?? (await this.#ports.pool.must("writes.list", source)).find((one) => one.actionId === actionId);
    return job === undefined ? fail(noJob(jobId)) : ok(viewJob(source.clientId, job));
  }

  #record(source: ClientSource, job: StoredJob): JobRecord {
    const { pool, clock, publish } = this.#ports;
    const record: JobRecord = new JobRecord(
      { pool, nowMs: () => clock.nowMs(), onChange: () => publish({ clientId: source.clientId, jobId: job.jobId, state: record.state }) },
      source,
      job,
    );
    return record;
  }
}
