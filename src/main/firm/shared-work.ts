import type { Clock, Log } from "#main/ports/index.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { type FilePool, OperationFailed } from "#main/workers/pool.ts";
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

/** A colleague's sync shows here within a second. */
const LOOK_EVERY_MS = 1_000;

function fresh(now: ReadonlyMap<string, number>, seen: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...now].filter(([clientId, at]) => seen.get(clientId) !== at);
}

/** How limiters are reached from here: one is settled before its lease is released, and forgotten with it. */
export interface LimiterCare {
  settle(key: string): Promise<void>;
  forget(key: string): void;
}

/** Reading and writing ledgers as one machine of several. */
export class SharedWork {
  /** The files as syncs and writes see them. */
  readonly files: FilePool;
  readonly counters: CounterStore;
  readonly #needs: SharedWorkNeeds;
  readonly #logs = new Map<string, ClientLog>();
  #limiters: LimiterCare | null = null;

  constructor(needs: SharedWorkNeeds) {
    this.#needs = needs;
    this.files = new LoggedPool(needs.pool, (clientId) => this.logOf(clientId));
    this.counters = countersOnServer({
      server: needs.server,
      local: needs.localCounters,
      logOf: (key) => this.#logOfTenant(key),
      forget: (key) => this.#limiters?.forget(key),
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
      new ClientLog({ clientId, system, tenantId }, { ...this.#needs, settleCounters: () => this.#settle(`${system}/${tenantId}`) });
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

  /**
   * Takes what other machines read and what they did with jobs, soon after it happened, until the signal. Without the server it
   * tries again later.
   * @param onJobs jobs of a client changed, and may go on here
   */
  async follow(signal: AbortSignal, onJobs: (clientId: string) => void): Promise<void> {
    const seen = { pages: new Map<string, number>(), jobs: new Map<string, number>() };
    while (!signal.aborted) {
      const news = await this.#needs.server.news();
      if (news.ok) {
        for (const [clientId, page] of fresh(news.value.pages, seen.pages))
          if (await this.#took(clientId, this.catchUp(clientId))) seen.pages.set(clientId, page);
        for (const [clientId, changedMs] of fresh(news.value.jobs, seen.jobs)) {
          if (!(await this.#took(clientId, this.exchangeJobs(clientId)))) continue;
          seen.jobs.set(clientId, changedMs);
          onJobs(clientId);
        }
      }
      await this.#needs.clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
    }
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

  async #settle(key: string): Promise<void> {
    await this.#limiters?.settle(key);
    this.#limiters?.forget(key);
  }

  async #logOfTenant(key: string): Promise<ClientLog | null> {
    const [system, tenantId] = [key.slice(0, key.indexOf("/")), key.slice(key.indexOf("/") + 1)];
    const connections = await this.#needs.pool.must("firm.connections", {});
    const owner = connections.find((connection) => connection.system === system && connection.tenantId === tenantId);
    return owner === undefined ? null : this.logOf(owner.clientId);
  }
}
