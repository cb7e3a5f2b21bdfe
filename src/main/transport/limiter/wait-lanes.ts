/** Who waits: a ledger write, a person looking at a screen, or a job in the background. */
export type Lane = "write" | "person" | "background";

const ORDER: readonly Lane[] = ["write", "person", "background"];
/** After this many calls in a row past a waiting lower lane, that lane gets one. */
const PATIENCE = 9;

interface Waiting {
  readonly lane: Lane;
  readonly fairKey: string;
  /** A person asked for it before the others of its lane. It may become so while it waits. */
  readonly goesFirst: () => boolean;
}

/**
 * The queue in front of a limiter: lanes by urgency, and within a lane the keys (streams, clients) take turns,
 * prioritized ones first. A lower lane that could go is never passed over forever.
 */
export class WaitLanes<W extends Waiting> {
  readonly #lanes = new Map<Lane, Map<string, W[]>>(ORDER.map((lane) => [lane, new Map()]));
  #size = 0;
  #passedOver = 0;

  get size(): number {
    return this.#size;
  }

  add(waiter: W): void {
    const keys = this.#keysOf(waiter.lane);
    const queue = keys.get(waiter.fairKey);
    if (queue === undefined) keys.set(waiter.fairKey, [waiter]);
    else queue.push(waiter);
    this.#size++;
  }

  /** @returns false when it is no longer waiting */
  remove(waiter: W): boolean {
    const queue = this.#keysOf(waiter.lane).get(waiter.fairKey);
    const at = queue?.indexOf(waiter) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#keysOf(waiter.lane).delete(waiter.fairKey);
    this.#size--;
    return true;
  }

  /** The waiter whose turn it is among those that may go; it stays in the queue. */
  peek(mayGo: (waiter: W) => boolean): W | null {
    const able = ORDER.map((lane) => this.#firstAble(lane, mayGo)).filter((waiter) => waiter !== null);
    return (this.#passedOver >= PATIENCE ? able[1] : undefined) ?? able[0] ?? null;
  }

  /** Takes out the waiter that `peek` returned and passes the turn on. */
  take(waiter: W): void {
    this.remove(waiter);
    const keys = this.#keysOf(waiter.lane);
    const queue = keys.get(waiter.fairKey);
    if (queue !== undefined) {
      keys.delete(waiter.fairKey);
      keys.set(waiter.fairKey, queue);
    }
    const passesOver = ORDER.slice(ORDER.indexOf(waiter.lane) + 1).some((lane) => this.#keysOf(lane).size > 0);
    this.#passedOver = passesOver ? this.#passedOver + 1 : 0;
    if (waiter.lane === "background") this.#passedOver = 0;
  }

  /** All waiters in the order in which they would go if nothing changed. */
  *inOrder(): Generator<W> {
    for (const lane of ORDER) {
      const queues = this.#byTurn(lane);
      const longest = Math.max(0, ...queues.map((queue) => queue.length));
      for (let turn = 0; turn < longest; turn++) {
        for (const queue of queues) {
          const waiter = queue[turn];
          if (waiter !== undefined) yield waiter;
        }
      }
    }
  }

  #firstAble(lane: Lane, mayGo: (waiter: W) => boolean): W | null {
    for (const queue of this.#byTurn(lane)) {
      const waiter = queue[0];
      if (waiter !== undefined && mayGo(waiter)) return waiter;
    }
    return null;
  }

  #byTurn(lane: Lane): readonly W[][] {
    const queues = [...this.#keysOf(lane).values()];
    const first = queues.filter((queue) => queue[0]?.goesFirst());
    return first.length === 0 ? queues : [...first, ...queues.filter((queue) => !first.includes(queue))];
  }

  #keysOf(lane: Lane): Map<string, W[]> {
    return this.#lanes.get(lane) as Map<string, W[]>;
  }
}
