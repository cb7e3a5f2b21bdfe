import { UNPOSTED } from "#main/domain/postings/reconstruct-postings.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { LINE_AMOUNTS } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Period } from "#shared/model/books/period.ts";

/** A line that nobody has coded yet: without an account, or on one that stands for "to be sorted". */
export interface UncategorisedLine {
  readonly documentId: string;
  readonly type: string;
  readonly number: string | null;
  readonly party: string | null;
  readonly date: CalendarDate;
  readonly description: string | null;
  readonly account: string | null;
  readonly currency: string;
  readonly net: DecimalString;
}

/** Names that charts of accounts use for what is not sorted yet. */
const UNSORTED = /uncategori[sz]ed|unclassified|unallocated|suspense|ask (?:my|the) accountant|to be (?:coded|sorted|classified)/i;

interface Row {
  readonly source_id: unknown;
  readonly entity_word: number;
  readonly type: number;
  readonly number: string | null;
  readonly party_name: string | null;
  readonly day: number;
  readonly description: string | null;
  readonly account_word: number | null;
  readonly currency_word: number;
  readonly net: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

/**
 * Uncoded lines of a period's posted documents, oldest first: the one list behind the checklist, the dashboard and the pack.
 * @param accountNames more names of accounts that stand for "to be sorted", any part of a name
 */
export function uncategorisedLines(
  reader: MirrorReader,
  { start, end }: Pick<Period, "start" | "end">,
  accountNames: readonly string[] = [],
): UncategorisedLine[] {
  const also = accountNames.map((name) => name.toLowerCase());
  const isUnsorted = (name: string) => UNSORTED.test(name) || also.some((part) => name.toLowerCase().includes(part));
  const unsorted = new Map(mirroredAccounts(reader).flatMap(({ id, name }) => (isUnsorted(name) ? [[reader.words.find(id), name]] : [])));
  const statuses = UNPOSTED.map(documentStatusCode.encode).join(",");
  const words = [...unsorted.keys()].filter((word) => word !== null);
  const rows = prepared(
    reader.db,
    `SELECT source_id, entity_word, d.type, d.number, d.party_name, l.day, l.description, l.account_word, d.currency_word, l.net, l.scales, l.exact
     FROM document_line l JOIN document d USING (rec_no) JOIN source_record USING (rec_no)
     WHERE (l.account_word IS NULL OR l.account_word IN (SELECT value FROM json_each(?))) AND l.day BETWEEN ? AND ?
       AND removed_ms IS NULL AND d.status NOT IN (${statuses}) ORDER BY l.day, l.rec_no, l.line_no`,
  ).all(JSON.stringify(words), dayNumber(start), dayNumber(end)) as Row[];
  return rows.map((row) => ({
    documentId: `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`,
    type: documentTypeCode.decode(row.type),
    number: row.number,
    party: row.party_name,
    date: fromDayNumber(row.day),
    description: row.description,
    account: row.account_word === null ? null : (unsorted.get(row.account_word) ?? null),
    currency: reader.words.text(row.currency_word),
    net: unpackAmount(row.net, row.scales, 2, LINE_AMOUNTS[2] as string, row.exact) as DecimalString,
  }));
}
