import { documentPostings, paymentPostings } from "#main/domain/reconstruct-postings.ts";
import { unpackAmount } from "#main/store/amounts.ts";
import { ONE_AMOUNT } from "#main/store/document-writer.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { readsGlFeed, type SumsSetting } from "./account-sums.ts";
import { POSTED_DOCUMENTS } from "./bulk-documents.ts";
import { POSTED_PAYMENTS } from "./bulk-payments.ts";
import { accountsOf, ID_TEXT, postedDocuments, postedPayments, removedRecords, settledDocuments } from "./posting-records.ts";

/** What one record posts to one account, in base currency, debits positive. `recordId` is the mirrored document or payment where one is known. */
export interface Contribution {
  /** Null: no account is known for it. */
  readonly accountId: string | null;
  readonly recordId: string;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
}

export interface ContributionDays {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

type Add = (accountId: string | null, recordId: string, day: CalendarDate, amount: DecimalString) => void;

/**
 * What makes up the sums of a span of days, record by record and account by account: the same postings
 * that `sumsOfSpans` adds up (rules 17 and 18), so that they sum to it.
 * @param accountIds only these; all when left out
 */
export function contributions(
  reader: MirrorReader,
  setting: SumsSetting,
  days: ContributionDays,
  accountIds?: ReadonlySet<string | null>,
): Contribution[] {
  const gathered = new Map<string, { readonly first: Omit<Contribution, "amount">; readonly amounts: DecimalString[] }>();
  const add: Add = (accountId, recordId, date, amount) => {
    if (accountIds !== undefined && !accountIds.has(accountId)) return;
    const key = `${recordId} ${accountId}`;
    const known = gathered.get(key);
    if (known === undefined) gathered.set(key, { first: { accountId, recordId, date }, amounts: [amount] });
    else known.amounts.push(amount);
  };
  if (readsGlFeed(reader, setting)) fromFeed(reader, days, accountIds, add);
  else fromRecords(reader, setting, days, add);
  return [...gathered.values()].map(({ first, amounts }) => ({ ...first, amount: sumDecimals(amounts) }));
}

interface FeedRow {
  readonly account_word: number;
  readonly day: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly record_id: string;
}

function fromFeed(
  reader: MirrorReader,
  { from, to }: ContributionDays,
  accountIds: ReadonlySet<string | null> | undefined,
  add: Add,
): void {
  const wanted = accountIds === undefined ? null : [...accountIds].flatMap((id) => (id === null ? [] : (reader.words.find(id) ?? [])));
  const rows = prepared(
    reader.db,
    `SELECT account_word, posting.day, amount, posting.scales, posting.exact, COALESCE(document_id, ${ID_TEXT}) AS record_id
     FROM posting JOIN journal USING (rec_no) JOIN source_record s USING (rec_no)
     WHERE posting.day BETWEEN ? AND ? AND removed_ms IS NULL ${wanted === null ? "" : "AND account_word IN (SELECT value FROM json_each(?))"}`,
  ).all(dayNumber(from), dayNumber(to), ...(wanted === null ? [] : [JSON.stringify(wanted)])) as FeedRow[];
  for (const row of rows) {
    const amount = unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString;
    add(reader.words.text(row.account_word), row.record_id, fromDayNumber(row.day), amount);
  }
}

const BATCH = 500;

function fromRecords(reader: MirrorReader, { baseCurrency }: SumsSetting, days: ContributionDays, add: Add): void {
  const accounts = accountsOf(reader, baseCurrency);
  const settledBy = settledDocuments(reader);
  const span = { from: dayNumber(days.from), to: dayNumber(days.to), excluded: JSON.stringify(removedRecords(reader)) };
  const documents = prepared(reader.db, `SELECT d.rec_no FROM document d WHERE ${POSTED_DOCUMENTS}`).pluck().all(span) as number[];
  for (const batch of batches(documents))
    for (const document of postedDocuments(reader, batch).values())
      for (const { accountId, amount } of documentPostings(document, accounts).postings) add(accountId, document.id, document.date, amount);
  const payments = prepared(reader.db, `SELECT p.rec_no FROM payment p WHERE ${POSTED_PAYMENTS}`).pluck().all(span) as number[];
  for (const batch of batches(payments))
    for (const payment of postedPayments(reader, batch).values())
      for (const { accountId, amount } of paymentPostings(payment, settledBy, accounts).postings)
        add(accountId, payment.id, payment.date, amount);
}

function* batches(recNos: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < recNos.length; at += BATCH) yield recNos.slice(at, at + BATCH);
}
