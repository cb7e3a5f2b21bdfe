/** A priority queue: the value with the smallest key comes out first. */
export class MinHeap<T> {
  readonly #keys: number[] = [];
  readonly #values: T[] = [];

  get size(): number {
    return this.#keys.length;
  }

  /** The smallest key, or null when empty. */
  peekKey(): number | null {
    return this.#keys[0] ?? null;
  }

  push(key: number, value: T): void {
    let at = this.#keys.length;
    this.#keys.push(key);
    this.#values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#keys[parent] as number) <= key) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Removes and returns the value with the smallest key. */
  pop(): T | undefined {
    const last = this.#keys.length - 1;
    if (last < 0) return undefined;
    this.#swap(0, last);
    this.#keys.pop();
    const value = this.#values.pop();
    this.#sink();
    return value;
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (left < this.#keys.length && (this.#keys[left] as number) < (this.#keys[least] as number)) least = left;
      if (right < this.#keys.length && (this.#keys[right] as number) < (this.#keys[least] as number)) least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a] as number;
    const value = this.#values[a] as T;
    this.#keys[a] = this.#keys[b] as number;
    this.#values[a] = this.#values[b] as T;
    this.#keys[b] = key;
    this.#values[b] = value;
  }
}
