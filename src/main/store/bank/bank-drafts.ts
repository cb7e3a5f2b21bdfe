import { z } from "zod";
import { payeeKey } from "#main/domain/bank-matching/draft-operation.ts";
import { digest } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { listDecisions, makeDecision } from "#main/store/records/decision-store.ts";
import { readJob } from "#main/store/records/write-store.ts";
import { type Act, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { type BankDraft, type BankLine, type BankMatch, draftChoice } from "#shared/contract/close/bank.ts";
import type { JobState } from "#shared/model/ledger/write.ts";

const draftBody = z.object({
  jobId: z.string(),
  /** Whose line it was: what is prefilled for the next one. */
  payee: z.string().nullable(),
  choice: draftChoice,
  /** Its transaction is in the books and was matched with the line; a match that is undone later isn't made again. */
  matched: z.boolean().default(false),
});
export type StoredDraft = OwnDecision<z.output<typeof draftBody>>;

export function keepDraft(
  { db }: MirrorReader,
  accountId: string,
  { line, ...body }: { readonly line: BankLine; readonly jobId: string; readonly choice: z.output<typeof draftChoice> },
  { person, nowMs }: Act,
): number {
  const subject = `${accountId}|${line.lineId}`;
  return makeDecision(db, { kind: "bank_draft", subject, body: { ...body, payee: payeeKey(line), matched: false }, person, nowMs });
}

/** Drafts whose transaction isn't matched with its line yet, with how far its write is. */
export function openDrafts(reader: MirrorReader, accountId: string, matches: readonly BankMatch[]): BankDraft[] {
  const done = new Set(matches.filter(({ broken }) => broken === null).flatMap(({ lineIds }) => lineIds));
  return storedDrafts(reader, accountId).flatMap(({ subject, body, decisionNo, person, at }) => {
    const lineId = subject.slice(subject.lastIndexOf("|") + 1);
    const job = readJob(reader.db, body.jobId)?.job;
    if (job === undefined || job.state === "cancelled" || body.matched || done.has(lineId)) return [];
    const { title } = z.object({ title: z.string() }).parse(JSON.parse(job.body));
    return [{ decisionNo, person, at, lineId, jobId: body.jobId, state: job.state as JobState, title }];
  });
}

/** Where a line's next draft would come from, and what keeps it from being drafted. */
export interface LineDrafts {
  /** The same for everybody who drafts the line now, so that the write queue keeps one draft of it. */
  readonly actionId: string;
  /** The draft that the line waits for; null where it may be drafted. */
  readonly waiting: Pick<BankDraft, "state" | "title"> | null;
}

/** The drafts of a line that isn't in the books, those of other computers of the firm among them. */
export function lineDrafts(reader: MirrorReader, accountId: string, lineId: string, matches: readonly BankMatch[]): LineDrafts {
  const base = `bank-${digest(`${accountId}|${lineId}`)}`;
  const jobs = prepared(
    reader.db,
    `SELECT job_id AS jobId, state, json_extract(body, '$.title') AS title FROM write_job
     WHERE action_id = ? OR (action_id >= ? AND action_id < ?) ORDER BY created_ms, action_id`,
  ).all(base, `${base}-`, `${base}.`) as Pick<BankDraft, "jobId" | "state" | "title">[];
  const own = openDrafts(reader, accountId, matches).find((one) => one.lineId === lineId && one.state !== "rejected");
  // What was matched with the line before and isn't any more, somebody took from it.
  const wasMatched = listDecisions(reader.db, "bank_match", { subject: `${accountId}|${lineId}`, undone: true }).length > 0;
  const going = jobs.find(({ state }) => !ENDED.has(state) && !(state === "accepted" && wasMatched));
  return { actionId: jobs.length === 0 ? base : `${base}-${jobs.length}`, waiting: own ?? going ?? null };
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
