import { runLimiterBench } from "./limiter.bench.ts";
import { exactly, type Goal, type Line } from "./support/figure.ts";

/** P7 and P8: the limiter's rows, measured in virtual time, as lines of the table. */
export async function limiterLines(): Promise<Line[]> {
  const rows = await runLimiterBench();
  return rows.map(({ name, value, unit, baseline, goal }) => ({
    id: /wait of a write|meanwhile/.test(name) ? "P8" : "P7",
    what: name,
    ours: exactly(value),
    baseline: exactly(baseline),
    unit: unit as "ms" | "%" | "answers",
    ratio: "share",
    goals: goalsOf(goal),
  }));
}

/** `≥ 99.2`, `≤ 1,100` or `0`; anything else asks for nothing. */
function goalsOf(text: string): Goal[] {
  const read = /^(≥|≤)?\s*([\d.,]+)$/.exec(text);
  if (read === null) return [];
  return [{ of: "ours", sense: read[1] === "≥" ? "≥" : "≤", value: Number((read[2] as string).replaceAll(",", "")) }];
}
