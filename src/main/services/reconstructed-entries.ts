import type { PostingAccounts } from "#main/domain/posting-accounts.ts";
import { documentPostings, paymentPostings, type ReconstructedPosting } from "#main/domain/reconstruct-postings.ts";
import { documentTypeCode } from "#main/store/codes.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { POSTED_DOCUMENTS } from "./bulk-documents.ts";
import { POSTED_PAYMENTS } from "./bulk-payments.ts";
import type { EntriesQuestion, EntryKey, LedgerEntry } from "./gl-entries.ts";
import {
  accountsOf,
  type DatedDocument,
  type DatedPayment,
  postedDocuments,
  postedPayments,
  removedRecords,
  settledDocuments,
} from "./posting-records.ts";

/** Of an account, or with null of what stands without one. The third part of a key is the place of a posting in its record, from 1. */
interface ReconstructedQuestion extends Pick<EntriesQuestion, "after" | "throughDay" | "limit"> {
  readonly accountId: string | null;
  readonly baseCurrency: string;
}

/** A record that may post to the account. */
interface Candidate {
  readonly rec_no: number;
  readonly day: number;
  readonly kind: "document" | "payment";
}

/**
 * The postings of one account that `reconstructedSums` adds up, by day and record: what a general-ledger
 * detail shows where there is no feed (rules 17 and 18).
 */
export function reconstructedEntries(reader: MirrorReader, question: ReconstructedQuestion): LedgerEntry[] {
  const accounts = accountsOf(reader, question.baseCurrency);
  const entries: LedgerEntry[] = [];
  const settledBy = settledDocuments(reader);
  const candidatesFrom = candidateReader(reader, question, accounts);
  const batch = Math.max(BATCH_MIN, question.limit);
  let from: readonly [day: number, record: number] = [question.after[0], question.after[1]];
  while (entries.length < question.limit) {
    const candidates = candidatesFrom(from, batch);
    const read = (kind: Candidate["kind"]) => candidates.filter((candidate) => candidate.kind === kind).map(({ rec_no }) => rec_no);
    const documents = postedDocuments(reader, read("document"));
    const payments = postedPayments(reader, read("payment"));
    for (const { rec_no, day } of candidates) {
      const document = documents.get(rec_no);
      const payment = payments.get(rec_no);
      if (document !== undefined)
        entries.push(...entriesOf(question, document, rec_no, day, documentPostings(document, accounts).postings));
      if (payment !== undefined)
        entries.push(...entriesOf(question, payment, rec_no, day, paymentPostings(payment, settledBy, accounts).postings));
    }
    const last = candidates.at(-1);
    if (last === undefined || candidates.length < batch) break;
    from = [last.day, last.rec_no + 1];
  }
  return entries.slice(0, question.limit);
}

const BATCH_MIN = 200;

function entriesOf(
  { accountId, after }: ReconstructedQuestion,
  record: DatedDocument | DatedPayment,
  recNo: number,
  day: number,
  postings: readonly ReconstructedPosting[],
): LedgerEntry[] {
  return postings.flatMap((posting, at) => {
    const key: EntryKey = [day, recNo, at + 1];
    if (posting.accountId !== accountId || compareKeys(key, after) <= 0) return [];
    const { date, id: documentId, number, description } = record;
    return [{ key, date, documentId, number, description, amount: posting.amount }];
  });
}

/** Records from a place on, by day and number. Accounts that no record need name are looked for in all of them. */
function candidateReader(reader: MirrorReader, question: ReconstructedQuestion, accounts: PostingAccounts) {
  const word = question.accountId === null ? null : reader.words.find(question.accountId);
  const { ofDocuments, ofPayments } = conditions(reader, question.accountId, word, accounts);
  const statement = prepared(
    reader.db,
    `SELECT * FROM (SELECT d.rec_no, d.issue_day AS day, 'document' AS kind FROM document d
         WHERE ${POSTED_DOCUMENTS} AND (d.issue_day, d.rec_no) >= (@from, @record) AND ${ofDocuments} ORDER BY d.issue_day, d.rec_no LIMIT @limit)
     UNION ALL SELECT * FROM (SELECT p.rec_no, p.day, 'payment' FROM payment p
         WHERE ${POSTED_PAYMENTS} AND (p.day, p.rec_no) >= (@from, @record) AND ${ofPayments} ORDER BY p.day, p.rec_no LIMIT @limit)
     ORDER BY 2, 1 LIMIT @limit`,
  );
  const excluded = JSON.stringify(removedRecords(reader));
  return ([from, record]: readonly [number, number], limit: number) =>
    statement.all({ from, record, to: question.throughDay, excluded, word, limit }) as Candidate[];
}

function conditions(reader: MirrorReader, accountId: string | null, word: number | null, accounts: PostingAccounts) {
  if (accountId === null || accounts.implied.has(accountId)) return { ofDocuments: "1", ofPayments: "1" };
  const charges = (["sales_invoice", "sales_credit", "purchase_bill", "purchase_credit"] as const).map(documentTypeCode.encode).join(",");
  const isControl = prepared(reader.db, `SELECT EXISTS (SELECT 1 FROM document WHERE type IN (${charges}) AND total_account_word = ?)`)
    .pluck()
    .get(word) as 0 | 1;
  return {
    ofDocuments: `(d.total_account_word = @word OR EXISTS (SELECT 1 FROM document_line l WHERE l.rec_no = d.rec_no AND l.account_word = @word))`,
    ofPayments: isControl === 1 ? "1" : "p.account_word = @word",
  };
}

function compareKeys(a: EntryKey, b: EntryKey): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
