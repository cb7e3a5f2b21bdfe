/** Median and range of repeated measurements. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: number;
}

export type Unit = "µs/doc" | "ms" | "s" | "/s" | "MB" | "B/doc" | "%" | "answers" | "files";

/** What a goal requires: of the ratio to the baseline, or of the figure itself. */
export interface Goal {
  readonly of: "ratio" | "ours";
  readonly sense: "≥" | "≤";
  readonly value: number;
}

/** One line of the table. */
export interface Figure {
  readonly id: string;
  readonly what: string;
  readonly ours: Spread;
  readonly baseline: Spread;
  readonly unit: Unit;
  /** `gain`: how many times better than the baseline (more is better). `share`: ours ÷ baseline. */
  readonly ratio: "gain" | "share";
  /** True where more of the unit is better (rates and shares). */
  readonly moreIsBetter?: boolean;
  readonly goals: readonly Goal[];
}

/** A goal that can't be measured here, with the reason. */
export interface Absent {
  readonly id: string;
  readonly what: string;
  readonly reason: string;
}

export type Line = Figure | Absent;

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1), runs: sorted.length };
}

/** A spread of one value: counted, not measured. */
export function exactly(value: number): Spread {
  return { median: value, min: value, max: value, runs: 1 };
}

/** The value at a quantile of ascending values, linear between neighbours. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) throw new Error("a quantile of nothing");
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}

export function p95(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.95,
  );
}

/** The ratio of the medians, in the direction that the figure requires. */
export function ratioOf({ ours, baseline, ratio, moreIsBetter }: Figure): number {
  if (ours.median === baseline.median) return 1;
  const share = ours.median / baseline.median;
  return ratio === "share" || moreIsBetter === true ? share : 1 / share;
}

/** True when every goal is met; null when there is none. */
export function isMet(figure: Figure): boolean | null {
  if (figure.goals.length === 0) return null;
  return figure.goals.every(({ of, sense, value }) => {
    const measured = of === "ours" ? figure.ours.median : ratioOf(figure);
    return sense === "≥" ? measured >= value : measured <= value;
  });
}
