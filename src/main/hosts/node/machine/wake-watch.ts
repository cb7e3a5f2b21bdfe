import type { MachineEvent, Power } from "#main/ports/index.ts";

const LOOK_EVERY_MS = 5_000;
/** A timer that is this late was not held up by work: the machine slept. */
const SLEPT_MS = 60_000;

/**
 * Wake-ups for a host that nobody tells of them: a timer that comes far too late means that the machine
 * slept. Sleep itself is not told beforehand, and the network is not watched.
 */
export function wakeWatch(nowMs: () => number, every: (ms: number, look: () => void) => void = everyInterval): Power {
  const listeners = new Set<(event: MachineEvent) => void>();
  let lastMs = nowMs();
  every(LOOK_EVERY_MS, () => {
    const now = nowMs();
    const slept = now - lastMs - LOOK_EVERY_MS > SLEPT_MS;
    lastMs = now;
    if (slept) for (const listener of listeners) listener("resume");
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function everyInterval(ms: number, look: () => void): void {
  setInterval(look, ms).unref();
}
