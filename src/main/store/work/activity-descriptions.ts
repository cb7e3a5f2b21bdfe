import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, entityLabel } from "#main/store/documents/record-names.ts";
import { counted, dayName, periodName } from "#shared/kernel/readable.ts";
import { GATE_NOUNS, signGate } from "#shared/model/close/close-gates.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { decisionLabel } from "#shared/model/labels/decision-label.ts";
import { FLUX_COMPARISON_LABELS } from "#shared/model/labels/status-labels.ts";
import { fluxComparison } from "#shared/model/reports/flux.ts";

export interface ToldDecision {
  readonly kind: string;
  readonly subject: string;
  readonly body: unknown;
}

/** A title for a decision, with names instead of ids. */
export function decisionTitle(reader: MirrorReader, { kind, subject, body }: ToldDecision): string {
  const about = subjectNames(reader, subject);
  const said = fields(body);
  const word = decisionLabel(kind);
  if (kind === "period_status") return `Period ${about}: ${text(said.status)?.replaceAll("_", " ") ?? "changed"}`;
  if (kind === "party_merge") return `Merged ${about} into ${nameOf(reader, text(said.keep) ?? "") ?? "another contact"}`;
  if (kind === "order_match") return `${said.verdict === "refused" ? "No match" : "Match"}: ${about}`;
  if (kind === "approval") return `${text(said.verdict) === "returned" ? "Returned" : "Approved"}: ${about}`;
  if (kind === "schedule_item") return `Schedule item: ${text(said.title) ?? about}`;
  if (kind === "repeating_date")
    return `Recurring transaction ${said.skipped === true ? "skipped" : "drafted"} for ${dayName(text(said.date) ?? "")}`;
  if (kind === "close_tick" || kind === "close_task") return `${decisionLabel(kind)}: ${taskOf(reader, subject, said)}`;
  if (kind === "gate_override") return overrideTitle(reader, subject, said);
  if (FLUX_ACTS.has(kind)) return fluxTitle(reader, kind, subject, said);
  if (kind === "bank_draft" && said.matched === true) return about === "" ? DRAFT_MATCHED : `${DRAFT_MATCHED}: ${about}`;
  if (kind === "finding_acknowledged") return [word, findingName(reader, subject)].filter((part) => part !== null).join(": ");
  if (kind === "own_dimension") return `Tieout dimension: ${text(said.name) ?? about}`;
  return about === "" ? word : `${word}: ${about}`;
}

/** Tieout notes on the draft itself that its transaction was found in the books. */
const DRAFT_MATCHED = "Drafted transaction matched with its bank line";

/** What was acknowledged: the kind of exception, and the record that it's about; null where the exception isn't known here. */
function findingName(reader: MirrorReader, findingNo: string): string | null {
  const found = prepared(
    reader.db,
    "SELECT f.code, r.source_id, r.entity_word FROM finding f LEFT JOIN source_record r USING (rec_no) WHERE f.finding_no = ?",
  ).get(Number(findingNo)) as { readonly code: string; readonly source_id: unknown; readonly entity_word: number | null } | undefined;
  if (found === undefined) return null;
  const { code, source_id, entity_word } = found;
  const record = entity_word === null ? null : nameOf(reader, `${reader.words.text(entity_word)}:${reader.idText(source_id)}`);
  return [codeLabel(code), record].filter((part) => part !== null).join(", ");
}

/** The reason or note given with a decision. */
export function decisionDetail(body: unknown): string | null {
  const said = fields(body);
  return text(said.why) ?? text(said.note) ?? text(said.text) ?? text(said.reason) ?? null;
}

/** Subject: the period and the task. */
function taskOf(reader: MirrorReader, subject: string, { task }: Readonly<Record<string, unknown>>): string {
  const [periodId = "", taskId = ""] = subject.split("|");
  const title = text(fields(task).title) ?? taskTitle(reader, periodId, taskId) ?? taskId.replaceAll("-", " ");
  return [title, nameOf(reader, periodId)].filter((part) => part !== null).join(", ");
}

/** What the period's own checklist calls a task, as last edited. */
function taskTitle(reader: MirrorReader, periodId: string, taskId: string): string | null {
  const found = prepared(
    reader.db,
    `SELECT body ->> '$.task.title' FROM decision WHERE kind = 'close_task' AND subject = @subject AND undone_ms IS NULL
     UNION ALL SELECT task.value ->> 'title' FROM decision, json_each(decision.body, '$.tasks') task
     WHERE decision.kind = 'close_checklist' AND subject = @period AND undone_ms IS NULL AND task.value ->> 'id' = @task`,
  )
    .pluck()
    .all({ subject: `${periodId}|${taskId}`, period: periodId, task: taskId }) as (string | null)[];
  return found.find((title) => title !== null) ?? null;
}

/** Subject: the period, the gate and what tells overrides apart. */
function overrideTitle(reader: MirrorReader, subject: string, { items }: Readonly<Record<string, unknown>>): string {
  const [periodId = "", gate = ""] = subject.split("|");
  // A review bundle of another release can hold a gate that this one doesn't know.
  const known = signGate.safeParse(gate);
  const [one, many] = known.success ? GATE_NOUNS[known.data] : ["item", "items"];
  const count = Array.isArray(items) ? items.length : 0;
  const period = nameOf(reader, periodId);
  return `Overrode ${counted(count, `open ${one}`, `open ${many}`)}${period === null ? "" : `: ${period}`}`;
}

const FLUX_ACTS: ReadonlySet<string> = new Set(["flux_explanation", "flux_sign", "flux_return"]);

/** Subject: the period, what it is compared with, the account, and for a sign-off the role. */
function fluxTitle(reader: MirrorReader, kind: string, subject: string, { role }: Readonly<Record<string, unknown>>): string {
  const [periodId = "", comparative = "", accountId = ""] = subject.split("|");
  const word = role === "reviewer" || role === "preparer" ? `${decisionLabel(kind)} by the ${role}` : decisionLabel(kind);
  const about = [nameOf(reader, accountId), nameOf(reader, periodId)].filter(Boolean).join(", ");
  // An average is stored with its number of periods, and another release may know further comparisons.
  const named = fluxComparison.safeParse(comparative.replace(/:.*$/, ""));
  return `${word}: ${about}${named.success ? `, compared with ${FLUX_COMPARISON_LABELS[named.data]}` : ""}`;
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
