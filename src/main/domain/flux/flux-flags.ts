import { absoluteDecimal, compareDecimals, type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";

/** Steps in one direction from which an account counts as drifting. */
export const DRIFT_STEPS = 5;

export interface FluxFlags {
  readonly flags: ("new" | "vanished" | "drifting")[];
  /** Periods in one direction up to this one. */
  readonly driftPeriods: number;
  /** How far it went over them; null when it does not drift. */
  readonly drifted: DecimalString | null;
}

/**
 * Trends shown regardless of thresholds: an account that is new, one without activity, and one that keeps moving in the
 * same direction.
 * @param history figures of successive periods, oldest first, this one last
 */
export function fluxFlags(current: DecimalString, comparative: DecimalString | null, history: readonly DecimalString[]): FluxFlags {
  const steps = driftSteps(history);
  const drifts = steps >= DRIFT_STEPS;
  const from = history[history.length - 1 - steps];
  return {
    flags: [
      ...(comparative !== null && isZero(comparative) && !isZero(current) ? (["new"] as const) : []),
      ...(comparative !== null && !isZero(comparative) && isZero(current) ? (["vanished"] as const) : []),
      ...(drifts ? (["drifting"] as const) : []),
    ],
    driftPeriods: drifts ? steps : 0,
    drifted: drifts && from !== undefined ? subtractDecimals(current, from) : null,
  };
}

/** How many of the last steps went one way. A figure that is zero begins no drift: an account that came into use did not creep. */
function driftSteps(history: readonly DecimalString[]): number {
  let steps = 0;
  let direction = 0;
  for (let at = history.length - 1; at > 0; at--) {
    const [before, after] = [history[at - 1] as DecimalString, history[at] as DecimalString];
    const step = compareDecimals(after, before);
    if (step === 0 || isZero(before) || (direction !== 0 && step !== direction)) break;
    direction = step;
    steps++;
  }
  return steps;
}

/** A drift needs an explanation once what it adds up to reaches the amount. */
export function driftFires({ drifted }: FluxFlags, amount: DecimalString | null): boolean {
  return drifted !== null && amount !== null && compareDecimals(absoluteDecimal(drifted), amount) >= 0;
}
