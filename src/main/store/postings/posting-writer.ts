import { type PostingAccounts, postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { insertRows, ROWS_AT_ONCE, type Row } from "#main/store/records/stored-rows.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import { paymentsOf, postEveryRecord, postNewDocument, postPayment, postRecords } from "./post-records.ts";
import { mappedPayment, recordIds, settledDocuments } from "./posting-records.ts";
import { hasReadJournals, POSTINGS_KEY, postingsMadeBy } from "./posting-source.ts";

/** What of a connection its postings depend on. */
export interface PostingSetting {
  readonly baseCurrency: string;
  readonly hasGlFeed: boolean;
}

type Posted = Extract<MappedRecord, { kind: "document" | "payment" }>;

interface Touched {
  readonly record: Posted | null;
  readonly isNew: boolean;
}

/** Goes up when the rule changes: files are then posted again. */
const RULE = 1;
const BY_LEDGER = "ledger";

/**
 * Keeps the posting table of a file true to its records: what a page wrote is posted in the page's own transaction, and everything is
 * posted again when what all postings depend on changes. That is noted in the file, so that a file of an earlier release is posted once.
 */
export class PostingWriter {
  readonly #reader: MirrorReader;
  readonly #setting: PostingSetting;
  readonly #touched = new Map<number, Touched>();
  /** Documents that were posted as they were written, and the postings of the last ones, which nobody reads before the page ends. */
  readonly #posted: string[] = [];
  readonly #rows: Row[] = [];
  /** The file's postings are made by the rule of now: null while that isn't known. */
  #followsRule: boolean | null = null;
  #rule: { readonly accounts: PostingAccounts; readonly name: string } | null = null;

  constructor(reader: MirrorReader, setting: PostingSetting) {
    this.#reader = reader;
    this.#setting = setting;
  }

  /** A document or payment was written, for the first time or again, or dropped (null). */
  recordChanged(recNo: number, record: Posted | null, isNew: boolean): void {
    // A page of new documents isn't kept in memory until it ends: what they post depends on nothing else.
    if (isNew && record?.kind === "document" && !this.#touched.has(recNo) && this.#isPostedByRule()) {
      postNewDocument(this.#reader, this.#currentRule().accounts, recNo, record.value, this.#rows);
      this.#posted.push(record.value.id);
      if (this.#rows.length >= ROWS_AT_ONCE) this.#writeRows();
      return;
    }
    this.#touched.set(recNo, { record, isNew: isNew && !this.#touched.has(recNo) });
  }

  /** An account was written or dropped. */
  chartChanged(): void {
    this.#rule = null;
    this.#followsRule = null;
  }

  /** After a transaction that was rolled back. */
  forget(): void {
    this.#endPage();
    this.#rule = null;
  }

  #endPage(): void {
    this.#touched.clear();
    this.#posted.length = 0;
    this.#rows.length = 0;
    this.#followsRule = null;
  }

  /** Posts what changed. Call it at the end of the transaction that changed it. */
  keep(): void {
    this.#writeRows();
    const before = postingsMadeBy(this.#reader);
    const rule = this.#isLedgers(before) ? null : this.#currentRule();
    const now = rule?.name ?? BY_LEDGER;
    if (now !== before) {
      postEveryRecord(this.#reader, rule?.accounts ?? null);
      prepared(this.#reader.db, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(POSTINGS_KEY, now);
    } else if (rule !== null && this.#touched.size + this.#posted.length > 0) this.#postTouched(rule.accounts);
    this.#endPage();
  }

  #writeRows(): void {
    insertRows(this.#reader.db, "posting", this.#rows);
    this.#rows.length = 0;
  }

  #isLedgers(madeBy: string | null): boolean {
    return this.#setting.hasGlFeed && (madeBy === BY_LEDGER || hasReadJournals(this.#reader));
  }

  /** Otherwise everything is posted again at the end of the page, or nothing is. */
  #isPostedByRule(): boolean {
    if (this.#followsRule !== null) return this.#followsRule;
    const madeBy = postingsMadeBy(this.#reader);
    this.#followsRule = !this.#isLedgers(madeBy) && this.#currentRule().name === madeBy;
    return this.#followsRule;
  }

  /** Brings a file up to date that an earlier release, or another connection, left. */
  catchUp(): void {
    try {
      this.#reader.db.transaction(() => this.keep()).immediate();
    } catch (error) {
      this.#reader.words.clear();
      this.forget();
      throw error;
    }
  }

  #postTouched(accounts: PostingAccounts): void {
    const settledBy = settledDocuments(this.#reader);
    const { words } = this.#reader;
    const again: number[] = [];
    const settled: string[] = [...this.#posted];
    for (const [recNo, { record, isNew }] of this.#touched) {
      if (record?.kind === "document") settled.push(record.value.id);
      // What is new is posted as it was mapped, without reading it back.
      if (record === null || !isNew) again.push(recNo);
      else if (record.kind === "document") postNewDocument(this.#reader, accounts, recNo, record.value, this.#rows);
      else postPayment(this.#reader, accounts, recNo, mappedPayment(words, record.value), settledBy, true);
    }
    this.#writeRows();
    const dropped = again.filter((recNo) => this.#touched.get(recNo)?.record === null);
    const settling = paymentsOf(this.#reader, [...settled, ...recordIds(this.#reader, dropped)]);
    const posted = (recNo: number) => this.#touched.get(recNo)?.isNew === true;
    postRecords(this.#reader, accounts, [...new Set([...again, ...settling.filter((recNo) => !posted(recNo))])]);
  }

  #currentRule(): { readonly accounts: PostingAccounts; readonly name: string } {
    if (this.#rule !== null) return this.#rule;
    const chart = mirroredAccounts(this.#reader).filter(({ role }) => role !== undefined);
    const roles = chart.map(({ id, role, currency }) => [id, role, currency ?? null]);
    const { baseCurrency } = this.#setting;
    this.#rule = { accounts: postingAccounts(chart, baseCurrency), name: JSON.stringify([RULE, baseCurrency, roles]) };
    return this.#rule;
  }
}
