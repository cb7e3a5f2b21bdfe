import type { Clock, Log } from "#main/ports/index.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { ClientSync, SyncPlan } from "#shared/contract/sync.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type TieOutRun, tieOutCountsOf } from "#shared/model/tie-out.ts";
import { saveRollup } from "./client-rollup.ts";
import { ClientRun } from "./client-run.ts";
import { discover } from "./discover.ts";
import { estimateFirstRead } from "./estimate.ts";
import type { LedgerLink } from "./ledger-link.ts";
import { reportRound } from "./report-round.ts";

export interface SyncRequest {
  readonly full?: boolean;
  readonly only?: readonly string[];
  readonly reconcileOnly?: boolean;
  /** A person waits for it. */
  readonly urgent?: boolean;
}

export interface EnginePorts {
  readonly pool: WorkerPool;
  readonly clock: Clock;
  readonly log: Log;
  /** The way to a client's ledger, made afresh for each run so that it sees the newest discovery. */
  readonly linkFor: (clientId: string) => Promise<LedgerLink | null>;
  readonly publish: (snapshot: ClientSync) => void;
}

interface ActiveRun {
  readonly run: ClientRun;
  readonly abort: AbortController;
  readonly ended: Promise<ClientSync>;
}

// Each run keeps its client's file open; the limiters decide how fast any of them goes.
const CLIENTS_AT_ONCE = 48;

/** Runs clients' syncs side by side, one run per client at a time. */
export class SyncEngine {
  readonly #ports: EnginePorts;
  readonly #active = new Map<string, ActiveRun>();
  readonly #turns: (() => void)[] = [];
  #running = 0;

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  /** Reads a client's ledger; joins the run that is under way when there is one. Null when it has no connection. */
  async sync(clientId: string, request: SyncRequest = {}, signal?: AbortSignal): Promise<ClientSync | null> {
    const active = this.#active.get(clientId);
    if (active !== undefined) return active.ended;
    const link = await this.#ports.linkFor(clientId);
    if (link === null) return null;
    const joined = this.#active.get(clientId);
    if (joined !== undefined) return joined.ended;
    const abort = new AbortController();
    const stop = () => abort.abort(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    const turn = this.#takeTurn(abort.signal);
    const run = new ClientRun(
      link,
      { ...this.#ports, onLongWait: turn.giveBack },
      {
        full: request.full ?? false,
        only: request.only ?? null,
        reconcileOnly: request.reconcileOnly ?? false,
        lane: request.urgent ? "person" : "background",
        signal: abort.signal,
      },
    );
    const ended = turn.granted
      .then(() => run.run())
      .finally(() => {
        turn.giveBack();
        signal?.removeEventListener("abort", stop);
        this.#active.delete(clientId);
      });
    this.#active.set(clientId, { run, abort, ended });
    return ended;
  }

  /** What a first read of the client would cost. Asks the ledger for sizes, reads nothing into the mirror. */
  async plan(clientId: string, signal: AbortSignal): Promise<Result<SyncPlan, Failure>> {
    const link = await this.#ports.linkFor(clientId);
    if (link === null)
      return fail({ code: "not_found", message: "The client has no connection yet.", field: "client", next: "Use connection add." });
    const options = { lane: "person", fairKey: `${clientId}/plan`, signal, onQueued: () => undefined } as const;
    const known = link.discovery;
    if (known !== null) return estimateFirstRead(link, known, options, this.#ports.clock.nowMs());
    const found = await discover(link, options);
    if (found.ok) return estimateFirstRead(link, found.value, options, this.#ports.clock.nowMs());
    return fail(found.failure.kind === "cancelled" ? { code: "cancelled", message: "The plan was cancelled." } : found.failure.failure);
  }

  /** Asks a client's ledger for its reports at a date and ties our figures out against them; a run under way ends first. */
  async tieOut(clientId: string, asOfDate: CalendarDate): Promise<Result<TieOutRun, Failure>> {
    await this.#active.get(clientId)?.ended;
    const link = await this.#ports.linkFor(clientId);
    if (link === null || link.discovery === null)
      return fail({ code: "not_found", message: "The client has no connection yet.", field: "client", next: "Use connection add." });
    const { signal } = new AbortController();
    const round = { discovery: link.discovery, lane: "person", signal, changed: true, asOfDate } as const;
    const done = await reportRound(link, this.#ports, round);
    assert(done !== null, "nobody can stop it");
    await saveRollup(this.#ports.pool, clientId, { tieOuts: tieOutCountsOf(done.checks) }, this.#ports.clock.nowMs());
    return ok(done);
  }

  /** The live state of a running client, or null. */
  snapshot(clientId: string): ClientSync | null {
    return this.#active.get(clientId)?.run.snapshot() ?? null;
  }

  /** Stops a client's run after the page in flight. */
  async stop(clientId: string): Promise<void> {
    const active = this.#active.get(clientId);
    active?.abort.abort();
    // Whoever started the run is told how it ended; here it only has to be over.
    await active?.ended.catch(() => undefined);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#active.keys()].map((clientId) => this.stop(clientId)));
  }

  /**
   * A place among the clients that run at once; given back once, at the end or when a long wait
   * begins. A run that is stopped before its turn is let through without one, to end at once.
   */
  #takeTurn(signal: AbortSignal): { readonly granted: Promise<void>; readonly giveBack: () => void } {
    let held = false;
    const hold = () => {
      held = true;
      this.#running++;
    };
    const giveBack = () => {
      if (!held) return;
      held = false;
      this.#running--;
      this.#turns.shift()?.();
    };
    if (signal.aborted) return { granted: Promise.resolve(), giveBack };
    if (this.#running < CLIENTS_AT_ONCE) {
      hold();
      return { granted: Promise.resolve(), giveBack };
    }
    const granted = new Promise<void>((resolve) => {
      const enter = () => {
        hold();
        resolve();
      };
      this.#turns.push(enter);
      signal.addEventListener("abort", () => {
        const place = this.#turns.indexOf(enter);
        if (place < 0) return;
        this.#turns.splice(place, 1);
        resolve();
      });
    });
    return { granted, giveBack };
  }
}
