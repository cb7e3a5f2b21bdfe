import { setImmediate as nextTurn } from "node:timers/promises";
import { AnswerUnreadable, type LedgerAdapter, type LedgerRequest, type LedgerResponse } from "#main/ledgers/adapter.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import { adapterFor } from "#main/ledgers/registry.ts";
import type { SpawnThread } from "#main/ports/index.ts";
import { SyncEngine } from "#main/sync/engine.ts";
import type { LedgerLink, LinkOptions, LinkOutcome } from "#main/sync/ledger-link.ts";
import type { PaceFacts } from "#main/transport/limiter/queue-state.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import type { WorkerRequest } from "#main/workers/protocol.ts";
import type { ClientSync, QueueView } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";

export type Send = (clientId: string, request: LedgerRequest, options: LinkOptions) => Promise<LinkOutcome>;

export interface EngineLab {
  readonly engine: SyncEngine;
  readonly pool: WorkerPool;
  readonly published: ClientSync[];
  readonly nowMs: number;
  /** Requests so far: `client path`. */
  readonly sent: string[];
  /** Links that were made. */
  links(): number;
  addClient(clientId: string): Promise<void>;
}

export interface EngineLabOptions {
  readonly home: string;
  readonly send: Send;
  /** Known before the run; default: none, so that each run begins by asking. */
  readonly discovery?: Discovery;
  readonly discover?: LedgerAdapter["discover"];
  /** Default: the ledger makes no reports of itself. */
  readonly reports?: LedgerAdapter["reports"];
  /** What an estimate rests on; default: no limits, and no request timed yet. */
  readonly pace?: PaceFacts;
  /** Operations that answer with this failure instead of being performed. */
  readonly failing?: Readonly<Record<string, Failure>>;
  /** Called before an operation reaches its thread: what it asks for there goes first. */
  readonly before?: Readonly<Record<string, () => void>>;
}

export const UNTIMED: PaceFacts = {
  ...{ perWindow: null, windowMs: 60_000, burstRoom: null, app: null, concurrency: 5, writesAhead: 0 },
  latency: { count: 0, medianMs: null, p90Ms: null },
  ...{ dayLimit: null, dayLeft: null, dayFreeAtMs: () => 0, monthReadsLeft: null, monthResetsAtMs: 0 },
};

const NO_REPORTS: LedgerAdapter["reports"] = {
  kinds: [],
  read: () => {
    throw new Error("no report is asked for here");
  },
};

/** An engine on real files whose ledgers are a function. */
export async function createEngineLab(options: EngineLabOptions): Promise<EngineLab> {
  const clock = createVirtualTime();
  const pool = new WorkerPool(watchedThreads(inlineThreads(options.home), options), 1);
  await pool.must("firm.check", {});
  const published: ClientSync[] = [];
  const sent: string[] = [];
  let links = 0;
  const adapter: LedgerAdapter = {
    ...adapterFor("ledger_a"),
    reports: options.reports ?? NO_REPORTS,
    discover: options.discover ?? askOnce,
  };
  const linkFor = async (clientId: string): Promise<LedgerLink> => {
    links++;
    return {
      connectionId: `connection-${clientId}`,
      clientId,
      system: "ledger_a",
      tenantId: clientId,
      facts: { tenantId: clientId, profile: profileSchema.parse({ name: "neutral" }), wantsJournals: false, pageSize: 100 },
      adapter,
      discovery: options.discovery ?? null,
      discoveredMs: options.discovery === undefined ? null : clock.nowMs(),
      send: (request, linkOptions) => {
        sent.push(`${clientId} ${request.path}`);
        return options.send(clientId, request, linkOptions);
      },
      write: () => {
        throw new Error("a sync writes nothing to a ledger");
      },
      trust: { keyTrustMs: 0, settleMs: 300_000 },
      counts: () => ({ sent: sent.length, retried: 0, throttled: 0, bytes: 0 }),
      budget: () => null,
      waits: () => new Map(),
      pace: () => options.pace ?? UNTIMED,
    };
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const engine = new SyncEngine({ pool, clock, log, linkFor, publish: (snapshot) => void published.push(snapshot) });
  return {
    engine,
    pool,
    published,
    sent,
    nowMs: clock.nowMs(),
    links: () => links,
    addClient: async (clientId) => void (await pool.must("firm.addClient", { clientId, name: clientId, demo: false, nowMs: 1 })),
  };
}

function* askOnce(): Generator<LedgerRequest, Discovery, LedgerResponse> {
  const answer = yield { method: "GET", path: "/Organisation" };
  if (answer.status !== 200) throw new AnswerUnreadable("no organisation");
  return discovery;
}

function watchedThreads(spawn: SpawnThread, { failing = {}, before = {} }: EngineLabOptions): SpawnThread {
  return (name) => {
    const port = spawn(name);
    let answer: (message: unknown) => void = () => undefined;
    return {
      ...port,
      post: (message, transfer) => {
        const { id, op } = message as WorkerRequest;
        before[op]?.();
        const failure = failing[op];
        if (failure === undefined) port.post(message, transfer);
        else answer({ id, kind: "failure", failure });
      },
      onMessage: (listener) => {
        answer = listener;
        port.onMessage(listener);
      },
    };
  };
}

/** Runs everything that doesn't need an answer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await nextTurn();
}

export const REFUSED: LinkOutcome = { kind: "rejected", failure: { code: "ledger_rejected", message: "no" } };

/** An engine whose ledger answers nothing until it is told to refuse everything. */
export async function heldLab(options: Partial<EngineLabOptions> = {}) {
  const waiting: (() => void)[] = [];
  let isHeld = true;
  const lab = await createEngineLab({
    home: tempHome(),
    send: (_clientId, _request, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
        if (isHeld) waiting.push(() => resolve(REFUSED));
        else resolve(REFUSED);
      }),
    ...options,
  });
  const letGo = () => {
    isHeld = false;
    for (const answer of waiting.splice(0)) answer();
  };
  return { ...lab, letGo };
}

/** Waits for ever, or until it is told to stop. */
export function untilStopped(options: LinkOptions): Promise<LinkOutcome> {
  return new Promise((resolve) => {
    const stopped = () => resolve({ kind: "cancelled" });
    if (options.signal.aborted) stopped();
    options.signal.addEventListener("abort", stopped);
  });
}

export function queueOf(reason: QueueView["reason"]): QueueView {
  return { reason, position: 1, waiting: 1, resumeAt: instantFromMs(Date.UTC(2026, 10, 22)) };
}

export function answered(status = 200, body = "{}"): LinkOutcome {
  return { kind: "answered", response: { status, headers: {}, body: new TextEncoder().encode(body), receivedAt: instantFromMs(0) } };
}
