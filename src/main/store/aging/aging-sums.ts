import { STEP_COLUMNS, type StoredItem, type StoredPart } from "#main/domain/aging/aging-steps.ts";
import { KINDS, KINDS_A_SIDE } from "#main/store/database/aging-sum-table.ts";

/** The `party_word` of the sum over all contacts; 0 is no contact. */
export const EVERYONE = -1;

/** What an item is counted under, and what it counts. */
export interface AgedItem extends StoredItem {
  readonly kind: number;
  readonly party: number;
  readonly entity: number;
  /** Decimals of the amounts, and of the base amount above them (three bits each, as in amounts.ts). */
  readonly scales: number;
}

const ABSENT = 7;

/** Reads what `agedItem` makes in SQL. */
export function readItem(text: string): AgedItem {
  const [kind, party, currency, entity, day, due, total, totalBase, outstanding, scales, isWhole, to, from] = JSON.parse(text) as [
    ...[number, number, number, number, number, number | null, number | null, number | null, number | null, number, 0 | 1],
    ...[StoredPart[], StoredPart[]],
  ];
  const isPayment = kind % KINDS_A_SIDE === KINDS.payment;
  const at = (index: number) => Math.floor(scales / 8 ** index) & 7;
  const [ofTotal, ofBase, ofOutstanding] = isPayment ? [at(0), ABSENT, at(1)] : [at(0), at(1), at(2)];
  const scale = Math.max(ofTotal, ofOutstanding);
  return {
    ...{ kind, party, currency, entity, day, due: due ?? day, totalBase, scale },
    ...{ scales: scale + 8 * ofBase, total: isWhole === 1 ? total : null, outstanding, applied: [...to, ...from] },
  };
}

/** A sum of amounts, which may be beyond 2^53. */
export type Sum = number | bigint;

export function plus(a: Sum, b: Sum): Sum {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return BigInt(a) + BigInt(b);
}

const DAY_MS = 86_400_000;

/** The first day of a day's month, both as day numbers. */
export function monthOfDay(day: number): number {
  return day - new Date(day * DAY_MS).getUTCDate() + 1;
}

/** A day of a month, from 0, and a column, in one number. */
export function stepCode(dayOfMonth: number, column: number): number {
  return dayOfMonth * STEP_COLUMNS + column;
}

/** The steps of a month in the order of its days, as text: code and change by turns. */
export function writeSteps(steps: ReadonlyMap<number, Sum>): { readonly text: string; readonly sums: readonly Sum[] } {
  const sums: Sum[] = Array.from({ length: STEP_COLUMNS }, () => 0);
  const parts: string[] = [];
  for (const [code, sum] of [...steps].sort(([a], [b]) => a - b)) {
    if (BigInt(sum) === 0n) continue;
    parts.push(`${code} ${sum}`);
    sums[code % STEP_COLUMNS] = plus(sums[code % STEP_COLUMNS] as Sum, sum);
  }
  return { text: parts.join(" "), sums };
}

// The longest numeral that is below 2^53 for certain.
const SAFE_LENGTH = 15;

/** Reads what `writeSteps` wrote. */
export function* readSteps(text: string): Generator<readonly [code: number, sum: Sum]> {
  const parts = text.split(" ");
  for (let at = 0; at < parts.length; at += 2) {
    const sum = parts[at + 1] as string;
    yield [Number(parts[at]), sum.length > SAFE_LENGTH ? BigInt(sum) : Number(sum)];
  }
}
