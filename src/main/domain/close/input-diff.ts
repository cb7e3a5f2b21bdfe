import { compareDecimals, type DecimalString, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";

/** What each record gave to a figure, per span of days. */
export type InputsBySpan = readonly (readonly (readonly [recordId: string, amount: DecimalString])[])[];

export interface MovedInput {
  readonly recordId: string;
  readonly before: DecimalString;
  readonly after: DecimalString;
  readonly difference: DecimalString;
}

const NOTHING = decimal("0");

/** The records that give something else than they did, by the first span where they do; the largest difference first. */
export function movedInputs(before: InputsBySpan, after: InputsBySpan): MovedInput[] {
  const moved = new Map<string, MovedInput>();
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const then = new Map(before[at] ?? []);
    const now = new Map(after[at] ?? []);
    for (const recordId of new Set([...then.keys(), ...now.keys()])) {
      const [was, is] = [then.get(recordId) ?? NOTHING, now.get(recordId) ?? NOTHING];
      if (moved.has(recordId) || compareDecimals(was, is) === 0) continue;
      moved.set(recordId, { recordId, before: was, after: is, difference: subtractDecimals(is, was) });
    }
  }
  return [...moved.values()].sort((a, b) => byLargest(a, b));
}

function byLargest(a: MovedInput, b: MovedInput): number {
  const size = ({ difference }: MovedInput) => (difference.startsWith("-") ? (difference.slice(1) as DecimalString) : difference);
  return compareDecimals(size(b), size(a)) || (a.recordId < b.recordId ? -1 : 1);
}
