import type { AccountSum } from "#main/domain/account-sum.ts";
import { type PostingAccounts, postingAccounts } from "#main/domain/posting-accounts.ts";
import { GapList } from "#main/domain/posting-gaps.ts";
import { documentPostings, paymentPostings } from "#main/domain/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/account.ts";
import type { AccountingBasis } from "#shared/model/ledger-report.ts";
import type { FigureGap } from "#shared/model/statement.ts";
import { postedDocuments, postedPayments, settledDocuments } from "./posting-records.ts";
import { PostingTally } from "./posting-tally.ts";

/** Days, both included; `from` null is since the beginning. */
export interface ReconstructedQuestion {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly basis: AccountingBasis;
  readonly baseCurrency: string;
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
  const days = [question.from === null ? BEGINNING : dayNumber(question.from), dayNumber(question.to)] as const;
  sumRecords(reader, days, accounts, tally, gaps);
  return { sums: tally.sums(), basis: "accrual", gaps: gaps.gaps() };
}

/** Before every day that a ledger can name. */
const BEGINNING = -10_000_000;
const BATCH = 500;

function accountsOf(reader: MirrorReader, baseCurrency: string): PostingAccounts {
  const bodies = prepared(reader.db, "SELECT body FROM entity WHERE kind = 'account' ORDER BY id").pluck().all() as string[];
  return postingAccounts(
    bodies.map((body) => JSON.parse(body) as Account),
    baseCurrency,
  );
}

function sumRecords(
  reader: MirrorReader,
  days: readonly [from: number, to: number],
  accounts: PostingAccounts,
  tally: PostingTally,
  gaps: GapList,
): void {
  const recNos = (table: string, day: string) =>
    prepared(
      reader.db,
      `SELECT rec_no FROM ${table} JOIN source_record USING (rec_no) WHERE removed_ms IS NULL AND ${day} BETWEEN ? AND ? ORDER BY rec_no`,
    )
      .pluck()
      .all(...days) as number[];
  for (const batch of batches(recNos("document", "issue_day")))
    for (const document of postedDocuments(reader, batch).values()) {
      const made = documentPostings(document, accounts);
      tally.add(made.postings);
      for (const reason of made.gaps) gaps.add(reason, document.id);
    }
  const settledBy = settledDocuments(reader);
  for (const batch of batches(recNos("payment", "day")))
    for (const payment of postedPayments(reader, batch).values()) {
      const made = paymentPostings(payment, settledBy, accounts);
      tally.add(made.postings);
      for (const reason of made.gaps) gaps.add(reason, payment.id);
    }
}

function* batches(recNos: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < recNos.length; at += BATCH) yield recNos.slice(at, at + BATCH);
}
