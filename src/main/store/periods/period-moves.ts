import { movesFrom, type PeriodStatus } from "#main/domain/close/period-transitions.ts";
import type { MirroredPeriod } from "./periods.ts";

export type PeriodToMove = MirroredPeriod & { readonly mayBecome: readonly PeriodStatus[] };

/** Where a person may move each period from here: nowhere where the ledger owns it (rule 7). */
export function withMoves(periods: readonly MirroredPeriod[]): PeriodToMove[] {
  return periods.map((period) => ({ ...period, mayBecome: period.ownedBy === "us" ? movesFrom(period.status) : [] }));
}
