import { type PostingAccounts, postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import { paymentsOf, postDocument, postEveryRecord, postPayment, postRecords } from "./post-records.ts";
import { mappedDocument, mappedPayment, recordIds, settledDocuments } from "./posting-records.ts";
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
  #rule: { readonly accounts: PostingAccounts; readonly name: string } | null = null;

  constructor(reader: MirrorReader, setting: PostingSetting) {
    this.#reader = reader;
    this.#setting = setting;
  }

  /** A document or payment was written, for the first time or again, or dropped (null). */
  recordChanged(recNo: number, record: Posted | null, isNew: boolean): void {
    this.#touched.set(recNo, { record, isNew: isNew && !this.#touched.has(recNo) });
  }

  /** An account was written or dropped. */
  chartChanged(): void {
    this.#rule = null;
  }

  /** After a transaction that was rolled back. */
  forget(): void {
    this.#touched.clear();
    this.#rule = null;
  }

  /** Posts what changed. Call it at the end of the transaction that changed it. */
  keep(): void {
    const before = postingsMadeBy(this.#reader);
    const isLedgers = this.#setting.hasGlFeed && (before === BY_LEDGER || hasReadJournals(this.#reader));
    const rule = isLedgers ? null : this.#currentRule();
    const now = rule?.name ?? BY_LEDGER;
    if (now !== before) {
      postEveryRecord(this.#reader, rule?.accounts ?? null);
      prepared(this.#reader.db, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(POSTINGS_KEY, now);
    } else if (rule !== null && this.#touched.size > 0) this.#postTouched(rule.accounts);
    this.#touched.clear();
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
    const settled: string[] = [];
    for (const [recNo, { record, isNew }] of this.#touched) {
      if (record?.kind === "document") settled.push(record.value.id);
      // What is new is posted as it was mapped, without reading it back.
      if (record === null || !isNew) again.push(recNo);
      else if (record.kind === "document") postDocument(this.#reader, accounts, recNo, mappedDocument(words, record.value), true);
      else postPayment(this.#reader, accounts, recNo, mappedPayment(words, record.value), settledBy, true);
    }
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
