import type { AccountSum } from "#main/domain/account-sum.ts";
import type { PostingAccounts } from "#main/domain/posting-accounts.ts";
import { GapList } from "#main/domain/posting-gaps.ts";
import { documentPostings, paymentPostings, type Reconstruction } from "#main/domain/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { AccountingBasis } from "#shared/model/ledger-report.ts";
import type { FigureGap } from "#shared/model/statement.ts";
import { type BulkSpan, noteTrackedStock, oddDocuments, POSTED_DOCUMENTS, sumDocuments } from "./bulk-documents.ts";
import { oddPayments, POSTED_PAYMENTS, sumPayments } from "./bulk-payments.ts";
import { accountsOf, postedDocuments, postedPayments, removedRecords, settledDocuments } from "./posting-records.ts";
import { PostingTally } from "./posting-tally.ts";

/** Days, both included; `from` null is since the beginning. */
export interface ReconstructedQuestion {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly basis: AccountingBasis;
  readonly baseCurrency: string;
  /** What the ledger posts without a record (`Discovery.unlistedPostings`). */
  readonly unlistedPostings?: readonly string[] | undefined;
}

export interface ReconstructedSums {
  /** In base currency by account; null is what no account is known for. They balance: debits equal credits. */
  readonly sums: ReadonlyMap<string | null, AccountSum>;
  /** The basis that the sums have, which a gap says when it is not the one asked for. */
  readonly basis: AccountingBasis;
  readonly gaps: readonly FigureGap[];
}

/**
 * What documents and payments dated in a span post per account, for ledgers without a general-ledger
 * feed (rules 17 and 18). Every record belongs to one day, so spans that do not overlap add up.
 */
export function reconstructedSums(reader: MirrorReader, question: ReconstructedQuestion): ReconstructedSums {
  const accounts = accountsOf(reader, question.baseCurrency);
  const tally = new PostingTally();
  const gaps = new GapList();
  const days = { from: question.from === null ? BEGINNING : dayNumber(question.from), to: dayNumber(question.to) };
  const span = { ...days, baseWord: reader.words.find(question.baseCurrency) };
  addDocuments(reader, span, accounts, tally, gaps);
  addPayments(reader, span, accounts, tally, gaps);
  if (question.basis === "cash") gaps.addMany("basis", [], 0);
  return { sums: tally.sums(), basis: "accrual", gaps: [...gaps.gaps(), ...notOffered(question.unlistedPostings ?? [])] };
}

function notOffered(postings: readonly string[]): FigureGap[] {
  if (postings.length === 0) return [];
  const kinds = new Intl.ListFormat("en", { type: "conjunction" }).format(postings);
  const message = `The ledger hands out no records of ${kinds}, so they aren't included. Its own trial balance has them.`;
  return [{ code: "not_offered", message, recordIds: [], count: 0 }];
}

/** Before every day that a ledger can name. */
const BEGINNING = -10_000_000;
const BATCH = 500;

type Span = Omit<BulkSpan, "excluded">;

/** Documents in base currency by sums in the database; foreign ones and the few that are odd one by one. */
function addDocuments(reader: MirrorReader, span: Span, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  const removed = removedRecords(reader);
  const present = { ...span, excluded: JSON.stringify(removed) };
  const odd = oddDocuments(reader, present);
  sumDocuments(reader, { ...span, excluded: JSON.stringify([...removed, ...odd]) }, accounts, tally, gaps);
  const foreign = prepared(reader.db, `SELECT d.rec_no FROM document d WHERE ${POSTED_DOCUMENTS} AND d.currency_word IS NOT @baseWord`);
  for (const batch of batches([...odd, ...(foreign.pluck().all(present) as number[])]))
    for (const document of postedDocuments(reader, batch).values())
      addEntry(document.id, documentPostings(document, accounts), tally, gaps);
  noteTrackedStock(reader, present, gaps);
}

function addPayments(reader: MirrorReader, span: Span, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  const removed = removedRecords(reader);
  const present = { ...span, excluded: JSON.stringify(removed) };
  const odd = oddPayments(reader, present);
  sumPayments(reader, { ...span, excluded: JSON.stringify([...removed, ...odd]) }, accounts, tally, gaps);
  const foreign = prepared(reader.db, `SELECT p.rec_no FROM payment p WHERE ${POSTED_PAYMENTS} AND p.currency_word IS NOT @baseWord`);
  const settledBy = settledDocuments(reader);
  for (const batch of batches([...odd, ...(foreign.pluck().all(present) as number[])]))
    for (const payment of postedPayments(reader, batch).values())
      addEntry(payment.id, paymentPostings(payment, settledBy, accounts), tally, gaps);
}

function addEntry(recordId: string, { postings, gaps: reasons }: Reconstruction, tally: PostingTally, gaps: GapList): void {
  tally.add(postings);
  for (const reason of reasons) gaps.add(reason, recordId);
}

function* batches(recNos: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < recNos.length; at += BATCH) yield recNos.slice(at, at + BATCH);
}
