/** What a search for amounts that add up found: places of the pool, and whether everything was looked at. */
export interface SubsetSearch {
  readonly found: readonly (readonly number[])[];
  readonly complete: boolean;
  readonly steps: number;
}

export interface SubsetLimits {
  readonly sizeMax: number;
  readonly stepsMax: number;
  /** How many answers are enough to know that there are several. */
  readonly answersMax: number;
}

/**
 * Finds sets of at least two positive amounts that add up to a total exactly. It takes the largest first, leaves out what can't
 * reach the total any more, and ends after a number of steps, so that it is as quick for a hostile pool as for an honest one.
 */
export function subsetsWithSum(amounts: readonly number[], total: number, limits: SubsetLimits): SubsetSearch {
  const order = amounts.map((amount, at) => ({ amount, at })).sort((a, b) => b.amount - a.amount || a.at - b.at);
  // What all amounts from a place on come to: the most that is still in reach.
  const rest = new Array<number>(order.length + 1).fill(0);
  for (let at = order.length - 1; at >= 0; at--) rest[at] = (rest[at + 1] as number) + (order[at] as { amount: number }).amount;
  const found: number[][] = [];
  const taken: number[] = [];
  let steps = 0;
  const search = (from: number, left: number): boolean => {
    if (left === 0 && taken.length >= 2) {
      found.push(taken.map((at) => (order[at] as { at: number }).at).sort((a, b) => a - b));
      return found.length < limits.answersMax;
    }
    if (taken.length === limits.sizeMax) return true;
    for (let at = from; at < order.length; at++) {
      if (++steps > limits.stepsMax) return false;
      if ((rest[at] as number) < left) return true;
      const { amount } = order[at] as { amount: number };
      if (amount > left) continue;
      taken.push(at);
      const goesOn = search(at + 1, left - amount);
      taken.pop();
      if (!goesOn) return false;
    }
    return true;
  };
  const complete = search(0, total);
  return { found, complete, steps };
}
