import type { Sqlite } from "#main/store/database/open.ts";

/** The rows of a readable view of a file that is open, one at a time; integers exactly. The name comes from the file itself. */
export function readView(db: Sqlite, name: string): IterableIterator<readonly (string | bigint | number | null)[]> {
  return db.prepare(`SELECT * FROM "${name}"`).safeIntegers().raw().iterate() as IterableIterator<
    readonly (string | bigint | number | null)[]
  >;
}

/** A debit or credit as journals of plain-text accounting need it. */
export interface JournalPosting {
  readonly record: number;
  readonly date: string;
  readonly accountId: string | null;
  /** Decimal numeral, debit positive. */
  readonly amount: string;
  readonly currency: string;
  readonly description: string | null;
  readonly documentId: string | null;
  readonly number: string | null;
  readonly contact: string | null;
}

/** Every posting that the ledger still has, the postings of a record together, by date. */
export function journalPostings(db: Sqlite): IterableIterator<JournalPosting> {
  return db
    .prepare(
      `SELECT p.record, p.date, p.account_id AS accountId, p.amount, p.currency, p.description, p.document_id AS documentId,
         d.number, d.contact_name AS contact
       FROM postings p LEFT JOIN documents d ON d.id = p.document_id
       WHERE p.deleted_at IS NULL ORDER BY p.date, p.record, p.line`,
    )
    .iterate() as IterableIterator<JournalPosting>;
}

/** An account, for the tree of a journal. */
export interface JournalAccount {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly class: string | null;
}

/** Every account, deleted ones included: older postings name them. */
export function journalAccounts(db: Sqlite): readonly JournalAccount[] {
  return db.prepare("SELECT id, code, name, class FROM accounts ORDER BY code, name, id").all() as JournalAccount[];
}

/** The currencies of all postings, and the day of the first. */
export function journalRange(db: Sqlite): { readonly currencies: readonly string[]; readonly firstDate: string | null } {
  const currencies = db
    .prepare("SELECT DISTINCT currency FROM postings WHERE deleted_at IS NULL ORDER BY currency")
    .pluck()
    .all() as string[];
  const firstDate = db.prepare("SELECT MIN(date) FROM postings WHERE deleted_at IS NULL").pluck().get() as string | null;
  return { currencies, firstDate };
}
