import type { Firm } from "#main/firm/firm-port.ts";
import type { LimiterCare, SharedWork } from "#main/firm/shared-work.ts";
import type { Clock } from "#main/ports/index.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { OpInput, OpName, OpResult } from "#main/workers/protocol.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Colleagues } from "./colleagues.ts";

interface LiveFirmNeeds {
  readonly pool: FilePool;
  readonly clock: Clock;
  readonly localCounters: CounterStore;
  open(): Promise<Firm>;
  share(firm: Firm): SharedWork | null;
  meet(firm: Firm, shared: SharedWork | null): Promise<Colleagues | null>;
}

/** What must rest while the firm changes. */
interface AtWork {
  /** Ends everything that is under way, between two requests. */
  rest(): Promise<void>;
  readonly limiters: LimiterCare;
}

/**
 * The firm as this core works with it now: it changes while the program runs, when a firm is made, joined or left. What depends on
 * it asks here each time.
 */
export class LiveFirm {
  readonly #needs: LiveFirmNeeds;
  #firm: Firm;
  #shared: SharedWork | null;
  #colleagues: Colleagues | null = null;
  /** Ends when the firm changes. */
  #term = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #changing: Promise<void> = Promise.resolve();

  private constructor(needs: LiveFirmNeeds, firm: Firm) {
    this.#needs = needs;
    this.#firm = firm;
    this.#shared = needs.share(firm);
  }

  /** @throws OperationFailed */
  static async open(needs: LiveFirmNeeds): Promise<LiveFirm> {
    return new LiveFirm(needs, await needs.open());
  }

  /** Meets the others, once there is somebody to tell about them. */
  async begin(limiters: LimiterCare): Promise<void> {
    if (this.#shared !== null) this.#shared.limiters = limiters;
    this.#colleagues = await this.#needs.meet(this.#firm, this.#shared);
  }

  get firm(): Firm {
    return this.#firm;
  }

  get colleagues(): Colleagues | null {
    return this.#colleagues;
  }

  get shared(): SharedWork | null {
    return this.#shared;
  }

  get counters(): CounterStore {
    return this.#shared?.counters ?? this.#needs.localCounters;
  }

  /** The server's time, where there is one. */
  get clock(): Clock {
    const now = () => this.#shared?.clock ?? this.#needs.clock;
    const { clock } = this.#needs;
    return {
      ...{ nowMs: () => now().nowMs(), now: () => now().now(), monotonicMs: () => clock.monotonicMs() },
      sleep: (ms, signal) => clock.sleep(ms, signal),
    };
  }

  /** The files as syncs and writes see them. */
  get files(): FilePool {
    const now = () => this.#shared?.files ?? this.#needs.pool;
    return {
      perform: <O extends OpName>(op: O, input: OpInput<O>, transfer?: readonly ArrayBuffer[]): Promise<Result<OpResult<O>, Failure>> =>
        now().perform(op, input, transfer),
      must: (op, input) => now().must(op, input),
    };
  }

  /** Does something with every firm in turn until the signal: `act` ends when its own signal does. */
  async whileOpen(signal: AbortSignal, act: (live: LiveFirm, signal: AbortSignal) => Promise<void>): Promise<void> {
    for (await this.#changing; !signal.aborted; await this.#changing) {
      const term = AbortSignal.any([signal, this.#term.signal]);
      const running = act(this, term).then(() => ended(term));
      this.#running.add(running);
      try {
        await running;
      } finally {
        this.#running.delete(running);
      }
    }
  }

  /** The firm was made, joined or left: from here on everything works with what it is now. One change after another. */
  change(work: AtWork): Promise<void> {
    const changed = this.#changing.then(() => this.#change(work));
    // Those who wait for it only want to know when it is over.
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  async #change({ rest, limiters }: AtWork): Promise<void> {
    const term = this.#term;
    this.#term = new AbortController();
    term.abort();
    await Promise.allSettled([...this.#running]);
    await rest();
    await this.close();
    this.#firm = await this.#needs.open();
    this.#shared = this.#needs.share(this.#firm);
    await this.begin(limiters);
  }

  async close(): Promise<void> {
    await this.#shared?.close();
    await this.#firm.close();
  }
}

/** Resolves when the signal is aborted. */
function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
