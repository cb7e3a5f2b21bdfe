import { createHash } from "node:crypto";
import type { Clock, Log } from "#main/ports/index.ts";
import type { LogPosition } from "#main/store/ingest/log-position.ts";
import type { Lease } from "#main/store/server/leases.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource, OpInput, OpResult } from "#main/workers/protocol.ts";
import { assert } from "#shared/kernel/assert.ts";
import { ownSentence } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { adoptCopy, replacingFile } from "./adopt-copy.ts";
import { ClientJobs } from "./client-jobs.ts";
import { type HeldLease, LEASE_SECONDS, type WorkServer } from "./work-server.ts";

export interface ClientLogPorts {
  readonly pool: FilePool;
  readonly server: WorkServer;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes down what the client's limiter has counted, before its lease is released. False: calls are under way. */
  readonly settleCounters: () => Promise<boolean>;
  /** Another machine may have called the ledger since this one had the lease. */
  readonly onNewLease: () => void;
  /** The server said its time, between these two monotonic times here. */
  readonly onServerTime: (heard: Pick<HeldLease, "serverMs" | "askedMs" | "answeredMs">) => void;
  /** A write job waits here until the server can be told of it. */
  readonly onUnshared: () => void;
  /** Pages of other machines are in the file. */
  readonly onPages: (clientId: string) => void;
}

/** What is added to a log: a page of a data set, or a step. */
export interface Addition {
  /** What the thread holds: a data set's page, or "" for a step. */
  readonly key: string;
  readonly stream: string;
  readonly kind: string;
  readonly cursorBefore: string | null;
  readonly cursorAfter: string | null;
  readonly body: Uint8Array;
}

/** A lease is taken on while this much of it is left. */
const LEASE_MARGIN_MS = 10_000;

/**
 * One client's log on this machine: its lease, its place, and one addition at a time. What the file holds is always a
 * prefix of the log.
 */
export class ClientLog {
  readonly #source: ClientSource;
  readonly #ports: ClientLogPorts;
  #turn: Promise<unknown> = Promise.resolve();
  #lease: HeldLease | null = null;
  /** Null: unknown, ask the file. */
  #position: LogPosition | null = null;
  #isReading = false;
  #taking: Promise<Result<HeldLease, Failure>> | null = null;
  #catching: Promise<Result<number, Failure>> | null = null;
  #givingBack: Promise<void> | null = null;
  /** Jobs of which something may be sent under this lease. */
  readonly #sending = new Set<string>();
  /** Jobs with a change of which the server's answer was lost: it may have been made. */
  readonly #unsure = new Set<string>();
  readonly #jobs: ClientJobs;

  constructor(source: ClientSource, ports: ClientLogPorts) {
    this.#source = source;
    this.#ports = ports;
    const onLost = () => {
      this.#lease = null;
    };
    this.#jobs = new ClientJobs(source, {
      ...ports,
      ...{ onLost, hasLease: () => this.#lease !== null, lease: () => this.lease(), release: () => this.release() },
    });
  }

  /** A run is under way: what it does rests on what the file held when it began. */
  set isReading(isReading: boolean) {
    this.#isReading = isReading;
  }

  /** As far as this machine knows. */
  get hasLease(): boolean {
    return this.#lease !== null && this.#ports.clock.monotonicMs() < this.#lease.goodUntil;
  }

  /** Does one thing after the other. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act, act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** The lease, taken or taken on when it ends soon; and the file at the end of the log. */
  async lease(): Promise<Result<HeldLease, Failure>> {
    if (this.#lease !== null && this.#ports.clock.monotonicMs() < this.#lease.goodUntil) return ok(this.#lease);
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  async #take(): Promise<Result<HeldLease, Failure>> {
    const { server, clock } = this.#ports;
    await this.#givingBack;
    const askedMs = clock.monotonicMs();
    const goodUntil = askedMs + LEASE_SECONDS * 1_000 - LEASE_MARGIN_MS;
    const taken = await server.takeLease(this.#source.clientId);
    if (!taken.ok) {
      this.#lease = null;
      return taken;
    }
    const isSame = this.#lease?.fence === taken.value.fence;
    const counters = isSame && this.#lease !== null ? this.#lease.counters : taken.value.counters;
    const lease = { ...taken.value, counters, askedMs, answeredMs: clock.monotonicMs(), goodUntil };
    this.#lease = lease;
    this.#ports.onServerTime(lease);
    if (isSame) return ok(lease);
    this.#ports.onNewLease();
    const current = await this.#endOfLog();
    const exchanged = current.ok ? await this.#jobs.exchange(lease) : current;
    if (exchanged.ok) return ok(lease);
    await this.#giveBack();
    return exchanged;
  }

  /** Saves counters under the lease that they were made of, which goes on with it. */
  async count(held: HeldLease, counters: Lease["counters"]): Promise<Result<true, Failure>> {
    const goodUntil = this.#ports.clock.monotonicMs() + LEASE_SECONDS * 1_000 - LEASE_MARGIN_MS;
    const counted = await this.#ports.server.count(this.#source.clientId, held.fence, counters);
    this.#lease = counted.ok ? { ...held, counters, goodUntil } : null;
    return counted;
  }

  /** Publishes what the thread holds and then does it; when the server doesn't take it, it is dropped. */
  async add(addition: Addition): Promise<Result<unknown, Failure>> {
    const { pool, server } = this.#ports;
    const { key, ...page } = addition;
    const { clientId } = this.#source;
    const lease = await this.lease();
    this.#position ??= await pool.must("log.position", { clientId });
    const previous = this.#position.hash;
    const at = lease.ok ? await server.publish({ ...page, clientId, fence: lease.value.fence, previous }) : lease;
    if (!at.ok) {
      if (lease.ok && at.failure.code === "lease_lost") this.#lease = null;
      await pool.must("log.drop", { clientId, key });
      return at;
    }
    const done = await pool.perform("log.apply", { ...this.#source, key, at: at.value });
    // Where the file lacks what the log has, the log is read again before anything is added.
    this.#position = done.ok ? at.value : null;
    if (!done.ok) this.#lease = null;
    return done;
  }

  /** Shares a job that was prepared here. @returns the job that has the action's value already, from any machine */
  addJob(input: OpInput<"writes.add">): Promise<Result<OpResult<"writes.add">, Failure>> {
    return this.#jobs.add(input);
  }

  /** Brings jobs that were made offline to the server, and takes what other machines did with jobs. @returns whether any changed here */
  exchangeJobs(): Promise<Result<boolean, Failure>> {
    return this.#jobs.exchange(null);
  }

  /** Moves a job on: on the server first, under the lease. Where that fails, nothing may be sent. */
  async changeJob(input: OpInput<"writes.change">): Promise<Result<OpResult<"writes.change">, Failure>> {
    const { pool, server } = this.#ports;
    const { clientId } = this.#source;
    const lease = await this.lease();
    if (!lease.ok) return lease;
    const { change } = input;
    this.#sending.delete(change.jobId);
    const known = await pool.must("writes.get", { ...this.#source, jobId: change.jobId });
    // With the lease came what another machine did with it, such as sending it.
    if (known?.job.updatedMs !== change.knownMs) return fail(CHANGED_ELSEWHERE);
    const lastAttempt = await pool.must("log.lastAttempt", { clientId });
    const moved = await server.changeJob(clientId, lease.value.fence, known.job, change, lastAttempt);
    if (!moved.ok) {
      if (moved.failure.code === "lease_lost") this.#lease = null;
      else this.#unsure.add(change.jobId);
      return moved;
    }
    if (moved.value === null) {
      // The job that has the action's value replaces this one, of which nothing was sent.
      const taken = await this.#jobs.exchange(lease.value);
      return taken.ok ? fail(CHANGED_ELSEWHERE) : taken;
    }
    if (change.start !== undefined) this.#sending.add(change.jobId);
    const { updatedMs, attemptNo } = moved.value;
    const start = change.start === undefined || attemptNo === null ? {} : { start: { ...change.start, attemptNo } };
    const done = await pool.perform("writes.change", { ...this.#source, change: { ...change, nowMs: updatedMs, ...start } });
    if (done.ok && this.#unsure.has(change.jobId) && (await this.#jobs.takeAgain(change.jobId)).ok) this.#unsure.delete(change.jobId);
    return done;
  }

  /** Brings the file to the end of the log. @returns how many pages were new */
  catchUp(): Promise<Result<number, Failure>> {
    this.#catching ??= this.#catchUp().finally(() => {
      this.#catching = null;
    });
    return this.#catching;
  }

  async #catchUp(): Promise<Result<number, Failure>> {
    const { pool, server, clock, onPages } = this.#ports;
    const { clientId } = this.#source;
    this.#position ??= await pool.must("log.position", { clientId });
    const isThere = await server.hasPage(clientId, this.#position);
    if (!isThere.ok) return isThere;
    if (!isThere.value) {
      if (this.#isReading) return fail(OVERTAKEN);
      await this.#beginAgain();
    }
    const before = this.#position.page;
    const adopted = before === 0 ? await adoptCopy(this.#source, this.#ports) : ok(null);
    if (!adopted.ok) return adopted;
    if (adopted.value !== null) {
      const { position, discovery, rollup } = adopted.value;
      await this.#saveWhatElseChanged({ discovery, rollups: [{ change: rollup, nowMs: clock.nowMs() }] });
      this.#position = position;
    }
    for (;;) {
      const pages = await server.pagesAfter(clientId, this.#position.page);
      if (!pages.ok) return pages;
      if (pages.value.length === 0) break;
      const taken = await pool.perform("log.replay", { ...this.#source, pages: pages.value });
      if (!taken.ok) {
        this.#position = null;
        return taken;
      }
      this.#position = taken.value.position;
      await this.#saveWhatElseChanged(taken.value);
      if (taken.value.refused !== null) return fail(broken(taken.value.refused));
    }
    if (this.#position.page > before) onPages(clientId);
    return ok(this.#position.page - before);
  }

  /** Shares a copy of the file when the log has grown long enough, so that a new machine needn't replay all of it. */
  async shareCopy(): Promise<Result<unknown, Failure>> {
    const { pool, server } = this.#ports;
    const { clientId } = this.#source;
    const due = await server.isCopyDue(clientId);
    if (!due.ok || !due.value) return due;
    const lease = await this.lease();
    if (!lease.ok) return lease;
    const copied = await pool.perform("log.copy", this.#source);
    if (!copied.ok || copied.value === null) return copied;
    const { position, factNo, parts, sums } = copied.value;
    const all = sums === null ? parts : [...parts, sums];
    const hashes = all.map((part) => createHash("sha256").update(part).digest("hex"));
    const [sha256, [ofSums]] = [hashes.slice(0, parts.length), hashes.slice(parts.length)];
    const added = await server.addCopy(clientId, { pageNo: position.page, factNo }, all, hashes);
    if (!added.ok) return added;
    const rollup = (await pool.must("firm.client", { clientId }))?.rollup ?? {};
    const body = await pool.must("log.hold", { ...this.#source, op: "log.snapshot", input: { sha256, sums: ofSums, rollup } });
    assert(body !== null, "a copy is always worth its page");
    const page = { key: "", stream: "", kind: "log.snapshot", cursorBefore: String(parts.length), cursorAfter: String(factNo), body };
    const named = await this.add(page);
    if (named.ok) await server.dropCopies(clientId, position.page);
    return named;
  }

  /** Lets another machine have the lease, unless somebody here still calls the ledger: then it ends a minute after the last call. */
  async release(): Promise<void> {
    if (this.#lease === null || this.#sending.size > 0) return;
    if ((await this.#ports.settleCounters()) && this.#sending.size === 0) await this.#giveBack();
  }

  async #giveBack(): Promise<void> {
    const lease = this.#lease;
    this.#lease = null;
    if (lease === null) return;
    this.#givingBack = this.#ports.server.releaseLease(this.#source.clientId, lease.fence);
    await this.#givingBack;
  }

  /** A new holder begins at the end of the log, and not in the middle of a run that began before. */
  async #endOfLog(): Promise<Result<unknown, Failure>> {
    const { pool, server } = this.#ports;
    const { clientId } = this.#source;
    this.#position ??= await pool.must("log.position", { clientId });
    const last = await server.endOfLog(clientId);
    if (!last.ok || last.value.hash === this.#position.hash) return last;
    return this.#isReading ? fail(OVERTAKEN) : this.catchUp();
  }

  /**
   * The server went back to an earlier state, so the file holds pages that nobody else has. It is made again from the log, with
   * what people recorded here; the ledger is read again from there on.
   */
  async #beginAgain(): Promise<void> {
    const { pool, clock, log } = this.#ports;
    const { clientId } = this.#source;
    log.warn("firm.server_went_back", { clientId, of: "pages" });
    await replacingFile(pool, clientId, () => pool.must("log.beginAgain", { ...this.#source, nowMs: clock.nowMs() }));
    this.#position = await pool.must("log.position", { clientId });
  }

  async #saveWhatElseChanged({ rollups, discovery }: Pick<OpResult<"log.replay">, "rollups" | "discovery">): Promise<void> {
    const { pool, clock } = this.#ports;
    const { clientId } = this.#source;
    for (const { change, nowMs } of rollups) await pool.must("firm.saveRollup", { clientId, change, nowMs });
    const connection = discovery === null ? null : await pool.must("firm.connection", { clientId });
    if (connection !== null && discovery !== null)
      await pool.must("firm.saveDiscovery", { connectionId: connection.connectionId, discovery, nowMs: clock.nowMs() });
  }
}

const OVERTAKEN: Failure = {
  code: "lease_lost",
  message: "This client's data on the firm's server changed during this sync, so the sync stopped.",
  next: "Sync again.",
};

const CHANGED_ELSEWHERE: Failure = {
  code: "lease_lost",
  message: "Another computer has already sent or changed this update, so nothing was done here.",
  next: "Check the update's current status before you try again.",
};

function broken(reason: string): Failure {
  return {
    code: "damaged",
    message: `The copy of this client on the firm's server can't be trusted. ${ownSentence(reason)}`,
    next: "Tieout used only what came before that part. Ask the administrator of the firm's server whether its database was restored or changed.",
  };
}
