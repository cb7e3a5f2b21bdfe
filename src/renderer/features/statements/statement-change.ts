import { type DecimalString, subtractDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import type { StatementLine } from "./statement-rows.ts";

/** The change of a line; the percentage is null where it would mean nothing. */
export interface LineChange {
  readonly amount: DecimalString;
  readonly percent: DecimalString | null;
}

/** A line's first column compared with another; null where either has no amount. */
export function lineChange({ amounts }: StatementLine, against: number): LineChange | null {
  const [current] = amounts;
  const base = amounts[against];
  if (current === undefined || current === null || base === undefined || base === null) return null;
  return { amount: subtractDecimals(current, base), percent: percentOf(current, base) };
}
