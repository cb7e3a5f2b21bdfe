import { z } from "zod";
import { payeeKey } from "#main/domain/bank-matching/draft-operation.ts";
import { digest } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { listDecisions, makeDecision } from "#main/store/records/decision-store.ts";
import { readJob } from "#main/store/records/write-store.ts";
import { type Act, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { type BankDraft, type BankLine, type BankMatch, draftChoice } from "#shared/contract/close/bank.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { type JobState, jobItem } from "#shared/model/ledger/write.ts";

const draftBody = z.object({
  jobId: z.string(),
  /** Whose line it was: what is prefilled for the next one. */
  payee: z.string().nullable(),
  choice: draftChoice,
  /** Its transaction is in the books and was matched with the line; a match that is undone later isn't made again. */
  matched: z.boolean().default(false),
});
export type StoredDraft = OwnDecision<z.output<typeof draftBody>>;

/** What a draft is of: a line that isn't in the books, or the fee that a matched line came less. */
export interface DraftPlace {
  readonly lineId: string;
  readonly isFee: boolean;
}

const FEE = "fee:";

function partOf({ lineId, isFee }: DraftPlace): string {
  return isFee ? `${FEE}${lineId}` : lineId;
}

/** What a stored draft is of, from its subject: the account, and the line or its fee. */
export function draftPlace(subject: string): DraftPlace {
  const part = subject.slice(subject.lastIndexOf("|") + 1);
  return part.startsWith(FEE) ? { lineId: part.slice(FEE.length), isFee: true } : { lineId: part, isFee: false };
}

interface DraftToKeep {
  /** The line, or its fee as a line. */
  readonly line: BankLine;
  readonly isFee: boolean;
  readonly jobId: string;
  readonly choice: z.output<typeof draftChoice>;
}

export function keepDraft({ db }: MirrorReader, accountId: string, { line, isFee, ...body }: DraftToKeep, { person, nowMs }: Act): number {
  const subject = `${accountId}|${partOf({ lineId: line.lineId, isFee })}`;
  return makeDecision(db, { kind: "bank_draft", subject, body: { ...body, payee: payeeKey(line), matched: false }, person, nowMs });
}

/** Drafts whose transaction isn't matched with its line yet, with how far its write is. */
export function openDrafts(reader: MirrorReader, accountId: string, matches: readonly BankMatch[]): BankDraft[] {
  const counting = matches.filter(({ broken }) => broken === null);
  const done = new Set(counting.flatMap(({ lineIds }) => lineIds));
  // Without its match, a fee is of no line.
  const lacking = new Set(counting.filter(({ fee }) => !isZero(fee)).flatMap(({ lineIds }) => lineIds[0] ?? []));
  return storedDrafts(reader, accountId).flatMap(({ subject, body, decisionNo, person, at }) => {
    const { lineId, isFee } = draftPlace(subject);
    const job = readJob(reader.db, body.jobId)?.job;
    const isOpen = isFee ? lacking.has(lineId) : !done.has(lineId);
    if (job === undefined || job.state === "cancelled" || body.matched || !isOpen) return [];
    const { title } = z.object({ title: z.string() }).parse(JSON.parse(job.body));
    return [{ decisionNo, person, at, lineId, isFee, jobId: body.jobId, state: job.state as JobState, title }];
  });
}

/** Where a line's next draft would come from, and what keeps it from being drafted. */
export interface LineDrafts {
  /** The same for everybody who drafts the line now, so that the write queue keeps one draft of it. */
  readonly actionId: string;
  /** The draft that the line waits for; null where it may be drafted. */
  readonly waiting: Pick<BankDraft, "state" | "title"> | null;
}

/** The drafts of a line that isn't in the books, or of its fee, those of other computers of the firm among them. */
export function lineDrafts(reader: MirrorReader, accountId: string, place: DraftPlace, matches: readonly BankMatch[]): LineDrafts {
  const { lineId, isFee } = place;
  const base = actionOf(accountId, place);
  const jobs = draftJobs(reader, base);
  const own = openDrafts(reader, accountId, matches).find(
    (one) => one.lineId === lineId && one.isFee === isFee && one.state !== "rejected",
  );
  // What was matched with the line before and isn't any more, somebody took from it.
  const before = listDecisions(reader.db, "bank_match", { subject: `${accountId}|${lineId}`, undone: true });
  const wasMatched = (jobId: string) => (isFee ? before.some(({ body }) => joins(body, recordsOf(reader, jobId))) : before.length > 0);
  const going = jobs.find(({ state, jobId }) => !ENDED.has(state) && !(state === "accepted" && wasMatched(jobId)));
  return { actionId: jobs.length === 0 ? base : `${base}-${jobs.length}`, waiting: own ?? going ?? null };
}

function actionOf(accountId: string, place: DraftPlace): string {
  return `bank-${digest(`${accountId}|${partOf(place)}`)}`;
}

function draftJobs(reader: MirrorReader, base: string): Pick<BankDraft, "jobId" | "state" | "title">[] {
  return prepared(
    reader.db,
    `SELECT job_id AS jobId, state, json_extract(body, '$.title') AS title FROM write_job
     WHERE action_id = ? OR (action_id >= ? AND action_id < ?) ORDER BY created_ms, action_id`,
  ).all(base, `${base}-`, `${base}.`) as Pick<BankDraft, "jobId" | "state" | "title">[];
}

const withRecords = z.object({ recordIds: z.array(z.string()) });

function joins(match: unknown, records: readonly string[]): boolean {
  const read = withRecords.safeParse(match);
  return read.success && records.some((id) => read.data.recordIds.includes(id));
}

/** What the ledger made of a job, by the ids of the local copy. */
export function recordsOf(reader: MirrorReader, jobId: string): string[] {
  const job = readJob(reader.db, jobId)?.job;
  if (job === undefined) return [];
  const { items } = z.object({ items: z.array(jobItem) }).parse(JSON.parse(job.body));
  return items.flatMap(({ recordId, outcome }) => (outcome === "accepted" && recordId !== undefined ? [recordId] : []));
}

/** What was posted of a line's drafts, or of its fee's. */
export function acceptedRecords(reader: MirrorReader, accountId: string, place: DraftPlace): string[] {
  const jobs = draftJobs(reader, actionOf(accountId, place)).filter(({ state }) => state === "accepted");
  return jobs.flatMap(({ jobId }) => recordsOf(reader, jobId));
}

const ENDED: ReadonlySet<JobState> = new Set(["cancelled", "rejected"]);

/** What was last chosen for a payee's lines, in any account; null where nothing was. */
export function lastChoice(reader: MirrorReader, payee: string): z.output<typeof draftChoice> | null {
  const own = ownDecisions(reader.db, "bank_draft", draftBody);
  return own.findLast(({ body }) => body.payee === payee && body.choice.kind !== "payment")?.body.choice ?? null;
}

/** Every draft that nobody undid, of one account or of all. */
export function storedDrafts(reader: MirrorReader, accountId?: string): StoredDraft[] {
  return ownDecisions(reader.db, "bank_draft", draftBody, accountId === undefined ? {} : { prefix: `${accountId}|` });
}
