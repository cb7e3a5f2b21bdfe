import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { Clock } from "#main/ports/index.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { AskedRequest } from "#main/store/ingest/open-page.ts";
import type { PassAsks } from "#main/store/ingest/stream-pass.ts";
import type { Samples } from "#main/transport/limiter/samples.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { assert } from "#shared/kernel/assert.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { LinkOutcome } from "./ledger-link.ts";
import type { PassResult } from "./run-state.ts";

/** What a pass is read with: the thread that owns the client's file, and the way to the ledger. */
export interface PassPorts {
  /** What can be requested now. */
  ask(): Promise<Result<PassAsks, Failure>>;
  answer(no: number, response: LedgerResponse): Promise<Result<PassAsks, Failure>>;
  /** Commits the first page; true at the end of the pass. */
  commit(): Promise<Result<boolean, Failure>>;
  send(request: LedgerRequest, signal: AbortSignal): Promise<LinkOutcome>;
}

/** How a pass ended. A failure is that of the earliest page which couldn't be read; those before it are committed. */
export interface PassEnd {
  readonly result: PassResult;
  readonly failure: Failure | null;
}

/**
 * Reads a pass: requests go out as soon as they are known, whatever is being committed meanwhile, and pages are
 * committed one after the other in their order.
 */
export function readPass(ports: PassPorts): Promise<PassEnd> {
  return new PassReading(ports).run();
}

interface OnThread {
  readonly pool: FilePool;
  readonly clock: Clock;
  readonly at: ClientSource & { readonly stream: string };
  /** Takes how long an answer takes until the next request is known. */
  readonly own: Samples;
  /** A page is committed; the streams that it changed are in their new state. */
  readonly onPage: (rows: readonly StreamRow[], finished: boolean) => void;
}

/** A pass on the thread that owns the client's file. */
export function onThread({ pool, clock, at, own, onPage }: OnThread): Omit<PassPorts, "send"> {
  return {
    ask: () => pool.perform("pass.ask", { ...at, nowMs: clock.nowMs() }),
    answer: async (no, response) => {
      const { body } = response;
      const transfer = body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
      const answeredMs = clock.monotonicMs();
      const asks = await pool.perform("pass.answer", { ...at, no, response, nowMs: clock.nowMs() }, transfer);
      if (asks.ok && asks.value.requests.length > 0) own.add(clock.monotonicMs() - answeredMs);
      return asks;
    },
    commit: async () => {
      const done = await pool.perform("pass.commit", { ...at, nowMs: clock.nowMs() });
      if (!done.ok) return done;
      assert(done.value.kind === "page", "a page that is held is applied before this is answered");
      onPage(done.value.streams, done.value.finished);
      return ok(done.value.finished);
    },
  };
}

class PassReading {
  readonly #ports: PassPorts;
  readonly #onTheWay = new Set<{ readonly pageNo: number; readonly abort: AbortController }>();
  readonly #over = Promise.withResolvers<PassEnd>();
  #underWay = 0;
  #end: PassEnd | null = null;
  /** Nothing is done for this page and those after it. */
  #endsBefore = Number.POSITIVE_INFINITY;
  #defect: { readonly error: unknown } | null = null;
  #lastCommitted = 0;
  #isCommitting = false;

  constructor(ports: PassPorts) {
    this.#ports = ports;
  }

  run(): Promise<PassEnd> {
    this.#do(async () => this.#take(await this.#ports.ask(), 0));
    return this.#over.promise;
  }

  /** The pass is over when nothing is under way any more. */
  #do(act: () => Promise<void>): void {
    this.#underWay++;
    void act()
      .catch((error: unknown) => {
        this.#defect ??= { error };
        this.#endAt(0, { result: "failed", failure: null });
      })
      .finally(() => {
        this.#underWay--;
        if (this.#underWay > 0) return;
        if (this.#defect !== null) this.#over.reject(this.#defect.error);
        else {
          assert(this.#end !== null, "a pass under way has something to wait for");
          this.#over.resolve(this.#end);
        }
      });
  }

  #take(asks: Result<PassAsks, Failure>, pageNo: number): void {
    if (!asks.ok) {
      this.#endAt(pageNo, { result: "failed", failure: asks.failure });
      return;
    }
    for (const asked of asks.value.requests) this.#do(() => this.#request(asked));
    const { whole } = asks.value;
    if (whole !== null && whole > this.#lastCommitted && !this.#isCommitting) this.#do(() => this.#commitFrom(whole));
  }

  async #request({ no, pageNo, request }: AskedRequest): Promise<void> {
    if (pageNo >= this.#endsBefore) return;
    const sending = { pageNo, abort: new AbortController() };
    this.#onTheWay.add(sending);
    const outcome = await this.#ports.send(request, sending.abort.signal);
    this.#onTheWay.delete(sending);
    if (pageNo >= this.#endsBefore) return;
    if (outcome.kind === "answered") return this.#take(await this.#ports.answer(no, outcome.response), pageNo);
    const result = outcome.kind === "rejected" ? "failed" : outcome.kind;
    this.#endAt(pageNo, { result, failure: outcome.kind === "cancelled" ? null : outcome.failure });
  }

  async #commitFrom(first: number): Promise<void> {
    this.#isCommitting = true;
    for (let pageNo: number | null = first; pageNo !== null && pageNo < this.#endsBefore; ) {
      const done = await this.#ports.commit();
      if (!done.ok) return this.#endAt(pageNo, { result: "failed", failure: done.failure });
      this.#lastCommitted = pageNo;
      if (done.value) return this.#endAt(pageNo, { result: "finished", failure: null });
      const asks = await this.#ports.ask();
      this.#take(asks, pageNo + 1);
      pageNo = asks.ok ? asks.value.whole : null;
    }
    this.#isCommitting = false;
  }

  /** Ends the pass before a page. What is on the way for earlier ones goes on. */
  #endAt(pageNo: number, end: PassEnd): void {
    if (pageNo >= this.#endsBefore) return;
    this.#endsBefore = pageNo;
    this.#end = end;
    for (const sending of this.#onTheWay) if (sending.pageNo >= pageNo) sending.abort.abort();
  }
}
