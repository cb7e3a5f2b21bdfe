import type { Instant } from "#shared/kernel/instant.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { CarriedDecision, CarriedNote, CarriedTask } from "#shared/model/close/review-bundle.ts";

type Carried = CarriedNote | CarriedTask | CarriedDecision;

/** One side of a difference, for people. */
export interface ReviewSide {
  readonly text: string;
  readonly person: string;
  readonly at: Instant;
}

const TEXT_MEMBERS = ["text", "title", "why", "note", "verdict", "status"] as const;

export function sideOf(item: Carried): ReviewSide {
  if ("kind" in item) return { text: decisionText(item), person: item.person, at: instantFromMs(item.madeMs) };
  const gone = item.removedMs === null ? "" : ` (removed by ${item.removedBy ?? "someone"})`;
  return { text: `${"title" in item ? taskText(item) : item.text}${gone}`, person: item.person, at: instantFromMs(item.changedMs) };
}

/** "note", "task", or the decision's kind; and what it is about. */
export function matterOf(item: Carried): { readonly kind: string; readonly subject: string } {
  if ("kind" in item) return { kind: item.kind, subject: item.subject };
  const subject = item.subjectLabel ?? `${item.subjectKind} ${item.subjectId}`.trim();
  return { kind: "title" in item ? "task" : "note", subject };
}

function taskText({ title, assignee, due, doneBy }: CarriedTask): string {
  const parts = [assignee === null ? "" : `for ${assignee}`, due === null ? "" : `due ${due}`, doneBy === null ? "" : `done by ${doneBy}`];
  return [title, ...parts.filter((part) => part !== "")].join(", ");
}

function decisionText({ body, undoneBy }: CarriedDecision): string {
  const gone = undoneBy === null ? "" : ` (undone by ${undoneBy})`;
  return `${bodyText(body)}${gone}`;
}

function bodyText(body: string): string {
  const read: unknown = JSON.parse(body);
  if (typeof read !== "object" || read === null) return body;
  const members = read as Readonly<Record<string, unknown>>;
  const said = TEXT_MEMBERS.flatMap((name) => (typeof members[name] === "string" && members[name] !== "" ? [members[name]] : []));
  const hash = typeof members.hash === "string" ? [`signed on ${members.hash.slice(0, 12)}`] : [];
  return [...said, ...hash].join(", ") || body;
}
