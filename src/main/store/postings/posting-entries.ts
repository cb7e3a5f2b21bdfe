import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { LEDGER } from "./post-records.ts";
import { ID_TEXT } from "./posting-records.ts";
import { postingOrigin, postingsByDay } from "./posting-source.ts";

/** Entries sort by day, then by record and line of the mirror. */
export type EntryKey = readonly [day: number, record: number, line: number];

/** One posting of the general ledger, in base currency, debit positive. `accountId` null: no account is known for it. */
export interface LedgerPosting {
  readonly accountId: string | null;
  readonly date: CalendarDate;
  /** The mirrored document or payment that it comes from, where one is known. */
  readonly documentId: string | null;
  readonly number: string | null;
  readonly description: string | null;
  /** The contact's id, where the posting itself has one. */
  readonly partyId: string | null;
  readonly amount: DecimalString;
}

export type LedgerEntry = Omit<LedgerPosting, "accountId"> & { readonly key: EntryKey };

export interface EntriesQuestion {
  /** Null: what no account is known for, which a feed never has. */
  readonly accountId: string | null;
  /** Entries behind this key, up to and including a day. */
  readonly after: EntryKey;
  readonly throughDay: number;
  readonly entityId?: string | undefined;
  readonly limit: number;
}

interface EntryRow {
  readonly rec_no: number;
  readonly line_no: number;
  readonly account_word: number | null;
  readonly day: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly description: string | null;
  readonly party_word: number | null;
  readonly document_id: string | null;
  readonly number: string | null;
}

/** Postings with the document or payment they come from: named by the feed, or the very record. */
function entriesOf(origin: number, postings = "posting p"): string {
  const facts = "p.rec_no, p.line_no, p.account_word, p.day, p.amount, p.scales, p.exact, p.party_word";
  return origin === LEDGER
    ? `SELECT ${facts}, p.description, j.document_id, j.number
       FROM ${postings} JOIN journal j ON j.rec_no = p.rec_no JOIN source_record s ON s.rec_no = p.rec_no`
    : `SELECT ${facts}, d.memo AS description, ${ID_TEXT} AS document_id, COALESCE(d.number, m.reference) AS number
       FROM ${postings} JOIN source_record s ON s.rec_no = p.rec_no LEFT JOIN document d ON d.rec_no = p.rec_no LEFT JOIN payment m ON m.rec_no = p.rec_no`;
}

/** Postings of one account, by key; what the ledger no longer has is left out. */
export function postingEntries(reader: MirrorReader, { accountId, after, throughDay, entityId, limit }: EntriesQuestion): LedgerEntry[] {
  const origin = postingOrigin(reader);
  const word = accountId === null ? null : reader.words.find(accountId);
  if (accountId !== null && word === null) return [];
  // Records name entities too, but without a feed the figures are of the company as a whole.
  const isOfEntity = entityId !== undefined && origin === LEDGER;
  const entity = isOfEntity ? reader.words.find(entityId) : null;
  if (isOfEntity && entity === null) return [];
  const rows = prepared(
    reader.db,
    `${entriesOf(origin)} WHERE p.origin = ${origin} AND p.account_word IS @word AND p.day BETWEEN @day AND @through AND s.removed_ms IS NULL
       AND (p.day, p.rec_no, p.line_no) > (@day, @record, @line) ${isOfEntity ? "AND p.entity_id_word = @entity" : ""}
     ORDER BY p.day, p.rec_no, p.line_no LIMIT @limit`,
  ).all({
    ...{ word, day: after[0], record: after[1], line: after[2], through: throughDay, limit },
    ...(isOfEntity ? { entity } : {}),
  }) as EntryRow[];
  return rows.map((row) => {
    const { accountId: _account, ...entry } = postingOf(reader, row);
    return { key: [row.day, row.rec_no, row.line_no], ...entry };
  });
}

export interface PostingSpan {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Everything that was posted between two days, dates inclusive, by day: what statements add up, row by row. */
export function* ledgerPostings(reader: MirrorReader, span: PostingSpan): Generator<LedgerPosting> {
  const origin = postingOrigin(reader);
  const { begin, from } = postingsByDay(reader.db, origin);
  // Not cached: the caller may stop in the middle, and a cached statement would stay busy.
  const rows = reader.db
    .prepare(
      `${begin} ${entriesOf(origin, from)} WHERE p.origin = ${origin} AND p.day BETWEEN ? AND ? AND s.removed_ms IS NULL ORDER BY p.day, p.rec_no, p.line_no`,
    )
    .iterate(dayNumber(span.from), dayNumber(span.to)) as IterableIterator<EntryRow>;
  for (const row of rows) yield postingOf(reader, row);
}

function postingOf(reader: MirrorReader, row: EntryRow): LedgerPosting {
  return {
    accountId: row.account_word === null ? null : reader.words.text(row.account_word),
    date: fromDayNumber(row.day),
    documentId: row.document_id,
    number: row.number,
    description: row.description,
    partyId: row.party_word === null ? null : reader.words.text(row.party_word),
    amount: unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString,
  };
}
