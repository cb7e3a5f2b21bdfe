/** What a ledger saw: arrivals at the server, judged without mercy. */
export interface StrictJudge {
  /** A call arrives. @returns true when a strict rolling window still has room; a refused call takes none */
  arrive(at: number): boolean;
  /** When the window has room again for a call that is refused at `at`. */
  roomAt(at: number): number;
  leave(): void;
  readonly arrivals: readonly number[];
  readonly refused: number;
  readonly mostAtOnce: number;
  /** Most arrivals in any window of `[t, t + windowMs]`, both ends included. */
  mostInRollingWindow(): number;
  /** Most arrivals in any of the back-to-back windows that start at any of `phases` offsets. */
  mostInFixedWindow(phases?: number): number;
}

export function createStrictJudge(limit: number, windowMs: number): StrictJudge {
  const arrivals: number[] = [];
  let refused = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const accepted: number[] = [];
  let first = 0;
  return {
    arrivals,
    get refused() {
      return refused;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    arrive: (at) => {
      arrivals.push(at);
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      while (first < accepted.length && (accepted[first] as number) < at - windowMs) first++;
      const hasRoom = accepted.length - first < limit;
      if (hasRoom) accepted.push(at);
      else refused++;
      return hasRoom;
    },
    roomAt: (at) => (accepted[first] ?? at - windowMs) + windowMs,
    leave: () => {
      atOnce--;
    },
    mostInRollingWindow: () => mostInRollingWindow(arrivals, windowMs),
    mostInFixedWindow: (phases = 60) => mostInFixedWindow(arrivals, windowMs, phases),
  };
}

function mostInRollingWindow(arrivals: readonly number[], windowMs: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  sorted.forEach((at, index) => {
    while ((sorted[first] as number) < at - windowMs) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

function mostInFixedWindow(arrivals: readonly number[], windowMs: number, phases: number): number {
  let most = 0;
  for (let phase = 0; phase < phases; phase++) {
    const counts = new Map<number, number>();
    for (const at of arrivals) {
      const window = Math.floor((at - (phase * windowMs) / phases) / windowMs);
      const count = (counts.get(window) ?? 0) + 1;
      counts.set(window, count);
      most = Math.max(most, count);
    }
  }
  return most;
}
