import { isAutomatic, type ReconciliationProgress, reconciliationProgress } from "#shared/contract/close/reconciliation-progress.ts";
import { stateName } from "#shared/contract/close/reconciliation-state.ts";
import type { ReconciliationRow, ReconciliationStanding } from "#shared/contract/close/reconciliations.ts";
import { type ReconciliationSetting, reconciliations } from "./reconciliations.ts";

/** How far a period's reconciliations are. Counts are of the required accounts. */
export interface PeriodReconciliations extends ReconciliationProgress {
  /** Every account, the required ones first. */
  readonly accounts: readonly ReconciliationStanding[];
}

/**
 * Which accounts of a period must be reconciled, and which of them are prepared, reviewed or stale: what a gate asks before the
 * period is signed or closed. An account counts as prepared when it agrees with its support, has the file that its policy asks
 * for, and carries a preparer's sign-off on exactly those inputs; as reviewed when another person has also signed, or Tieout
 * signed off by policy. A sign-off on inputs that have changed since never counts.
 */
export function periodReconciliations(setting: ReconciliationSetting): PeriodReconciliations {
  return standingsOf(reconciliations(setting));
}

/** The same of rows that are known already. */
export function standingsOf(rows: readonly ReconciliationRow[]): PeriodReconciliations {
  const accounts = rows.map(standingOf).sort((a, b) => Number(b.required) - Number(a.required));
  return { ...reconciliationProgress(rows), accounts };
}

function standingOf(row: ReconciliationRow): ReconciliationStanding {
  const { accountId, label, required, state, toMatch, signed } = row;
  const agrees = state === "reconciled";
  const reviewed = agrees && signed === "reviewed";
  return {
    accountId,
    label,
    required,
    agrees,
    prepared: agrees && (reviewed || signed === "prepared"),
    reviewed,
    automatic: agrees && isAutomatic(row),
    stale: signed === "stale",
    state,
    stateName: stateName(row),
    toMatch,
  };
}
