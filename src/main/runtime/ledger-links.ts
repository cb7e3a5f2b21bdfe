import type { LedgerResponse } from "#main/ledgers/adapter.ts";
import type { Profile } from "#main/ledgers/profile.ts";
import { adapterFor } from "#main/ledgers/registry.ts";
import type { Ports } from "#main/ports/index.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { LedgerLink, LinkOptions, LinkOutcome, LinkWriteOutcome } from "#main/sync/ledger-link.ts";
import { createTransport, type Transport } from "#main/transport/client.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { createLimiters, type Limiters } from "#main/transport/limiter/limiters.ts";
import { type LedgerLimits, readLimits } from "#main/transport/limiter/limits.ts";
import type { WaitState } from "#main/transport/limiter/queue-state.ts";
import type { LedgerConnection, SendOutcome } from "#main/transport/sending.ts";
import type { BudgetView, QueueView } from "#shared/contract/sync/sync.ts";
import { assert } from "#shared/kernel/assert.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { StoredFile } from "./connection-file.ts";
import type { TokenSources } from "./token-sources.ts";

export interface LedgerLinksOptions {
  readonly ports: Ports;
  readonly tokens: TokenSources;
  /** Where limiters keep what they counted, asked for each that is made. */
  readonly counters: () => CounterStore;
  /** The parsed content of resources/ledger-limits.json. */
  readonly limitsJson: unknown;
  /** Reads a profile by name or path. */
  readonly readProfile: (name: string) => Result<Profile, Failure>;
}

/** Makes the ways to ledgers. One transport, and one limiter per ledger and tenant, for the whole process. */
export class LedgerLinks {
  readonly #options: LedgerLinksOptions;
  readonly #limits = new Map<string, LedgerLimits>();
  readonly #limiters: Limiters;
  readonly #transport: Transport;

  constructor(options: LedgerLinksOptions) {
    this.#options = options;
    const { clock, random } = options.ports;
    this.#limiters = createLimiters({
      clock,
      random,
      get store() {
        return options.counters();
      },
      limitsFor: (system, tenantId) => this.#knownLimits(`${system}/${tenantId}`),
    });
    this.#transport = createTransport({ ports: options.ports, limiterFor: this.#limiters.limiterFor });
  }

  /** A link for a stored (or about to be stored) connection; a failure names what is wrong with its file. */
  link(stored: StoredConnection, file: StoredFile): Result<LedgerLink, Failure> {
    const profile = this.#options.readProfile(file.profile);
    if (!profile.ok) return profile;
    const limits = readLimits(this.#options.limitsJson, stored.system, file.limits);
    if (!limits.ok) return limits;
    const { source, sign } = this.#options.tokens.authFor(stored.connectionId, stored.tenantId, file);
    this.#limits.set(`${stored.system}/${stored.tenantId}`, limits.value);
    const adapter = adapterFor(stored.system);
    const connection: LedgerConnection = {
      id: stored.connectionId,
      system: stored.system,
      tenantId: stored.tenantId,
      baseUrl: file.baseUrl,
      auth: source,
      ...(sign === undefined ? {} : { sign }),
      verdict: (response: LedgerResponse) => adapter.verdict(response),
    };
    return ok({
      connectionId: stored.connectionId,
      clientId: stored.clientId,
      system: stored.system,
      tenantId: stored.tenantId,
      adapter,
      facts: { tenantId: stored.tenantId, profile: profile.value, wantsJournals: file.journals ?? false, pageSize: limits.value.pageSize },
      discovery: stored.discovery,
      discoveredMs: stored.discoveredMs,
      send: async (request, options) => outcome(await this.#transport.send(connection, request, sendOptions(options))),
      write: async (request, options) =>
        writeOutcome(await this.#transport.send(connection, request, { ...sendOptions({ ...options, lane: "write" }), write: true })),
      trust: { keyTrustMs: limits.value.keyTrustMs, settleMs: limits.value.settleMs },
      counts: () => this.#transport.requests(stored.connectionId),
      budget: () => this.budget(stored),
      waits: () => this.waits(stored),
      pace: () => this.#limiters.limiterFor(stored.system, stored.tenantId).pace(),
    });
  }

  /** What is left of a tenant's budgets; null before its limits are known. */
  budget(stored: StoredConnection): BudgetView | null {
    const limits = this.#limits.get(`${stored.system}/${stored.tenantId}`);
    if (limits === undefined) return null;
    const { budget } = this.#limiters.limiterFor(stored.system, stored.tenantId).state();
    return {
      minuteUsed: limits.requestsPerWindow === null ? 0 : Math.max(0, limits.requestsPerWindow - (budget.minuteLeft ?? 0)),
      minuteLimit: limits.requestsPerWindow,
      dayUsed: budget.dayUsed,
      dayLimit: budget.dayLimit,
      monthReads: budget.monthReads,
      monthReadsLimit: limits.readsPerMonth,
      monthBytes: budget.monthBytes,
      monthBytesLimit: limits.egressBytesPerMonth,
    };
  }

  /** What a client's requests wait for at this moment, by the part of their fair keys behind the client: streams, `write`. */
  waits({ system, tenantId, clientId }: StoredConnection): ReadonlyMap<string, QueueView> {
    const waits = new Map<string, QueueView>();
    if (!this.#limits.has(`${system}/${tenantId}`)) return waits;
    const own = this.#limiters
      .limiterFor(system, tenantId)
      .waits()
      .filter(({ fairKey }) => fairKey.startsWith(`${clientId}/`));
    for (const wait of own) {
      const key = wait.lane === "write" ? "write" : wait.fairKey.slice(clientId.length + 1);
      if (!waits.has(key)) waits.set(key, { ...queueView(wait), waiting: own.length });
    }
    return waits;
  }

  /** The limiters, whose counters go to another machine with a client's lease. */
  get limiters(): Pick<Limiters, "settle" | "refresh" | "forget"> {
    return this.#limiters;
  }

  /** Limiters are made again, with the counters as they are from now on. Nothing may be under way. */
  startOver(): Promise<void> {
    return this.#limiters.startOver();
  }

  /** Writes down how the calls so far ended, before the process ends in peace. */
  async close(): Promise<void> {
    await this.#limiters.flush();
  }

  #knownLimits(key: string): LedgerLimits {
    const limits = this.#limits.get(key);
    assert(limits !== undefined, `no limits for ${key}`);
    return limits;
  }
}

function sendOptions(options: LinkOptions): Parameters<Transport["send"]>[2] {
  return {
    lane: options.lane,
    fairKey: options.fairKey,
    signal: options.signal,
    ...(options.remainingCalls === undefined ? {} : { remainingCalls: options.remainingCalls }),
    ...(options.goesFirst === undefined ? {} : { goesFirst: options.goesFirst }),
    ...(options.mayStillGo === undefined ? {} : { mayStillGo: options.mayStillGo }),
    write: false,
    onQueued: (state) => options.onQueued(queueView(state)),
  };
}

function writeOutcome(sent: SendOutcome): LinkWriteOutcome {
  if (sent.kind === "answered") return { kind: "answered", response: sent.response };
  if (sent.kind === "rejected") return { kind: "rejected", failure: sent.failure, conflict: sent.verdict.kind === "conflict" };
  return sent;
}

function queueView(state: WaitState): QueueView {
  return { reason: state.reason, position: state.position, waiting: state.position, resumeAt: instantFromMs(state.resumeAtMs) };
}

function outcome(sent: SendOutcome): LinkOutcome {
  if (sent.kind === "answered") return { kind: "answered", response: sent.response };
  if (sent.kind === "cancelled" || sent.kind === "rejected" || sent.kind === "needs_sign_in" || sent.kind === "unreachable") return sent;
  // A read is never ambiguous; what is left failed on this machine and stops the stream with its reason.
  return { kind: "rejected", failure: sent.failure };
}
