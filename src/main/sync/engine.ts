import type { Clock, Log } from "#main/ports/index.ts";
import { type FilePool, OperationFailed } from "#main/workers/pool.ts";
import type { ClientSync, SyncPlan } from "#shared/contract/sync/sync.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { TieOutRun } from "#shared/model/reports/tie-out.ts";
import { ClientRun } from "./client-run.ts";
import { discover, notContinued } from "./discover.ts";
import { estimateFirstRead } from "./estimate.ts";
import type { LedgerLink } from "./ledger-link.ts";
import { wanted } from "./plan.ts";
import { reportRound, saveOutcome } from "./report-round.ts";
import type { RunOptions } from "./run-options.ts";
import { unlessStopped } from "./unless-stopped.ts";

export interface SyncRequest {
  readonly full?: boolean;
  readonly only?: readonly string[];
  readonly reconcileOnly?: boolean;
  /** A person is waiting for it. */
  readonly urgent?: boolean;
  /** Ahead of clients that are being read already. */
  readonly goesFirst?: boolean;
}

export interface EnginePorts {
  readonly pool: FilePool;
  readonly clock: Clock;
  readonly log: Log;
  /** Connects to a client's ledger; created for each run, so that it uses the newest discovery. */
  readonly linkFor: (clientId: string) => Promise<LedgerLink | null>;
  readonly publish: (snapshot: ClientSync) => void;
}

interface ActiveRun {
  readonly run: ClientRun;
  readonly abort: AbortController;
  readonly ended: Promise<ClientSync>;
  readonly turn: Turn;
  readonly reads: Reads;
  /** The request that began it. */
  readonly request: SyncRequest;
}

/** What a run reads. */
type Reads = Pick<RunOptions, "full" | "only" | "reconcileOnly">;

/** A run's slot among the clients that are read in parallel. */
interface Turn {
  readonly granted: Promise<void>;
  readonly release: () => void;
  /** Place in the queue, 1 is next; null when it isn't waiting. */
  readonly place: () => number | null;
  readonly goFirst: () => void;
  /** Begins without a slot, ahead of the queue. */
  readonly skip: () => void;
}

// Each run keeps its client's file open; the limiters control the speed of each.
const CLIENTS_AT_ONCE = 48;

/** Runs clients' syncs in parallel, one run per client at a time. */
export class SyncEngine {
  readonly #ports: EnginePorts;
  readonly #active = new Map<string, ActiveRun>();
  /** Tie-outs that were asked for outside a run. */
  readonly #tieOuts = new Set<{ readonly clientId: string; readonly abort: AbortController; readonly ended: Promise<unknown> }>();
  readonly #turns: (() => void)[] = [];
  #running = 0;

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  /**
   * Syncs a client. Joins a run in progress that reads all this asks for, and otherwise runs after it. When the signal
   * comes while it waits for another's run, that run goes on. Null when the client has no connection.
   */
  async sync(clientId: string, request: SyncRequest = {}, signal?: AbortSignal): Promise<ClientSync | null> {
    const active = this.#active.get(clientId) ?? (await this.#start(clientId, request, signal));
    if (active === null) return null;
    return active.request === request ? active.ended : this.#join(active, clientId, request, signal);
  }

  /**
   * Reads a few data sets before a write, within seconds also where a run reads the client for hours: that run reads
   * them beside what it has planned. It's waited for only while it finds out what the connection can do, or reads one of
   * these itself. The ledger's own limits hold for these requests as they do for the write.
   * @returns whether all of them were read after the call
   */
  async readNow(clientId: string, streams: readonly string[], signal?: AbortSignal): Promise<boolean> {
    const request = { only: streams, urgent: true };
    while (signal?.aborted !== true) {
      const active = this.#active.get(clientId) ?? (await this.#start(clientId, request));
      if (active === null) return false;
      active.turn.skip();
      const isOwn = active.request === request;
      const read = isOwn ? null : await unlessStopped(active.run.readNow(streams).catch(unlessUnusable), signal);
      if (read !== null) return read;
      // Another run's defect is for its own caller.
      await unlessStopped<unknown>(isOwn ? active.ended : Promise.allSettled([active.ended]), signal);
      // What another run couldn't bring is read after it, and so is what a stop cut off.
      if (isOwn && streams.every((name) => active.run.hasRead(name))) return true;
      if (isOwn && !active.abort.signal.aborted) return false;
    }
    return false;
  }

  /** Starts a run, or returns one that began meanwhile. Null without a connection. */
  async #start(clientId: string, request: SyncRequest, signal?: AbortSignal): Promise<ActiveRun | null> {
    const link = await this.#ports.linkFor(clientId);
    const other = this.#active.get(clientId);
    if (link === null || other !== undefined) return other ?? null;
    const abort = new AbortController();
    const stop = () => abort.abort(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    const turn = this.#takeTurn(abort.signal);
    const reads = readsOf(request);
    const run = new ClientRun(
      link,
      { ...this.#ports, onLongWait: turn.release },
      {
        ...reads,
        lane: request.urgent ? "person" : "background",
        goesFirst: request.goesFirst ?? false,
        signal: abort.signal,
      },
    );
    const ended = turn.granted
      .then(() => run.run())
      .finally(() => {
        turn.release();
        signal?.removeEventListener("abort", stop);
        this.#active.delete(clientId);
      });
    if (request.goesFirst === true) turn.goFirst();
    const active = { run, abort, ended, turn, reads, request };
    this.#active.set(clientId, active);
    return active;
  }

  async #join(active: ActiveRun, clientId: string, request: SyncRequest, signal?: AbortSignal): Promise<ClientSync | null> {
    const before = await unlessStopped(active.ended, signal);
    if (before === null) return cutOff(active.run.snapshot());
    if (covers(active.reads, readsOf(request)) || active.abort.signal.aborted) return before;
    // Several may wait for this run: the first of them starts the next one, which the others find when they get here.
    return signal?.aborted === true ? cutOff(before) : this.sync(clientId, request, signal);
  }

  /** What a client's first read would cost. Asks the ledger for sizes and stores nothing. */
  async plan(clientId: string, signal: AbortSignal): Promise<Result<SyncPlan, Failure>> {
    const link = await this.#ports.linkFor(clientId);
    if (link === null)
      return fail({
        code: "not_found",
        message: "This client isn't connected to a ledger.",
        field: "client",
        next: "Connect a ledger first.",
      });
    const options = { lane: "person", fairKey: `${clientId}/plan`, signal, onQueued: () => undefined } as const;
    const known = link.discovery;
    if (known !== null) return notContinued(await estimateFirstRead(link, known, options, this.#ports.clock.nowMs()));
    const found = await discover(link, options);
    if (found.ok) return notContinued(await estimateFirstRead(link, found.value, options, this.#ports.clock.nowMs()));
    return notContinued(
      fail(found.failure.kind === "cancelled" ? { code: "cancelled", message: t("The estimate was canceled.") } : found.failure.failure),
    );
  }

  /** Reads the ledger's reports at a date and ties out against them, after any run in progress. Stopped like a run. */
  async tieOut(clientId: string, asOfDate: CalendarDate, signal?: AbortSignal): Promise<Result<TieOutRun, Failure>> {
    const abort = new AbortController();
    const either = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
    const work = { clientId, abort, ended: this.#tieOut(clientId, asOfDate, either) };
    this.#tieOuts.add(work);
    return work.ended.finally(() => this.#tieOuts.delete(work));
  }

  async #tieOut(clientId: string, asOfDate: CalendarDate, signal: AbortSignal): Promise<Result<TieOutRun, Failure>> {
    const active = this.#active.get(clientId);
    if (active !== undefined) await unlessStopped(active.ended, signal);
    const link = signal.aborted ? null : await this.#ports.linkFor(clientId);
    if (signal.aborted) return fail(canceledTieOut());
    if (link !== null && link.discovery === null)
      return fail({
        code: "not_found",
        message: "This client isn't synced yet.",
        field: "client",
        next: "Sync the client, then try again.",
      });
    if (link === null || link.discovery === null)
      return fail({
        code: "not_found",
        message: "This client isn't connected to a ledger.",
        field: "client",
        next: "Connect a ledger first.",
      });
    const round = { discovery: link.discovery, lane: "person", signal, changed: true, asOfDate } as const;
    const done = await reportRound(link, this.#ports, round);
    if (done === null) return fail(canceledTieOut());
    await saveOutcome(this.#ports, clientId, done);
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
   * Puts a client's run ahead of all others until it ends: it gets the next slot, and its requests go before
   * those of the ledger's other clients.
   * @returns false when no run reads everything new, as for `isReading`
   */
  goFirst(clientId: string): boolean {
    const active = this.#active.get(clientId);
    active?.turn.goFirst();
    active?.run.goFirst();
    return this.isReading(clientId);
  }

  /** Whether a run in progress reads everything that is new. One of some data sets, or that compares IDs, doesn't. */
  isReading(clientId: string): boolean {
    const active = this.#active.get(clientId);
    return active !== undefined && covers(active.reads, readsOf({}));
  }

  /** Stops a client's run after the page in progress, and its tie-outs. */
  async stop(clientId: string): Promise<void> {
    const active = this.#active.get(clientId);
    const works = [...(active === undefined ? [] : [active]), ...[...this.#tieOuts].filter((work) => work.clientId === clientId)];
    for (const { abort } of works) abort.abort();
    // The caller that started each handles its result; this only waits for the end.
    await Promise.allSettled(works.map(({ ended }) => ended));
  }

  async stopAll(): Promise<void> {
    const clientIds = new Set([...this.#active.keys(), ...[...this.#tieOuts].map(({ clientId }) => clientId)]);
    await Promise.all([...clientIds].map((clientId) => this.stop(clientId)));
  }

  /**
   * A slot among the clients that run in parallel, released once: at the end or when a long wait begins. A run
   * that is stopped while it waits for a slot continues without one, so that it can end.
   */
  #takeTurn(signal: AbortSignal): Turn {
    let held = false;
    const hold = () => {
      held = true;
      this.#running++;
    };
    const release = () => {
      if (!held) return;
      held = false;
      this.#running--;
      this.#turns.shift()?.();
    };
    const atOnce = { granted: Promise.resolve(), release, place: () => null, goFirst: () => undefined, skip: () => undefined };
    if (signal.aborted) return atOnce;
    if (this.#running < CLIENTS_AT_ONCE) {
      hold();
      return atOnce;
    }
    let enter = (): void => undefined;
    let skip = (): void => undefined;
    const granted = new Promise<void>((resolve) => {
      enter = () => {
        hold();
        resolve();
      };
      skip = () => {
        const place = this.#turns.indexOf(enter);
        if (place < 0) return;
        this.#turns.splice(place, 1);
        resolve();
      };
      this.#turns.push(enter);
      signal.addEventListener("abort", skip);
    });
    const place = () => {
      const index = this.#turns.indexOf(enter);
      return index < 0 ? null : index + 1;
    };
    const goFirst = () => {
      const index = this.#turns.indexOf(enter);
      if (index > 0) this.#turns.unshift(...this.#turns.splice(index, 1));
    };
    return { granted, release, place, goFirst, skip };
  }
}

function readsOf({ full, only, reconcileOnly }: SyncRequest): Reads {
  return { full: full ?? false, only: only ?? null, reconcileOnly: reconcileOnly ?? false };
}

/** Whether a run brings all that is asked for. Only the comparison of IDs itself compares all of them now. */
function covers(run: Reads, asked: Reads): boolean {
  if (run.reconcileOnly !== asked.reconcileOnly || (asked.full && !run.full)) return false;
  return run.only === null || asked.only?.every((name) => wanted(name, run.only)) === true;
}

/** A client as it's shown to a caller that stopped waiting. */
function cutOff(sync: ClientSync): ClientSync {
  return sync.state === "syncing" || sync.state === "up_to_date" ? { ...sync, state: "incomplete" } : sync;
}

function canceledTieOut(): Failure {
  return { code: "cancelled", message: t("The tie-out was canceled.") };
}

/** Data files that can't be used: nothing was read. */
function unlessUnusable(error: unknown): false {
  if (!(error instanceof OperationFailed)) throw error;
  return false;
}
