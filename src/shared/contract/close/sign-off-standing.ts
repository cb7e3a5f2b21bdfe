import type { FluxStatus } from "#shared/model/reports/flux.ts";
import type { ReconciliationRow, ReconciliationSignOff } from "./reconciliations.ts";

/** How far the sign-offs of a row are: of a reconciliation, or of the flux analysis. */
export type RowSigned = ReconciliationRow["signed"] | FluxStatus;

/** What decides whether one sign-off counts, of a reconciliation or of the flux analysis. */
export type GivenSignOff = Pick<ReconciliationSignOff, "role" | "stale" | "waiting">;

/**
 * Whether a sign-off counts, and if not, why. `changed`: what it was given on is no longer so. `overtaken`: it was given on just this, but
 * the row was returned, its explanation changed, or the preparer's sign-off did. `waiting`: the firm's server doesn't have it yet.
 */
type SignOffStanding = "counts" | "waiting" | "changed" | "overtaken";

const COUNTING: Partial<Readonly<Record<RowSigned, readonly GivenSignOff["role"][]>>> = {
  prepared: ["preparer"],
  ready_for_review: ["preparer"],
  reviewed: ["preparer", "reviewer"],
  signed: ["preparer", "reviewer"],
};

/** Whether the sign-off in this role is one that the row's status rests on. */
export function roleCounts(signed: RowSigned, role: GivenSignOff["role"]): boolean {
  return COUNTING[signed]?.includes(role) ?? false;
}

/** Whether a sign-off counts, and why not: window and pack both ask this, so that neither shows one that the other calls over. */
export function signOffStanding({ role, stale, waiting }: GivenSignOff, signed: RowSigned): SignOffStanding {
  if (stale) return "changed";
  if (waiting) return "waiting";
  return roleCounts(signed, role) ? "counts" : "overtaken";
}
