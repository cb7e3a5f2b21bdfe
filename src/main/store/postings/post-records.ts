import type { PostingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { documentPostings, paymentPostings, type Reconstruction } from "#main/domain/postings/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { dropPostingSums, ensurePostingSums, hasPostingSums } from "#main/store/database/posting-sum-table.ts";
import { prepared } from "#main/store/database/query.ts";
import { packAmounts } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { areSameRows, insertRows, type Row } from "#main/store/records/stored-rows.ts";
import { dimensionsWord } from "#main/store/records/words.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import { postedDocuments, postedPayments, type StoredDocument, type StoredPayment, settledDocuments } from "./posting-records.ts";

export const LEDGER = 0;
export const RECONSTRUCTED = 1;

const BATCH = 500;
const IN_LIST = "(SELECT value FROM json_each(?))";

/**
 * Writes what documents and payments post (rules 17 and 18) in place of what they posted before, where that differs. Records that are
 * neither lose their postings. Call it inside a transaction.
 */
export function postRecords(reader: MirrorReader, accounts: PostingAccounts, recNos: readonly number[]): void {
  for (let at = 0; at < recNos.length; at += BATCH) {
    const batch = recNos.slice(at, at + BATCH);
    const settledBy = settledDocuments(reader);
    const documents = postedDocuments(reader, batch);
    const payments = postedPayments(reader, batch);
    const neither = batch.filter((recNo) => !documents.has(recNo) && !payments.has(recNo));
    if (neither.length > 0) removePostings(reader, neither);
    for (const [recNo, document] of documents)
      write(reader, accounts, recNo, { ...document, placeOf: (at) => document.lines[at] }, documentPostings(document, accounts), false);
    for (const [recNo, payment] of payments) postPayment(reader, accounts, recNo, payment, settledBy, false);
  }
}

/**
 * Posts a document that has posted nothing yet, as it was mapped.
 * @param rows takes its postings, for the caller to write with those of others
 */
export function postNewDocument(
  reader: MirrorReader,
  accounts: PostingAccounts,
  recNo: number,
  document: MappedDocument,
  rows: Row[],
): void {
  const { words } = reader;
  const { lines } = document;
  const record: Posted = {
    day: dayNumber(document.issueDate),
    partyWord: words.internOptional(document.partyId),
    entityWord: words.internOptional(document.entityId),
    lines,
    placeOf: (at) => ({ lineNo: at + 1, dimensionsWord: dimensionsWord(words, lines[at]?.dimensions ?? []) }),
  };
  const { postings, gaps } = documentPostings(document, accounts);
  addPostingRows(rows, reader, accounts, recNo, record, postings);
  insertRows(reader.db, "posting_gap", gapRows(reader, recNo, record, gaps));
}

/** The same of a payment. */
export function postPayment(
  reader: MirrorReader,
  accounts: PostingAccounts,
  recNo: number,
  payment: StoredPayment,
  settledBy: ReturnType<typeof settledDocuments>,
  isNew: boolean,
): void {
  write(reader, accounts, recNo, { ...payment, lines: [], placeOf: () => undefined }, paymentPostings(payment, settledBy, accounts), isNew);
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
  // A first read has its documents before any payment.
  if (prepared(reader.db, "SELECT 1 FROM payment").get() === undefined) return [];
  return prepared(reader.db, `SELECT DISTINCT rec_no FROM allocation JOIN payment USING (rec_no) WHERE to_id IN ${IN_LIST}`)
    .pluck()
    .all(JSON.stringify(ids)) as number[];
}

const HELD = `SELECT * FROM posting WHERE rec_no = ? AND origin = ${RECONSTRUCTED} ORDER BY line_no`;
const HELD_GAPS = "SELECT * FROM posting_gap WHERE rec_no = ? ORDER BY reason_word";

/** What the rows of a record's postings have from it. */
type Posted = Pick<StoredDocument, "day" | "partyWord" | "entityWord"> & {
  readonly lines: readonly { readonly id: string }[];
  readonly placeOf: (at: number) => { readonly lineNo: number; readonly dimensionsWord: number | null } | undefined;
};

function write(
  reader: MirrorReader,
  accounts: PostingAccounts,
  recNo: number,
  record: Posted,
  { postings, gaps }: Reconstruction,
  isNew: boolean,
): void {
  const { db } = reader;
  const rows: Row[] = [];
  addPostingRows(rows, reader, accounts, recNo, record, postings);
  const missing = gapRows(reader, recNo, record, gaps);
  if (!isNew) {
    const isHeld = areSameRows(prepared(db, HELD).raw().all(recNo) as Row[], rows);
    // Rows that stay keep their places in indexes, and the sums that follow them.
    if (isHeld && areSameRows(prepared(db, HELD_GAPS).raw().all(recNo) as Row[], missing)) return;
    removePostings(reader, [recNo]);
  }
  insertRows(db, "posting", rows);
  insertRows(db, "posting_gap", missing);
}

function gapRows({ words }: MirrorReader, recNo: number, { day }: Posted, gaps: Reconstruction["gaps"]): Row[] {
  return gaps.map((reason): Row => [recNo, words.intern(reason), day]).toSorted((a, b) => Number(a[1]) - Number(b[1]));
}

function addPostingRows(
  rows: Row[],
  { words }: MirrorReader,
  { baseCurrency }: PostingAccounts,
  recNo: number,
  { day, partyWord, entityWord, lines, placeOf }: Posted,
  postings: Reconstruction["postings"],
): void {
  if (postings.length === 0) return;
  const currencyWord = words.intern(baseCurrency);
  let next = 0;
  for (let at = 0; at < postings.length; at++) {
    const { accountId, amount, lineId } = postings[at] as Reconstruction["postings"][number];
    const { values, scales, exact } = packAmounts(ONE_AMOUNT, [amount]);
    // Postings of lines come in the order of the lines.
    while (lineId !== null && next < lines.length && lines[next]?.id !== lineId) next++;
    const place = lineId === null || next === lines.length ? undefined : placeOf(next);
    const account = accountId === null ? null : words.intern(accountId);
    const [lineNo, dimensions] = [place?.lineNo ?? null, place?.dimensionsWord ?? null];
    const value = values[0] ?? null;
    rows.push([
      recNo,
      RECONSTRUCTED,
      at + 1,
      lineNo,
      account,
      value,
      scales,
      exact,
      partyWord,
      null,
      dimensions,
      day,
      entityWord,
      currencyWord,
    ]);
  }
}

function removePostings(reader: MirrorReader, recNos: readonly number[]): void {
  const list = JSON.stringify(recNos);
  prepared(reader.db, `DELETE FROM posting WHERE rec_no IN ${IN_LIST} AND origin = ${RECONSTRUCTED}`).run(list);
  prepared(reader.db, `DELETE FROM posting_gap WHERE rec_no IN ${IN_LIST}`).run(list);
}
