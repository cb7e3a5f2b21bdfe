import { documentPostings, paymentPostings, type ReconstructedPosting } from "#main/domain/reconstruct-postings.ts";
import { unpackAmount } from "#main/store/amounts.ts";
import { ONE_AMOUNT } from "#main/store/document-writer.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { readsGlFeed, type SumsSetting } from "./account-sums.ts";
import { POSTED_DOCUMENTS } from "./bulk-documents.ts";
import { POSTED_PAYMENTS } from "./bulk-payments.ts";
import {
  accountsOf,
  type DatedDocument,
  type DatedPayment,
  postedDocuments,
  postedPayments,
  removedRecords,
  settledDocuments,
} from "./posting-records.ts";

/** One posting of the general ledger, in base currency, debit positive. `accountId` null: no account is known for it. */
export interface LedgerPosting {
  readonly accountId: string | null;
  readonly date: CalendarDate;
  readonly documentId: string | null;
  readonly number: string | null;
  readonly description: string | null;
  readonly amount: DecimalString;
}

export interface PostingSpan {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/**
 * Everything that was posted between two days, dates inclusive, by day: from the general-ledger feed
 * where there is one, else put together from documents and payments. What statements add up, row by row.
 */
export function ledgerPostings(reader: MirrorReader, setting: SumsSetting, span: PostingSpan): Generator<LedgerPosting> {
  return readsGlFeed(reader, setting) ? feedPostings(reader, span) : reconstructed(reader, setting.baseCurrency, span);
}

interface FeedRow {
  readonly account_word: number;
  readonly day: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly description: string | null;
  readonly document_id: string | null;
  readonly number: string | null;
}

function* feedPostings(reader: MirrorReader, { from, to }: PostingSpan): Generator<LedgerPosting> {
  // Not cached: the caller may stop in the middle, and a cached statement would stay busy.
  const rows = reader.db
    .prepare(
      `SELECT account_word, posting.day, amount, posting.scales, posting.exact, description, document_id, journal.number
       FROM posting JOIN journal USING (rec_no) JOIN source_record USING (rec_no)
       WHERE posting.day BETWEEN ? AND ? AND removed_ms IS NULL ORDER BY posting.day, posting.rec_no, line_no`,
    )
    .iterate(dayNumber(from), dayNumber(to)) as IterableIterator<FeedRow>;
  for (const row of rows)
    yield {
      accountId: reader.words.text(row.account_word),
      date: fromDayNumber(row.day),
      documentId: row.document_id,
      number: row.number,
      description: row.description,
      amount: unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString,
    };
}

const BATCH = 500;

interface Candidate {
  readonly rec_no: number;
  readonly kind: "document" | "payment";
}

function* reconstructed(reader: MirrorReader, baseCurrency: string, { from, to }: PostingSpan): Generator<LedgerPosting> {
  const accounts = accountsOf(reader, baseCurrency);
  const settledBy = settledDocuments(reader);
  const excluded = JSON.stringify(removedRecords(reader));
  const candidates = prepared(
    reader.db,
    `SELECT d.rec_no, 'document' AS kind, d.issue_day AS day FROM document d WHERE ${POSTED_DOCUMENTS}
     UNION ALL SELECT p.rec_no, 'payment', p.day FROM payment p WHERE ${POSTED_PAYMENTS} ORDER BY 3, 1`,
  ).all({ from: dayNumber(from), to: dayNumber(to), excluded }) as Candidate[];
  for (let at = 0; at < candidates.length; at += BATCH) {
    const batch = candidates.slice(at, at + BATCH);
    const read = (kind: Candidate["kind"]) => batch.filter((each) => each.kind === kind).map(({ rec_no }) => rec_no);
    const documents = postedDocuments(reader, read("document"));
    const payments = postedPayments(reader, read("payment"));
    for (const { rec_no, kind } of batch) {
      const document = kind === "document" ? documents.get(rec_no) : undefined;
      const payment = kind === "payment" ? payments.get(rec_no) : undefined;
      if (document !== undefined) yield* entriesOf(document, documentPostings(document, accounts).postings);
      if (payment !== undefined) yield* entriesOf(payment, paymentPostings(payment, settledBy, accounts).postings);
    }
  }
}

function entriesOf(
  { date, id: documentId, number, description }: DatedDocument | DatedPayment,
  postings: readonly ReconstructedPosting[],
): LedgerPosting[] {
  return postings.map(({ accountId, amount }) => ({ accountId, date, documentId, number, description, amount }));
}
