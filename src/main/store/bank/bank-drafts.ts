import { z } from "zod";
import { payeeKey } from "#main/domain/bank-matching/draft-operation.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
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

/** What was last chosen for a payee's lines, in any account; null where nothing was. */
export function lastChoice(reader: MirrorReader, payee: string): z.output<typeof draftChoice> | null {
  const own = ownDecisions(reader.db, "bank_draft", draftBody);
  return own.findLast(({ body }) => body.payee === payee && body.choice.kind !== "payment")?.body.choice ?? null;
}

/** Every draft that nobody undid, of one account or of all. */
export function storedDrafts(reader: MirrorReader, accountId?: string): StoredDraft[] {
  return ownDecisions(reader.db, "bank_draft", draftBody, accountId === undefined ? {} : { prefix: `${accountId}|` });
}
