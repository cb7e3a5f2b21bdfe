import type { LedgerRequest } from "#main/ledgers/adapter.ts";
import type { MirrorFigures } from "#main/store/accounts/client-figures.ts";
import type { RollupChange } from "#main/store/clients/firm.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import { Samples } from "#main/transport/limiter/samples.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import type { ClientSource, StreamInfo } from "#main/workers/protocol.ts";
import type { ClientSync, QueueView, SyncChecking, SyncState } from "#shared/contract/sync/sync.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { DataSetTurns } from "./data-set-turns.ts";
import { discoverAndSave, isOld, saysFeatureWent } from "./discovery-step.ts";
import type { LedgerLink, LinkOptions, LinkOutcome } from "./ledger-link.ts";
import { feedSeed, type PlannedPass, planReconciliation, planRun, streamsAtOnce } from "./plan.ts";
import { onThread, readPass } from "./read-pass.ts";
import { tieOutAfterRun } from "./report-round.ts";
import type { RunOptions, RunPorts } from "./run-options.ts";
import { RunQueues } from "./run-queues.ts";
import { callsLeft, runSnapshot } from "./run-snapshot.ts";
import {
  allReadOnce,
  finalState,
  hasChanged,
  isColleagues,
  lacksLookup,
  type PassResult,
  rollupChange,
  stateUndiscovered,
  unknownStream,
} from "./run-state.ts";

/** What waits for the limiter during the checks, beside the names of the data sets. */
const CHECKS = "checks";

/**
 * One run over one client: discovery when due, then the planned passes phase by phase, then the id comparisons.
 * It can be stopped at any moment; the next run resumes from the committed cursors.
 */
export class ClientRun {
  readonly #link: LedgerLink;
  readonly #ports: RunPorts;
  readonly #options: RunOptions;
  readonly #source: ClientSource;
  readonly #rows = new Map<string, StreamRow>();
  readonly #startCounts;
  #infos: readonly StreamInfo[] = [];
  #state: SyncState = "syncing";
  /** Planned passes that aren't finished: what the run still has to request. */
  readonly #ahead = new Set<string>();
  readonly #queues = new RunQueues();
  readonly #turns = new DataSetTurns();
  /** Data sets whose records this run has read. */
  readonly #finished = new Set<string>();
  /** What a stopped run had been waiting for: it determines when to resume. */
  #stoppedWaitingFor: QueueView | null = null;
  #failure: Failure | null = null;
  #discovery: Discovery | null = null;
  #results: PassResult[] = [];
  #featureWent = false;
  #checking: SyncChecking | null = null;
  #goesFirst: boolean;
  readonly #own = new Samples();

  constructor(link: LedgerLink, ports: RunPorts, options: RunOptions) {
    this.#link = link;
    this.#ports = ports;
    this.#options = options;
    this.#source = { clientId: link.clientId, system: link.system, tenantId: link.tenantId };
    this.#startCounts = link.counts();
    this.#goesFirst = options.goesFirst;
  }

  async run(): Promise<ClientSync> {
    try {
      await this.#read();
    } catch (error) {
      if (!(error instanceof OperationFailed)) throw error;
      await this.#giveUp(error.failure);
    } finally {
      this.#turns.close();
      await this.#turns.idle();
      await this.#ports.pool.perform("client.release", this.#source);
    }
    this.#publish();
    return this.snapshot();
  }

  async #read(): Promise<void> {
    if (!(await this.#prepare())) return this.#saveRollup(null);
    this.#turns.open();
    if (!this.#options.reconcileOnly) await this.#readPhases();
    if (!this.#stopped()) await this.#reconcile();
    await this.#turns.idle();
    await this.#settle();
    await this.#askAgain();
    await this.#tieOut();
    const isNews = await this.#turns.idle();
    this.#turns.close();
    if (isNews) await this.#settle();
  }

  /**
   * Reads data sets now, beside what the run has planned, for a person who waits. Null when the run can't, because it
   * never came to read, was stopped or is ending.
   * @returns whether all of them were read
   */
  async readNow(names: readonly string[]): Promise<boolean | null> {
    await this.#turns.opened();
    if (!this.#turns.isOpen || this.#stopped()) return null;
    const read = async (name: string): Promise<PassResult> => {
      const passes = planRun(this.#infos, this.#rows, { full: false, only: [name], nowMs: this.#ports.clock.nowMs() }).flat();
      const pass = passes.find(({ stream }) => stream === name);
      const result = pass === undefined ? "failed" : await this.#readStream(pass, "person");
      this.#results.push(result);
      return result;
    };
    const results = await Promise.all(names.map((name) => this.#turns.takeBeside(name, () => read(name))));
    return results.includes("cancelled") ? null : results.every((result) => result === "finished");
  }

  /** Whether this run has read the records of a data set to their end. */
  hasRead(name: string): boolean {
    return this.#finished.has(name);
  }

  /** Rule 3: a refusal that suggests a feature was switched off triggers a new discovery, which the next run uses. */
  async #askAgain(): Promise<void> {
    if (!this.#featureWent || this.#stopped()) return;
    await discoverAndSave(this.#link, this.#ports, this.#linkOptions("discovery"));
    this.#queues.forgetAll("discovery");
  }

  /** The data files can't be used: the client's sync failed, with the reason. */
  async #giveUp(failure: Failure): Promise<void> {
    this.#failure = failure;
    this.#state = isColleagues(failure) ? "queued" : "failed";
    try {
      await this.#saveRollup(null);
    } catch (error) {
      if (!(error instanceof OperationFailed)) throw error;
      // The firm file is on the same disk; the caller gets the failure anyway.
      this.#ports.log.warn("sync.rollup_not_saved", { clientId: this.#link.clientId, code: error.failure.code });
    }
  }

  /** The client's current state. */
  snapshot(): ClientSync {
    return runSnapshot({
      ...{ link: this.#link, infos: this.#infos, rows: this.#rows, state: this.#state, failure: this.#failure },
      ...{ queues: this.#queues.byKey(), stoppedWaitingFor: this.#stoppedWaitingFor, goesFirst: this.#goesFirst },
      ...{
        checking: this.#checking,
        ahead: this.#ahead,
        streamsAtOnce: this.#streamsAtOnce(),
        own: this.#own,
        startCounts: this.#startCounts,
      },
      nowMs: this.#ports.clock.nowMs(),
    });
  }

  /** Puts the run ahead of other clients until it ends. */
  goFirst(): void {
    this.#goesFirst = true;
    this.#publish();
  }

  async #prepare(): Promise<boolean> {
    this.#publish();
    let discovery = this.#link.discovery;
    if (discovery === null || isOld(this.#link.discoveredMs, this.#ports.clock.nowMs()) || this.#options.full) {
      const found = await discoverAndSave(this.#link, this.#ports, this.#linkOptions("discovery"));
      const waited = this.#queues.forgetAll("discovery") !== undefined;
      if (found.ok) {
        discovery = found.value;
      } else {
        this.#failure = found.failure.kind === "cancelled" ? null : found.failure.failure;
        this.#state = stateUndiscovered(found.failure, waited);
        return false;
      }
    }
    this.#discovery = discovery;
    this.#infos = await this.#ports.pool.must("client.setup", { ...this.#source, ...this.#link.facts, discovery });
    await this.#ports.pool.must("run.start", this.#source);
    await this.#loadRows();
    // If this process dies, the previous run's "up to date" must not remain.
    await this.#saveChange({ state: "incomplete", problem: null, problemCode: null, streamsTotal: this.#infos.length });
    const unknown = unknownStream(this.#infos, this.#options.only);
    if (unknown === null) return true;
    this.#failure = unknown;
    this.#state = "failed";
    return false;
  }

  async #readPhases(): Promise<void> {
    const options = { full: this.#options.full, only: this.#options.only, nowMs: this.#ports.clock.nowMs() };
    const planned = planRun(this.#infos, this.#rows, options);
    for (const pass of planned.flat()) this.#ahead.add(pass.stream);
    const firstRead = planned.some((phase) => phase.some((pass) => pass.kind === "backfill"));
    for (const phase of planned) {
      await this.#inParallel(phase);
      if (this.#stopped()) return;
      if (firstRead) await this.#showFirstFigures();
      if (lacksLookup(phase, this.#infos, this.#rows)) break;
    }
    await this.#readMissed();
  }

  /** Reads what a feed couldn't cover, or what the ledger listed and the deltas never brought, as noted during the run. */
  async #readMissed(): Promise<void> {
    const rows = this.#infos.map((info) => ({ info, row: this.#rows.get(info.name) }));
    const missed = rows.filter(({ row }) => row?.state === "incomplete" && row.needs_since !== null).map(({ info }) => info);
    const options = { only: this.#options.only, nowMs: this.#ports.clock.nowMs(), full: false };
    for (const phase of planRun(missed, this.#rows, options)) await this.#inParallel(phase);
  }

  /** A first read takes a while, so the figures of each phase are shown, marked as incomplete. */
  async #showFirstFigures(): Promise<void> {
    await this.#saveRollup(await this.#figures(), "incomplete");
    this.#publish();
  }

  async #reconcile(): Promise<void> {
    const options = { full: false, only: this.#options.only, nowMs: this.#ports.clock.nowMs(), force: this.#options.reconcileOnly };
    await this.#inParallel(planReconciliation(this.#infos, this.#rows, options));
    if (!this.#stopped()) await this.#readMissed();
  }

  async #inParallel(passes: readonly PlannedPass[]): Promise<void> {
    const waiting = [...passes];
    const lane = async (): Promise<void> => {
      for (let pass = waiting.shift(); pass !== undefined && !this.#stopped(); pass = waiting.shift()) {
        const planned = pass;
        this.#results.push(await this.#turns.take(planned.stream, () => this.#readStream(planned)));
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#streamsAtOnce(), passes.length) }, lane));
  }

  #streamsAtOnce(): number {
    return streamsAtOnce(this.#link.pace().concurrency);
  }

  async #readStream(pass: PlannedPass, lane = this.#options.lane): Promise<PassResult> {
    const { pool, clock } = this.#ports;
    const at = { ...this.#source, stream: pass.stream };
    if (this.#infos.find((info) => info.name === pass.stream)?.isFeed)
      await pool.must("feed.seed", { ...this.#source, ...feedSeed(this.#infos, pass.stream, clock.nowMs()) });
    await pool.must("pass.begin", { ...at, kind: pass.kind });
    this.#begun(pass);
    if (this.#options.signal.aborted) return this.#stop(pass.stream);
    const onPage = (rows: readonly StreamRow[], finished: boolean) => {
      for (const row of rows) this.#rows.set(row.name, row);
      this.#publish();
      if (finished) this.#ahead.delete(pass.stream);
    };
    const { result, failure } = await readPass({
      ...onThread({ pool, clock, at, own: this.#own, onPage }),
      send: (request, signal) => this.#send(pass.stream, request, signal, lane),
    });
    if (result === "finished" && pass.kind !== "ids") this.#finished.add(pass.stream);
    if (result === "cancelled") return this.#stop(pass.stream);
    return failure === null ? result : this.#fail(pass.stream, result, failure);
  }

  async #send(stream: string, request: LedgerRequest, signal: AbortSignal, lane: RunOptions["lane"]): Promise<LinkOutcome> {
    const options = { ...this.#linkOptions(stream, AbortSignal.any([this.#options.signal, signal])), lane };
    const outcome = await this.#link.send(request, options);
    if (outcome.kind !== "cancelled") this.#queues.forget(options.onQueued);
    return outcome;
  }

  /** Shown at once, not with the first page, which may have to wait for a day. */
  #begun({ stream, kind }: PlannedPass): void {
    const row = this.#rows.get(stream);
    if (row !== undefined) this.#rows.set(stream, { ...row, state: "reading", pass_kind: kind, total_known: null });
    this.#publish();
  }

  async #stop(stream: string): Promise<PassResult> {
    await this.#ports.pool.must("pass.abandon", { ...this.#source, stream });
    const queue = this.#queues.forgetAll(stream);
    this.#stoppedWaitingFor = queue ?? this.#stoppedWaitingFor;
    await this.#setStream(stream, queue === undefined ? "incomplete" : "queued", null, queue?.resumeAt ?? null);
    return "cancelled";
  }

  async #fail(stream: string, result: PassResult, failure: Failure): Promise<PassResult> {
    await this.#ports.pool.must("pass.abandon", { ...this.#source, stream });
    this.#queues.forgetAll(stream);
    const isFailed = result === "failed" && !isColleagues(failure);
    await this.#setStream(stream, isFailed ? "failed" : "incomplete", isColleagues(failure) ? null : failure, null);
    this.#failure ??= failure;
    this.#featureWent ||= saysFeatureWent(failure, this.#link.discoveredMs, this.#ports.clock.nowMs());
    this.#publish();
    return result;
  }

  async #setStream(stream: string, state: string, failure: Failure | null, resumeAt: string | null): Promise<void> {
    const resumeMs = resumeAt === null ? null : Date.parse(resumeAt);
    await this.#ports.pool.must("stream.state", { ...this.#source, stream, state, failure, resumeMs });
    const row = this.#rows.get(stream);
    if (row !== undefined)
      this.#rows.set(stream, { ...row, state, failure: failure === null ? null : JSON.stringify(failure), resume_ms: resumeMs });
  }

  /** Ends the run: `up_to_date` only when every stream is complete. */
  async #settle(): Promise<void> {
    this.#state = finalState(this.#results, this.#rows, { cancelled: this.#options.signal.aborted, noKeychain: this.#noKeychain() });
    await this.#saveRollup(await this.#figures());
  }

  #figures(): Promise<MirrorFigures> {
    const firstRead = allReadOnce(this.#infos, this.#rows);
    return this.#ports.pool.must("client.settle", { ...this.#source, firstRead, nowMs: this.#ports.clock.nowMs() });
  }

  /**
   * After a complete run, Tieout's figures are compared with the ledger's own (rules 16 to 19). The result
   * doesn't change the run's state.
   */
  async #tieOut(): Promise<void> {
    const { only, reconcileOnly, lane, signal } = this.#options;
    if (this.#state !== "up_to_date" || only !== null || reconcileOnly || this.#discovery === null) return;
    const round = { discovery: this.#discovery, lane, signal, changed: hasChanged(this.#rows), asOfDate: null };
    try {
      await tieOutAfterRun(this.#link, this.#ports, {
        ...round,
        onProgress: (checking) => this.#showChecks(checking, null),
        onWait: (queue) => this.#showChecks(this.#checking, queue),
      });
    } finally {
      this.#checking = null;
      this.#queues.forgetAll(CHECKS);
    }
  }

  #showChecks(checking: SyncChecking | null, queue: QueueView | null): void {
    this.#checking = checking;
    this.#queues.forgetAll(CHECKS);
    if (queue !== null) this.#queues.tell(this, CHECKS, queue);
    this.#publish();
  }

  async #saveRollup(figures: MirrorFigures | null, state: SyncState = this.#state): Promise<void> {
    const change = rollupChange({ state, failure: this.#failure, figures, infos: this.#infos, rows: this.#rows });
    await this.#saveChange(change);
    // A close rests on the state of its client's syncs, and even one that failed may have brought changes.
    await this.#ports.pool.must("firm.outdateClose", { clientId: this.#link.clientId, nowMs: this.#ports.clock.nowMs() });
  }

  #saveChange(change: RollupChange): Promise<null> {
    return this.#ports.pool.must("firm.saveRollup", { clientId: this.#link.clientId, change, nowMs: this.#ports.clock.nowMs() });
  }

  #stopped(): boolean {
    if (this.#options.signal.aborted || this.#noKeychain()) return true;
    return this.#results.includes("needs_sign_in") || this.#results.includes("unreachable");
  }

  readonly #noKeychain = (): boolean => this.#failure?.code === "keychain_unavailable";

  #linkOptions(key: string, signal = this.#options.signal): LinkOptions {
    const onQueued = (queue: QueueView): void => {
      this.#queues.tell(onQueued, key, queue);
      if (queue.reason === "day" || queue.reason === "month") {
        this.#ports.onLongWait();
        this.#keepWait(key, queue).catch((error: unknown) =>
          this.#ports.log.error("sync.keep_wait", error, { clientId: this.#link.clientId }),
        );
      }
      this.#publish();
    };
    return {
      lane: this.#options.lane,
      fairKey: `${this.#link.clientId}/${key}`,
      ...(this.#ahead.size === 0
        ? {}
        : { remainingCalls: callsLeft({ infos: this.#infos, rows: this.#rows, ahead: this.#ahead, link: this.#link }).calls }),
      goesFirst: () => this.#goesFirst,
      signal,
      onQueued,
    };
  }

  /** Stored for waits of hours, so that a restart still shows why the client is waiting and until when. */
  async #keepWait(stream: string, queue: QueueView): Promise<void> {
    if (this.#rows.has(stream)) await this.#setStream(stream, "queued", null, queue.resumeAt);
    await this.#saveChange({ state: "queued" });
  }

  async #loadRows(): Promise<void> {
    const names = new Set(this.#infos.map((info) => info.name));
    for (const row of await this.#ports.pool.must("streams.list", this.#source)) if (names.has(row.name)) this.#rows.set(row.name, row);
  }

  #publish(): void {
    this.#ports.publish(this.snapshot());
  }
}
