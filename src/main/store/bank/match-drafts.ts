import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { readJob } from "#main/store/records/write-store.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { findBankAccount } from "./bank-accounts.ts";
import { keepMatch } from "./bank-decisions.ts";
import { draftPlace, recordsOf, type StoredDraft, storedDrafts } from "./bank-drafts.ts";
import { matchWithFee } from "./bank-fees.ts";
import { type AccountFacts, accountFacts, openItems } from "./bank-work.ts";

const END = calendarDate("9998-12-31");

/**
 * Matches each line with the transaction that was drafted from it, once the ledger has it and it is in the local copy with the
 * line's amount, and adds a fee's transaction to the match that the fee was missing from. Run after every sync and after a write was read back.
 * @returns how many lines were matched
 */
export function matchDrafts(reader: MirrorReader, baseCurrency: string, nowMs: number): number {
  const waiting = storedDrafts(reader).filter(({ body }) => !body.matched && readJob(reader.db, body.jobId)?.job.state === "accepted");
  const byAccount = Map.groupBy(waiting, ({ subject }) => subject.slice(0, subject.lastIndexOf("|")));
  let matched = 0;
  for (const [accountId, own] of byAccount) {
    const account = findBankAccount(reader, accountId, baseCurrency);
    if (!account.ok) continue;
    const facts = accountFacts(reader, account.value, baseCurrency);
    const open = openItems(facts, END);
    for (const draft of own) {
      const isDone = draftPlace(draft.subject).isFee
        ? joinFee(reader, facts, draft, open, nowMs)
        : matchDraft(reader, accountId, draft, open, nowMs);
      if (isDone) matched++;
    }
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

/** A fee joins the match that its line came less it in: with the fee's transaction, both sides come to the same. */
function joinFee(
  reader: MirrorReader,
  { account: { accountId }, matches, postings: all }: AccountFacts,
  { subject, body, person }: StoredDraft,
  open: ReturnType<typeof openItems>,
  nowMs: number,
): boolean {
  const match = matchWithFee(matches, draftPlace(subject).lineId);
  if (match === undefined) return false;
  const made = new Set(recordsOf(reader, body.jobId));
  const entered = open.postings.filter(({ recordId }) => made.has(recordId));
  if (entered.length === 0 || !isZero(sumDecimals([match.fee, ...entered.map(({ amount }) => amount)]))) return false;
  const { lineIds, recordIds, score, reasons, note } = match;
  const before = recordIds.flatMap((id) => all.find(({ recordId }) => recordId === id) ?? []);
  const own = [...before, ...entered];
  const joined = {
    ...{ lineIds: [...lineIds], recordIds: own.map(({ recordId }) => recordId), amounts: own.map(({ amount }) => amount) },
    ...{ fee: decimal("0"), score, reasons: [...reasons], note },
  };
  keepMatch(reader, accountId, joined, { person, nowMs });
  makeDecision(reader.db, { kind: "bank_draft", subject, body: { ...body, matched: true }, person, nowMs });
  return true;
}
