import type { PreparedCall } from "#main/ledgers/writing.ts";
import type { StoredAttempt, StoredJob } from "#main/store/records/write-store.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { memoName, type Recorded, recordTitle } from "#shared/model/labels/record-name.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type {
  ExactRequest,
  JobAttempt,
  JobItem,
  JobState,
  SeenRecord,
  WriteCheck,
  WriteJob,
  WriteOperation,
} from "#shared/model/ledger/write.ts";

/** What a write would do: shown before it is done. */
export interface WritePlan {
  readonly title: string;
  readonly checks: readonly WriteCheck[];
  /** The exact requests; empty while a check blocks. */
  readonly requests: readonly ExactRequest[];
  readonly items: readonly JobItem[];
}

/** A call as the queue keeps it: the frozen request, and how often and when it left. */
export interface StoredCall extends PreparedCall {
  status: "pending" | "sent" | "done";
  firstSentMs: number | null;
  lastSentMs: number | null;
  sends: number;
  /** When looks found nothing, since the last sending. */
  absentMs: number[];
  /** The ledger's refusal, which counts unless its records show that it took the call all the same. */
  refusal?: { readonly failure: Failure; readonly outcome: "rejected" | "conflict" };
}

/** The part of a job that is kept as JSON. */
export interface JobBody {
  title: string;
  readonly operations: readonly WriteOperation[];
  readonly person: string;
  /** Letters and digits that make this job's references and idempotency values. */
  readonly mark: string;
  checks: readonly WriteCheck[];
  /** Null until the exact requests were made. */
  calls: StoredCall[] | null;
  items: JobItem[];
  failure: Failure | null;
  /** What the person saw; jobs of older versions kept none. */
  readonly seen?: readonly SeenRecord[];
  /** The last known payload of every record that the job changes (rule 25). */
  before: readonly { readonly id: string; readonly raw: string }[];
  /** What each credit had settled when it was applied, by document; absent where none is applied. */
  applied?: readonly { readonly operation: number; readonly toId: string; readonly amount: DecimalString }[];
  /** What was written is still to be read back and compared with what was intended. */
  unread?: boolean;
}

/** A job as it is first kept: a draft, or ready to be checked and sent. */
export function newJob(
  asked: { readonly operations: readonly WriteOperation[]; readonly actionId?: string; readonly draft?: boolean },
  {
    jobId,
    person,
    nowMs,
    seen,
    sha256,
  }: {
    readonly jobId: string;
    readonly person: string;
    readonly nowMs: number;
    readonly seen: readonly SeenRecord[];
    readonly sha256: (text: string) => string;
  },
): StoredJob {
  const { operations, actionId, draft } = asked;
  const content = contentOf(operations);
  const known = seen.map((document) => ({ id: document.id, document }));
  const body: JobBody = {
    ...{ title: titleOf(operations, known), operations, person, mark: markOf(sha256, `${actionId ?? jobId}\n${content}`), seen },
    ...{ checks: [], calls: null, items: [], failure: null, before: [] },
  };
  return {
    jobId,
    actionId: actionId ?? jobId,
    state: draft === true ? "draft" : "ready",
    content,
    body: JSON.stringify(body),
    createdMs: nowMs,
    updatedMs: nowMs,
  };
}

/** States in which something may still happen automatically or after a check. */
export const UNSETTLED: ReadonlySet<JobState> = new Set<JobState>(["ready", "queued", "sent", "unknown"]);

/** Whether all that a call sends are new records, each with a reference of the job's by which it's found again. */
export function isNewRecord({ items }: StoredCall): boolean {
  return items.every(({ reference, ledgerId }) => reference !== null && ledgerId === null);
}

/** Reads a stored job. */
export function bodyOf(job: StoredJob): JobBody {
  return JSON.parse(job.body) as JobBody;
}

/**
 * A job for people and for the contract. On disk a call counts as sent before it may wait for a limit of the ledger, so that no
 * crash can send it twice; while it waits (`isWaiting`) and has never left before, people see it queued, which it is (rule 26).
 */
export function viewJob(clientId: string, job: StoredJob, isWaiting = false): WriteJob {
  const body = bodyOf(job);
  const isFirst = body.calls?.find(({ status }) => status === "sent")?.sends === 1;
  return {
    jobId: job.jobId,
    actionId: job.actionId,
    clientId,
    state: isWaiting && isFirst && job.state === "sent" ? "queued" : (job.state as JobState),
    title: body.title,
    operations: [...body.operations],
    checks: [...body.checks],
    requests: (body.calls ?? []).map(({ request }) => exactRequest(request)),
    items: body.items,
    person: body.person,
    createdAt: instantFromMs(job.createdMs),
    updatedAt: instantFromMs(job.updatedMs),
    failure: body.failure,
    ...(body.seen === undefined || body.seen.length === 0 ? {} : { seen: [...body.seen] }),
  };
}

function viewAttempt(attempt: StoredAttempt): JobAttempt {
  return {
    call: attempt.callNo,
    purpose: attempt.purpose as JobAttempt["purpose"],
    request: attempt.request,
    sentAt: instantFromMs(attempt.sentMs),
    answeredAt: attempt.answeredMs === null ? null : instantFromMs(attempt.answeredMs),
    status: attempt.status,
    answer: attempt.answer,
    note: attempt.note,
  };
}

/** The request as it is sent; the token is added by the transport and is never part of it. */
export function exactRequest(request: PreparedCall["request"]): ExactRequest {
  return {
    method: request.method,
    path: request.path,
    query: { ...request.query },
    headers: { ...request.headers },
    body: request.body ?? "",
  };
}

/** A job's state, from the results of its items. */
export function settledState(items: readonly JobItem[]): JobState {
  const has = (outcome: JobItem["outcome"]) => items.some((item) => item.outcome === outcome);
  if (has("unknown") || has("pending")) return "unknown";
  if (has("accepted")) return has("rejected") || has("conflict") ? "partial" : "accepted";
  return has("conflict") ? "conflict" : "rejected";
}

/** True for a job of which something was sent and its fate is open. */
export function isOpen(job: StoredJob): boolean {
  if (job.state === "sent" || job.state === "unknown") return true;
  return job.state === "queued" && bodyOf(job).items.some(({ outcome }) => outcome === "unknown");
}

/** True for a job that may go on without a person; an unknown one that was looked for in vain may not. */
export function goesOnByItself(job: StoredJob): boolean {
  if (["ready", "queued", "sent"].includes(job.state)) return true;
  return job.state === "unknown" && (bodyOf(job).calls ?? []).some((call) => call.status !== "done");
}

/** True for an accepted job that was never read back: the ledger couldn't be asked, or the process ended. */
export function isUnread(job: StoredJob): boolean {
  return (job.state === "accepted" || job.state === "partial") && bodyOf(job).unread === true;
}

/** What tells two intents apart: their operations, whatever the action's value. */
export function contentOf(operations: readonly WriteOperation[]): string {
  return JSON.stringify(operations);
}

/**
 * What the action does, in a few words.
 * @param records those that are known here: people see their names, and an id only of a record that nobody knows
 */
export function titleOf(operations: readonly WriteOperation[], records: readonly (Recorded & { readonly id: string })[]): string {
  const [first] = operations;
  const named = (id: string): string => {
    const record = records.find((one) => one.id === id);
    return record === undefined ? id : recordTitle(record);
  };
  if (first === undefined) return "No changes";
  const more = operations.length === 1 ? "" : ` and ${operations.length - 1} more`;
  switch (first.kind) {
    case "create_document": {
      const { type, number, memo = "" } = first.document;
      // Journals seldom have a number, and their memo says what they are.
      const memoWords = type === "journal" && number === undefined && memo.trim() !== "" ? `, ${memoName(memo)}` : "";
      return `New ${codeLabel(type).toLowerCase()}${number === undefined ? "" : ` ${number}`}${memoWords}${more}`;
    }
    case "update_document":
      return `Edit ${named(first.id)}${more}`;
    case "void":
      return `Void ${named(first.id)}${more}`;
    case "delete":
      return `Delete ${named(first.id)}${more}`;
    case "create_payment":
      return `Payment ${first.payment.direction} for ${first.payment.allocations.length} transaction${first.payment.allocations.length === 1 ? "" : "s"}${more}`;
    case "apply_credit":
      return `Apply ${named(first.fromId)}${more}`;
    case "approve":
      return first.approved ? `Approve ${named(first.id)}${more}` : `Return ${named(first.id)} for correction${more}`;
    default:
      return `New item ${first.name}${more}`;
  }
}

/**
 * 32 letters and digits that make a job's references and idempotency values. One act with one content has the same ones on every
 * computer: even where the firm's server lost that it was sent, its ledger takes it once.
 */
export function markOf(sha256: (text: string) => string, act: string): string {
  return sha256(act).slice(0, 32);
}

/** The parts of a call before anything is known of them. */
export function itemsOf(call: PreparedCall): JobItem[] {
  return call.items.map(({ operation, part, title, reference, act }) => ({
    ...{ operation, part, title, reference, outcome: "pending" as const },
    ...(act === undefined ? {} : { act }),
  }));
}

/** Everything that is on record of a job (rule 25). */
export interface JobFile {
  readonly job: WriteJob;
  readonly attempts: readonly JobAttempt[];
  /** The payloads of the records that it changes, as they were before. */
  readonly before: readonly { readonly id: string; readonly raw: string }[];
}

export function fileOf(
  clientId: string,
  found: { readonly job: StoredJob; readonly attempts: readonly StoredAttempt[] },
  isWaiting = false,
): JobFile {
  return { job: viewJob(clientId, found.job, isWaiting), attempts: found.attempts.map(viewAttempt), before: bodyOf(found.job).before };
}
