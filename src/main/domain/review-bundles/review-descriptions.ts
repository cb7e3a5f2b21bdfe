import type { Instant } from "#shared/kernel/instant.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { counted } from "#shared/kernel/readable.ts";
import type { CarriedDecision, CarriedStatement, CarriedTask } from "#shared/model/close/review-bundle.ts";
import type { Carried } from "./review-merge.ts";

/** One side of a difference, for people. */
export interface ReviewSide {
  readonly text: string;
  readonly person: string;
  readonly at: Instant;
}

const TEXT_MEMBERS = ["text", "title", "why", "note", "verdict", "status"] as const;

export function sideOf(item: Carried): ReviewSide {
  if ("sha256" in item) return { text: statementText(item), person: item.person, at: instantFromMs(item.undoneMs ?? item.madeMs) };
  if ("kind" in item) return { text: decisionText(item), person: item.person, at: instantFromMs(item.madeMs) };
  const gone = item.removedMs === null ? "" : ` (removed by ${item.removedBy ?? "someone"})`;
  return { text: `${"title" in item ? taskText(item) : item.text}${gone}`, person: item.person, at: instantFromMs(item.changedMs) };
}

/** "note", "task", or the decision's kind; and what it is about. */
export function matterOf(item: Carried): { readonly kind: string; readonly subject: string } {
  if ("sha256" in item) return { kind: "bank_statement", subject: item.bankAccount ?? item.accountId };
  if ("kind" in item) return { kind: item.kind, subject: item.subject };
  const subject = item.subjectLabel ?? `${item.subjectKind} ${item.subjectId}`.trim();
  return { kind: "title" in item ? "task" : "note", subject };
}

function statementText({ from, to, lines, undoneBy }: CarriedStatement): string {
  const gone = undoneBy === null ? "" : ` (removed by ${undoneBy})`;
  return `${from} to ${to}, ${counted(lines.length, "line")}${gone}`;
}

function taskText({ title, assignee, due, doneBy }: CarriedTask): string {
  const parts = [
    assignee === null ? "" : `assigned to ${assignee}`,
    due === null ? "" : `due ${due}`,
    doneBy === null ? "" : `done by ${doneBy}`,
  ];
  return [title, ...parts.filter((part) => part !== "")].join(", ");
}

function decisionText({ kind, body, undoneBy }: CarriedDecision): string {
  const gone = undoneBy === null ? "" : ` (undone by ${undoneBy})`;
  return `${bankText(kind, body) ?? closeText(kind, body) ?? bodyText(body)}${gone}`;
}

/** What people decided about a bank account; null for decisions of other kinds. */
function bankText(kind: CarriedDecision["kind"], body: string): string | null {
  const read = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
  const many = (member: unknown, noun: string) => counted(Array.isArray(member) ? member.length : 0, noun);
  if (kind === "bank_match") return `${many(read?.lineIds, "statement line")} with ${many(read?.recordIds, "transaction")}`;
  if (kind === "bank_rule") return `Rule ${word(read?.name)}`;
  if (kind === "bank_balance") return `Balance ${word(read?.closing)} on ${word(read?.date)}`;
  return kind === "bank_mapping" ? "Columns of the bank's CSV file" : null;
}

/** Decisions about a close whose bodies have no words of their own; null for others. */
function closeText(kind: CarriedDecision["kind"], body: string): string | null {
  const read = (JSON.parse(body) ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === "reconciliation") return reconciliationText(read);
  if (kind === "statement_layout") return "Groups and subtotals";
  if (kind === "repeating_template") return `Repeats every ${word(read.every)} from ${word(read.first)}`;
  if (kind === "repeating_date") return `${read.skipped === true ? "Skipped" : "Drafted"} for ${word(read.date)}`;
  if (kind === "question_sent") return read.to === "file" ? "Exported as a file" : "Written as an email";
  if (kind === "question_resolved") return "Resolved";
  if (kind === "review_note" && typeof read.text !== "string") return read.step === "reopen" ? "Reopened" : "Cleared";
  if (kind === "flux_threshold") return thresholdText(read);
  if (kind !== "close_task") return null;
  return read.task === null ? "Removed" : word((read.task as { readonly title?: unknown } | undefined)?.title);
}

function thresholdText({ amount, percent, join }: Readonly<Record<string, unknown>>): string {
  const limits = [...(typeof amount === "string" ? [amount] : []), ...(typeof percent === "string" ? [`${percent}%`] : [])];
  return limits.length === 0 ? "No threshold" : `From ${limits.join(` ${word(join)} `)}`;
}

function reconciliationText({ what, support, note, text, amount, on, policy, files }: Readonly<Record<string, unknown>>): string | null {
  if (what === "support")
    return [`Balance per support ${word(support)}`, ...(typeof note === "string" && note !== "" ? [note] : [])].join(", ");
  if (what === "item") return `${word(text)}, ${word(amount)}`;
  if (what === "files") return counted(Array.isArray(files) ? files.length : 0, "file");
  if (what === "cleared") return `Reconciling item cleared on ${word(on)}`;
  if (what === "kept_open") return "Reconciling item kept open";
  if (what !== "policy") return null;
  const { type, required } = (policy ?? {}) as Readonly<Record<string, unknown>>;
  const kind = word(type).replaceAll("_", " ");
  return `Policy: reconciliation ${required === true ? "required" : "not required"}${kind === "" ? "" : ` (type: ${kind})`}`;
}

function bodyText(body: string): string {
  const read: unknown = JSON.parse(body);
  if (typeof read !== "object" || read === null) return body;
  const members = read as Readonly<Record<string, unknown>>;
  const said = TEXT_MEMBERS.flatMap((name) => (typeof members[name] === "string" && members[name] !== "" ? [members[name]] : []));
  const hash = typeof members.hash === "string" ? [`hash ${members.hash.slice(0, 12)}`] : [];
  return [...said, ...hash].join(", ") || body;
}

/** A member as people read it. Another machine's record may hold anything under any name, such as an object that can't become text. */
function word(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
