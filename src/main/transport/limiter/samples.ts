/** What was measured of one kind of duration; null before anything was. */
export interface SampleView {
  readonly count: number;
  readonly medianMs: number | null;
  /** Nine of ten took no longer. */
  readonly p90Ms: number | null;
}

const KEPT = 200;

/** The last durations of one kind, so that an estimate can say how much it rests on. */
export class Samples {
  readonly #values: number[] = [];
  #next = 0;

  add(ms: number): void {
    this.#values[this.#next] = Math.max(0, ms);
    this.#next = (this.#next + 1) % KEPT;
  }

  view(): SampleView {
    const sorted = this.#values.toSorted((a, b) => a - b);
    const below = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
    return { count: sorted.length, medianMs: below(0.5), p90Ms: below(0.9) };
  }
}
