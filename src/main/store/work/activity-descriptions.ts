import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, entityLabel } from "#main/store/documents/record-names.ts";
import { dayName, periodName } from "#shared/kernel/readable.ts";

/** A word for each kind of decision. */
export const TITLES: Readonly<Record<string, string>> = {
  duplicate_dismissed: "Possible duplicate dismissed",
  order_match: "Purchase order and bill",
  party_merge: "Contacts merged",
  approval: "Approval",
  own_dimension: "Tieout dimension",
  own_dimension_value: "Value of a Tieout dimension",
  close_checklist: "Close checklist started",
  close_task: "Close task changed",
  close_tick: "Marked complete",
  close_sign: "Period signed off",
  tie_out_accepted: "Tie-out difference accepted",
  change_disposition: "Post-close change reviewed",
  flux_threshold: "Flux threshold",
  flux_explanation: "Variance explained",
  flux_sign: "Variance signed off",
  flux_return: "Variance returned to preparer",
  reconciliation: "Account reconciliation",
  reconciliation_sign: "Reconciliation signed off",
  reconciliation_return: "Reconciliation returned to preparer",
  adjusting_entry: "Adjusting entry",
  finding_acknowledged: "Exception acknowledged",
  bank_match: "Bank line matched",
  bank_rule: "Bank rule",
  commentary: "Management commentary",
  bank_mapping: "Bank file column mapping",
  schedule_item: "Schedule item",
  bank_balance: "Balance per statement",
  bank_draft: "Transaction drafted from a bank line",
  statement_layout: "Statement layout",
  repeating_template: "Repeating transaction",
  client_question: "Question for the client",
  question_sent: "Question sent to the client",
  question_answer: "Client answer",
  question_resolved: "Question resolved",
  gate_override: "Open work overridden",
  review_note: "Review note",
};

export interface ToldDecision {
  readonly kind: string;
  readonly subject: string;
  readonly body: unknown;
}

/** A title for a decision, with names instead of ids. */
export function decisionTitle(reader: MirrorReader, { kind, subject, body }: ToldDecision): string {
  const about = subjectNames(reader, subject);
  const said = fields(body);
  if (kind === "period_status") return `Period ${about}: ${text(said.status)?.replaceAll("_", " ") ?? "changed"}`;
  if (kind === "party_merge") return `Merged ${about} into ${nameOf(reader, text(said.keep) ?? "") ?? "another contact"}`;
  if (kind === "order_match") return `${said.verdict === "refused" ? "No match" : "Match"}: ${about}`;
  if (kind === "approval") return `${text(said.verdict) === "returned" ? "Returned" : "Approved"}: ${about}`;
  if (kind === "schedule_item") return `Schedule item: ${text(said.title) ?? about}`;
  if (kind === "repeating_date")
    return `Repeating transaction ${said.skipped === true ? "skipped" : "drafted"} for ${dayName(text(said.date) ?? "")}`;
  if (kind === "own_dimension") return `Tieout dimension: ${text(said.name) ?? about}`;
  const word = TITLES[kind] ?? kind.replaceAll("_", " ");
  return about === "" ? word : `${word}: ${about}`;
}

/** The reason or note given with a decision. */
export function decisionDetail(body: unknown): string | null {
  const said = fields(body);
  return text(said.why) ?? text(said.note) ?? text(said.text) ?? text(said.reason) ?? null;
}

function subjectNames(reader: MirrorReader, subject: string): string {
  return [...new Set(subject.split("|"))]
    .map((part) => nameOf(reader, part))
    .filter((part) => part !== null && part !== "")
    .join(", ");
}

function nameOf(reader: MirrorReader, id: string): string | null {
  const month = /^(?:month:)?(\d{4}-\d{2})$/.exec(id)?.[1];
  if (month !== undefined) return periodName(month);
  const period = prepared(reader.db, "SELECT label FROM entity WHERE kind = 'period' AND id = ?").pluck().get(id) as string | undefined;
  // People can't read an id, so one without a name is left out.
  return period ?? documentNameOf(reader, id) ?? entityLabel(reader, id) ?? (/^[a-z0-9]+:/i.test(id) ? null : id.replaceAll("_", " "));
}

function fields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
