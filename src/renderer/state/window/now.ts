import { useSyncExternalStore } from "react";
import { every, nowMs } from "../../api/clock.ts";

const listeners = new Set<() => void>();
let tick = nowMs();
let stop: (() => void) | null = null;

/** The time, moving every second while someone looks at it. */
export function useNow(): number {
  const last = () => tick;
  return useSyncExternalStore(listen, last, last);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= every(1000, () => {
    tick = nowMs();
    for (const told of listeners) told();
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}
