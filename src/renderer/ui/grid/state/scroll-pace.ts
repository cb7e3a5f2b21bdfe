/** How fast the rows of a grid go by. */
export interface Pace {
  /** The first row in sight. */
  readonly first: number;
  /** How many times in a row more than half of the rows in sight were replaced at once. */
  readonly jumps: number;
}

export const STANDING: Pace = { first: 0, jumps: 0 };

/** The pace after the rows in sight, or whether they move, have changed. */
export function nextPace(before: Pace, [first, last]: readonly [number, number], isScrolling: boolean): Pace {
  if (!isScrolling) return { first, jumps: 0 };
  const moved = Math.abs(first - before.first);
  if (moved === 0) return before;
  return { first, jumps: moved * 2 >= last - first ? before.jumps + 1 : 0 };
}

/**
 * True while rows go by faster than anyone can read them. A single jump isn't: a key, or a click on the scroll bar, leads to rows
 * that are wanted at once.
 */
export function isPassing({ jumps }: Pace): boolean {
  return jumps > 1;
}
