import type { Period } from "#shared/model/books/period.ts";

export type PeriodStatus = Period["status"];

/**
 * The moves that a period of the service may make (rule 7; the specification leaves them open). A
 * closed period is never simply open again: `reopened` says for ever that it had been closed.
 */
const MOVES: Readonly<Record<PeriodStatus, readonly PeriodStatus[]>> = {
  open: ["in_close", "closed"],
  in_close: ["open", "closed"],
  closed: ["reopened"],
  reopened: ["in_close", "closed"],
};

export function mayMove(from: PeriodStatus, to: PeriodStatus): boolean {
  return MOVES[from].includes(to);
}

/** Where a period may go from here, for the message of a refusal. */
export function movesFrom(from: PeriodStatus): readonly PeriodStatus[] {
  return MOVES[from];
}
