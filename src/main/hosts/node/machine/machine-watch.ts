import { networkInterfaces } from "node:os";
import type { MachineEvent, Power } from "#main/ports/index.ts";

/** What a Node process can find out of its machine; replaced in tests. */
export interface MachineSenses {
  readonly nowMs: () => number;
  /** Whether any interface but the loopback has an address. */
  readonly hasNetwork: () => boolean;
  /** Calls `look` again and again, without keeping the process alive; returns the way to stop. */
  readonly every: (ms: number, look: () => void) => () => void;
}

const LOOK_MS = 10_000;
/** A timer that comes so much later than it was set for was asleep with its machine. */
const ASLEEP_FROM_MS = 45_000;

/**
 * Sleep and network where no desktop tells of them: a timer that comes far too late slept, and a
 * machine without an address is offline. Looked at only while somebody listens.
 */
export function machineWatch(senses: MachineSenses = ownSenses): Power {
  const listeners = new Set<(event: MachineEvent) => void>();
  let stop: (() => void) | null = null;
  const begin = () => {
    let lookedMs = senses.nowMs();
    let connected = senses.hasNetwork();
    return senses.every(LOOK_MS, () => {
      const nowMs = senses.nowMs();
      const slept = nowMs - lookedMs > LOOK_MS + ASLEEP_FROM_MS;
      lookedMs = nowMs;
      const was = connected;
      connected = senses.hasNetwork();
      if (slept) tell("resume");
      else if (was !== connected) tell(connected ? "online" : "offline");
    });
  };
  const tell = (event: MachineEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      stop ??= begin();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

const ownSenses: MachineSenses = {
  nowMs: () => Date.now(),
  hasNetwork: () => Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal)),
  every: (ms, look) => {
    const timer = setInterval(look, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
