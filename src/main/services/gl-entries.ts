import { unpackAmount } from "#main/store/amounts.ts";
import { ONE_AMOUNT } from "#main/store/document-writer.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";

/** Where an entry stands: by day, then by record and line of the mirror. */
export type EntryKey = readonly [day: number, record: number, line: number];

/** One posting of an account, in base currency, debit positive. */
export interface LedgerEntry {
  readonly key: EntryKey;
  readonly date: CalendarDate;
  readonly documentId: string | null;
  readonly number: string | null;
  readonly description: string | null;
  readonly amount: DecimalString;
}

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
  readonly day: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly description: string | null;
  readonly document_id: string | null;
  readonly number: string | null;
}

/** Postings of one account in the general-ledger feed, by key; what the ledger no longer has is left out. */
export function glEntries(reader: MirrorReader, { accountId, after, throughDay, entityId, limit }: EntriesQuestion): LedgerEntry[] {
  const word = accountId === null ? null : reader.words.find(accountId);
  if (word === null) return [];
  const entity = entityId === undefined ? null : reader.words.find(entityId);
  if (entityId !== undefined && entity === null) return [];
  const ofEntity = entity === null ? "" : "AND posting.entity_id_word = @entity";
  const rows = prepared(
    reader.db,
    `SELECT posting.rec_no, line_no, posting.day, amount, posting.scales, posting.exact, description, document_id, journal.number
     FROM posting JOIN journal USING (rec_no) JOIN source_record USING (rec_no)
     WHERE account_word = @word AND posting.day BETWEEN @day AND @through AND removed_ms IS NULL
       AND (posting.day, posting.rec_no, line_no) > (@day, @record, @line) ${ofEntity}
     ORDER BY posting.day, posting.rec_no, line_no LIMIT @limit`,
  ).all({
    word,
    day: after[0],
    record: after[1],
    line: after[2],
    through: throughDay,
    limit,
    ...(entity === null ? {} : { entity }),
  }) as EntryRow[];
  return rows.map((row) => ({
    key: [row.day, row.rec_no, row.line_no],
    date: fromDayNumber(row.day),
    documentId: row.document_id,
    number: row.number,
    description: row.description,
    amount: unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString,
  }));
}
