import type { PostingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { documentPostings, paymentPostings, type Reconstruction } from "#main/domain/postings/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { dropPostingSums, ensurePostingSums, hasPostingSums } from "#main/store/database/posting-sum-table.ts";
import { prepared } from "#main/store/database/query.ts";
import { packAmounts } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { postedDocuments, postedPayments, type StoredDocument, type StoredPayment, settledDocuments } from "./posting-records.ts";

export const LEDGER = 0;
export const RECONSTRUCTED = 1;

const BATCH = 500;
const IN_LIST = "(SELECT value FROM json_each(?))";

/**
 * Writes what documents and payments post (rules 17 and 18) in place of what they posted before. Records that are neither lose
 * their postings. Call it inside a transaction.
 */
export function postRecords(reader: MirrorReader, accounts: PostingAccounts, recNos: readonly number[]): void {
  for (let at = 0; at < recNos.length; at += BATCH) {
    const batch = recNos.slice(at, at + BATCH);
    const list = JSON.stringify(batch);
    prepared(reader.db, `DELETE FROM posting WHERE rec_no IN ${IN_LIST} AND origin = ${RECONSTRUCTED}`).run(list);
    prepared(reader.db, `DELETE FROM posting_gap WHERE rec_no IN ${IN_LIST}`).run(list);
    const settledBy = settledDocuments(reader);
    for (const [recNo, document] of postedDocuments(reader, batch)) postDocument(reader, accounts, recNo, document);
    for (const [recNo, payment] of postedPayments(reader, batch)) postPayment(reader, accounts, recNo, payment, settledBy);
  }
}

/** Writes what a document posts that has posted nothing yet. */
export function postDocument(reader: MirrorReader, accounts: PostingAccounts, recNo: number, document: StoredDocument): void {
  write(reader, accounts, recNo, document, documentPostings(document, accounts), document.lines);
}

/** The same of a payment. */
export function postPayment(
  reader: MirrorReader,
  accounts: PostingAccounts,
  recNo: number,
  payment: StoredPayment,
  settledBy: ReturnType<typeof settledDocuments>,
): void {
  write(reader, accounts, recNo, payment, paymentPostings(payment, settledBy, accounts), []);
}

/** Writes the postings of every document and payment again, or takes them all away. Call it inside a transaction. */
export function postEveryRecord(reader: MirrorReader, accounts: PostingAccounts | null): void {
  const { db } = reader;
  const areSummed = hasPostingSums(db);
  if (areSummed) dropPostingSums(db);
  db.exec(`DELETE FROM posting WHERE origin = ${RECONSTRUCTED}; DELETE FROM posting_gap;`);
  if (accounts !== null) postFromRecords(reader, accounts);
  if (areSummed) ensurePostingSums(db);
}

function postFromRecords(reader: MirrorReader, accounts: PostingAccounts): void {
  // Documents before payments, as they were read; not all record numbers at once, of which there can be millions.
  for (const table of ["document", "payment"]) {
    const next = prepared(reader.db, `SELECT rec_no FROM ${table} WHERE rec_no > ? ORDER BY rec_no LIMIT ${BATCH}`).pluck();
    for (let recNos = next.all(-1) as number[]; recNos.length > 0; recNos = next.all(recNos.at(-1)) as number[])
      postRecords(reader, accounts, recNos);
  }
}

/** Payments that settle some documents: theirs depend on what these are. */
export function paymentsOf(reader: MirrorReader, ids: readonly string[]): number[] {
  return prepared(reader.db, `SELECT DISTINCT rec_no FROM allocation JOIN payment USING (rec_no) WHERE to_id IN ${IN_LIST}`)
    .pluck()
    .all(JSON.stringify(ids)) as number[];
}

function write(
  reader: MirrorReader,
  accounts: PostingAccounts,
  recNo: number,
  { day, partyWord, entityWord }: StoredDocument | StoredPayment,
  { postings, gaps }: Reconstruction,
  lines: StoredDocument["lines"],
): void {
  const insert = prepared(reader.db, `INSERT INTO posting VALUES (?,${RECONSTRUCTED},?,?,?,?,?,?,?,NULL,?,?,?,?)`);
  const currencyWord = postings.length === 0 ? 0 : reader.words.intern(accounts.baseCurrency);
  for (const [at, { accountId, amount, lineId }] of postings.entries()) {
    const { values, scales, exact } = packAmounts(ONE_AMOUNT, [amount]);
    const line = lineId === null ? undefined : lines.find(({ id }) => id === lineId);
    insert.run(
      recNo,
      at + 1,
      line?.lineNo ?? null,
      accountId === null ? null : reader.words.intern(accountId),
      values[0],
      scales,
      exact,
      partyWord,
      line?.dimensionsWord ?? null,
      day,
      entityWord,
      currencyWord,
    );
  }
  for (const reason of gaps) prepared(reader.db, "INSERT INTO posting_gap VALUES (?,?,?)").run(recNo, reader.words.intern(reason), day);
}
