import type { Clock } from "#main/ports/index.ts";

/** Passes on the first value of a key at once and then at most one per interval, the newest. */
export function throttlePerKey<T>(clock: Clock, everyMs: number, pass: (value: T) => void): (key: string, value: T) => void {
  const waiting = new Map<string, T | null>();
  const settle = (key: string): void => {
    const newest = waiting.get(key) ?? null;
    if (newest === null) {
      waiting.delete(key);
      return;
    }
    waiting.set(key, null);
    pass(newest);
    void clock.sleep(everyMs).then(() => settle(key));
  };
  return (key, value) => {
    if (waiting.has(key)) {
      waiting.set(key, value);
      return;
    }
    waiting.set(key, null);
    pass(value);
    void clock.sleep(everyMs).then(() => settle(key));
  };
}
