import type { SpawnThread, ThreadPort } from "#main/ports/index.ts";
import type { VirtualClock } from "#simulator/virtual-clock.ts";

/** Threads that can die like a killed process: no more messages go out or come back. */
export interface MortalThreads {
  readonly spawn: SpawnThread;
  /** Cuts every channel at once, whatever is in progress. */
  cut(): void;
  /** Cuts, and releases the files: what was committed stays. */
  kill(): Promise<void>;
}

/**
 * Virtual time stops while a thread works on a message, so that file work takes no time and the order of events
 * depends only on the seed.
 */
export function heldThreads(clock: VirtualClock, spawn: SpawnThread, onStep: () => void = () => undefined): MortalThreads {
  const ports: ThreadPort[] = [];
  const releases = new Set<() => void>();
  let dead = false;

  const start = (name: string): ThreadPort => {
    const port = spawn(name);
    ports.push(port);
    const pending: (() => void)[] = [];
    const release = () => {
      const next = pending.shift();
      if (next === undefined) return;
      releases.delete(next);
      next();
    };
    return {
      post: (message, transfer) => {
        if (!dead) onStep();
        if (dead) return;
        void clock.hold(
          new Promise<void>((resolve) => {
            pending.push(resolve);
            releases.add(resolve);
          }),
        );
        port.post(message, transfer);
      },
      onMessage: (listener) =>
        port.onMessage((message) => {
          if (!dead) onStep();
          if (!dead) listener(message);
          release();
        }),
      onExit: (listener) =>
        port.onExit((error) => {
          if (!dead) listener(error);
        }),
      // A real thread takes time to end, depending on the machine.
      close: () => clock.hold(port.close()),
    };
  };

  const cut = (): void => {
    dead = true;
    for (const release of releases) release();
    releases.clear();
  };

  return {
    spawn: start,
    cut,
    kill: async () => {
      cut();
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}
