import { makeDecision, undoDecision } from "#main/store/decision-store.ts";
import type { Sqlite } from "#main/store/open.ts";
import { prepared } from "#main/store/query.ts";
import type { Act } from "./own-decisions.ts";
import { periodStatusBody } from "./period-states.ts";

/**
 * Takes any decision back. A period goes back to the state that it was moved from, which is noted as a
 * move of its own; everything else is as if it had not been decided.
 * @returns false when no decision of that number stands
 */
export function takeBack(db: Sqlite, { decisionNo, person, nowMs }: Act & { readonly decisionNo: number }): boolean {
  return db
    .transaction(() => {
      const row = prepared(db, "SELECT kind, subject, body FROM decision WHERE decision_no = ? AND undone_ms IS NULL").get(decisionNo) as
        | { readonly kind: string; readonly subject: string; readonly body: string }
        | undefined;
      if (row === undefined) return false;
      const undone = undoDecision(db, decisionNo, person, nowMs);
      if (row.kind !== "period_status") return undone;
      const { status, from } = periodStatusBody.parse(JSON.parse(row.body));
      // Open is what a period is without any decision.
      if (from !== "open")
        makeDecision(db, { kind: "period_status", subject: row.subject, body: { status: from, from: status }, person, nowMs });
      return undone;
    })
    .immediate();
}
