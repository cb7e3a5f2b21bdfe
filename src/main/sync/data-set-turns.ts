/**
 * Whose turn it is with the data sets of a run: one pass of each at a time, whether the run has planned it or it's read
 * beside the plan. Nothing is read beside the plan before the run is set up or after its last figures.
 */
export class DataSetTurns {
  readonly #turns = new Map<string, Promise<void>>();
  readonly #ready = Promise.withResolvers<void>();
  #open = false;
  #isNews = false;

  /** The run is set up. */
  open(): void {
    this.#open = true;
    this.#ready.resolve();
  }

  /** Whether a data set can be read beside the plan now. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Waits until the run is set up, or over. */
  opened(): Promise<void> {
    return this.#ready.promise;
  }

  /** Reads a data set after the pass of it that is under way. */
  take<T>(stream: string, read: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(stream);
    const turn = before === undefined ? read() : before.then(read);
    const over: Promise<void> = turn
      .then(nothing, nothing)
      .then(() => void (this.#turns.get(stream) === over && this.#turns.delete(stream)));
    this.#turns.set(stream, over);
    return turn;
  }

  /** Reads a data set that isn't planned. */
  takeBeside<T>(stream: string, read: () => Promise<T>): Promise<T> {
    this.#isNews = true;
    return this.take(stream, read);
  }

  /** Waits until nothing is being read. @returns whether something was read beside the plan since the last time */
  async idle(): Promise<boolean> {
    while (this.#turns.size > 0) await Promise.all(this.#turns.values());
    const isNews = this.#isNews;
    this.#isNews = false;
    return isNews;
  }

  /** The run is about to end: from here on, nothing is read beside it. */
  close(): void {
    this.#open = false;
    this.#ready.resolve();
  }
}

const nothing = (): void => undefined;
