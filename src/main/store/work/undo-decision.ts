import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { periodStatusBody } from "#main/store/periods/period-states.ts";
import { type Decision, makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { removalRefusal } from "#main/store/schedules/unfinished-entries.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Act } from "./own-decisions.ts";

/** What people change again and again: undoing a change brings back what it replaced. */
const CHANGED_AGAIN: ReadonlySet<string> = new Set<DecisionKind>([
  ...(["reconciliation", "adjusting_entry", "schedule_item", "repeating_template", "close_task"] as const),
  ...(["flux_explanation", "question_answer", "commentary", "change_disposition"] as const),
  ...(["flux_threshold", "tie_out_accepted", "client_question", "bank_balance", "bank_rule", "statement_layout"] as const),
]);

/** What a reviewer alone decides; of signatures those that were given as reviewer. */
const REVIEWERS: ReadonlySet<string> = new Set<DecisionKind>([
  ...(["flux_return", "tie_out_accepted", "flux_sign", "close_sign", "reconciliation_sign"] as const),
  ...(["reconciliation_return", "gate_override", "review_note"] as const),
]);

const withRole = z.object({ role: z.string().optional() });
const withTitle = z.object({ title: z.string() });

/** The role that undoing a decision takes: what took a reviewer to decide takes one to undo. */
export function roleToUndo({ kind, subject, body }: Pick<Decision, "kind" | "subject" | "body">): PersonRole {
  if (kind === "reconciliation") return subject.startsWith("policy|") ? "reviewer" : "preparer";
  if (!REVIEWERS.has(kind)) return "preparer";
  // What came from another computer may be unreadable: then the stricter role.
  const role = withRole.safeParse(body).data?.role;
  return role === undefined || role === "reviewer" ? "reviewer" : "preparer";
}

/** The role that undoing the decision of this number takes; null when there is no active one. */
export function undoRole(db: Sqlite, decisionNo: number): PersonRole | null {
  const row = activeDecision(db, decisionNo);
  return row === undefined ? null : roleToUndo({ ...row, body: JSON.parse(row.body) as unknown });
}

/**
 * Whether undoing a decision counts as a signature of who undoes it: it closes or reopens a period, or decides again in their
 * name what took a signature.
 */
export function undoSigns(db: Sqlite, { decisionNo, outright }: { readonly decisionNo: number; readonly outright: boolean }): boolean {
  const row = activeDecision(db, decisionNo);
  if (row?.kind === "period_status") {
    const { status, from } = periodStatusBody.parse(JSON.parse(row.body));
    return [status, from].some((one) => one === "closed" || one === "reopened");
  }
  if (row?.kind !== "tie_out_accepted" && row?.kind !== "change_disposition") return false;
  return !outright && replacedBy(db, decisionNo) !== undefined;
}

function activeDecision(db: Sqlite, decisionNo: number) {
  return prepared(db, "SELECT kind, subject, body FROM decision WHERE decision_no = ? AND undone_ms IS NULL").get(decisionNo) as
    | { readonly kind: DecisionKind; readonly subject: string; readonly body: string }
    | undefined;
}

/** Why a decision can't be undone now: undoing it would remove an adjusting entry or a schedule item that can't be removed. */
export function undoRefusal(
  reader: MirrorReader,
  { decisionNo, outright }: { readonly decisionNo: number; readonly outright: boolean },
): Failure | null {
  const row = activeDecision(reader.db, decisionNo);
  if (row === undefined || (row.kind !== "adjusting_entry" && row.kind !== "schedule_item")) return null;
  if (!outright && replacedBy(reader.db, decisionNo) !== undefined) return null;
  const body = withTitle.safeParse(JSON.parse(row.body));
  return body.success ? removalRefusal(reader, row.subject, body.data.title) : null;
}

/**
 * Undoes a decision of any kind. A period returns to its previous status, and what people change again and again, such as a
 * policy, a text or a template, to what it was before, which is recorded as a new decision; anything else is as if it hadn't
 * been decided.
 * @param outright takes away what was decided for good, whatever it replaced
 * @returns false when there is no active decision of that number
 */
export function revertDecision(
  db: Sqlite,
  { decisionNo, outright = false, person, nowMs }: Act & { readonly decisionNo: number; readonly outright?: boolean },
): boolean {
  return db
    .transaction(() => {
      const row = activeDecision(db, decisionNo);
      if (row === undefined) return false;
      const undone = undoDecision(db, decisionNo, person, nowMs);
      if (CHANGED_AGAIN.has(row.kind) && !outright) restoreBefore(db, decisionNo, { person, nowMs });
      if (row.kind !== "period_status") return undone;
      const { status, from } = periodStatusBody.parse(JSON.parse(row.body));
      // Open is the state of a period without any decision.
      if (from !== "open")
        makeDecision(db, { kind: "period_status", subject: row.subject, body: { status: from, from: status }, person, nowMs });
      return undone;
    })
    .immediate();
}

/**
 * What a decision took the place of is decided again, so that undoing a change of an amount doesn't lose the amount. An
 * explanation that the reviewer returned isn't: it would be newer than the return.
 */
function restoreBefore(db: Sqlite, decisionNo: number, { person, nowMs }: Act): void {
  const before = replacedBy(db, decisionNo);
  if (before === undefined) return;
  const { kind, subject, body } = before;
  makeDecision(db, { kind, subject, body: JSON.parse(body) as unknown, person, nowMs });
}

function replacedBy(db: Sqlite, decisionNo: number) {
  return prepared(
    db,
    `SELECT o.kind, o.subject, o.body FROM decision d JOIN decision o ON o.kind = d.kind AND o.subject = d.subject
     WHERE d.decision_no = ? AND o.decision_no < d.decision_no AND o.undone_ms = d.made_ms
       AND NOT EXISTS (SELECT 1 FROM decision r WHERE r.kind = 'flux_return' AND o.kind = 'flux_explanation' AND r.subject = o.subject
         AND r.undone_ms IS NULL AND r.decision_no > o.decision_no)
     ORDER BY o.decision_no DESC LIMIT 1`,
  ).get(decisionNo) as { readonly kind: DecisionKind; readonly subject: string; readonly body: string } | undefined;
}
