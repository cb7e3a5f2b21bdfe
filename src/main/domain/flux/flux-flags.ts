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

/** Periods in a row with activity before one without it is told: what is booked once a quarter comes and goes. */
const REGULAR_PERIODS = 3;

/**
 * Trends of an account: new, without activity although it always had some, or moving in one direction for long.
 * They are told apart from thresholds and never ask for an explanation.
 * @param history figures of successive periods, oldest first, the period in question last
 * @param least the amount of the account's rule: a drift that adds up to less is left out; null for none
 */
export function fluxFlags(history: readonly DecimalString[], least: DecimalString | null): FluxFlags {
  const [current, earlier] = [history.at(-1), history.slice(0, -1)];
  if (current === undefined || earlier.length === 0) return { flags: [], driftPeriods: 0, drifted: null };
  const steps = driftSteps(history);
  const from = history[history.length - 1 - steps] as DecimalString;
  const drifted = subtractDecimals(current, from);
  const drifts = steps >= DRIFT_STEPS && (least === null || compareDecimals(absoluteDecimal(drifted), least) >= 0);
  const none = isZero(current);
  return {
    flags: [
      ...(!none && earlier.every(isZero) ? (["new"] as const) : []),
      ...(none && !earlier.slice(-REGULAR_PERIODS).some(isZero) ? (["vanished"] as const) : []),
      ...(drifts ? (["drifting"] as const) : []),
    ],
    driftPeriods: drifts ? steps : 0,
    drifted: drifts ? drifted : null,
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
