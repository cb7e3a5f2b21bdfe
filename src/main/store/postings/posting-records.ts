import { type PostingAccounts, postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import type { PostedDocument, PostedPayment, SettledDocument } from "#main/domain/postings/reconstruct-postings.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { AllocationRow, DocumentRow, LineRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode, unappliedKindCode } from "#main/store/records/codes.ts";
import { DOCUMENT_AMOUNTS, LINE_AMOUNTS, ONE_AMOUNT, PAYMENT_AMOUNTS } from "#main/store/records/document-writer.ts";
import { packId } from "#main/store/records/identifiers.ts";
import type { Words } from "#main/store/records/words.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Money } from "#shared/model/books/money.ts";

type Sourced<Row> = Row & { readonly source_id: unknown; readonly entity_word: number };

/** What every posting of a record has from it. Words are numbers of the file's dictionary. */
interface Shared {
  readonly date: CalendarDate;
  readonly day: number;
  readonly number: string | null;
  readonly partyWord: number | null;
  readonly entityWord: number | null;
}
export interface StoredDocument extends PostedDocument, Shared {
  readonly lines: readonly (PostedDocument["lines"][number] & { readonly lineNo: number; readonly dimensionsWord: number | null })[];
}
export type StoredPayment = PostedPayment & Shared;

const DOCUMENT = "SELECT document.*, source_id, entity_word FROM document JOIN source_record USING (rec_no)";
const IN_LIST = "(SELECT value FROM json_each(?))";

const hex = (from: number, length: number) => `substr(lower(hex(s.source_id)), ${from}, ${length})`;
/** The id of the record `s` as allocations name it: the inverse of how ids are packed. */
export const ID_TEXT = `(SELECT text FROM word WHERE word_no = s.entity_word) || ':' || CASE typeof(s.source_id) WHEN 'text' THEN s.source_id
  WHEN 'blob' THEN ${hex(1, 8)} || '-' || ${hex(9, 4)} || '-' || ${hex(13, 4)} || '-' || ${hex(17, 4)} || '-' || ${hex(21, 12)}
  ELSE CAST(s.source_id AS INTEGER) END`;

/** The record that a posting of the row `s` comes from: what the feed names, else the record itself. */
export function recordOfPosting(origin: number): { readonly recordId: string; readonly join: string } {
  return origin === 0
    ? { recordId: `COALESCE(document_id, ${ID_TEXT})`, join: "JOIN journal USING (rec_no)" }
    : { recordId: ID_TEXT, join: "" };
}

/** The ids of records, in the order of their numbers in the list. */
export function recordIds(reader: MirrorReader, recNos: readonly number[]): string[] {
  return prepared(reader.db, `SELECT ${ID_TEXT} FROM json_each(?) list JOIN source_record s ON s.rec_no = list.value ORDER BY list.key`)
    .pluck()
    .all(JSON.stringify(recNos)) as string[];
}

/** The accounts that documents need not name, from the whole chart. */
export function accountsOf(reader: MirrorReader, baseCurrency: string): PostingAccounts {
  return postingAccounts(mirroredAccounts(reader), baseCurrency);
}

/** A payment as it was mapped, in the form in which it is read back. */
export function mappedPayment(words: Words, value: MappedPayment): StoredPayment {
  return {
    ...value,
    day: dayNumber(value.date),
    number: value.reference ?? null,
    partyWord: words.internOptional(value.partyId),
    entityWord: words.internOptional(value.entityId),
  };
}

/** Documents by record number, in no particular order. */
export function postedDocuments(reader: MirrorReader, recNos: readonly number[]): Map<number, StoredDocument> {
  const list = JSON.stringify(recNos);
  const lines = new Map<number, StoredDocument["lines"][number][]>();
  const lineRows = prepared(reader.db, `SELECT * FROM document_line WHERE rec_no IN ${IN_LIST} ORDER BY rec_no, line_no`).all(list);
  const rows = prepared(reader.db, `${DOCUMENT} WHERE document.rec_no IN ${IN_LIST}`).all(list) as Sourced<DocumentRow>[];
  const currencies = new Map(rows.map((row) => [row.rec_no, reader.words.text(row.currency_word)]));
  for (const row of lineRows as LineRow[]) {
    const known = lines.get(row.rec_no) ?? [];
    lines.set(row.rec_no, known);
    known.push(lineOf(reader, row, currencies.get(row.rec_no) ?? ""));
  }
  return new Map(rows.map((row) => [row.rec_no, documentOf(reader, row, lines.get(row.rec_no) ?? [])]));
}

function documentOf(reader: MirrorReader, row: Sourced<DocumentRow>, lines: StoredDocument["lines"]): StoredDocument {
  const currency = reader.words.text(row.currency_word);
  const tax = unpackAmount(row.tax_amount, row.scales, 3, DOCUMENT_AMOUNTS[3], row.exact);
  return {
    id: idOf(reader, row),
    status: documentStatusCode.decode(row.status),
    date: fromDayNumber(row.issue_day),
    day: row.issue_day,
    number: row.number,
    partyWord: row.party_word,
    entityWord: row.entity_id_word,
    ...settledOf(reader, row),
    tax: { basis: "unknown", components: [], ...(tax === undefined ? {} : { amount: { amount: tax, currency } }) },
    lines,
  };
}

const SETTLED = ["type", "total", "total_base", "scales", "exact", "currency_word", "base_currency_word"] as const;
const SETTLED_TOO = ["exchange_rate", "unapplied_kind", "total_account_word"] as const;
type SettledRow = Pick<DocumentRow, (typeof SETTLED)[number] | (typeof SETTLED_TOO)[number]>;

function settledOf(reader: MirrorReader, row: SettledRow): SettledDocument {
  const amount = (value: number | null, at: 0 | 1, currency: string): Money => ({
    amount: unpackAmount(value, row.scales, at, DOCUMENT_AMOUNTS[at], row.exact) as DecimalString,
    currency,
  });
  const currency = reader.words.text(row.currency_word);
  const baseCurrency = reader.words.textOptional(row.base_currency_word);
  const totalAccountId = reader.words.textOptional(row.total_account_word);
  return {
    type: documentTypeCode.decode(row.type),
    currency,
    total: amount(row.total, 0, currency),
    ...(row.exchange_rate === null ? {} : { exchangeRate: row.exchange_rate as DecimalString }),
    ...(baseCurrency === undefined ? {} : { totalBase: amount(row.total_base, 1, baseCurrency) }),
    ...(row.unapplied_kind === null ? {} : { unappliedKind: unappliedKindCode.decode(row.unapplied_kind) }),
    ...(totalAccountId === undefined ? {} : { totalAccountId }),
  };
}

function lineOf(reader: MirrorReader, row: LineRow, currency: string): StoredDocument["lines"][number] {
  const tax = unpackAmount(row.tax_amount, row.scales, 3, LINE_AMOUNTS[3], row.exact);
  const accountId = reader.words.textOptional(row.account_word);
  return {
    id: row.line_id === null ? `#${row.line_no}` : reader.idText(row.line_id),
    lineNo: row.line_no,
    dimensionsWord: row.dimensions_word,
    net: { amount: unpackAmount(row.net, row.scales, 2, LINE_AMOUNTS[2], row.exact) as DecimalString, currency },
    tax: { basis: "unknown", components: [], ...(tax === undefined ? {} : { amount: { amount: tax, currency } }) },
    ...(accountId === undefined ? {} : { accountId }),
  };
}

/** Payments by record number, each with the allocations from it. */
export function postedPayments(reader: MirrorReader, recNos: readonly number[]): Map<number, StoredPayment> {
  const list = JSON.stringify(recNos);
  const rows = prepared(
    reader.db,
    `SELECT payment.*, source_id, entity_word FROM payment JOIN source_record USING (rec_no) WHERE payment.rec_no IN ${IN_LIST}`,
  ).all(list) as Sourced<PaymentRow>[];
  const allocations = new Map<number, PostedPayment["allocations"]>();
  for (const row of prepared(reader.db, `SELECT * FROM allocation WHERE rec_no IN ${IN_LIST}`).all(list) as AllocationRow[]) {
    const known = allocations.get(row.rec_no) ?? [];
    allocations.set(row.rec_no, known);
    known.push(allocationOf(reader, row));
  }
  return new Map(rows.map((row) => [row.rec_no, paymentOf(reader, row, allocations.get(row.rec_no) ?? [])]));
}

function paymentOf(reader: MirrorReader, row: Sourced<PaymentRow>, allocations: PostedPayment["allocations"]): StoredPayment {
  const currency = reader.words.text(row.currency_word);
  const accountId = reader.words.textOptional(row.account_word);
  return {
    id: idOf(reader, row),
    direction: directionCode.decode(row.direction),
    status: paymentStatusCode.decode(row.status),
    date: fromDayNumber(row.day),
    day: row.day,
    number: row.reference,
    partyWord: row.party_word,
    entityWord: row.entity_id_word,
    currency,
    amount: { amount: unpackAmount(row.amount, row.scales, 0, PAYMENT_AMOUNTS[0], row.exact) as DecimalString, currency },
    allocations,
    ...(row.exchange_rate === null ? {} : { exchangeRate: row.exchange_rate as DecimalString }),
    ...(accountId === undefined ? {} : { accountId }),
  };
}

function allocationOf(reader: MirrorReader, row: AllocationRow): PostedPayment["allocations"][number] {
  const amount = unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString;
  return {
    fromKind: "payment",
    fromId: row.from_id,
    toId: row.to_id,
    amount: { amount, currency: reader.words.text(row.currency_word) },
    ...(row.day === null ? {} : { date: fromDayNumber(row.day) }),
  };
}

/** What a payment settled, by id; each document is looked up once. */
export function settledDocuments(reader: MirrorReader): (documentId: string) => SettledDocument | undefined {
  const known = new Map<string, SettledDocument | undefined>();
  return (documentId) => {
    if (!known.has(documentId)) known.set(documentId, settledDocument(reader, documentId));
    return known.get(documentId);
  };
}

function settledDocument(reader: MirrorReader, documentId: string): SettledDocument | undefined {
  const colon = documentId.indexOf(":");
  const entityWord = reader.words.find(documentId.slice(0, colon));
  const row = prepared(
    reader.db,
    `SELECT ${[...SETTLED, ...SETTLED_TOO].join(", ")} FROM document JOIN source_record USING (rec_no) WHERE source_id = ? AND entity_word = ?`,
  ).get(packId(documentId.slice(colon + 1)), entityWord) as SettledRow | undefined;
  return row === undefined ? undefined : settledOf(reader, row);
}

function idOf(reader: MirrorReader, row: Sourced<object>): string {
  return `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
}
