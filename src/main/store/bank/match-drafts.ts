import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { readJob } from "#main/store/records/write-store.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { jobItem } from "#shared/model/ledger/write.ts";
import { findBankAccount } from "./bank-accounts.ts";
import { keepMatch } from "./bank-decisions.ts";
import { type StoredDraft, storedDrafts } from "./bank-drafts.ts";
import { accountFacts, openItems } from "./bank-work.ts";

const END = calendarDate("9998-12-31");

/**
 * Matches each line with the transaction that was drafted from it, once the ledger has it and it is in the local copy with the
 * line's amount. Run after every sync and after a write was read back.
 * @returns how many lines were matched
 */
export function matchDrafts(reader: MirrorReader, baseCurrency: string, nowMs: number): number {
  const waiting = storedDrafts(reader).filter(({ body }) => !body.matched && readJob(reader.db, body.jobId)?.job.state === "accepted");
  const byAccount = Map.groupBy(waiting, ({ subject }) => subject.slice(0, subject.lastIndexOf("|")));
  let matched = 0;
  for (const [accountId, own] of byAccount) {
    const account = findBankAccount(reader, accountId, baseCurrency);
    if (!account.ok) continue;
    const open = openItems(accountFacts(reader, account.value, baseCurrency), END);
    for (const draft of own) if (matchDraft(reader, accountId, draft, open, nowMs)) matched++;
  }
  return matched;
}

function matchDraft(
  reader: MirrorReader,
  accountId: string,
  { subject, body, person }: StoredDraft,
  open: ReturnType<typeof openItems>,
  nowMs: number,
): boolean {
  const line = open.lines.find(({ lineId }) => subject === `${accountId}|${lineId}`);
  const made = new Set(recordsOf(reader, body.jobId));
  const postings = open.postings.filter(({ recordId }) => made.has(recordId));
  if (line === undefined || postings.length === 0) return false;
  if (compareDecimals(sumDecimals(postings.map(({ amount }) => amount)), line.amount) !== 0) return false;
  const match = {
    ...{ lineIds: [line.lineId], recordIds: postings.map(({ recordId }) => recordId), amounts: postings.map(({ amount }) => amount) },
    ...{ fee: decimal("0"), score: 100, reasons: [{ code: "drafted" as const }], note: null },
  };
  keepMatch(reader, accountId, match, { person, nowMs });
  makeDecision(reader.db, { kind: "bank_draft", subject, body: { ...body, matched: true }, person, nowMs });
  return true;
}

/** What the ledger made of a job, by the ids of the local copy. */
function recordsOf(reader: MirrorReader, jobId: string): string[] {
  const job = readJob(reader.db, jobId)?.job;
  if (job === undefined) return [];
  const { items } = z.object({ items: z.array(jobItem) }).parse(JSON.parse(job.body));
  return items.flatMap(({ recordId, outcome }) => (outcome === "accepted" && recordId !== undefined ? [recordId] : []));
}
