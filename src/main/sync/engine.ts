import type { Clock, Log } from "#main/ports/index.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { ClientSync, SyncPlan } from "#shared/contract/sync/sync.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type TieOutRun, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
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
  /** It goes before the clients that are read already. */
  readonly goesFirst?: boolean;
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
  readonly turn: Turn;
  /** It reads everything again. */
  readonly full: boolean;
}

/** A run's place among the clients that are read at once. */
interface Turn {
  readonly granted: Promise<void>;
  readonly giveBack: () => void;
  /** Place in the queue for one, 1 is next; null where none is waited for. */
  readonly place: () => number | null;
  readonly goFirst: () => void;
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

  /**
   * Reads a client's ledger; joins the run that is under way when there is one. Who asks for everything
   * again gets that: a run for news ends first. Null when it has no connection.
   */
  async sync(clientId: string, request: SyncRequest = {}, signal?: AbortSignal): Promise<ClientSync | null> {
    const active = this.#active.get(clientId);
    if (active !== undefined) return this.#join(active, clientId, request, signal);
    const link = await this.#ports.linkFor(clientId);
    if (link === null) return null;
    const joined = this.#active.get(clientId);
    if (joined !== undefined) return this.#join(joined, clientId, request, signal);
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
        goesFirst: request.goesFirst ?? false,
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
    if (request.goesFirst === true) turn.goFirst();
    this.#active.set(clientId, { run, abort, ended, turn, full: request.full ?? false });
    return ended;
  }

  async #join(active: ActiveRun, clientId: string, request: SyncRequest, signal?: AbortSignal): Promise<ClientSync | null> {
    const before = await active.ended;
    if (request.full !== true || active.full || active.abort.signal.aborted) return before;
    return this.sync(clientId, request, signal);
  }

  /** What a first read of the client would cost. Asks the ledger for sizes, reads nothing into the mirror. */
  async plan(clientId: string, signal: AbortSignal): Promise<Result<SyncPlan, Failure>> {
    const link = await this.#ports.linkFor(clientId);
    if (link === null)
      return fail({
        code: "not_found",
        message: "This client isn't connected to a ledger yet.",
        field: "client",
        next: "Connect it first.",
      });
    const options = { lane: "person", fairKey: `${clientId}/plan`, signal, onQueued: () => undefined } as const;
    const known = link.discovery;
    if (known !== null) return estimateFirstRead(link, known, options, this.#ports.clock.nowMs());
    const found = await discover(link, options);
    if (found.ok) return estimateFirstRead(link, found.value, options, this.#ports.clock.nowMs());
    return fail(found.failure.kind === "cancelled" ? { code: "cancelled", message: "The estimate was cancelled." } : found.failure.failure);
  }

  /** Asks a client's ledger for its reports at a date and ties our figures out against them; a run under way ends first. */
  async tieOut(clientId: string, asOfDate: CalendarDate): Promise<Result<TieOutRun, Failure>> {
    await this.#active.get(clientId)?.ended;
    const link = await this.#ports.linkFor(clientId);
    if (link === null || link.discovery === null)
      return fail({
        code: "not_found",
        message: "This client isn't connected to a ledger yet.",
        field: "client",
        next: "Connect it first.",
      });
    const { signal } = new AbortController();
    const round = { discovery: link.discovery, lane: "person", signal, changed: true, asOfDate } as const;
    const done = await reportRound(link, this.#ports, round);
    assert(done !== null, "without a way to stop it");
    const change = { tieOuts: tieOutCountsOf(done.checks) };
    await this.#ports.pool.must("firm.saveRollup", { clientId, change, nowMs: this.#ports.clock.nowMs() });
    return ok(done);
  }

  /** The live state of a running client, or null. */
  snapshot(clientId: string): ClientSync | null {
    const active = this.#active.get(clientId);
    if (active === undefined) return null;
    const place = active.turn.place();
    const snapshot = active.run.snapshot();
    if (place === null) return snapshot;
    return { ...snapshot, state: "queued", queue: { reason: "turn", position: place, waiting: this.#turns.length, resumeAt: null } };
  }

  /**
   * Lets the run of a client go before all others, as long as it lasts: it is next to get a place, and its
   * requests go before those of the other clients of the ledger. @returns false when nothing of it is read
   */
  goFirst(clientId: string): boolean {
    const active = this.#active.get(clientId);
    if (active === undefined) return false;
    active.turn.goFirst();
    active.run.goFirst();
    return true;
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
  #takeTurn(signal: AbortSignal): Turn {
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
    const atOnce = { granted: Promise.resolve(), giveBack, place: () => null, goFirst: () => undefined };
    if (signal.aborted) return atOnce;
    if (this.#running < CLIENTS_AT_ONCE) {
      hold();
      return atOnce;
    }
    let enter = (): void => undefined;
    const granted = new Promise<void>((resolve) => {
      enter = () => {
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
    const place = () => {
      const index = this.#turns.indexOf(enter);
      return index < 0 ? null : index + 1;
    };
    const goFirst = () => {
      const index = this.#turns.indexOf(enter);
      if (index > 0) this.#turns.unshift(...this.#turns.splice(index, 1));
    };
    return { granted, giveBack, place, goFirst };
  }
}
