import { documentMayPostTo, paymentMayPostTo } from "#main/domain/postings/possible-accounts.ts";
import type { PostingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { documentPostings, type ReconstructedPosting, type SettledDocument } from "#main/domain/postings/reconstruct-postings.ts";
import type { Suspect } from "#main/domain/tie-outs/tie-out-documents.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { type Sourced, sourcedId } from "#main/store/documents/sourced-rows.ts";
import { type EntryKey, postingEntries } from "#main/store/postings/posting-entries.ts";
import {
  accountsOf,
  postedDocuments,
  postedPayments,
  type StoredDocument,
  type StoredPayment,
  settledDocuments,
} from "#main/store/postings/posting-records.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { once, onceEach } from "#shared/kernel/once.ts";
import type { Account } from "#shared/model/books/account.ts";

export interface AccountQuestion {
  /** Null: amounts without an account. */
  readonly accountId: string | null;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly setting: SumsSetting;
  /** False for a line calculated from many accounts: only records missing from our figures can be behind it. */
  readonly isPosted: boolean;
  /** Records that our figures don't fully include, according to the statements' gaps. */
  readonly lacking: ReadonlyMap<string, NonNullable<Suspect["gap"]>>;
  /** Records that changed after the ledger's figures were read. */
  readonly changed: ReadonlySet<string>;
}

interface Posted {
  readonly number: string | null;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
}

const PAGE = 5_000;
/** The most postings to search in one account; a larger difference needs the general ledger itself. */
const POSTINGS_MAX = 50_000;

/** The chart, and the records that several accounts are searched for: each is read once. */
export interface SearchedBooks {
  readonly accounts: () => PostingAccounts;
  readonly account: (id: string) => { readonly id: string; readonly role?: Account["role"] };
  readonly settledBy: (documentId: string) => SettledDocument | undefined;
  readonly document: (id: string) => StoredDocument | undefined;
  readonly payment: (id: string) => StoredPayment | undefined;
  readonly removed: (throughDay: number) => readonly RemovedDocument[];
}

interface RemovedDocument {
  readonly document: StoredDocument;
  readonly removedMs: number;
}

/** @returns the books for questions that are asked in one go: what changes in between is not seen */
export function searchedBooks(reader: MirrorReader, baseCurrency: string): SearchedBooks {
  const chart = once(() => new Map(mirroredAccounts(reader).map((account) => [account.id, account])));
  const recordOf = <T>(table: "document" | "payment", read: (reader: MirrorReader, recNos: readonly number[]) => ReadonlyMap<number, T>) =>
    onceEach((id: string): T | undefined => {
      const recNo = recordNumber(reader, id, table);
      return recNo === null ? undefined : read(reader, [recNo]).get(recNo);
    });
  return {
    accounts: once(() => accountsOf(reader, baseCurrency)),
    account: (id) => chart().get(id) ?? { id },
    settledBy: settledDocuments(reader),
    document: recordOf("document", postedDocuments),
    payment: recordOf("payment", postedPayments),
    removed: onceEach((throughDay: number) => removedDocuments(reader, throughDay)),
  };
}

/**
 * What posts to an account between two dates, one document at a time, what was removed from it, and what our figures lack.
 * @param books shared by the accounts of one run
 */
export function accountSuspects(
  reader: MirrorReader,
  question: AccountQuestion,
  books: SearchedBooks = searchedBooks(reader, question.setting.baseCurrency),
): Suspect[] {
  const posted = question.isPosted ? postedOn(reader, question) : new Map<string, Posted>();
  const suspects = [...posted].map(([id, { number, date, amount }]) => suspect(question, { id, number, date, amount }));
  const others = [...question.lacking.keys()].flatMap((id) => {
    const named = posted.has(id) ? null : incompleteRecord(books, question.accountId, id);
    return named === null ? [] : [suspect(question, { id, ...named, amount: null })];
  });
  return [...suspects, ...removedSuspects(books, question), ...others];
}

function postedOn(reader: MirrorReader, { accountId, from, to, setting }: AccountQuestion): Map<string, Posted> {
  const posted = new Map<string, Posted>();
  let after: EntryKey = [dayNumber(from), -1, -1];
  for (let seen = 0; seen < POSTINGS_MAX; seen += PAGE) {
    const entries = postingEntries(reader, { accountId, after, throughDay: dayNumber(to), entityId: setting.entityId, limit: PAGE });
    for (const { documentId, number, date, amount } of entries) {
      if (documentId === null) continue;
      const known = posted.get(documentId);
      posted.set(documentId, { number, date, amount: known === undefined ? amount : addDecimals(known.amount, amount) });
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) break;
    after = last.key;
  }
  return posted;
}

function suspect({ changed, lacking }: AccountQuestion, named: Pick<Suspect, "id" | "number" | "date" | "amount">): Suspect {
  const seenMs = changed.has(named.id) ? Number.POSITIVE_INFINITY : 0;
  return { ...named, seenMs, isRemoved: false, gap: lacking.get(named.id) ?? null, isUncertain: false };
}

/** Number and date of a record that couldn't be fully valued; null where it can't have an amount on the account. */
function incompleteRecord(books: SearchedBooks, accountId: string | null, id: string): Pick<Suspect, "number" | "date"> | null {
  const account = accountId === null ? null : books.account(accountId);
  const document = books.document(id);
  if (document !== undefined) {
    const { number, date } = document;
    return account === null || documentMayPostTo(document, account, books.accounts()) ? { number, date } : null;
  }
  const payment = books.payment(id);
  if (payment === undefined) return null;
  const { number, date } = payment;
  return account === null || paymentMayPostTo(payment, account, books.settledBy, books.accounts()) ? { number, date } : null;
}

/** Removed documents that had posted to the account: by a line, by name, or because it is the control account of their kind. */
function removedSuspects(books: SearchedBooks, { accountId, to }: AccountQuestion): Suspect[] {
  if (accountId === null) return [];
  const account = books.account(accountId);
  return books.removed(dayNumber(to)).flatMap(({ document, removedMs: seenMs }) => {
    if (!documentMayPostTo(document, account, books.accounts())) return [];
    const amount = amountOn(documentPostings(document, books.accounts()).postings, account);
    const { id, number, date } = document;
    return [{ id, number, date, amount, seenMs, isRemoved: true, gap: null, isUncertain: false }];
  });
}

function removedDocuments(reader: MirrorReader, throughDay: number): RemovedDocument[] {
  const rows = prepared(
    reader.db,
    `SELECT rec_no, removed_ms FROM document JOIN source_record USING (rec_no) WHERE removed_ms IS NOT NULL AND issue_day <= ?`,
  ).all(throughDay) as { readonly rec_no: number; readonly removed_ms: number }[];
  const documents = postedDocuments(
    reader,
    rows.map(({ rec_no }) => rec_no),
  );
  return rows.flatMap(({ rec_no, removed_ms: removedMs }) => {
    const document = documents.get(rec_no);
    return document === undefined ? [] : [{ document, removedMs }];
  });
}

/** The sum of postings on an account; null where they don't name it. */
function amountOn(postings: readonly ReconstructedPosting[], { id, role }: { readonly id: string; readonly role?: Account["role"] }) {
  const own = postings.filter(({ accountId }) => accountId === id);
  if (own.length > 0) return sumDecimals(own.map(({ amount }) => amount));
  // Where several accounts could be the control account, the total, which is posted first, has none.
  const [total] = postings;
  return (role === "payable" || role === "receivable") && total?.accountId === null ? total.amount : null;
}

/** Documents and payments that changed in the mirror after a moment. */
export function changedSince(reader: MirrorReader, ms: number | null): Set<string> {
  if (ms === null) return new Set();
  const rows = prepared(
    reader.db,
    `SELECT source_id, entity_word FROM source_record WHERE fetched_ms > ?
     AND (EXISTS (SELECT 1 FROM document d WHERE d.rec_no = source_record.rec_no) OR EXISTS (SELECT 1 FROM payment p WHERE p.rec_no = source_record.rec_no))`,
  ).all(ms) as Sourced<object>[];
  return new Set(rows.map((row) => sourcedId(reader, row)));
}

/** The first day with a posting, or with one that would be made. */
export function firstDay(reader: MirrorReader): CalendarDate | null {
  const day = prepared(
    reader.db,
    "SELECT MIN(day) FROM (SELECT MIN(issue_day) AS day FROM document UNION ALL SELECT MIN(day) FROM payment UNION ALL SELECT MIN(day) FROM journal)",
  )
    .pluck()
    .get() as number | null;
  return day === null ? null : fromDayNumber(day);
}
