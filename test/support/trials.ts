/**
 * Where every random suite takes its seeds from. `npm test` runs a few, always the same ones; `npm run prove` names
 * fresh ones in TIEOUT_SEED until its time is over, and a failure runs again with the seed that it prints.
 */
const named = process.env.TIEOUT_SEED;

/** Whether the seeds are not those of `npm test`: then nobody knows beforehand what they'll meet. */
export const areFresh = named !== undefined;

/** How often each suite tries in one run of `npm test`: enough to see every fault and every outcome. A night tries more at a time. */
const TRIALS = {
  runs: areFresh ? 24 : 12,
  firm: 25,
  writes: areFresh ? 40 : 20,
  sigkills: 6,
  backupKills: 3,
  flips: 60,
  limits: 20,
  messages: 2,
  figures: areFresh ? 12 : 3,
  damages: 25,
  bundles: 2,
  answers: areFresh ? 10 : 2,
} as const;

export function trialsOf(suite: keyof typeof TRIALS): number {
  return TRIALS[suite];
}

/** The seed of a suite that has one. */
export function seedOr(usual: number): number {
  return named === undefined ? usual : Number(named);
}

/** `count` seeds in a row. */
export function seeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => seedOr(1) + index);
}
