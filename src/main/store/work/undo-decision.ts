import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { periodStatusBody } from "#main/store/periods/period-states.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import type { Act } from "./own-decisions.ts";

/**
 * Undoes a decision of any kind. A period returns to its previous status, which is recorded as a new decision;
 * anything else is as if it hadn't been decided.
 * @returns false when there is no active decision of that number
 */
export function revertDecision(db: Sqlite, { decisionNo, person, nowMs }: Act & { readonly decisionNo: number }): boolean {
  return db
    .transaction(() => {
      const row = prepared(db, "SELECT kind, subject, body FROM decision WHERE decision_no = ? AND undone_ms IS NULL").get(decisionNo) as
        | { readonly kind: string; readonly subject: string; readonly body: string }
        | undefined;
      if (row === undefined) return false;
      const undone = undoDecision(db, decisionNo, person, nowMs);
      if (row.kind !== "period_status") return undone;
      const { status, from } = periodStatusBody.parse(JSON.parse(row.body));
      // Open is the state of a period without any decision.
      if (from !== "open")
        makeDecision(db, { kind: "period_status", subject: row.subject, body: { status: from, from: status }, person, nowMs });
      return undone;
    })
    .immediate();
}
