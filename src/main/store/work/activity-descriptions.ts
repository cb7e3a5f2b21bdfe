import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, entityLabel } from "#main/store/documents/record-names.ts";

const WORDS: Readonly<Record<string, string>> = {
  duplicate_dismissed: "No duplicate",
  order_match: "Order and bill",
  party_merge: "Merged",
  approval: "Approval",
  own_dimension: "Dimension kept here",
  own_dimension_value: "Value of a dimension kept here",
  close_checklist: "Checklist taken over",
  close_task: "Task of the close",
  close_tick: "Ticked off",
  close_sign: "Signed the close",
  tie_out_accepted: "Variance accepted",
  change_disposition: "Change in a closed period dealt with",
  flux_threshold: "Threshold of variances",
  flux_explanation: "Variance explained",
  flux_sign: "Signed a variance",
  flux_return: "Variance returned",
  reconciliation: "Account reconciliation",
  adjusting_entry: "Adjusting entry",
  finding_acknowledged: "Finding looked at",
};

/** A decision as it is kept. */
export interface ToldDecision {
  readonly kind: string;
  readonly subject: string;
  readonly body: unknown;
}

/** What was decided, in words: its kind and what it is about, with names in the place of ids. */
export function decisionTitle(reader: MirrorReader, { kind, subject, body }: ToldDecision): string {
  const about = subjectWords(reader, subject);
  const said = fields(body);
  if (kind === "period_status") return `Period ${about}: ${text(said.status)?.replaceAll("_", " ") ?? "moved"}`;
  if (kind === "party_merge") return `Merged ${about} into ${nameOf(reader, text(said.keep) ?? "") ?? "another party"}`;
  if (kind === "order_match") return `${said.verdict === "refused" ? "No match" : "Match"}: ${about}`;
  if (kind === "approval") return `${text(said.verdict) === "returned" ? "Returned" : "Approved"}: ${about}`;
  if (kind === "own_dimension") return `Dimension kept here: ${text(said.name) ?? about}`;
  const word = WORDS[kind] ?? kind.replaceAll("_", " ");
  return about === "" ? word : `${word}: ${about}`;
}

/** The reason or text that was given with a decision; null where there is none. */
export function decisionDetail(body: unknown): string | null {
  const said = fields(body);
  return text(said.why) ?? text(said.note) ?? text(said.text) ?? text(said.reason) ?? null;
}

/** The parts of a subject by name: records, accounts and parties as people call them, periods by their label. */
function subjectWords(reader: MirrorReader, subject: string): string {
  return [...new Set(subject.split("|"))]
    .map((part) => nameOf(reader, part))
    .filter((part) => part !== null && part !== "")
    .join(", ");
}

function nameOf(reader: MirrorReader, id: string): string | null {
  const month = /^(?:month:)?(\d{4}-\d{2})$/.exec(id)?.[1];
  if (month !== undefined) return month;
  const period = prepared(reader.db, "SELECT label FROM entity WHERE kind = 'period' AND id = ?").pluck().get(id) as string | undefined;
  // An id without a name says nothing to people.
  return period ?? documentNameOf(reader, id) ?? entityLabel(reader, id) ?? (/^[a-z0-9]+:/i.test(id) ? null : id.replaceAll("_", " "));
}

function fields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
