import { postingAccounts } from "#main/domain/posting-accounts.ts";
import { documentPostings, paymentPostings, type ReconstructedPosting } from "#main/domain/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { mirroredAccounts } from "./chart.ts";
import type { EntriesQuestion, EntryKey, LedgerEntry } from "./gl-entries.ts";
import { type DatedDocument, postedDocuments, postedPayments, settledDocuments } from "./posting-records.ts";

/** A document or payment in the order of the account's ledger. */
interface DatedRecord {
  readonly rec_no: number;
  readonly day: number;
  readonly is_payment: 0 | 1;
}

const BATCH = 500;

/** What documents and payments post to one account, by key, where there is no general-ledger feed (rules 17 and 18). */
export function reconstructedEntries(reader: MirrorReader, question: EntriesQuestion & { readonly baseCurrency: string }): LedgerEntry[] {
  const accounts = postingAccounts(mirroredAccounts(reader), question.baseCurrency);
  const settledBy = settledDocuments(reader);
  const entries: LedgerEntry[] = [];
  // The record in which the page before ended may have further postings.
  let place: readonly [day: number, record: number] = [question.after[0], question.after[1] - 1];
  while (entries.length < question.limit) {
    const records = nextRecords(reader, place, question.throughDay);
    const last = records.at(-1);
    if (last === undefined) break;
    place = [last.day, last.rec_no];
    const numbers = (isPayment: 0 | 1) => records.filter(({ is_payment }) => is_payment === isPayment).map(({ rec_no }) => rec_no);
    const documents = postedDocuments(reader, numbers(0));
    const payments = postedPayments(reader, numbers(1));
    for (const { rec_no: recNo, day } of records) {
      const document = documents.get(recNo);
      const payment = payments.get(recNo);
      const made = document !== undefined ? documentPostings(document, accounts) : payment && paymentPostings(payment, settledBy, accounts);
      const id = document?.id ?? payment?.id ?? null;
      for (const [at, posting] of (made?.postings ?? []).entries()) {
        const key = [day, recNo, at + 1] as const;
        if (posting.accountId === question.accountId && isAfter(key, question.after)) entries.push(entryOf(key, id, posting));
      }
    }
  }
  return entries.slice(0, question.limit).map((entry) => withWords(reader, entry));
}

function nextRecords(reader: MirrorReader, [day, record]: readonly [number, number], throughDay: number): DatedRecord[] {
  const side = (table: "document" | "payment", column: "issue_day" | "day", isPayment: 0 | 1) =>
    `SELECT ${table}.rec_no, ${column} AS day, ${isPayment} AS is_payment FROM ${table} JOIN source_record USING (rec_no)
     WHERE removed_ms IS NULL AND ${column} BETWEEN @day AND @through AND (${column}, ${table}.rec_no) > (@day, @record)`;
  return prepared(
    reader.db,
    `${side("document", "issue_day", 0)} UNION ALL ${side("payment", "day", 1)} ORDER BY day, rec_no LIMIT ${BATCH}`,
  ).all({ day, record, through: throughDay }) as DatedRecord[];
}

function entryOf(key: EntryKey, documentId: DatedDocument["id"] | null, { amount }: ReconstructedPosting): LedgerEntry {
  return { key, date: fromDayNumber(key[0]), documentId, number: null, description: null, amount };
}

/** The number and note of the record, looked up for the entries that are shown. */
function withWords(reader: MirrorReader, entry: LedgerEntry): LedgerEntry {
  const words = prepared(
    reader.db,
    "SELECT number, memo FROM document WHERE rec_no = @rec UNION ALL SELECT reference, NULL FROM payment WHERE rec_no = @rec",
  ).get({ rec: entry.key[1] }) as { readonly number: string | null; readonly memo: string | null } | undefined;
  return { ...entry, number: words?.number ?? null, description: words?.memo ?? null };
}

function isAfter(a: EntryKey, b: EntryKey): boolean {
  return (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) > 0;
}
