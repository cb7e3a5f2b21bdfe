/** How fast the rows of a grid go by. */
export interface Pace {
  /** The first row in sight. */
  readonly first: number;
  /** How many times in a row more than half of the rows in sight were replaced at once. */
  readonly jumps: number;
  /** When the rows in sight last changed, and then when that was painted. */
  readonly atMs: number;
}

export const STANDING: Pace = { first: 0, jumps: 0, atMs: 0 };

/** Changes further apart than a few frames are each an act of their own, such as the first and the last row one after the other. */
const APART_MS = 50;

/** The pace after the rows in sight, or whether they move, have changed. */
export function nextPace(before: Pace, [first, last]: readonly [number, number], isScrolling: boolean, atMs: number): Pace {
  if (!isScrolling) return { first, jumps: 0, atMs };
  const moved = Math.abs(first - before.first);
  if (moved === 0) return before;
  const jumps = atMs - before.atMs > APART_MS ? 0 : before.jumps;
  return { first, jumps: moved * 2 >= last - first ? jumps + 1 : 0, atMs };
}

/** The wait for the next change begins once this one can be seen: on a slow machine, drawing every row takes longer than a few frames. */
export function paintedAt(pace: Pace, atMs: number): Pace {
  return { ...pace, atMs };
}

/** A key that isn't held down leads to rows that are wanted at once, whatever went by before it. */
export function stopped(pace: Pace): Pace {
  return { ...pace, jumps: 0 };
}

/**
 * True while rows go by faster than anyone can read them. A single jump isn't: a key, or a click on the scroll bar, leads to rows
 * that are wanted at once.
 */
export function isPassing({ jumps }: Pace): boolean {
  return jumps > 1;
}
