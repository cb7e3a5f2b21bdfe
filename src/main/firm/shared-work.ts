import type { Clock, Log } from "#main/ports/index.ts";
import type { CounterStore, CountersRefused } from "#main/transport/limiter/counter-store.ts";
import { type FilePool, OperationFailed } from "#main/workers/pool.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ClientLog } from "./client-log.ts";
import { countersOnServer } from "./counters-on-server.ts";
import { LoggedPool } from "./logged-pool.ts";
import type { WorkServer } from "./work-server.ts";

export interface SharedWorkNeeds {
  readonly pool: FilePool;
  readonly server: WorkServer;
  readonly clock: Clock;
  readonly log: Log;
  readonly localCounters: CounterStore;
  readonly onPages: (clientId: string) => void;
}

/** Without news from the server, a colleague's sync shows here within a second. */
const LOOK_EVERY_MS = 1_000;
/** While news are heard, the logs are looked at all the same now and then: a notification can be lost. */
const LOOK_WHILE_HEARING_MS = 30_000;

function fresh(now: ReadonlyMap<string, number>, seen: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...now].filter(([clientId, at]) => seen.get(clientId) !== at);
}

/** How limiters are reached from here: one is settled before its lease is released, and forgotten with it (see `Limiters`). */
export interface LimiterCare {
  settle(key: string): Promise<boolean>;
  refresh(key: string): void;
  forget(key: string, reason: CountersRefused): void;
}

/** Reading and writing ledgers as one machine of several. */
export class SharedWork {
  /** The files as syncs and writes see them. */
  readonly files: FilePool;
  readonly counters: CounterStore;
  /**
   * The server's time as far as it is known, this machine's before that. What is noted with a page or a write by one machine is
   * judged by another, whose own clock may be a day off.
   */
  readonly clock: Clock;
  #server: { readonly ms: number; readonly atMs: number } | null = null;
  readonly #needs: SharedWorkNeeds;
  readonly #logs = new Map<string, ClientLog>();
  readonly #told = { pages: new Set<string>(), jobs: new Set<string>() };
  #limiters: LimiterCare | null = null;
  #isHearing = false;
  #isLookDue = true;
  #wake: (() => void) | null = null;

  constructor(needs: SharedWorkNeeds) {
    this.#needs = needs;
    const { clock } = needs;
    const nowMs = () => (this.#server === null ? clock.nowMs() : Math.floor(this.#server.ms + clock.monotonicMs() - this.#server.atMs));
    this.clock = {
      ...{ nowMs, now: () => instantFromMs(nowMs()), monotonicMs: () => clock.monotonicMs() },
      sleep: (ms, signal) => clock.sleep(ms, signal),
    };
    this.files = new LoggedPool(needs.pool, (clientId) => this.logOf(clientId));
    this.counters = countersOnServer({
      server: needs.server,
      clock: needs.clock,
      local: needs.localCounters,
      logOf: (key) => this.#logOfTenant(key),
      forget: (key, reason) => this.#limiters?.forget(key, reason),
    });
  }

  /** The limiters that use these counters. */
  set limiters(limiters: LimiterCare) {
    this.#limiters = limiters;
  }

  /** Null for a client without a ledger. */
  async logOf(clientId: string): Promise<ClientLog | null> {
    const known = this.#logs.get(clientId);
    if (known !== undefined) return known;
    const connection = await this.#needs.pool.must("firm.connection", { clientId });
    if (connection === null) return null;
    const { system, tenantId } = connection;
    const log =
      this.#logs.get(clientId) ??
      new ClientLog(
        { clientId, system, tenantId },
        {
          ...this.#needs,
          settleCounters: async () => (await this.#limiters?.settle(`${system}/${tenantId}`)) ?? true,
          onUnshared: () => this.#told.jobs.add(clientId),
          onNewLease: () => this.#limiters?.refresh(`${system}/${tenantId}`),
          onServerTime: ({ serverMs, askedMs, answeredMs }) => {
            this.#server = { ms: serverMs, atMs: (askedMs + answeredMs) / 2 };
          },
        },
      );
    this.#logs.set(clientId, log);
    return log;
  }

  /** Brings a client's file to the end of its log. @returns how many pages were new */
  async catchUp(clientId: string): ReturnType<ClientLog["catchUp"]> {
    const log = await this.logOf(clientId);
    return log === null ? { ok: true, value: 0 } : log.inTurn(() => log.catchUp());
  }

  /** Exchanges a client's write jobs. @returns whether any changed here */
  async exchangeJobs(clientId: string): ReturnType<ClientLog["exchangeJobs"]> {
    const log = await this.logOf(clientId);
    return log === null ? { ok: true, value: false } : log.inTurn(() => log.exchangeJobs());
  }

  /** Clients whose pages or jobs were told of and aren't here yet. */
  get left(): ReadonlySet<string> {
    return new Set([...this.#told.pages, ...this.#told.jobs]);
  }

  /** The server tells at once what is new from now on, or no longer does. */
  set isHearing(isHearing: boolean) {
    this.#isHearing = isHearing;
    // What happened before the first news is looked for.
    this.#isLookDue = true;
    this.#wake?.();
  }

  /** The server says that a client's log (`p`) or its jobs (`j`) have changed. */
  noteNews(what: "p" | "j", clientId: string): void {
    // Nobody else can publish while this machine has the lease.
    if (what === "p" && this.#logs.get(clientId)?.hasLease === true) return;
    (what === "p" ? this.#told.pages : this.#told.jobs).add(clientId);
    this.#wake?.();
  }

  /**
   * Takes what other machines read and what they did with jobs, as soon as the server tells of it, until the signal. Without the
   * server it tries again later.
   * @param onJobs jobs of a client changed, and may go on here
   */
  async follow(signal: AbortSignal, onJobs: (clientId: string) => void): Promise<void> {
    // A firm has thousands of files to look into: what colleagues did meanwhile is taken beside that.
    await Promise.all([this.#tellUnshared(signal), this.#followNews(signal, onJobs)]);
  }

  async #followNews(signal: AbortSignal, onJobs: (clientId: string) => void): Promise<void> {
    const seen = { pages: new Map<string, number>(), jobs: new Map<string, number>() };
    for (this.#isLookDue = true; !signal.aborted; ) {
      if (this.#isLookDue) await this.#look(seen);
      await this.#takeTold(signal, onJobs);
      await this.#rest(signal);
    }
  }

  /** Asks how far all logs are. */
  async #look(seen: { readonly pages: Map<string, number>; readonly jobs: Map<string, number> }): Promise<void> {
    this.#isLookDue = false;
    const news = await this.#needs.server.news();
    if (!news.ok) return;
    for (const what of ["pages", "jobs"] as const)
      for (const [clientId, at] of fresh(news.value[what], seen[what])) {
        seen[what].set(clientId, at);
        this.#told[what].add(clientId);
      }
    // A server that went back may have no job of a client any more.
    for (const clientId of seen.jobs.keys()) {
      if (news.value.jobs.has(clientId)) continue;
      seen.jobs.delete(clientId);
      this.#told.jobs.add(clientId);
    }
  }

  /**
   * Clients with jobs of which the server has none: they were prepared without it before the program last ended, or the server
   * went back to an earlier state while the program was closed. Of the others, the first look tells.
   */
  async #tellUnshared(signal: AbortSignal): Promise<void> {
    const { pool, server, clock } = this.#needs;
    let news = await server.news();
    while (!news.ok && !signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
      news = await server.news();
    }
    const connections = await pool.perform("firm.connections", {});
    for (const { clientId, system, tenantId } of connections.ok ? connections.value : []) {
      if (signal.aborted || !news.ok) return;
      if (news.value.jobs.has(clientId)) continue;
      const own = await pool.perform("writes.list", { clientId, system, tenantId });
      if (own.ok && own.value.length > 0) this.noteNews("j", clientId);
    }
  }

  /** What fails stays told, and is tried again after a rest. */
  async #takeTold(signal: AbortSignal, onJobs: (clientId: string) => void): Promise<void> {
    for (const clientId of [...this.#told.pages]) {
      if (signal.aborted) return;
      this.#told.pages.delete(clientId);
      if (!(await this.#took(clientId, this.catchUp(clientId)))) this.#told.pages.add(clientId);
    }
    for (const clientId of [...this.#told.jobs]) {
      if (signal.aborted) return;
      this.#told.jobs.delete(clientId);
      if (await this.#took(clientId, this.exchangeJobs(clientId))) onJobs(clientId);
      else this.#told.jobs.add(clientId);
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const isBehind = this.left.size > 0;
    const ms = this.#isHearing && !isBehind ? LOOK_WHILE_HEARING_MS : LOOK_EVERY_MS;
    await this.#needs.clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
    this.#wake = null;
    if (!woken.signal.aborted) this.#isLookDue = true;
  }

  async #took(clientId: string, taking: Promise<Result<unknown, Failure>>): Promise<boolean> {
    try {
      const taken = await taking;
      if (!taken.ok) this.#needs.log.warn("firm.not_taken", { clientId, code: taken.failure.code });
      return taken.ok;
    } catch (error) {
      if (!(error instanceof OperationFailed)) throw error;
      this.#needs.log.warn("firm.not_taken", { clientId, code: error.failure.code });
      return false;
    }
  }

  /** Gives every lease back. */
  async close(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.inTurn(() => log.release())));
  }

  async #logOfTenant(key: string): Promise<ClientLog | null> {
    const [system, tenantId] = [key.slice(0, key.indexOf("/")), key.slice(key.indexOf("/") + 1)];
    const connections = await this.#needs.pool.must("firm.connections", {});
    const owner = connections.find((connection) => connection.system === system && connection.tenantId === tenantId);
    return owner === undefined ? null : this.logOf(owner.clientId);
  }
}
