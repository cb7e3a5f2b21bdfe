import { decisionKey } from "#main/domain/review-bundles/review-merge.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import * as review from "#main/store/records/review-store.ts";
import type { CarriedDecision, CarriedNote, CarriedStatement, CarriedTask } from "#shared/model/close/review-bundle.ts";

/**
 * Ends the conflicts that a colleague has resolved: what was chosen came through the log, so both sides are known here now.
 * @returns how many ended
 */
export function closeSettled(db: Sqlite, person: string, nowMs: number): number {
  let ended = 0;
  for (const { conflict_no: conflictNo, theirs: text, events } of review.openConflicts(db)) {
    const theirs = JSON.parse(text) as CarriedNote | CarriedTask | CarriedDecision | CarriedStatement;
    const kept = "sha256" in theirs ? null : "kind" in theirs ? decisionKept(db, theirs) : workKept(db, theirs, events);
    if (kept === null) continue;
    if (kept === "theirs" && "kind" in theirs) review.putDecision(db, theirs as CarriedDecision);
    review.settleConflictRow(db, conflictNo, kept, person, nowMs);
    ended++;
  }
  return ended;
}

/** Ours was taken back elsewhere, so theirs counts; or theirs was, so ours counts. */
function decisionKept(db: Sqlite, theirs: CarriedDecision): "ours" | "theirs" | null {
  const all = review.decisionsOn(db, theirs.kind, theirs.subject);
  if (all.some((one) => decisionKey(one) === decisionKey(theirs))) return "ours";
  return all.some(({ undoneMs }) => undoneMs === null) ? null : "theirs";
}

/** Everything that their side went through is known here, which only a choice brings about. */
function workKept(db: Sqlite, theirs: CarriedNote | CarriedTask, events: string): "ours" | null {
  const known = new Set(review.readEvents(db, theirs.id).map((event) => JSON.stringify(event)));
  const told = JSON.parse(events) as unknown[];
  return told.every((event) => known.has(JSON.stringify(event))) ? "ours" : null;
}
